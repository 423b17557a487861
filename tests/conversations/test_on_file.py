"""Plans, standing orders, CANCEL, CLEAR and CHECK."""

from __future__ import annotations

from engine.state import change
from pbem.referee.seated import load, save_desk
from tests.conversations.freight import WARE, deal
from tests.conversations.table import Post, Table, codes


def told(post: Post) -> str:
    """What happened, as the report says it."""
    return post.flat.partition("SINCE YOUR LAST REPORT")[2].partition("YOU ")[0]


# -- plans ---------------------------------------------------------------------------------------


def test_a_step_that_is_not_possible_leaves_its_else(table: Table) -> None:
    """The report says which line, and what was done instead."""
    deal(table, p2=("Star Base", "Dark Matter"))
    table.say("p2", "PLAN\nDELIVER Frozen World ELSE DELIVER Star Base\nELSE PASS")
    table.say("p1", "ANSWER PASS")
    table.tick()
    post = table.to("p2")
    assert "You delivered" in told(post) or "line 1" in post
    assert "was not possible and its ELSE was used" in post or "Taken from your plan" in post
    assert table.state().active == "p3"


def test_guards_are_judged_on_the_own_view_when_the_question_comes(table: Table) -> None:
    deal(table, p2=("Star Base", "Dark Matter"))
    table.say("p2", "PLAN\nWHEN HOLDS Dark Matter: DELIVER Star Base\nPASS IF DECK > 2")
    table.say("p1", "ANSWER PASS")
    table.tick()
    assert any(f.kind == "Delivered" for f in table.facts())


def test_a_plan_that_cannot_go_on_stops_and_asks(table: Table) -> None:
    """Its owner is told at which line (orders-and-reports)."""
    deal(table, p2=("Star Base", "Dark Matter"))
    table.say("p2", "PLAN\nDELIVER Frozen World")
    table.say("p1", "ANSWER PASS")
    table.tick()
    post = table.to("p2")
    assert "Your plan could not go on at line 1: ; DELIVER Frozen World" in post
    assert "your move" in post.subject
    assert table.state().active == "p2"


def test_plan_lines_under_no_heading_are_a_plan_and_the_receipt_says_so(table: Table) -> None:
    table.say("p2", "DELIVER BEST\nELSE PASS")
    table.tick()
    assert "under no heading; they were read as your plan" in table.to("p2")
    assert len(table.desk().plans["p2"].lines) == 2


def test_a_plan_for_a_turn_that_was_played_is_refused(table: Table) -> None:
    """test_report_22. What is on file now stays."""
    old = table.newest["sf1", "p2"]
    table.say("p1", "ANSWER PASS")
    table.until()
    table.until()
    table.say("p2", "PLAN\nDELIVER BEST ATLEAST 50")
    table.tick()
    table.say("p2", "PLAN\nPASS\nPLAN A\nSTANDING\nKEEP Dark Matter", to=old)
    table.tick()
    post = table.to("p2")
    assert post.flat.count("which has been played") == 2
    assert [line.text for line in table.desk().plans["p2"].lines] == ["DELIVER BEST ATLEAST 50"]
    assert "KEEP" in str(table.desk().standing["p2"])


def test_plan_a_means_what_stood_in_the_letter_that_is_answered(table: Table) -> None:
    """Since then the hand, and with it the suggestion, has changed."""
    first = table.newest["sf1", "p2"]
    assert "A ; DELIVER BEST ATLEAST 20" in first
    deal(table, p2=("Star Base", "Dark Matter"))
    table.say("p1", "ANSWER PASS")
    table.tick()
    newer = table.newest["sf1", "p2"]
    assert "A ; DELIVER BEST" not in newer
    table.say("p2", "PLAN A", to=newer)
    table.tick()
    assert any(f.kind == "Delivered" for f in table.facts())


def test_plan_a_of_an_older_letter_of_the_same_turn(table: Table) -> None:
    first = table.newest["sf1", "p2"]
    deal(table, p2=("Star Base", "Dark Matter"))
    deal(table, p1=WARE)
    table.say("p1", "OFFER Bob: Nanotech Robots FOR Dark Matter")
    table.tick()
    assert "A ; DELIVER BEST" not in table.newest["sf1", "p2"]
    table.say("p2", "PLAN A", to=first)
    table.tick()
    assert table.desk().plans["p2"].lines[0].text == "DELIVER BEST ATLEAST 20 ELSE PASS"
    table.say("p2", "PLAN Q")
    table.tick()
    assert "suggests no plan Q" in table.to("p2")


def test_plan_off_and_plan_question(table: Table) -> None:
    table.say("p2", "PLAN\nDELIVER BEST")
    table.tick()
    table.say("p2", "PLAN?\nSTANDING?")
    table.tick()
    assert "; DELIVER BEST" in table.to("p2")
    table.say("p2", "PLAN OFF")
    table.tick()
    assert "DONE ; PLAN OFF" in table.to("p2")
    assert not table.desk().plans


# -- standing orders -----------------------------------------------------------------------------


def test_a_standing_order_replaces_the_one_that_begins_alike(table: Table) -> None:
    table.say("p2", "STANDING\nNEGATE ROCK WITH Solar Sail\nDISCARD LOWEST KEEP Star Base")
    table.tick()
    table.say("p2", "STANDING\nNEGATE ROCK IF HAND >= 5")
    table.tick()
    lines = [line.text for line in table.desk().standing["p2"].values()]
    assert lines == ["NEGATE ROCK IF HAND >= 5", "DISCARD LOWEST KEEP Star Base"]
    table.say("p2", "STANDING NEGATE ROCK OFF\nSTANDING NEGATE PIRATE OFF")
    table.tick()
    assert [line.text for line in table.desk().standing["p2"].values()] == lines[1:]
    assert "no standing order that begins like this" in table.to("p2")


def test_a_suggested_standing_order_can_be_taken_off(table: Table) -> None:
    table.say("p2", "STANDING DISCARD OFF")
    table.tick()
    assert len(table.desk().suggested["p2"]) == 1
    assert len(table.desk().suggested["p1"]) == 2


def test_a_fault_concerns_its_line_only(table: Table) -> None:
    """A faulty line never destroys good ones, nor what is on file."""
    table.say("p2", "PLAN\nDELIVER BEST")
    table.tick()
    table.say("p2", "STANDING\nKEEP Star Base\nKEEP Starr Bsae\nNEGATE\nPLAN now\nDISCARD LOWEST")
    table.tick()
    outcomes = [outcome for _, outcome, _ in codes(table.ordered())]
    assert outcomes.count("refused") == 3
    assert len(table.desk().standing["p2"]) == 2
    assert table.desk().plans["p2"].lines[0].text == "DELIVER BEST"


# -- CANCEL and CLEAR ----------------------------------------------------------------------------


def test_cancel_goes_back_to_what_was_on_file(table: Table) -> None:
    table.say("p2", "PLAN\nDELIVER BEST\nSTANDING\nKEEP Star Base")
    table.tick()
    before = table.desk()
    table.say("p2", "PLAN\nPASS\nSTANDING KEEP Star Base OFF\nSTANDING\nKEEP Dark Matter")
    table.tick()
    assert table.desk() != before
    table.say("p2", "CANCEL")
    table.tick()
    assert "Your letter 3 is undone" in table.to("p2")
    assert table.desk() == before
    assert ("KEEP Dark Matter", "cancelled", "") in codes(table.ordered())


def test_cancel_above_new_orders_in_one_letter(table: Table) -> None:
    """CANCEL is for the letter before this one; behind new orders it is refused."""
    table.say("p2", "PLAN\nDELIVER BEST")
    table.tick()
    table.say("p2", "PLAN\nPASS\nCANCEL")
    table.tick()
    assert "write it above your new orders" in table.to("p2")
    assert table.desk().plans["p2"].lines[0].text == "PASS"
    table.say("p2", "CANCEL\nSTANDING\nKEEP Star Base")
    table.tick()
    assert table.desk().plans["p2"].lines[0].text == "DELIVER BEST"


def test_cancel_when_something_has_come_of_it(table: Table) -> None:
    table.say("p1", "ANSWER PASS")
    table.tick()
    table.say("p1", "CANCEL")
    table.tick()
    assert "nothing on file that could be taken back" in table.to("p1")


def test_cancel_leaves_what_was_carried_out_at_once(table: Table) -> None:
    deal(table, p2=("Star Base", "Dark Matter"))
    table.say("p2", "PLAN\nPASS\nREVEAL Dark Matter")
    table.tick()
    table.say("p2", "CANCEL")
    table.tick()
    assert "Orders of it that were carried out at once stand" in table.to("p2")
    assert not table.desk().plans


def test_cancel_does_not_mind_questions_and_settings_in_between(table: Table) -> None:
    table.say("p2", "PLAN\nPASS")
    table.tick()
    table.say("p2", "STATUS\nSET COLUMNS 70")
    table.tick()
    table.say("p2", "CANCEL")
    table.tick()
    assert not table.desk().plans


def test_cancel_with_nothing_sent(table: Table) -> None:
    table.say("p3", "CANCEL")
    table.tick()
    assert "nothing on file that could be taken back" in table.to("p3")


def test_clear_takes_everything_of_the_seat_off_file(table: Table) -> None:
    table.say("p2", "PLAN\nPASS\nSTANDING\nKEEP Star Base")
    table.say("p3", "PLAN\nPASS")
    table.tick()
    table.say("p2", "CLEAR")
    table.tick()
    desk = table.desk()
    assert "p2" not in desk.plans
    assert "p2" not in desk.standing
    assert "p3" in desk.plans
    assert "p2" in desk.suggested


# -- CHECK ---------------------------------------------------------------------------------------


def test_check_judges_and_keeps_nothing(table: Table) -> None:
    table.say("p2", "PLAN\nDELIVER BEST")
    table.tick()
    before, rows = table.snapshot(), len(table.ordered())
    deal(table, p1=WARE)
    before = table.snapshot()
    table.say(
        "p2",
        "CHECK\nPLAN\nPASS\nSTANDING\nKEEP Star Base\nCLEAR\nCANCEL\nRESIGN sf1\n"
        "OFFER Anna: NOTHING FOR Nanotech Robots\nACCEPT Anna\nANSWER PASS\n"
        "READY\nPLAN A\nPLAN OFF",
    )
    table.tick()
    post = table.to("p2")
    assert "This was a CHECK: nothing of it was kept" in post
    assert "You leave the campaign" not in post
    assert table.snapshot() == before
    assert len(table.ordered()) == rows
    assert table.seat("p2").status == "ready"
    table.say("p2", "CANCEL")
    table.tick()
    assert not table.desk().plans, "a CHECK took nothing away from CANCEL"


def test_check_takes_only_what_stands_below_it(table: Table) -> None:
    table.say("p2", "PLAN\nDELIVER BEST\nCHECK\nPLAN\nPASS\nSET COLUMNS 50")
    table.tick()
    post = table.to("p2")
    assert table.desk().plans["p2"].lines[0].text == "DELIVER BEST"
    assert post.flat.count("Your letter 2 came") == 2
    assert post.flat.count("This was a CHECK") == 1
    assert table.seat("p2").settings == "{}"


def test_check_is_no_oracle(table: Table) -> None:
    """Whether Bob still has what he offers is not told by trying to accept it."""
    deal(table, p1=WARE, p2=("Star Base", "Dark Matter"))
    table.say("p2", "OFFER Anna: Dark Matter FOR Nanotech Robots")
    table.tick()
    table.say("p1", "CHECK\nACCEPT Bob")
    table.tick()
    having = table.to("p1").text
    deal(table, p2=("Star Base", "Anti-Matter"))
    table.say("p1", "CHECK\nACCEPT Bob")
    table.tick()
    assert table.to("p1").text == having.replace("letter 2", "letter 3").replace("13:02", "13:03")


# -- what holds in the end -----------------------------------------------------------------------


def test_plan_off_below_a_plan_of_the_same_letter(table: Table) -> None:
    table.say("p2", "PLAN\nDELIVER BEST\nELSE PASS\nPLAN OFF")
    table.tick()
    assert "It is off file again, by PLAN OFF further down in your letter." in table.to("p2").flat
    assert "p2" not in table.desk().plans


def test_a_plan_below_plan_off_and_a_second_plan(table: Table) -> None:
    table.say("p2", "PLAN OFF\nPLAN\nDELIVER BEST\nSTANDING\nDISCARD LOWEST\nPLAN\nPASS")
    table.tick()
    text = table.to("p2").flat
    assert text.count("Another one further down in your letter took its place.") == 1
    assert "The plan further down in your letter is on file." in text
    assert [line.text for line in table.desk().plans["p2"].lines] == ["PASS"]


def test_clear_below_orders_of_the_same_letter(table: Table) -> None:
    table.say("p2", "PLAN\nPASS\nSTANDING\nUSE BEST\nCLEAR")
    table.tick()
    assert "by CLEAR further down in your letter" in table.to("p2").flat
    assert not table.desk().plans


def test_a_plan_none_of_whose_lines_is_good_leaves_the_one_on_file(table: Table) -> None:
    table.say("p2", "PLAN\nDELIVER Nowhere WITH Nothing")
    table.tick()
    assert "No line of your plan could be used; no plan is on file." in table.to("p2").flat
    table.say("p2", "PLAN\nPASS")
    table.tick()
    table.say("p2", "PLAN\nDELIVER Nowhere WITH Nothing")
    table.tick()
    assert "the plan on file stays as it was" in table.to("p2").flat
    assert [line.text for line in table.desk().plans["p2"].lines] == ["PASS"]


def test_between_is_no_heading_of_this_game(table: Table) -> None:
    table.say("p2", "BETWEEN\nPASS")
    table.tick()
    assert [code[1:] for code in codes(table.ordered())][-2:] == [
        ("refused", "unknown"),
        ("refused", "place"),
    ]
    assert "There is no such order." in table.to("p2").flat


def test_a_choice_sent_back_bare_leaves_the_plan_on_file(table: Table) -> None:
    """test_report_30: what is printed as a choice is an answer; a plan on file is not replaced."""
    table.say("p1", "PLAN\nWHEN MONEY >= 900: PASS")
    table.tick()
    assert any("; ANSWER PASS" in post.text for post in table.letters if post.seat == "p1")
    table.say("p1", "PASS")
    table.tick()
    assert table.state().active != "p1"
    assert [line.text for line in table.desk().plans["p1"].lines] == ["WHEN MONEY >= 900: PASS"]
    assert "read as the answer to the question that is open" in table.to("p1")


def test_bare_lines_that_are_no_answer_are_a_plan(table: Table) -> None:
    """README.md, "The order language": several lines, and what is not legal now."""
    table.say("p1", "PASS IF MONEY >= 900")
    table.tick()
    assert "they were read as your plan" in table.to("p1")
    table.say("p2", "PASS")
    table.tick()
    assert len(table.desk().plans["p2"].lines) == 1


def test_the_receipt_says_which_plan_a_new_one_replaces(table: Table) -> None:
    table.say("p2", "PLAN\nPASS")
    table.tick()
    assert "replacing" not in table.to("p2")
    table.say("p2", "PLAN\nELSE PASS")
    table.tick(hours=3)
    assert "Your plan for your next turn, replacing yours of" in table.to("p2")


def test_why_a_line_was_not_used_waits_for_the_next_letter(table: Table) -> None:
    """test_report_31: a run that has no letter for the seat does not swallow it."""
    table.say("p1", "STATUS")
    table.tick()
    with table.office.session() as session:
        seated = load(session, "sf1")
        note = ("stuck", {"kind": "deliver", "line": 1, "text": "DELIVER BEST", "instead": 2})
        seated.desk = change(seated.desk, unsaid={"p3": (note,)})
        save_desk(session, seated)
    table.say("p2", "STATUS")
    table.tick()
    assert "p3" not in table.addressed
    assert table.desk().unsaid == {"p3": (note,)}
    table.say("p3", "HELP")
    table.tick()
    assert "Line 1 of your plan was not possible" in table.to("p3")
    assert not table.desk().unsaid


def test_a_check_is_one_block(table: Table) -> None:
    """No words about orders that were not there, above those that were tried."""
    table.say("p2", "Hi all,\n\nCHECK\nPLAN\nDELIVER BEST\nPAST\nElse see you")
    table.tick()
    letter = table.to("p2")
    assert letter.text.count("Your letter") == 1
    assert "This was a CHECK: nothing of it was kept." in letter
    assert "Nothing has changed" not in letter
    assert "no orders" not in letter
    assert "no orders" not in letter.subject
    assert "NOT READ AS ORDERS | Hi all," in letter


def test_a_plan_that_was_played_in_the_same_run_names_its_turn(table: Table) -> None:
    """Before that it is for the next one; at the end of the game nothing is to come."""
    table.say("p2", "PLAN\nPASS")
    table.tick()
    assert "Your plan for your next turn" in table.to("p2")
    first = table.state().turn
    table.say("p1", "PLAN\nPASS")
    table.tick()
    assert f"Your plan for turn {first} " in table.to("p1")
