"""One order: shortened words, longest names, slots in any order, the kinds of fault."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.decision import Choice, Decision, Order, Pick, Span
from engine.form import Form, Slot
from engine.language.fault import Fault
from engine.language.order import Parsed, parse_order
from engine.language.text import order_text, usage
from engine.lexicon import Lexicon, Names, seat_names
from engine.offer import OFFER_FORMS
from engine.window import PASS, PASS_FORM
from tests.unit.engine.language.vocabulary import SOLAR, TRADERS, Game

STARS = Lexicon(
    {
        "world": Names(("Black", "Black Hole", "Schmitz", "Schwarz", "Time", "If Only", "Ölsund")),
        "card": Names(("Lost in Space", "Engine Trouble", "Zap", "Gas Forest")),
        "seat": Names(spellings={"p1": ("Anna",), "p2": ("Bob",)}),
        "item": Names(("station 2", "station 23", "Gas Forest")),
    }
)
GOTO = Form(verb="GOTO", slots=(Slot(name="world", type="name", domain="world"),))
JUMP = Form(
    verb="JUMP",
    slots=(
        Slot(name="world", type="name", domain="world"),
        Slot(name="pay", type="number", keyword="PAY", optional=True, default=0),
        Slot(name="ship", type="number", keyword="SHIP", optional=True, low=1, high=2),
    ),
    fits=("act",),
)
PLAY = Form(
    verb="PLAY",
    slots=(
        Slot(name="card", type="name", domain="card"),
        Slot(name="on", type="name", domain="seat", keyword="ON", optional=True),
    ),
    fits=("act",),
)
PICKUP = Form(verb="PICKUP", slots=(Slot(name="n", type="number", low=1, high=9),), fits=("act",))
PETITION = Form(verb="PETITION", fits=("act",))
GIVE = Form(verb="GIVE", slots=(Slot(name="what", type="items", domain="item", money=True),))
FORMS = (GOTO, JUMP, PLAY, PICKUP, PETITION, GIVE, PASS_FORM)


def parsed(text: str, forms: Sequence[Form] = FORMS, decision: Decision | None = None) -> Parsed:
    found = parse_order(text, forms, STARS, decision)
    assert isinstance(found, Parsed), found
    return found


def fault(text: str, forms: Sequence[Form] = FORMS, decision: Decision | None = None) -> Fault:
    found = parse_order(text, forms, STARS, decision)
    assert isinstance(found, Fault), found
    return found


@pytest.mark.parametrize(
    ("text", "args"),
    [
        ("GOTO Black Hole", ("Black Hole",)),
        ("goto black", ("Black",)),
        ("GOTO black-hole", ("Black Hole",)),
        ('Goto "BLACK  hole"', ("Black Hole",)),
        ("GOTO olsund", ("Ölsund",)),
        ("GOTO If Only", ("If Only",)),
    ],
)
def test_the_longest_name_that_fits_needs_no_quotes(text: str, args: tuple[str, ...]) -> None:
    found = parsed(text)
    assert found.order.args == args
    assert not found.shortened


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("PIC 2", Order("PICKUP", (2,))),
        ("PLAY los on Bob", Order("PLAY", ("Lost in Space", "p2"))),
        ("PLAY eng tro ON ann", Order("PLAY", ("Engine Trouble", "p1"))),
        ("GOTO Schm", Order("GOTO", ("Schmitz",))),
        ("GOTO Black Ho", Order("GOTO", ("Black Hole",))),
        # A word of the order is never part of a shortened name.
        ("GIVE gas, station 23", Order("GIVE", (("Gas Forest", "station 23"),))),
    ],
)
def test_shortened_words_are_read_and_marked(text: str, order: Order) -> None:
    found = parsed(text)
    assert found.order == order
    assert found.shortened


@pytest.mark.parametrize("text", ["PI 2", "GOTO Sc", "PLAY Za ON Bob"])
def test_fewer_than_three_letters_do_not_do(text: str) -> None:
    fault(text)


def test_a_number_in_a_name_is_never_completed() -> None:
    assert parsed("GIVE station 2").order.args == (("station 2",),)
    assert fault("GIVE station").kind == "ambiguous"


def test_whole_words_are_never_shortened() -> None:
    assert fault("PETIT") == Fault("whole", "PETIT", "", ("PETITION",), 0)
    assert parsed("petition").order == Order("PETITION")


def test_ambiguous_words_name_their_candidates() -> None:
    name = fault("GOTO Sch")
    assert (name.kind, name.candidates) == ("ambiguous", ("GOTO Schmitz", "GOTO Schwarz"))
    verb = fault("P 2")
    assert verb.kind == "unknown"
    forms = (*FORMS, Form(verb="PICK"))
    assert fault("PIC", forms).candidates == ("PICKUP", "PICK")
    assert parsed("PICK", forms).order == Order("PICK")


@pytest.mark.parametrize(
    "text", ["JUMP Schmitz PAY 2 SHIP 1", "JUMP Schmitz SHIP 1 PAY 2", "JUMP SHIP 1 PAY 2 Schmitz"]
)
def test_keyword_slots_stand_in_any_order(text: str) -> None:
    assert parsed(text).order.args == ("Schmitz", 2, 1)


def test_slots_left_out_have_their_default() -> None:
    assert parsed("JUMP Schmitz").order.args == ("Schmitz", 0, None)


@pytest.mark.parametrize("text", ["PICKUP 2", "PICKUP +2", "PICKUP $2"])
def test_numbers(text: str) -> None:
    assert parsed(text).order.args == (2,)


def test_faults_of_form_say_what_did_not_fit_and_where() -> None:
    assert fault("GOTO Schmutz") == Fault(
        "form", "Schmutz", "GOTO", ("Schmitz",), 5, "name", "world"
    )
    assert fault("PICKUP") == Fault("form", "", "PICKUP", (), 6, "number", "n")
    assert fault("PICKUP 10").why == "range"
    assert fault("PICKUP -1").why == "number"
    assert fault("PICKUP 2 3") == Fault("form", "3", "PICKUP", (), 9, "extra", "")
    assert fault("JUMP PAY 2").why == "missing"
    assert fault("PICKUP 99999999999999999999").why == "number"


def test_an_unknown_verb_names_the_nearest() -> None:
    assert fault("PIKCUP 2").candidates == ("PICKUP",)
    assert fault("xyzzy").candidates == ()
    assert fault("").kind == "unknown"


def question() -> Decision:
    return Decision(
        id="3.p1",
        seat="p1",
        kind="act",
        choices=(
            Choice(JUMP, (Pick(("Schwarz", "Time")), Span(0, 3), Pick((None,)))),
            Choice(PICKUP, (Span(1, 3),)),
            Choice(PASS_FORM),
        ),
        default=PASS,
    )


def test_shortened_words_are_judged_first_among_what_is_legal() -> None:
    found = parsed("JUMP Sch", decision=question())
    assert found.order == Order("JUMP", ("Schwarz", 0, None))
    assert found.shortened
    # All names: two are meant, neither is legal.
    assert fault("JUMP B", decision=question()).kind == "form"


def test_not_legal_now_is_a_third_kind_with_the_nearest_legal_orders() -> None:
    """ei 2.15: ``AVOID`` without the card is not an unknown form."""
    found = fault("PICKUP 5", decision=question())
    assert (found.kind, found.verb) == ("not-now", "PICKUP")
    assert set(found.candidates) == {"PICKUP 1", "PICKUP 2", "PICKUP 3"}
    other = fault("PLAY Zap", decision=question())
    assert other.kind == "not-now"
    assert other.candidates


def test_the_nearest_legal_orders_keep_what_may_stay() -> None:
    """A bid for a world that is not on sale: the amount is not what is wrong."""
    slots = (Slot(name="world", type="number"), Slot(name="most", type="number", keyword="UPTO"))
    bid = Form(verb="BID", slots=slots, fits=("bid",))
    choice = Choice(bid, (Pick((21, 62)), Span(1, 99)))
    asked = Decision(id="1.p1", seat="p1", kind="bid", choices=(choice,), default=PASS)
    found = parse_order("BID 33 UPTO 3", (bid,), STARS, asked)
    assert isinstance(found, Fault)
    assert set(found.candidates) == {"BID 21 UPTO 3", "BID 62 UPTO 3"}


def test_a_goal_is_left_to_the_caller_or_resolved() -> None:
    goal = Form(verb="GOTO", slots=GOTO.slots, goal=True, fits=("act",))
    forms = (goal, *FORMS[1:])
    assert parsed("GOTO Time", forms, question()).order == Order("GOTO", ("Time",))

    def resolve(order: Order) -> Order | None:
        return Order("JUMP", ("Time", 0, None)) if order.args == ("Time",) else None

    good = parse_order("GOTO Time", forms, STARS, question(), resolve)
    assert isinstance(good, Parsed)
    bad = parse_order("GOTO Black", forms, STARS, question(), resolve)
    assert isinstance(bad, Fault)
    assert bad.kind == "not-now"


def test_forms_that_share_a_verb() -> None:
    game: Game = TRADERS

    def args(text: str) -> tuple[object, ...]:
        found = parse_order(text, game.forms, game.lexicon)
        assert isinstance(found, Parsed), found
        return found.order.args

    assert args("ZAP PETITION Blue") == ("p4",)
    assert args("ZAP MY PETITION") == ("my petition",)
    assert args("BEACON Green 3") == ("p5", 3)
    assert args("BEACON Green FREE") == ("p5", "FREE")


def test_verbs_of_several_words() -> None:
    found = parse_order("WORM DUM food", SOLAR.forms, SOLAR.lexicon)
    assert isinstance(found, Parsed)
    assert found.order.verb == "WORMHOLE DUMP"
    assert found.shortened


def test_usage_comes_from_the_form_alone() -> None:
    assert usage(JUMP) == "JUMP <world> [PAY <pay>] [SHIP <ship>]"
    assert usage(PLAY, {"on": "player"}) == "PLAY <card> [ON <player>]"
    assert usage(GIVE) == "GIVE <what>, ..."


def test_names_are_quoted_only_where_they_must_be() -> None:
    def text(form: Form, *args: str | None) -> str:
        return order_text(form, Order(form.verb, args), STARS)

    assert text(GOTO, "Schmitz") == "GOTO Schmitz"
    assert text(GOTO, "Black Hole") == "GOTO Black Hole"
    assert text(GOTO, "Black") == "GOTO Black"
    assert text(GOTO, "If Only") == 'GOTO "If Only"'
    assert text(PLAY, "Lost in Space", "p2") == "PLAY Lost in Space ON Bob"


def test_a_name_is_quoted_before_what_a_longer_one_goes_on_with() -> None:
    """At the end of what stands bare nothing can lengthen a name, unless it is a reserved word."""
    names = ("Black", "Black Hole", "Lost", "Lost on Sea")
    words = Lexicon({"world": Names(names), "what": Names(("Hole", "Star"))})
    what = Slot(name="what", type="name", domain="what")
    who = Slot(name="who", type="name", domain="world", keyword="ON")
    for slots, args, text in (
        ((*GOTO.slots, what), ("Black", "Star"), 'SEE "Black" Star'),
        ((*GOTO.slots, what), ("Black Hole", "Hole"), "SEE Black Hole Hole"),
        ((*GOTO.slots, who), ("Black", "Black"), "SEE Black ON Black"),
        ((*GOTO.slots, who), ("Lost", "Lost"), 'SEE "Lost" ON "Lost"'),
    ):
        form = Form(verb="SEE", slots=slots)
        assert order_text(form, Order("SEE", args), words) == text
        found = parse_order(text, (form,), words)
        assert isinstance(found, Parsed)
        assert found.order.args == args


def test_the_longest_name_goes_first_where_shorter_ones_would_do_too() -> None:
    words = Lexicon({"world": Names(("Black", "Black Hole")), "what": Names(("Hole", "Star"))})
    what = Slot(name="what", type="name", domain="what", optional=True)
    forms = (Form(verb="SEE", slots=(*GOTO.slots, what)),)
    for text, args in (
        ("SEE Black Hole", ("Black Hole", None)),
        ("SEE Black Star", ("Black", "Star")),
    ):
        found = parse_order(text, forms, words)
        assert isinstance(found, Parsed)
        assert found.order.args == args


def test_a_shortened_number_is_not_completed_even_if_it_is_unique() -> None:
    words = Lexicon({"item": Names(("station 23",))})
    found = parse_order("GIVE sta 2", (GIVE,), words)
    assert isinstance(found, Fault)
    whole = parse_order("GIVE sta 23", (GIVE,), words)
    assert isinstance(whole, Parsed)
    assert whole.shortened


def test_a_name_written_out_goes_before_a_shortened_one_of_another_form() -> None:
    words = Lexicon({"goal": Names(("best",)), "world": Names(("Bestinia",))})
    goal = Slot(name="goal", type="name", domain="goal")
    for forms in (
        (Form(verb="JUMP", slots=(goal,)), Form(verb="JUMP", slots=GOTO.slots)),
        (Form(verb="JUMP", slots=GOTO.slots), Form(verb="JUMP", slots=(goal,))),
    ):
        found = parse_order("JUMP best", forms, words)
        assert isinstance(found, Parsed)
        assert found.order.args == ("best",)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        # Nothing is given: "Forest" and "Trouble" are no names of their own.
        ("OFFER Bob: FOR Gas Forest", "missing"),
        ("OFFER Bob: FOR Gas For", "name"),
        # A moment is announced, and none is named.
        ("OFFER Bob: Gas Forest FOR 5 UNTIL", "missing"),
    ],
)
def test_an_offer_that_is_not_complete_is_never_read_as_another(text: str, why: str) -> None:
    """A name that stands in full is not cut in two so that each part means something."""
    items = Names(("Gas Forest", "Forest Products", "Forge"))
    lexicon = Lexicon({"partner": STARS.names("seat"), "item": items})
    read = parse_order(text, OFFER_FORMS, lexicon)
    assert isinstance(read, Fault), read
    assert read.why == why


def test_the_word_for_money_may_stand_behind_an_amount() -> None:
    lexicon = Lexicon({"partner": STARS.names("seat"), "item": Names(("Zap",), unit="MC")})
    read = parse_order("OFFER Bob: 5 MC FOR Zap, $3 mc", OFFER_FORMS, lexicon)
    assert isinstance(read, Parsed), read
    assert read.order.args == ("p2", ("$5",), ("Zap", "$3"))
    assert isinstance(parse_order("OFFER Bob: MC FOR Zap", OFFER_FORMS, lexicon), Fault)


def test_what_is_printed_of_a_player_is_read_as_him() -> None:
    """Though another seat is called by the same word."""
    names = seat_names(("p1", "p2", "p3"), {"p1": "Ann", "p2": "P1", "p3": "p2"})
    for seat in ("p1", "p2", "p3"):
        assert names.exact(names.shown(seat)) == seat
    assert names.exact("p3") == "p3"


def test_what_is_left_out_is_called_missing_and_a_misspelt_keyword_is_named() -> None:
    """A bare verb lacks something; `UPTTO` was meant for a keyword of the form."""
    bare = fault("GOTO")
    assert (bare.why, bare.slot, bare.word) == ("missing", "world", "")
    far = fault("JUMP Schmitz SHUP 2")
    assert (far.why, far.word, far.candidates) == ("extra", "SHUP", ("SHIP",))


def test_an_exclamation_mark_at_the_end_of_a_word_does_not_count() -> None:
    """`READY!` is a glad READY."""
    assert parsed("Pass!").order == PASS
