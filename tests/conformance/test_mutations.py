"""Every law is proved able to fail: each bug put into the toy is caught by the law named.

The bugs are those of the prototype's list and some of our own; which laws do *not* see a bug is
no matter, but one must.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
import pytest

from engine import laws
from engine.asked import Asked as Asked_
from engine.codec import Codec
from engine.decision import Choice, Decision, Order, Pick
from engine.desk import DeskSource
from engine.fact import Answered, OfferMade
from engine.filing import file_plan
from engine.language.order import parse_order
from engine.laws import Law, Setting, walk
from engine.laws.asking import Default, Executes, Leaving, Samples, Stack
from engine.laws.audience import Audience
from engine.laws.filing import Desks, Filed, Lines
from engine.laws.keeping import Conserved, Ending, Skipped
from engine.laws.leaks import Asked, Step, Swaps, Timing, View
from engine.laws.storing import Fold, Stored
from engine.laws.sturdy import Sturdy
from engine.laws.walk import Point
from engine.laws.wording import Refuses, Worded
from engine.standing import REST, stand
from engine.state import State, change
from engine.table import Table
from games.space_freighter.facts import Looked
from tests.conformance.cases import CASES
from tests.toy import board, cards, deals, facts, forms, state, table, walking
from tests.toy.game import LANTERNS, Lanterns

Patch = pytest.MonkeyPatch
CASE = CASES["lanterns"]


def caught(make: Callable[[], Law], games: int = 20) -> bool:
    """Whether one of the games breaks the law."""
    for seed in range(games):
        pace = ("turns", "rounds")[seed % 2]
        setting = Setting(variant="plain", seats=2 + seed % 3, seed=seed, options={"pace": pace})
        _, found = walk(LANTERNS, setting, [make()])
        if found:
            return True
    return False


def decides(m: Patch, phase: type[Any], method: str, alter: Callable[..., Decision]) -> None:
    """Patches the method that makes a phase's decision: ``alter(decision, phase, state)``."""
    real = getattr(phase, method)

    def made(self: Any, s: Any, seat: str, *rest: Any) -> Decision:
        return alter(real(self, s, seat, *rest), self, s)

    m.setattr(phase, method, made)


# -- who is asked ------------------------------------------------------------------------------


def zap_window_only_for_holders(m: Patch) -> None:
    def seats(self: walking.Zapping, s: state.ToyState) -> tuple[str, ...]:
        return tuple(x for x in s.present() if "Zap" in s.hands[x])

    m.setattr(walking.Zapping, "seats", seats)


def gap_skips_who_has_nothing_to_play(m: Patch) -> None:
    real = cards.Between.seats

    def seats(self: cards.Between, s: state.ToyState) -> tuple[str, ...]:
        return tuple(x for x in real(self, s) if cards.playable(s, x))

    m.setattr(cards.Between, "seats", seats)


def equal_cards_are_not_asked_for(m: Patch) -> None:
    real = cards.Discarding.moot

    def moot(self: cards.Discarding, s: state.ToyState) -> bool:
        return real(self, s) or len(set(s.hands[self.seat])) == 1

    m.setattr(cards.Discarding, "moot", moot)


def question_words_a_hidden_card(m: Patch) -> None:
    def alter(d: Decision, phase: Any, s: Any) -> Decision:
        return msgspec.structs.replace(d, info={"zaps": s.hands[d.seat].count("Zap")})

    decides(m, walking.Zapping, "decide", alter)


def forced_pass_is_skipped_in_a_window(m: Patch) -> None:
    decides(m, walking.Zapping, "decide", lambda d, _, s: msgspec.structs.replace(d, skip=True))


def zap_needs_a_deck_card(m: Patch) -> None:
    """An own choice that hangs on what its owner cannot see."""

    def alter(d: Decision, phase: Any, s: Any) -> Decision:
        ok = "Zap" in s.deck
        return d if ok else msgspec.structs.replace(d, choices=d.choices[:1])

    decides(m, walking.Zapping, "decide", alter)


# -- what silence means ------------------------------------------------------------------------


def silence_avoids_when_held(m: Patch) -> None:
    def alter(d: Decision, phase: Any, s: Any) -> Decision:
        held = d.has(cards.AVOID)
        return msgspec.structs.replace(d, default=cards.AVOID) if held else d

    decides(m, cards.Sheltering, "_decide", alter)


def silence_is_illegal(m: Patch) -> None:
    m.setattr(walking, "REFUSE", Order("REFUSE", ("loudly",)))


def a_choice_has_no_legal_order(m: Patch) -> None:
    def alter(d: Decision, phase: Any, s: Any) -> Decision:
        empty = Choice(forms.ZAP, (Pick(()),))
        return msgspec.structs.replace(d, choices=(*d.choices, empty))

    decides(m, table.Starting, "decide", alter)


def standing_orders_are_not_total(m: Patch) -> None:
    """A list that gives nothing waits for its owner instead of passing."""

    def partial(*args: Any) -> tuple[Order | None, str]:
        order, cause = stand(*args)
        return (None, "") if cause == REST else (order, cause)

    m.setattr("engine.desk.stand", partial)


def plan_moves_when_it_is_evaluated(m: Patch) -> None:
    real = DeskSource.answer

    def answer(self: DeskSource, s: Any, d: Decision) -> Any:
        found = real(self, s, d)
        plan = self.desk.plans.get(d.seat)
        if found and plan and found.via == "plan":
            done = (True,) * len(plan.lines)
            self.desk = file_plan(self.desk, d.seat, msgspec.structs.replace(plan, done=done))
        return found

    m.setattr(DeskSource, "answer", answer)


# -- what is told ------------------------------------------------------------------------------


def drawn_card_is_shown_to_all(m: Patch) -> None:
    m.setattr(facts.Drew, "seen_by", lambda self, s: None)


def drawn_card_is_masked_wrongly(m: Patch) -> None:
    m.setattr(facts.Drew, "masked", lambda self: None)


def offers_are_told_to_all(m: Patch) -> None:
    m.setattr(OfferMade, "seen_by", lambda self, s: None)


def a_public_kind_has_an_audience_of_its_own(m: Patch) -> None:
    """It is never asked, so what was meant for one is told to all."""
    m.setattr(facts.Showed, "seen_by", lambda self, s: (self.seat,))


def sealed_answers_are_told_to_all(m: Patch) -> None:
    m.setattr(Answered, "seen_by", lambda self, s: None)


def a_fact_tells_what_is_in_a_hand(m: Patch) -> None:
    """The toll is paid in full only by who holds a Zap: a rule that reads a hidden hand."""
    real = table.Turns.before_turn

    def before_turn(self: Any, t: Table[Any], seat: str) -> None:
        real(self, t, seat)
        if "Avoid" in t.state.hands[seat]:
            t.emit(facts.Refused("Ash"))

    m.setattr(table.Turns, "before_turn", before_turn)


def hide_forgets_the_deck(m: Patch) -> None:
    m.setattr(Lanterns, "hide", lambda self, s, seat: change(state.hide(s, seat), deck=s.deck))


def a_swap_that_can_be_seen(m: Patch) -> None:
    m.setattr(Lanterns, "swaps", lambda self, s, v: [change(s, discard=(*s.discard, "Zap"))])


def one_side_of_a_deal_is_told_to_all(m: Patch) -> None:
    m.setattr(facts.Traded, "masked", lambda self: change(self, given=("?",) * len(self.given)))


def a_draw_from_the_deck_is_shown_to_all(m: Patch) -> None:
    """The card is masked, but its place among those that remain tells which it is."""
    real = Table.draw

    def draw(self: Table[Any], purpose: str, pool: Any, to: Any = None) -> Any:
        return real(self, purpose, pool)

    m.setattr(Table, "draw", draw)


def a_fact_behind_a_throw_tells_what_is_in_a_hand(m: Patch) -> None:
    real = walking.Walk.play

    def play(self: walking.Walk, t: Table[Any], answers: Any) -> None:
        before = len(t.facts)
        real(self, t, answers)
        threw = any(isinstance(told.fact, facts.Threw) for told in t.facts[before:])
        if threw and "Avoid" in t.state.hands[self.seat]:
            t.emit(facts.Refused("Ash"))

    m.setattr(walking.Walk, "play", play)


# -- facts, storage, what stays ----------------------------------------------------------------


def something_changes_without_a_fact(m: Patch) -> None:
    def finish(self: walking.Walk, t: Table[Any]) -> None:
        t.state = change(t.state, bank=t.state.bank - 1)
        real(self, t)

    real = walking.Walk.finish
    m.setattr(walking.Walk, "finish", finish)


def a_fact_applies_otherwise_the_second_time(m: Patch) -> None:
    count = [0]

    def apply(self: facts.Threw, s: state.ToyState) -> state.ToyState:
        count[0] += 1
        return change(s, die={**s.die, self.walk: 1 + (self.value + count[0]) % 6})

    m.setattr(facts.Threw, "apply", apply)


def the_codec_drops_a_field(m: Patch) -> None:
    real = Codec.fact

    def fact(self: Any, f: Any) -> dict[str, Any]:
        data = real(self, f)
        if data["kind"] == "Paid":
            data["fields"]["amount"] = 0
        return data

    m.setattr(Codec, "fact", fact)


def money_comes_from_nowhere(m: Patch) -> None:
    real = facts.Paid.apply

    def apply(self: facts.Paid, s: state.ToyState) -> state.ToyState:
        after = real(self, s)
        return change(after, bank=s.bank) if not self.payer else after

    m.setattr(facts.Paid, "apply", apply)


def a_card_gets_lost(m: Patch) -> None:
    m.setattr(
        facts.Discarded,
        "apply",
        lambda self, s: change(
            s, hands={**s.hands, self.seat: state.take(s.hands[self.seat], self.card)}
        ),
    )


# -- the loop ----------------------------------------------------------------------------------


def a_question_keeps_its_id(m: Patch) -> None:
    """An action's question is put again under the same serial: an old answer fits it."""
    real = walking.Walk.play

    def play(self: walking.Walk, t: Table[Any], answers: Any) -> None:
        if answers:
            order = answers.one()
            t.swap(self, keep=True)
            self.carry_out(t, order)
        else:
            real(self, t, answers)

    m.setattr(walking.Walk, "play", play)


def a_legal_order_cannot_be_carried_out(m: Patch) -> None:
    real = deals.execute

    def execute(t: Table[Any], seat: str, order: Order) -> None:
        if order.verb == "REVEAL" and order.args == ("Envoy",):
            raise KeyError(order.verb)
        real(t, seat, order)

    m.setattr(deals, "execute", execute)


def offers_stay_open_when_a_seat_leaves(m: Patch) -> None:
    m.setattr("engine.leave.close_offers", lambda t, seat, agreed=True: None)
    m.setattr("engine.rounds.close_offers", lambda t, seat, agreed=True: None)


def a_game_ends_for_no_known_reason(m: Patch) -> None:
    m.setattr(Lanterns, "endings", ("cap",))


def a_game_takes_too_long(m: Patch) -> None:
    m.setattr(Lanterns, "cap", lambda self, seats: 3)


def a_leaver_plays_on(m: Patch) -> None:
    """What lay on the table when he resigned is played for him, up to the win."""
    m.setattr(walking.Walk, "due", lambda self, s: s.at[self.seat] == s.dest[self.seat])


def a_leaver_wins(m: Patch) -> None:
    m.setattr(State, "away", lambda self, seat: False)


# -- words -------------------------------------------------------------------------------------


def two_names_are_spelled_alike(m: Patch) -> None:
    real = Lanterns.lexicon

    def lexicon(self: Lanterns, s: Any, names: Mapping[str, str]) -> Any:
        found = real(self, s, names)
        found.domains["place"] = type(found.domains["place"])(
            spellings={p: ("Ash",) if p in ("Ash", "Birch") else (p,) for p in board.PLACES}
        )
        return found

    m.setattr(Lanterns, "lexicon", lexicon)


def the_parser_fails_on_junk(m: Patch) -> None:
    real = parse_order

    def parse(text: str, *rest: Any) -> Any:
        return real("PASS" if text == "XYZZY" else text, *rest)

    m.setattr("engine.laws.wording.parse_order", parse)


def a_guard_on_the_hand_passes_for_public(m: Patch) -> None:
    """Whether the seat is waited for then tells what it holds."""
    shown = tuple(msgspec.structs.replace(one, hidden=False) for one in LANTERNS.predicates)
    m.setattr(Lanterns, "predicates", shown)


PARTIAL = Lines(standing=("AVOID",))
GUARDED = Lines(standing=("AVOID IF HOLDS Storm",))
PLANNED = Lines(plan=("GOTO Elm", "WORK", "BUILD", "ELSE PASS"))


def a_line_gives_what_is_not_legal(m: Patch) -> None:
    def legal(self: Asked_, order: Order) -> Order | None:
        return order if self.fits(order) else None

    m.setattr(Asked_, "legal", legal)


MUTANTS: tuple[tuple[Callable[[Patch], None], Callable[[], Law]], ...] = (
    (zap_window_only_for_holders, Asked),
    (zap_window_only_for_holders, Timing),
    (gap_skips_who_has_nothing_to_play, Asked),
    (gap_skips_who_has_nothing_to_play, Step),
    (equal_cards_are_not_asked_for, Asked),
    (question_words_a_hidden_card, Asked),
    (forced_pass_is_skipped_in_a_window, Timing),
    (forced_pass_is_skipped_in_a_window, Skipped),
    (zap_needs_a_deck_card, Asked),
    (silence_avoids_when_held, Step),
    (silence_is_illegal, Default),
    (a_choice_has_no_legal_order, Samples),
    (standing_orders_are_not_total, lambda: Timing(Desks(LANTERNS, [PARTIAL]))),
    (a_guard_on_the_hand_passes_for_public, lambda: Timing(Desks(LANTERNS, [GUARDED]))),
    (plan_moves_when_it_is_evaluated, lambda: Filed(PLANNED)),
    (drawn_card_is_shown_to_all, lambda: Audience(CASE.audiences)),
    (drawn_card_is_masked_wrongly, View),
    (offers_are_told_to_all, lambda: Audience(CASE.audiences)),
    (sealed_answers_are_told_to_all, lambda: Audience(CASE.audiences)),
    (one_side_of_a_deal_is_told_to_all, lambda: Audience(CASE.audiences)),
    (a_draw_from_the_deck_is_shown_to_all, lambda: Audience(CASE.audiences)),
    (a_fact_behind_a_throw_tells_what_is_in_a_hand, Step),
    (a_public_kind_has_an_audience_of_its_own, Audience),
    (a_fact_tells_what_is_in_a_hand, Step),
    (hide_forgets_the_deck, View),
    (hide_forgets_the_deck, Swaps),
    (a_swap_that_can_be_seen, Swaps),
    (something_changes_without_a_fact, Fold),
    (a_fact_applies_otherwise_the_second_time, Fold),
    (the_codec_drops_a_field, Stored),
    (money_comes_from_nowhere, Conserved),
    (a_card_gets_lost, Conserved),
    (a_question_keeps_its_id, Stack),
    (offers_stay_open_when_a_seat_leaves, Leaving),
    (a_game_ends_for_no_known_reason, Ending),
    (a_game_takes_too_long, Ending),
    (a_leaver_plays_on, Ending),
    (a_leaver_wins, Ending),
    (two_names_are_spelled_alike, Worded),
    (a_line_gives_what_is_not_legal, Sturdy),
    (the_parser_fails_on_junk, Refuses),
)


@pytest.mark.parametrize(
    ("mutant", "law"), MUTANTS, ids=[f"{m.__name__}-{i}" for i, (m, _) in enumerate(MUTANTS)]
)
def test_mutant_is_caught(
    monkeypatch: Patch, mutant: Callable[[Patch], None], law: Callable[[], Law]
) -> None:
    mutant(monkeypatch)
    assert caught(law)


def test_a_legal_order_that_fails_is_caught_with_its_place(monkeypatch: Patch) -> None:
    """The exception of the rules comes through, noted with seed and fact number."""
    a_legal_order_cannot_be_carried_out(monkeypatch)
    with pytest.raises(KeyError) as caught_:
        caught(Executes)
    assert "seed=" in caught_.value.__notes__[0]
    assert "after fact" in caught_.value.__notes__[0]


def test_a_condition_that_fails_before_the_first_turn_is_caught(monkeypatch: Patch) -> None:
    """Nobody stands anywhere yet, and a line that answers nothing asks where he stands."""
    real = LANTERNS.holds

    def holds(view: Any, d: Decision, word: str, args: tuple[Any, ...]) -> int | bool:
        return bool(view.at[d.seat]) if word == "AT" else real(view, d, word, args)

    monkeypatch.setattr(LANTERNS, "holds", holds)
    with pytest.raises(KeyError) as caught_:
        caught(Sturdy)
    assert "'AT'" in caught_.value.__notes__[0]
    assert "start" in caught_.value.__notes__[0]


def test_a_mask_that_leaves_a_card_is_caught(monkeypatch: Patch) -> None:
    """The field is masked, but not all of it."""

    def masked(self: Looked) -> Looked:
        return Looked(self.seat, (*self.cards[:1], *("?",) * len(self.cards[1:])))

    monkeypatch.setattr(Looked, "masked", masked)
    setting = Setting(variant="default", seats=3, seed=1)
    _, (violation,) = walk(CASES["space-freighter"].game, setting, [Audience()])
    assert "Looked is masked but for" in violation.detail


def test_who_resigned_cannot_have_won() -> None:
    point = Point(LANTERNS, Setting(variant="plain", seats=3, seed=1))
    point.s = change(point.s, ended="goal", winners=("p2",), leaving=("p2",))
    assert len(list(Ending().over(point))) == 1
    point.s = change(point.s, leaving=("p1", "p2", "p3"))
    assert not list(Ending().over(point))


def test_every_law_has_a_mutant() -> None:
    made = {type(make()) for _, make in MUTANTS} | {Executes}
    assert made == set(laws.LAWS)


def test_without_a_mutant_nothing_is_caught() -> None:
    for make in {type(make()): make for _, make in MUTANTS}.values():
        assert not caught(make, 2)
