"""What could never be done is refused as it is filed; CARD tells how each card is played."""

from __future__ import annotations

from games.star_traders.rules import sets_of
from games.star_traders.tables.galaxy import galaxy
from tests.conversations.star_traders.stars import place
from tests.conversations.table import Table
from tests.games.star_traders.scene import luck

DEBRIS = luck("Falling Debris")


def laid(table: Table) -> Table:
    return place(table, hands={"p1": (), "p2": (DEBRIS,), "p3": ()}, stations={23: "p1"})


def test_a_standing_card_without_its_target_is_refused(imperial: Table) -> None:
    """ST-LUC-3: confirmed it would stand there, and its card with it, until that is thrown away."""
    laid(imperial)
    imperial.say("p2", "STANDING\nPLAY Falling Debris ON Anna\nPLAY Imperial Envoy\nPASS")
    imperial.tick()
    post = imperial.to("p2")
    assert (
        "It could never be done: Falling Debris is played with ON and AT. "
        "On file it would do nothing." in post
    )
    assert "| PLAY Falling Debris ON <Trader> AT <world>" in post.text
    assert "Imperial Envoy is played with TO." in post
    assert "| PLAY Imperial Envoy TO <world>" in post.text
    assert list(imperial.desk().standing["p2"]) == ["PASS"]


def test_a_plan_and_a_list_with_nothing_else_leave_what_is_on_file(imperial: Table) -> None:
    laid(imperial)
    imperial.say("p2", "BETWEEN\nPLAY Scandal ON NEXT")
    imperial.tick()
    imperial.say("p2", "BETWEEN\nPLAY Overdrive\nPLAY Falling Debris ON NEXT")
    imperial.tick()
    post = imperial.to("p2")
    assert "Overdrive is no card for between turns." in post
    assert "the one on file stays as it was" in post
    imperial.say("p2", "CHECK\nPLAN\nPLAY Zap\nRUN 6")
    imperial.tick()
    post = imperial.to("p2")
    assert "Zap is not played by PLAY here." in post
    assert "| ZAP <UP or DOWN> [BY <1 or 2>]" in post.text
    assert "there are Contracts 1 to 3." in post


def test_card_tells_how_a_card_is_played(imperial: Table) -> None:
    """HELP PLAY points there."""
    laid(imperial)
    imperial.say(
        "p2", "CARD Falling Debris\nCARD Overdrive\nCARD Zap\nCARD A Glitch\nCARD Avoid a Calamity"
    )
    imperial.tick()
    text = imperial.to("p2").flat
    assert "Written so: | PLAY Falling Debris ON <Trader> AT <world>" in text
    assert "Written so: ; PLAY Overdrive" in text
    assert "To play it: see HELP ZAP." in text
    assert "| PLAY A Glitch in the System BOX <contract>" in text
    assert "| PLAY A Glitch in the System ON <Trader>" in text
    assert "Against a Calamity: see HELP AVOID." in text


def test_card_without_a_name_lists_all_cards_of_the_campaign(empty: Table) -> None:
    """AVOID ANY EXCEPT needs the names: those of its sets, Calamities apart, on one page."""
    for campaign, variant in (("fa1", "family"), ("im1", "imperial"), ("sn1", "super-nova")):
        empty.new(campaign, game="star-traders", variant=variant, players=2).start()
        empty.say("p2", "CARD", campaign=campaign)
    empty.tick()
    family, imperial, nova = (empty.newest[x, "p2"] for x in ("fa1", "im1", "sn1"))
    page = imperial.text.partition("THE LUCK CARDS")[2]
    assert page
    assert max(map(len, imperial.text.splitlines())) <= 72
    calamities, _, others = page.partition(" Others:")
    g = galaxy(empty.state("im1"))
    kinds = {g.kind[c] for c in g.data.deck(sets_of(empty.state("im1")))}
    for kind in kinds:
        assert (kind.name in " ".join(calamities.split())) == kind.calamity
        assert (kind.name in " ".join(others.split())) != kind.calamity
    assert "Quarantine" not in family.text.partition("THE LUCK CARDS")[2]
    assert "THE LUCK CARDS: none are played in this campaign" in nova
