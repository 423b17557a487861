"""`pbem replay`: a campaign folded again from its first fact."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from pbem.cli.common import JsonOption, OfficeOption, SpoilersOption, open_office, say, say_json
from pbem.cli.group import examples

if TYPE_CHECKING:
    from sqlmodel import Session

    from pbem.referee.seated import Seated

EPILOG = examples("pbem replay sf1", "pbem replay sf1 --turn 7 --seat Ann")


def replay(
    campaign: Annotated[str, typer.Argument(metavar="CAMPAIGN")],
    turn: Annotated[
        int | None, typer.Option(min=0, help="Fold up to the end of this turn.", show_default=False)
    ] = None,
    seat: Annotated[
        str, typer.Option(metavar="SEAT", help="As this seat, or player, saw it.")
    ] = "",
    json: JsonOption = False,
    spoilers: SpoilersOption = False,
    office: OfficeOption = None,
) -> None:
    """Fold a campaign again from its first fact.

    It prints what a seat saw then; without --seat everything, nothing hidden. No rules are run and
    no stored state is used; pbem verify compares the two.
    """
    from pbem.cli.near import campaign_named, seat_named
    from pbem.cli.papers import Papers
    from pbem.cli.show import require_turn
    from pbem.cli.sight import sight_of
    from pbem.referee.seated import load

    opened = open_office(office)
    with opened.reading() as session:
        seated = load(session, campaign_named(session, campaign).id, looking=True)
        chosen = seat_named(seated.id, seated.seats, seat) if seat else ""
        sight_of(session, opened, spoilers=spoilers).require(seated.id, chosen or None, "a replay")
        require_turn(seated, turn)
        state = folded(session, seated, seated.row.turn if turn is None else turn)
        papers = Papers(session, opened, seated, state)
        if json:
            head = {"campaign": seated.id, "turn": papers.turn, "seat": chosen or None}
            hashed = {"hash": seated.codec.digest(state)}
            say_json({**head, **hashed, "view": papers.view(chosen)})
        else:
            say(papers.report(chosen) if chosen else papers.whole())


def folded(session: Session, seated: Seated, turn: int) -> Any:
    """The state after the last fact of this turn, from the beginning on.

    Raises `PbemError` `not-foldable` where the facts do not fit each other.
    """
    from engine.replay import fold
    from pbem.errors import PbemError
    from pbem.referee.history import beginning
    from pbem.referee.record import told_since
    from pbem.referee.unfit import UNFIT

    facts = (told.fact for row, told in told_since(session, seated, 0) if row.turn <= turn)
    try:
        return fold(beginning(seated), facts)
    except UNFIT as error:
        raise PbemError(
            "not-foldable",
            f"The facts of {seated.id} do not fit each other: {type(error).__name__} {error}.",
            f"pbem verify --campaign {seated.id} names the first one that differs.",
        ) from error
