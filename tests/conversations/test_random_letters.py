"""Letters that nobody thought of, in any order: what must be true after them."""

from __future__ import annotations

from typing import Any

import pytest

from engine.decision import Decision, Order
from engine.language.text import form_for, order_text
from engine.laws import Setting, Stream
from engine.replay import fold
from games import GAMES
from pbem.referee.history import beginning
from pbem.referee.record import told_since
from pbem.referee.seated import Seated, load
from pbem.verify import verify_campaign
from tests.conformance.cases import CASES, GAMES_A_LAW, Case
from tests.conversations.table import Table

CAMPAIGN = "random"
SEEDS = range(min(GAMES_A_LAW, max(3, GAMES_A_LAW // 10)))
"""More of them in the nightly run, as of the laws' games."""

MOST_BEFORE = 8
"""Runs up to the first turn."""

LETTERS = 16
LENGTHS = (1, 1, 1, 30, 7 * 60, 13 * 60)
"""Minutes to the next run; at the longest no clock is doubted yet."""


class Writers:
    """Players who write at random: answers, plans, lists, offers, and take half of it back."""

    def __init__(self, table: Table, case: Case, chance: Stream) -> None:
        self.table = table
        self.case = case
        self.chance = chance

    def one_of(self, things: Any) -> Any:
        """One of these, drawn evenly."""
        return things[self.chance.below(len(things))]

    def letter(self) -> tuple[str, str]:
        """A seat that writes, more often one that is asked, and what."""
        seated = self.table.read(lambda s: load(s, CAMPAIGN))
        asked = [d for d in seated.asked if self.chance.below(2)]
        seat = self.one_of(asked).seat if asked else self.one_of(list(seated.seats))
        write = self.one_of((self.answer, self.answer, self.plan, self.standing, self.order))
        text = write(seated, seat)
        return seat, self.one_of((*[text] * 7, f"CANCEL\n{text}", "CANCEL", "CLEAR"))

    def begin(self) -> None:
        """Everybody answers, up to the first turn."""
        for _ in range(MOST_BEFORE):
            seated = self.table.read(lambda s: load(s, CAMPAIGN))
            if seated.row.turn:
                break
            for seat in dict.fromkeys(d.seat for d in seated.asked):
                self.table.say(seat, self.answer(seated, seat))
            run(self.table)

    def answer(self, seated: Seated, seat: str) -> str:
        """A legal answer to a question of this seat, else of another's."""
        d = self.one_of([d for d in seated.asked if d.seat == seat] or seated.asked)
        window = f"w{d.window} " if d.sealed else ""
        return f"ANSWER {window}{self.drawn(seated, d)}"

    def plan(self, seated: Seated, seat: str) -> str:
        """Lines for the own turn: from the laws' desks, and what somebody might answer now."""
        lines = [*self.one_of(self.case.files).plan, self.drawn(seated, self.one_of(seated.asked))]
        return "\n".join(("PLAN", *(self.one_of(lines) for _ in range(1 + self.chance.below(3)))))

    def standing(self, seated: Seated, seat: str) -> str:
        """Standing orders from the laws' desks."""
        lines = self.one_of(self.case.files).standing or ("PASS",)
        return "\n".join(("STANDING", *(self.one_of(lines) for _ in range(2))))

    def order(self, seated: Seated, seat: str) -> str:
        """An order for any time, such as an offer; else an answer."""
        game, state = seated.game, seated.state
        likely = game.likely(state, seat, self.chance)
        form = form_for(game.all_forms, likely) if likely is not None else None
        if likely is None or form is None:
            return self.answer(seated, seat)
        return order_text(form, likely, seated.lexicon(seat))

    def drawn(self, seated: Seated, d: Decision) -> str:
        """A legal answer as its owner would write it."""
        choice = self.one_of(d.choices)
        order: Order = choice.sample(self.chance)
        return order_text(choice.form, order, seated.lexicon(d.seat))


def lay(empty: Table, setting: Setting, game: str) -> Table:
    """A table of this setting, just started."""
    typed = {name: str(value) for name, value in setting.options.items()}
    table = empty.new(
        CAMPAIGN,
        game=game,
        variant=setting.variant,
        players=setting.seats,
        options=typed,
        seed=setting.seed.to_bytes(32, "big"),
    )
    return table.start()


def on_file(table: Table) -> tuple[Any, ...]:
    """All that letters put on file."""
    desk = table.desk()
    return desk.direct, desk.plans, desk.between, desk.standing, desk.suggested


def run(table: Table, **length: float) -> None:
    """A run in which nothing goes wrong."""
    summary = table.tick(**length)
    assert (summary.halted, summary.shunted, summary.held, summary.errors) == (0, 0, "", [])


@pytest.mark.parametrize("seed", SEEDS, ids=lambda seed: f"seed{seed}")
@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_report_83_letters_and_cancels_in_any_order_leave_a_sound_campaign(
    empty: Table, game: str, seed: int
) -> None:
    """The facts fold to the state, whatever was written and taken back; and what is taken back
    before anything came of it leaves all as it was.
    """
    setting = CASES[game].settings()[seed]
    table = lay(empty, setting, game)
    chance = Stream(seed)
    writers = Writers(table, CASES[game], chance)
    writers.begin()
    for _ in range(LETTERS):
        if table.campaign().status != "running":
            break
        facts, filed = len(table.facts()), on_file(table)
        seat, text = writers.letter()
        letter = table.row(table.say(seat, text))
        run(table, minutes=writers.one_of(LENGTHS))
        if "CANCEL" not in text and chance.below(2):
            table.say(seat, "CANCEL")
            run(table)
            undone = f"Your letter {table.row(letter.id).receipt} is undone"
            if any(undone in post for post in table.all_to(seat)) and len(table.facts()) == facts:
                assert on_file(table) == filed, (setting, seat, text)
    with table.office.reading() as session:
        assert verify_campaign(session, CAMPAIGN).faults == [], setting
        seated = load(session, CAMPAIGN)
        folded = fold(beginning(seated), (told.fact for _, told in told_since(session, seated, 0)))
        assert folded == seated.state, setting
