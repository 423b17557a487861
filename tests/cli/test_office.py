"""An office's life by command: made, seated, started, run."""

from __future__ import annotations

import email
import json
from datetime import timedelta
from email.policy import default
from pathlib import Path

import pytest
from sqlmodel import col, select

from pbem.cli.seat import leaves
from pbem.clock import SetClock, utc_text
from pbem.deadlines import Deadline
from pbem.holds import hold_silent, note_hold
from pbem.office import Office
from pbem.referee.waiting import pending_rows
from pbem.settingsfile import load_settings
from pbem.store.models import CampaignRow, LetterRow, OutboxRow, SeatRow
from tests.cli.conftest import BEGIN, Run


def test_init_writes_settings_that_can_be_read(run: Run, tmp_path: Path) -> None:
    """Servers of known providers are filled in; what comes next is said."""
    folder = tmp_path / "made"
    got = run("init", str(folder), "--address", "games@gmail.com", "--zone", "Europe/Berlin")
    settings = load_settings(folder / "pbem.toml")
    assert settings.imap is not None
    assert settings.smtp is not None
    assert (settings.imap.host, settings.smtp.host) == ("imap.gmail.com", "smtp.gmail.com")
    assert settings.deadlines.zone == "Europe/Berlin"
    for step in ("pbem doctor", "pbem new", "pbem join", "pbem start", f"tick.sh {folder}"):
        assert step in got.stdout


def test_init_with_nothing_given_and_nobody_to_ask_writes_the_sample(
    run: Run, tmp_path: Path
) -> None:
    run("init", str(tmp_path / "made"))
    settings = load_settings(tmp_path / "made" / "pbem.toml")
    assert settings.office.address == "games@example.org"


def test_init_refuses_what_would_break_the_settings_file(run: Run, tmp_path: Path) -> None:
    """A quotation mark in a host would end the text in the file."""
    got = run("init", str(tmp_path / "made"), "--imap-host", 'a"b', code=2)
    assert "--imap-host" in got.stderr
    assert not (tmp_path / "made").exists()


def test_init_for_a_maildir_makes_it_and_asks_for_no_password(run: Run, tmp_path: Path) -> None:
    """A trial without a provider: letters come by files, and wait where none can be posted."""
    folder, maildir = tmp_path / "made", tmp_path / "mail"
    got = run("init", str(folder), "--maildir", str(maildir))
    assert sorted(path.name for path in maildir.iterdir()) == ["cur", "new", "tmp"]
    assert "Nothing is posted" in got.stdout
    assert "password" not in got.stdout
    run("process", "--office", str(folder))
    got = run("init", str(tmp_path / "two"), "--maildir", str(maildir), "--smtp-host", "localhost")
    assert "No password is needed." in got.stdout
    got = run("init", str(tmp_path / "three"), "--maildir", "m", "--imap-host", "i", code=2)
    assert "Give one." in got.stderr


def test_a_campaign_from_new_to_start(office: Office, run: Run) -> None:
    """conventions: `new` makes, `join` adds a seat, `start` needs all seats confirmed."""
    got = run(
        *("new", "sf1", "space-freighter", "--pace", "rounds", "--option", "money=yes"),
        *("--round", "7 days at 19:00", "--zone", "America/New_York", "--minimum", "8 h"),
        *("--remind", "2 days", "--remind", "6 h", "--wait", "discard", "--standing", "negate"),
    )
    assert "money yes" in got.stdout
    with office.reading() as session:
        row = session.get_one(CampaignRow, "sf1")
        deadlines = json.loads(row.deadlines)
        assert (row.pace, row.zone, json.loads(row.options)["money"]) == (
            "rounds",
            "America/New_York",
            True,
        )
    assert deadlines["ROUND"] == "7 days at 19:00"
    assert deadlines["minimum"] == "8 h"
    assert deadlines["remind"] == ["2 days", "6 h"]
    assert deadlines["waits"] == {"discard": True, "negate": False}
    run("join", "sf1", "Anna", "anna@example.org")
    run("join", "sf1", "Bob", "bob@example.org")
    got = run("start", "sf1", code=2)
    assert "Anna (anna@example.org), Bob (bob@example.org)" in got.stderr
    assert "--unconfirmed" in got.stderr
    assert "has begun" in run("start", "sf1", "--unconfirmed").stdout
    kinds = [letter["kind"] for letter in json.loads(run("outbox", "--json").stdout)]
    assert kinds.count("trial") == 2
    assert "Anna, Bob (question w1: Round)" in run("status").stdout


def test_new_says_what_waiting_costs(office: Office, run: Run) -> None:
    """ST-W4, ST-W14: with --wait zap every jump of every turn asks all the others for a day."""
    told = run("new", "st1", "star-traders", "--wait", "zap", "--wait", "between").stdout
    assert "wait for letters now, up to 1 day each time: zap (at every jump)." in told
    assert "Mind" not in run("new", "st2", "star-traders", "--wait", "between").stdout


def test_show_tells_the_campaigns_settings(playing: Office, run: Run) -> None:
    data = json.loads(run("show", "open", "--json").stdout)
    assert data["options"]["pace"] == "rounds"
    assert data["seed"] is None
    assert len(data["commitment"]) == 64
    assert [seat["name"] for seat in data["seats"]] == ["Anna", "Bob"]
    assert json.loads(run("show", "over", "--json").stdout)["seed"] is not None
    text = run("show", "open").stdout
    assert "pace rounds" in text
    assert "anna@example.org" in text


def test_seats_are_shown_and_found_by_name_number_or_id(playing: Office, run: Run) -> None:
    for word in ("Bob", "bob", "p2", "2"):
        (seat,) = json.loads(run("seat", "open", word, "--json").stdout)
        assert seat["seat"] == "p2"
    assert "bob@example.org" in run("seat", "open").stdout


def test_a_seat_gets_another_address(playing: Office, run: Run) -> None:
    """The old reply address is void."""
    run("seat", "open", "Bob", "--address", "bob@new.example.org")
    with playing.reading() as session:
        row = session.get_one(SeatRow, ("open", "p2"))
        assert (row.address, row.epoch) == ("bob@new.example.org", 2)


def test_a_seat_gets_another_person(playing: Office, run: Run) -> None:
    got = run("seat", "open", "Bob", "--person", "Eve", "--address", "eve@example.org")
    assert "in place of Bob" in got.stdout
    assert "Eve" in run("seat", "open").stdout


def test_a_seat_is_dropped(playing: Office, run: Run) -> None:
    got = run("seat", "open", "Bob", "--drop", text="y\n")
    assert "nothing takes that back" in got.output
    assert "pbem seat open p2 --person NAME --address ADDRESS" in got.output
    assert "Bob (p2) is out of open; all are told." in got.stdout
    (seat,) = json.loads(run("seat", "open", "p2", "--json").stdout)
    assert seat["status"] == "dropped"


@pytest.mark.parametrize("text", ["n\n", ""])
def test_nobody_is_dropped_without_a_yes(playing: Office, run: Run, text: str) -> None:
    """Nor where there is no terminal to ask at, as with new --remove."""
    run("seat", "open", "Bob", "--drop", code=1, text=text)
    (seat,) = json.loads(run("seat", "open", "p2", "--json").stdout)
    assert (seat["status"], seat["leaving"]) == ("ready", False)
    assert json.loads(run("outbox", "--json").stdout)[0]["kind"] != "notice"


def test_who_leaves_is_shown_so_and_nobody_can_have_the_seat(office: Office, run: Run) -> None:
    """Her successor would lose it as the turn ends."""
    run("new", "st2", "star-traders")
    for name in ("Anna", "Bob", "Cleo"):
        run("join", "st2", name, f"{name.lower()}@example.org")
    run("start", "st2", "--unconfirmed")
    got = run("seat", "st2", "Anna", "--drop", "--yes").stdout
    assert got == "Anna (p1) leaves before turn 1; all are told.\n"
    assert "leaves before turn 1" in run("seat", "st2", "Anna").stdout
    assert "confirmed" not in run("seat", "st2", "Anna").stdout
    (line,) = (x for x in run("show", "st2").stdout.splitlines() if "Anna" in x)
    assert "leaves before turn 1" in line
    assert "  Anna leaves before turn 1\n" in run("status", "st2").stdout
    new = ("--person", "Eve", "--address", "eve@example.org")
    told = run("seat", "st2", "Anna", *new, code=2).output
    assert "Anna leaves st2, and nothing takes that back: nobody can have the seat." in told
    assert "Anna" in run("seat", "st2", "p1").stdout
    assert "Anna leaves st2 already" in run("seat", "st2", "Anna", "--drop", code=2).output
    assert leaves(15) == "leaves at the end of turn 15"


def test_who_has_left_leaves_no_seat_for_another(playing: Office, run: Run) -> None:
    run("seat", "open", "Bob", "--drop", "--yes")
    new = ("--person", "Eve", "--address", "eve@example.org")
    assert "Bob has left open" in run("seat", "open", "Bob", *new, code=2).output


def test_a_deadline_is_shown_and_moved_and_the_players_are_told(
    playing: Office, run: Run, clock: SetClock
) -> None:
    clock.moment = BEGIN + timedelta(days=8)
    before = run("deadline", "open").stdout
    assert "in Berlin" in before
    got = run("deadline", "open", "--later", "2 days")
    assert "2 letters will tell the players" in got.stdout
    assert run("deadline", "open").stdout != before
    run("deadline", "open", "1 May 2026 18:00")
    assert "1 May 2026, 18:00 in Berlin" in run("deadline", "open").stdout
    kinds = [letter["kind"] for letter in json.loads(run("outbox", "--json").stdout)]
    assert kinds[:3] == ["notice", "notice", "final"], "of two moves only the last is told"


def test_submit_enters_orders_and_the_player_gets_a_copy(playing: Office, run: Run) -> None:
    """Issue, point 6: GM enters orders for a seat, with a copy to the player."""
    got = run("submit", "open", "Anna", text="PLAN\nDELIVER BEST\nDISCARD LOWES\nDear GM\n")
    assert "; DELIVER BEST" in got.stdout
    assert "anna@example.org" in got.stdout
    letter = json.loads(run("outbox", "--json").stdout)[0]
    assert (letter["kind"], letter["address"]) == ("receipt", "anna@example.org")
    shown = run("outbox", "show", str(letter["id"])).stdout
    assert "DELIVER BEST" in shown
    (entered,) = json.loads(run("inbox", "--json").stdout)[:1]
    assert (entered["source"], entered["status"]) == ("submit", "accepted")
    assert "; DELIVER BEST" in run("inbox", str(entered["id"])).stdout


def test_submit_of_nothing_that_can_be_used_is_exit_1(playing: Office, run: Run) -> None:
    got = run("submit", "open", "Anna", text="ANSWER DELIVER Nowhere\n", code=1)
    assert "REFUSED   line 1" in got.stdout
    assert "There is nothing of this name here. Possible: ANSWER READY" in got.stdout


def test_submit_of_a_check_says_what_would_become_of_it(playing: Office, run: Run) -> None:
    """The same lines, and the same exit code, as without CHECK; nothing is kept."""
    orders = "PLAN\nDELIVER BEST\nDISCARD LOWES\nHELP\nDear GM\n"
    got = run("submit", "open", "Anna", text=f"CHECK\n{orders}").stdout
    head = "CHECK     nothing below it is kept\n"
    assert got.startswith(head)
    assert "There was nothing in it" not in got
    said = got.removeprefix(head).replace("line 4", "line 3")
    assert said == run("submit", "open", "Anna", text=orders).stdout
    got = run("submit", "open", "Anna", text="CHECK\nANSWER DELIVER Nowhere\n", code=1).stdout
    assert "REFUSED   line 2" in got


def test_submit_to_a_campaign_that_is_over_is_a_wrong_call(playing: Office, run: Run) -> None:
    got = run("submit", "over", "Anna", text="PASS\n", code=2)
    assert "not running" in got.stderr


def test_process_without_mail_settles_what_is_due(
    playing: Office, run: Run, clock: SetClock
) -> None:
    clock.moment += timedelta(days=20)
    data = json.loads(run("process", "--no-mail", "--json").stdout)
    assert data["exit_code"] == 0
    assert data["campaigns"] == 2  # mine, open
    assert data["facts"] > 0
    assert run("process", "--no-mail").output == ""


def test_a_clock_that_jumped_holds_until_resume(playing: Office, run: Run, clock: SetClock) -> None:
    """test_report_41: nothing is settled; resume gives at least the minimum notice."""
    clock.moment += timedelta(days=400)
    data = json.loads(run("process", "--no-mail", "--json").stdout)
    assert (data["held"], data["facts"]) == ("clock", 0)
    assert "If it is right: pbem resume; else set it right." in run("status").stdout
    with playing.reading() as session:
        letters = session.exec(select(OutboxRow).where(OutboxRow.kind == "gm")).all()
        texts = [" ".join(row.raw.decode().split()) for row in letters]
        assert any("if it is right: pbem resume" in text for text in texts)
    got = run("resume")
    assert "The clock is believed again." in got.stdout
    assert "Deadlines were moved on in " in got.stdout
    assert json.loads(run("status", "--json").stdout)["office"]["clock"] == "none"
    with playing.reading() as session:
        assert session.get(OutboxRow, 1) is not None


def test_a_halted_campaign_is_shown_and_tried_again(
    playing: Office, run: Run, clock: SetClock
) -> None:
    with playing.session() as session:
        row = session.get_one(CampaignRow, "open")
        row.status, row.halted_reason = "halted", "KeyError: 'Venus'"
        row.halted_trace = "here, line 41"
        session.add(row)
    assert "HALTED: KeyError: 'Venus'" in run("status").stdout
    shown = run("show", "open", "--at-halt").stdout
    assert "KeyError: 'Venus'" in shown
    assert "line 41" in shown
    assert "ready of p1" in shown
    data = json.loads(run("show", "open", "--at-halt", "--json").stdout)
    assert data["stack"]
    assert "open goes on" in run("retry", "open").stdout
    assert json.loads(run("status", "open", "--json").stdout)["campaigns"][0]["status"] == "running"


def test_a_letter_that_was_set_aside_is_listed_shown_and_read_again(
    office: Office, run: Run
) -> None:
    letter = b"From: x@example.org\r\nSubject: hi\x07 there\r\n\r\nPASS\x1b[2J\r\nbye\r\n"
    run("deliver", text=letter)
    with office.session() as session:
        row = session.get_one(LetterRow, 1)
        row.status, row.reason, row.detail = "shunted", "KeyError", "a trace"
        session.add(row)
    assert "1 letter set aside by a fault: pbem inbox 1" in run("status").stdout
    assert "shunted KeyError" in run("inbox").stdout
    shown = run("inbox", "show", "1").stdout
    assert "a trace" in shown
    assert "| PASS" in shown
    assert "\x1b" not in shown
    assert json.loads(run("inbox", "--json", "--status", "accepted").stdout) == []
    run("retry", "1")
    assert json.loads(run("inbox", "1", "--json").stdout)["status"] == "new"


@pytest.mark.parametrize("state", ["failed", "doubt"])
def test_status_tells_of_letters_that_failed_or_are_in_doubt(
    state: str, playing: Office, run: Run
) -> None:
    with playing.session() as session:
        row = session.get_one(OutboxRow, 1)
        row.status, row.last_error, row.code = state, "550 no such user", 550  # type: ignore[assignment]
        session.add(row)
    assert "letter 1 to anna@example.org: 550 no such user" in run("status").stdout
    data = json.loads(run("status", "--json").stdout)
    assert [letter["id"] for letter in data["outbox"][state]] == [1]


def test_status_of_a_campaign_that_is_being_set_up_says_what_comes_next(
    office: Office, run: Run
) -> None:
    """Nobody is not "all confirmed"; one player is too few."""
    run("new", "sf1", "space-freighter")
    empty = run("status", "sf1").stdout
    assert "nobody is seated yet: pbem join sf1 NAME ADDRESS" in empty
    assert "confirmed" not in empty
    run("join", "sf1", "Anna", "anna@example.org")
    one = run("status", "sf1").stdout
    assert "1 seat; trial letters not answered: Anna; it takes 2 or more: pbem join sf1" in one
    run("join", "sf1", "Bob", "bob@example.org")
    assert "2 seats; trial letters not answered: Anna, Bob\n" in run("status", "sf1").stdout
    with office.session() as session:
        for seat in session.exec(select(SeatRow)):
            seat.status = "ready"
    assert "2 seats; all confirmed: pbem start sf1" in run("status", "sf1").stdout


def test_status_tells_who_won(playing: Office, run: Run) -> None:
    (campaign,) = json.loads(run("status", "over", "--json").stdout)["campaigns"]
    with playing.reading() as session:
        state = json.loads(session.get_one(CampaignRow, "over").state or "")
    best = max(state["fields"]["money"].values())
    assert len(campaign["winners"]) == list(state["fields"]["money"].values()).count(best)
    assert f"won by {campaign['winners'][0]}" in run("status").stdout


def test_report_42_status_tells_what_holds_the_campaigns(playing: Office, run: Run) -> None:
    with playing.session() as session:
        note_hold(session, "inbox", BEGIN)
    assert "HELD since" in run("status", "open").stdout
    assert "the mailbox could not be read" in run("status").stdout
    (data,) = json.loads(run("status", "open", "--json").stdout)["campaigns"]
    assert data["held"] == {"by": "inbox", "since": utc_text(BEGIN)}
    with playing.session() as session:
        note_hold(session, "", BEGIN)
    assert "could not be read" not in run("status").stdout


def test_report_60_status_tells_of_a_round_without_a_deadline(playing: Office, run: Run) -> None:
    with playing.session() as session:
        hold_silent(session, "open", Deadline.stored("2026-03-05T20:00", "Europe/Berlin"), BEGIN)
        for row in pending_rows(session, "open"):
            row.deadline_local = row.deadline_zone = row.deadline_utc = None
            session.add(row)
    told = run("status", "open").stdout
    assert "clock" not in run("resume").stdout
    assert "nobody was heard of in this round" in told
    assert "until further notice" in told


def test_a_deadline_leaves_the_least_notice(playing: Office, run: Run, clock: SetClock) -> None:
    """6 hours unless the campaign says otherwise; a longer time is always allowed."""
    clock.moment = BEGIN + timedelta(days=8)
    before = run("deadline", "open").stdout
    got = run("deadline", "open", "11:00", code=2)
    assert "less than 6 h" in got.stderr
    assert "--force" in got.stderr
    assert run("deadline", "open").stdout == before
    run("deadline", "open", "11:00", "--force")
    assert "11:00 in Berlin" in run("deadline", "open").stdout
    run("deadline", "open", "--later", "1 h")
    assert "12:00 in Berlin" in run("deadline", "open").stdout


def test_status_names_those_who_are_not_ready(playing: Office, run: Run) -> None:
    """At pace rounds; who is ready is no secret. `show` says of trial letters what they are."""
    assert "waits for Anna, Bob (" in run("status", "open").stdout
    run("submit", "open", "Anna", text="READY\n")
    told = run("status", "open").stdout
    assert "waits for Bob (" in told
    assert "ready: Anna\n" in told
    (waits,) = json.loads(run("status", "open", "--json").stdout)["campaigns"][0]["waits_for"]
    assert (waits["names"], waits["ready"]) == (["Bob"], ["Anna"])
    assert "ready" not in run("show", "open").stdout
    assert "confirmed" in run("show", "open").stdout


def test_a_campaign_that_has_not_started_is_removed(office: Office, run: Run) -> None:
    run("new", "sf1", "space-freighter")
    run("join", "sf1", "Anna", "anna@example.org")
    run("new", "sf1", "--remove", code=1, text="n\n")
    assert "sf1" in run("status").stdout
    got = run("new", "sf1", "--remove", text="y\n").stdout
    assert "Remove sf1 with the seats of Anna?" in got
    assert "sf1 is removed. Nobody was told: write to Anna yourself." in got
    assert "There is no campaign yet" in run("status").stdout
    assert json.loads(run("outbox", "--json").stdout) == []
    run("process", "--no-mail")
    run("verify")


def test_its_name_may_be_used_again_and_old_letters_open_nothing(office: Office, run: Run) -> None:
    """The reply address of a seat holds its epoch (README.md, Who may give orders)."""
    for epoch in (1, 2):
        run("new", "sf1", "space-freighter")
        run("join", "sf1", "Anna", "anna@example.org")
        with office.reading() as session:
            assert session.get_one(SeatRow, ("sf1", "p1")).epoch == epoch
        run("new", "sf1", "--remove", text="y\n")
        run("new", "sf1", "space-freighter")
        assert "Remove sf1" not in run("new", "sf1", "--remove", "--yes").stdout


def test_status_names_questions_and_what_is_due_in_words(
    playing: Office, run: Run, clock: SetClock
) -> None:
    told = run("status").stdout
    assert "(question w" in told
    assert ": Round)" in told
    assert "Next due: the deadline of mine, with the next run" in told
    clock.moment = BEGIN + timedelta(days=8)
    told = run("status").stdout
    assert "Next due: the deadline of mine, Wed 11 Mar 2026, 20:00" in told
    assert json.loads(run("status", "--json").stdout)["office"]["next_due_work"] == "deadline"


def test_show_tells_the_game_master_what_happened_under_the_right_turn(
    playing: Office, run: Run
) -> None:
    """A round begins with its first turn: of two seats with the third."""
    first, third = (run("show", "open", "--turn", n).stdout for n in ("2", "3"))
    assert "WHAT HAPPENED, nothing hidden, from turn 3 on" in third
    assert "YOU HAVE SEEN" not in third
    assert "Round 2 began" in third.partition("===")[0]
    whole = run("replay", "open").stdout.partition("===")[0]
    assert "WHAT HAPPENED, nothing hidden" in whole
    assert "you" not in whole.casefold()
    assert "Round 2 began" not in first


def test_an_option_names_players_who_join_later(office: Office, run: Run) -> None:
    """ST-SET-14: novices by name or seat; looked up at the start, when all sit."""
    words = ("--option", "personalities=chosen", "--option", "novices=ann lee, p1 Cleo")
    run("new", "st1", "star-traders", *words)
    for name in ("Bob", "Ann Lee", "Dan", "Eve"):
        run("join", "st1", name, f"{name[0].lower()}@example.org")
    refused = run("start", "st1", "--unconfirmed", code=2).stderr
    assert "'Cleo', named by the option novices of st1, is nobody here." in flat(refused)
    assert "Here are Bob (p1), Ann Lee (p2), Dan (p3), Eve (p4)." in flat(refused)
    run("join", "st1", "Cleo", "c@example.org")
    run("start", "st1", "--unconfirmed")
    with office.reading() as session:
        row = session.get_one(CampaignRow, "st1")
        assert json.loads(row.options)["novices"] == "p1, p2, p5"
    assert "names or seats" in flat(run("games", "star-traders").stdout)
    run("submit", "st1", "Bob", text="OPTIONS\n")
    with office.reading() as session:
        newest = select(OutboxRow.raw).order_by(col(OutboxRow.id).desc())
        sheet = email.message_from_bytes(session.exec(newest).first() or b"", policy=default)
    assert "novices = Bob, Ann Lee, Cleo" in sheet.get_content()


def flat(text: str) -> str:
    """On one line."""
    return " ".join(text.split())


def test_resume_with_nothing_held_says_so(playing: Office, run: Run) -> None:
    assert "Nothing was held: the clock has not jumped" in run("resume").stdout
