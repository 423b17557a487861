"""The desk of a campaign as a source of answers.

Evaluating it is pure: a plan moves on, and an answer is spent, only when the answer is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import Any

from msgspec.structs import replace as change

from engine.asked import OWN_ELSE, Asked, kinds_of
from engine.decision import Decision, Order
from engine.fact import Missed
from engine.filing import Desk, Kept, about_text, put
from engine.game import Game
from engine.notes import LAPSED, Note
from engine.plan import Plan, after, bar, has_steps, is_open, missed, try_plan
from engine.standing import REST, Standing, overruled, passes, stand, wishes_of
from engine.table import Answer

GAP = "between"
"""Kind of the window between two turns, which ``BETWEEN`` is for. Its question names in its
public facts whose turn it is that ended (``after``), else that is the active seat."""
GAP_MARK = "BETWEEN "
"""Before the line's number in the cause of an answer that a ``BETWEEN`` line gave."""


DONE = "done"
"""Cause of the default in the gap that follows a ``BETWEEN`` list of which every line was done."""


MOST = 60
"""So many answers to questions that are no windows a seat's plan and standing orders give within a
turn, over all runs (``Desk.given``). Far more than any turn needs: only lines that undo each other
without spending anything come to it, and would go on for ever. Then the plan comes off the file,
standing orders rest for the turn, and what is asked waits for the seat or for its deadline.
"""


UNASKED = "unasked"
"""Cause of the default in a window that did not wait for this seat, so that it was not asked."""


SPENT = "spent"
"""Cause of the default in a question of the own turn for which the plan on file gave nothing more:
its steps are done, or none of its lines was for this."""


def _line_of(lines: Standing, cause: str) -> str:
    """The text of the standing line that fired; empty for the rest, which no line is."""
    line = lines.get(cause) or lines.get(cause.removesuffix(f" {OWN_ELSE}"))
    return line.text if line is not None else ""


def of_turn(s: Any, d: Decision) -> bool:
    """Whether a question is one of those that a seat's own turn consists of."""
    return not d.sealed and d.deadline == "TURN" and bool(s.active) and d.seat == s.active


def _cause_of(kept: Kept) -> str:
    return LAPSED if kept.via == LAPSED else str(kept.receipt)


class DeskSource:
    """Answers from the desk, for ``engine.advance``. ``desk`` is the desk as it then is."""

    def __init__(
        self,
        game: Game[Any],
        desk: Desk,
        closed: Callable[[Any, Decision], bool],
        waits: Callable[[str], bool],
        silent: tuple[str, int] = ("", 0),
        asked: Container[str] | None = None,
    ) -> None:
        """``closed``: whether the decision's deadline has come, as things stand (the seat's view)
        when it is asked; ``waits``: whether a kind of
        decision is waited for at all (a window that only takes orders on file is not).
        ``silent``: a seat and its turn in which the deadline has settled a question of its own.
        ``asked``: ids of the decisions that were put to their seats; ``None``: all were.
        """
        self.game = game
        self.desk = desk
        self.silent = silent
        """The seat, and its turn, whose further questions of that turn wait no more: its silence
        is for the turn, and not for the one question that was open when the deadline came."""
        self._closed = closed
        self._waits = waits
        self._asked_ids = asked
        self._notes: dict[tuple[str, str, str], Note] = {}
        self._guarded: set[tuple[str, int]] = set()
        """Seats, with the turn, of which a guarded line of the plan was used."""

    @property
    def notes(self) -> list[Note]:
        """What owners must be told, in order; each once for a decision."""
        return list(self._notes.values())

    def answer(self, s: Any, d: Decision) -> Answer | None:
        """What is on file, else at the end of waiting the suggestions and the default."""
        kept = self._direct(s, d)
        if kept is not None:
            return kept
        view = self.game.hide(s, d.seat)
        return self._own(view, d) or self._silence(view, d)

    def taken(self, s: Any, d: Decision, answer: Answer) -> None:
        """The answer was taken: plans move on, it is no longer kept, its owner is told."""
        desk = self.desk
        self.desk = change(
            desk, direct={id_: kept for id_, kept in desk.direct.items() if id_ != d.id}
        )
        view = self.game.hide(s, d.seat)
        if of_turn(s, d) and answer.via in ("default", "suggested") and self._closed(s, d):
            self.silent = (d.seat, s.turn)
        self._note_taken(view, d, answer)
        self._note_else(view, d, answer)
        self._move(view, d, answer)
        if not d.sealed and answer.via in ("plan", "standing"):
            self._count(d, s.turn)

    # -- where answers come from ---------------------------------------------------------------

    def _direct(self, s: Any, d: Decision) -> Answer | None:
        """The kept answer; one that lapsed is the default in a window, else forgotten."""
        kept = self.desk.direct.get(d.id)
        if kept is None:
            return None
        why = self._lapsed(kept, d)
        if not why:
            lapsed = kept.via == LAPSED
            return Answer(kept.order, "default" if lapsed else kept.via, _cause_of(kept))
        data: dict[str, Any] = {"why": why, "text": kept.text, "receipt": kept.receipt}
        changed = why == "about"
        view = self.game.hide(s, d.seat)
        hindered = self.game.hinders(view, d.seat, d.kind, kept.order, changed=changed)
        if hindered is not None:
            data["by"] = (hindered.code, hindered.data)
        self._note(d, "lapsed", **data)
        others = {i: k for i, k in self.desk.direct.items() if i != d.id}
        if d.sealed:
            # Asking again would tell the others that this seat had not passed. The pass is kept
            # in the answer's place, so that its owner is told once and may still answer anew.
            text = d.default.verb
            about = about_text(d, d.default)
            passed = Kept(d.default, about, text, kept.receipt, d.seat, d.kind, LAPSED)
            self.desk = change(self.desk, direct={**others, d.id: passed})
            return Answer(d.default, "default", LAPSED)
        self.desk = change(self.desk, direct=others)
        return None

    @staticmethod
    def _lapsed(kept: Kept, d: Decision) -> str:
        if d.sealed and kept.order == d.default:
            return ""
        if kept.about != about_text(d, kept.order):
            return "about"
        return "" if d.has(kept.order) or kept.order == d.default else "illegal"

    def _own(self, view: Any, d: Decision) -> Answer | None:
        """What the player has on file: plan or orders for the gap, then standing orders.

        In a window they are total together: else the waiting itself would tell whether the seat
        can do what it has on file, which may hang on its hand.
        """
        if not d.sealed and self.desk.given.get(d.seat) == (view.turn, MOST):
            return None
        plan, mark = self._plan_for(view, d)
        if plan is not None:
            asked = self._asked(view, d)
            tried = try_plan(asked, plan)
            if tried.order is not None:
                line = plan.lines[int(tried.cause.removesuffix(OWN_ELSE)) - 1].text
                cause, why = f"{mark}{tried.cause}", missed(asked, plan, tried)
                return Answer(tried.order, "plan", cause, line, why)
        standing = self._standing(view, d)
        if standing is not None:
            return standing
        if plan is not None and d.sealed and self._asked(view, d).covered(plan.lines):
            cause = DONE if mark and self._played(view, d, plan) else REST
            return Answer(d.default, "plan", f"{mark}{cause}")
        return None

    def _played(self, view: Any, d: Decision, plan: Plan) -> bool:
        """Whether all lines of a list were steps, and are done."""
        asked = self._asked(view, d)._replace(seen=plan.seen)
        steps = has_steps(asked, plan) and not is_open(asked, plan)
        return steps and not any(line.guarded for line in plan.lines)

    def _standing(self, view: Any, d: Decision) -> Answer | None:
        """What the seat's standing orders give. Where they only pass, what is suggested is tried
        before them: they say that nobody need wait. Where that gives nothing, the default is meant
        outside windows, where to pass may be to refuse or to give up.
        """
        own = self.desk.standing.get(d.seat)
        if not own:
            return None
        if d.sealed and self._only_passes(view, d, own):
            first = self._suggested(view, d)
            if first is not None:
                return first
        order, cause = self._stand(view, d, own)
        if order is None:
            return None
        if not d.sealed and cause in own and passes(own[cause]):
            first = self._suggested(view, d)
            if first is not None:
                return first
            order = d.default
        return Answer(order, "standing", cause, _line_of(own, cause), self._missed(view, d))

    def _only_passes(self, view: Any, d: Decision, own: Standing) -> bool:
        asked = self._asked(view, d)
        return asked.covered(line for line in own.values() if passes(line))

    def _suggested(self, view: Any, d: Decision) -> Answer | None:
        """What the suggested lines give that the seat's own do not overrule."""
        lines = self.desk.suggested.get(d.seat)
        if not lines:
            return None
        off = overruled(self.game, self.desk.standing.get(d.seat, {}), lines)
        left = {head: line for head, line in lines.items() if d.kind not in off.get(head, ())}
        order, cause = self._stand(view, d, left)
        if order is None or cause == REST:
            return None
        return Answer(order, "suggested", cause, _line_of(left, cause), self._missed(view, d))

    def _plan_for(self, view: Any, d: Decision) -> tuple[Plan | None, str]:
        """The plan that concerns this decision, and what marks its causes.

        Windows in other seats' turns are for standing orders: a plan is for the own turn.
        """
        if not d.sealed:
            return self.desk.plans.get(d.seat), ""
        if d.info.get("after", view.active) != d.seat:
            return None, ""
        if d.kind != GAP:
            return self.desk.plans.get(d.seat), ""
        between = self.desk.between.get(d.seat)
        if between is not None and between.turn in (0, view.turn):
            return between, GAP_MARK
        return None, ""

    def _asked(self, view: Any, d: Decision) -> Asked:
        """The decision with the wishes and, as ``filed``, all orders that the seat has on file."""
        on_file = {**self.desk.suggested.get(d.seat, {}), **self.desk.standing.get(d.seat, {})}
        asked = Asked(self.game, view, d, wishes_of(self.game, view, d, on_file))
        filed = self._filed(view, d.seat)
        return asked.told(filed=filed) if filed else asked

    def _filed(self, view: Any, seat: str) -> tuple[Order, ...]:
        """What the seat's own lines still mean to do: plan, list for the gap, standing orders."""
        plan, between = self.desk.plans.get(seat), self.desk.between.get(seat)
        left = [*self.desk.standing.get(seat, {}).values()]
        for one in (plan, between):
            if one is not None and (one is plan or one.turn in (0, view.turn)):
                left += [x for x, done in zip(one.lines, one.done, strict=True) if not done]
        return tuple(order for line in left for order in line.orders)

    def _stand(self, view: Any, d: Decision, lines: Standing) -> tuple[Order | None, str]:
        asked = self._asked(view, d)
        return stand(self.game, view, asked.d, lines, asked.wishes)

    def _silence(self, view: Any, d: Decision) -> Answer | None:
        """What silence means, once nobody is waited for."""
        if not self._is_closed(view, d) and self._waits(d.kind):
            self._note_plan(view, d)
            self._note_end(view, d)
            return None
        suggested = self._suggested(view, d)
        if suggested is not None:
            return suggested
        lines = self.desk.standing.get(d.seat, {}).values() if d.sealed else ()
        some = self._waits(d.kind) and any(d.kind in kinds_of(self.game, x) for x in lines)
        cause = REST if some else UNASKED if d.sealed and not self._was_asked(d) else ""
        if of_turn(view, d) and d.seat in self.desk.plans:
            cause = SPENT
        return Answer(d.default, "default", cause, missed=self._missed(view, d))

    def _was_asked(self, d: Decision) -> bool:
        return self._asked_ids is None or d.id in self._asked_ids

    def _is_closed(self, view: Any, d: Decision) -> bool:
        return self._closed(view, d) or (of_turn(view, d) and self.silent == (d.seat, view.turn))

    def _missed(self, view: Any, d: Decision) -> tuple[Missed, ...]:
        """What the seat's plan had for this decision of its own turn, where it gave no answer."""
        plan = None if d.sealed else self.desk.plans.get(d.seat)
        if plan is None:
            return ()
        asked = self._asked(view, d)
        return missed(asked, plan, try_plan(asked, plan))

    # -- once it is taken ----------------------------------------------------------------------

    def _count(self, d: Decision, turn: int) -> None:
        """One more answer of lines on file; after the last that they may give in a turn the plan
        comes off the file.
        """
        before = {x: one for x, one in self.desk.given.items() if one[0] == turn}
        given = before.get(d.seat, (turn, 0))[1] + 1
        self.desk = change(self.desk, given={**before, d.seat: (turn, given)})
        if given == MOST:
            planned = d.seat in self.desk.plans
            self.desk = change(self.desk, plans=put(self.desk.plans, d.seat, None))
            self._note(d, "endless", planned=planned, given=given)

    def _move(self, view: Any, d: Decision, answer: Answer) -> None:
        """The pointer of the plan that concerned this decision."""
        plan, mark = self._plan_for(view, d)
        if plan is None:
            return
        cause = answer.cause.removeprefix(mark) if answer.via == "plan" else ""
        moved = after(
            self.game, view, d, plan, answer.order, "" if cause in (REST, DONE) else cause
        )
        if not mark:
            self.desk = change(self.desk, plans=put(self.desk.plans, d.seat, moved))
        else:
            spent = change(moved, turn=view.turn)
            self.desk = change(self.desk, between=put(self.desk.between, d.seat, spent))

    def _note_taken(self, view: Any, d: Decision, answer: Answer) -> None:
        if answer.via in ("plan", "standing", "suggested", "default"):
            self._note_plan(view, d)
        if answer.cause.removeprefix(GAP_MARK) == REST:
            self._note(d, "rest", via=answer.via)
        elif answer.via == "default" and answer.cause in ("", SPENT) and self._waits(d.kind):
            self._note(d, "default")

    def _note_plan(self, view: Any, d: Decision) -> None:
        """That a step of the plan could not be done, and which ELSE was used instead.

        A step with an ELSE of its own says what it does until it can be done: no surprise.
        """
        plan, mark = self._plan_for(view, d)
        if plan is None:
            return
        asked = self._asked(view, d)
        tried = try_plan(asked, plan)
        if not tried.stuck or tried.cause == f"{tried.stuck}{OWN_ELSE}":
            return
        line = plan.lines[tried.stuck - 1]
        instead = int(tried.cause.rstrip(OWN_ELSE)) if tried.cause else 0
        data: dict[str, Any] = {"instead": instead, "gap": mark == GAP_MARK}
        by = bar(asked, line)
        if by is not None:
            data["by"] = by
        self._note(d, "stuck", line=tried.stuck, text=line.text, **data)

    def _note_end(self, view: Any, d: Decision) -> None:
        """That a plan which had steps has none left."""
        plan = self.desk.plans.get(d.seat) if of_turn(view, d) else None
        if plan is None:
            return
        asked = self._asked(view, d)._replace(seen=plan.seen)
        if has_steps(asked, plan) and not is_open(asked, plan):
            self._note(d, "ended", guarded=any(line.guarded for line in plan.lines))

    def _note_else(self, view: Any, d: Decision, answer: Answer) -> None:
        """That only the ELSE of a plan is played: it would go on for ever, and nobody be asked."""
        plan = self.desk.plans.get(d.seat)
        if plan is None or answer.via != "plan" or not of_turn(view, d):
            return
        if has_steps(self._asked(view, d), plan):
            return
        turn, key = (d.seat, view.turn), (d.seat, "else-only", str(view.turn))
        line = plan.lines[int(answer.cause.removesuffix(OWN_ELSE)) - 1]
        if not line.only_else:
            self._guarded.add(turn)
            self._notes.pop(key, None)
        elif turn not in self._guarded:
            data = {"decision": d.id, "kind": d.kind, "text": line.text}
            self._notes.setdefault(key, Note(d.seat, "else-only", data))

    def _note(self, d: Decision, code: str, **data: Any) -> None:
        note = Note(d.seat, code, {"decision": d.id, "kind": d.kind, **data})
        self._notes.setdefault((d.seat, code, d.id), note)
