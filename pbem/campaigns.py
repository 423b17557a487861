"""Making campaigns and filling their seats: what `new`, `join`, `start` and `seat` do.

Changes rows only; the letters that go with them are written by the caller in the same transaction.
"""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any, Final

from sqlmodel import Session, col, delete

from engine.dice import commitment
from engine.game import Game, Option
from engine.language.grammar import inner_words, verb_words
from engine.lexicon import fold
from engine.state import OptionValue
from engine.tables import DATA
from games import GAMES, game_named
from pbem.clock import utc_text
from pbem.errors import UsageFault
from pbem.intake.words import POST_FORMS
from pbem.near import did_you_mean
from pbem.referee.seated import Seated, campaign_row, game_of, seat_rows
from pbem.referee.tables import keep_tables
from pbem.removing import last_epoch
from pbem.store.models import AddressRow, CampaignRow, SeatRow
from pbem.tables import OwnTables

CAMPAIGN_ID: Final = re.compile(r"[a-z][a-z0-9]{0,19}")
ADDRESS: Final = re.compile(r"[^@\s<>()\[\],;:\"\\]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+")
NAME_LIMIT: Final = 24


@dataclass(frozen=True)
class Wanted:
    """What `pbem new` was asked for. ``pace`` and ``options`` as typed."""

    id: str
    game: str
    variant: str
    options: Mapping[str, str]
    zone: str
    deadlines: Mapping[str, Any]
    own: OwnTables | None = None
    """Tables of its own, checked; ``None``: it plays by the game's."""


def make_campaign(session: Session, wanted: Wanted, now: datetime) -> CampaignRow:
    """A campaign in setup, with a secret seed of its own. ``UsageFault`` for what cannot be."""
    if not CAMPAIGN_ID.fullmatch(wanted.id):
        raise UsageFault(
            "campaign-id",
            f"'{wanted.id}' cannot be a campaign's name.",
            "Use up to 20 small letters and digits, a letter first: sf1.",
        )
    if session.get(CampaignRow, wanted.id) is not None:
        raise UsageFault(
            "campaign-exists",
            f"This office has a campaign {wanted.id} already. Nothing was changed.",
            "Choose another name: tokens and letters carry it for ever.",
        )
    game = find_game(wanted.game)
    variant = find_variant(game, wanted.variant)
    options = read_options(game, variant, wanted.options)
    if wanted.own is not None:
        options[DATA] = wanted.own.hash
    check_windows(game, variant, options, wanted.deadlines.get("waits", {}))
    seed = secrets.token_bytes(32)
    row = CampaignRow(
        id=wanted.id,
        game=game.id,
        variant=variant,
        options=json.dumps(options, sort_keys=True),
        pace="rounds" if options.get("pace") == "rounds" else "turns",
        ruleset=game.ruleset,
        seed=seed,
        commitment=commitment(seed),
        data_hash=wanted.own.hash if wanted.own is not None else game.data_hash,
        zone=wanted.zone,
        deadlines=json.dumps(dict(wanted.deadlines)),
        created_at=utc_text(now),
    )
    session.add(row)
    if wanted.own is not None:
        keep_tables(session, row.id, wanted.own.texts)
    return row


def find_game(name: str) -> Game[Any]:
    """A game by its id; ``UsageFault`` names those there are."""
    game = game_named(name)
    if game is None:
        raise UsageFault(
            "no-game",
            f"There is no game '{name}'.",
            f"{did_you_mean(name, (g.id for g in GAMES))} See pbem games.",
        )
    return game


def find_variant(game: Game[Any], name: str) -> str:
    """A variant of the game by name; the first one when none is named."""
    if not name:
        return game.variants[0]
    if name not in game.variants:
        raise UsageFault(
            "no-variant",
            f"{game.id} has no variant '{name}'.",
            did_you_mean(name, game.variants),
        )
    return name


def read_options(game: Game[Any], variant: str, typed: Mapping[str, str]) -> dict[str, OptionValue]:
    """The game's options with those typed; ``UsageFault`` says what is allowed."""
    known = {option.name: option for option in game.options(variant)}
    for name in typed:
        if name not in known:
            raise UsageFault(
                "no-option",
                f"{game.id} ({variant}) has no option '{name}'.",
                f"{did_you_mean(name, known)} See pbem games {game.id}.",
            )
    found = {
        name: read_option(option, typed[name]) if name in typed else option.default
        for name, option in known.items()
    }
    for name, why in game.idle(variant, found).items():
        others = [str(x) for x in known[why].allowed if x != found[why]]
        value = f"another value ({' or '.join(others)})" if others else "no value"
        raise UsageFault(
            "option-idle",
            f"The option {name} does nothing while {why} is {found[why]}.",
            f"Leave {name} out, or give {why} {value}.",
        )
    return found


def check_windows(
    game: Game[Any], variant: str, options: Mapping[str, OptionValue], kinds: Iterable[str]
) -> None:
    """Refuse to say how a kind of question is run that never comes up."""
    never = game.never_asked(variant, options)
    for kind in kinds:
        if kind in never:
            left = ", ".join(w.kind for w in game.windows if w.kind not in never)
            raise UsageFault(
                "window-idle",
                f"The kind of question '{kind}' never comes up in this campaign.",
                f"Leave it out of --wait and --standing. There come up: {left}.",
            )


def read_option(option: Option, text: str) -> OptionValue:
    """One option's value from its text."""
    value: OptionValue
    if isinstance(option.default, bool):
        folded = text.casefold()
        if folded in ("yes", "on", "true", "1"):
            return True
        if folded in ("no", "off", "false", "0"):
            return False
        raise _option_fault(option, text, "yes or no")
    if isinstance(option.default, int):
        if not re.fullmatch(r"-?\d{1,9}", text):
            raise _option_fault(option, text, f"a number from {option.low} to {option.high}")
        value = int(text)
        if not option.low <= value <= option.high:
            raise _option_fault(option, text, f"a number from {option.low} to {option.high}")
    else:
        value = text
    if option.allowed and value not in option.allowed:
        raise _option_fault(option, text, ", ".join(str(x) for x in option.allowed))
    return value


def _option_fault(option: Option, text: str, allowed: str) -> UsageFault:
    return UsageFault(
        "option-value", f"'{text}' is no value of {option.name}.", f"Allowed: {allowed}."
    )


def add_seat(session: Session, campaign: str, name: str, address: str) -> SeatRow:
    """Seat a player in the next place; ``UsageFault`` when there is none, or a name clashes."""
    row = campaign_row(session, campaign)
    game = game_of(row)
    seats = seat_rows(session, campaign)
    if row.status != "setup":
        raise UsageFault(
            "started",
            f"{campaign} has started; nobody can join it now.",
            f"Hand over a seat instead: pbem seat {campaign} p2 --person NAME --address ADDRESS",
        )
    if len(seats) >= game.most_seats:
        raise UsageFault(
            "full", f"{campaign} is full: {game.id} takes {game.most_seats} players.", ""
        )
    check_name(name, seats, game)
    check_address(address)
    seat = SeatRow(
        campaign=campaign,
        seat=f"p{len(seats) + 1}",
        name=name,
        address=address.lower(),
        status="waiting",
        epoch=last_epoch(session, campaign) + 1,
    )
    session.add(seat)
    session.add(AddressRow(campaign=campaign, seat=seat.seat, address=seat.address))
    return seat


def check_name(name: str, seats: Mapping[str, SeatRow], game: Game[Any], but: str = "") -> None:
    """Refuse a name that players could not type, that is a word of the game's orders, or that
    another seat of the table has.
    """
    folded = fold(name)
    if not re.fullmatch(r"[^\W\d_][\w .'-]*", name) or len(name) > NAME_LIMIT or len(folded) < 2:
        raise UsageFault(
            "player-name",
            f"'{name}' cannot be a name at the table.",
            f"Use 2 to {NAME_LIMIT} letters, digits and blanks, a letter first.",
        )
    if folded in _order_words(game):
        raise UsageFault(
            "player-name",
            f"'{name}' means something else in orders.",
            f"Add a letter, or another name: {name} B.",
        )
    for seat, row in seats.items():
        if seat != but and fold(row.name) == folded:
            raise UsageFault(
                "player-name", f"{row.name} sits at this table already.", "Choose another name."
            )


_FOR_PLAYERS = frozenset(("any", "anyone", "all", "others", "me", "my", "next"))
"""Words by which people mean players, whether or not this game has them: nobody is called so."""


@lru_cache(maxsize=8)
def _order_words(game: Game[Any]) -> frozenset[str]:
    """The folded words of orders, the game's and our own, and of what stands in names' place."""
    forms, variant = (*POST_FORMS, *game.all_forms), game.variants[0]
    seats = tuple(f"p{n}" for n in range(1, game.least_seats + 1))
    options = {option.name: option.default for option in game.options(variant)}
    names = game.lexicon(game.begin(variant, seats, options), {}).domains.values()
    # Words that leave a choice to the referee are printed in capitals, other names are not.
    special = {fold(way) for some in names for x in some if (way := some.shown(x)).isupper()}
    return inner_words(forms, game.predicates) | verb_words(forms) | special | _FOR_PLAYERS


def check_address(address: str) -> None:
    """Refuse what is no mail address."""
    if not ADDRESS.fullmatch(address):
        raise UsageFault(
            "address", f"'{address}' is not a mail address.", "Write one such as ann@example.org."
        )


def check_start(seats: Mapping[str, SeatRow], row: CampaignRow, *, unconfirmed: bool) -> None:
    """Refuse a start with too few players, or with seats whose trial letter nobody answered."""
    game = game_of(row)
    if row.status != "setup":
        raise UsageFault("started", f"{row.id} has started already.", "")
    if len(seats) < game.least_seats:
        raise UsageFault(
            "too-few",
            f"{row.id} has {len(seats)} of at least {game.least_seats} players.",
            f"Add one: pbem join {row.id} NAME ADDRESS",
        )
    missing = [s for s in seats.values() if s.status == "waiting"]
    if missing and not unconfirmed:
        names = ", ".join(f"{s.name} ({s.address})" for s in missing)
        raise UsageFault(
            "unconfirmed",
            f"These have not answered their trial letter: {names}.",
            f"Wait for them, or start all the same: pbem start {row.id} --unconfirmed",
        )


def name_seats(row: CampaignRow, seats: Mapping[str, SeatRow]) -> None:
    """Look up the players that an option names, now that all sit: the game knows seats only.

    ``UsageFault`` for a name that nobody has.
    """
    game = game_of(row)
    options = json.loads(row.options)
    for option in game.options(row.variant):
        if option.seats and options.get(option.name):
            found = read_seats(option.name, str(options[option.name]), row.id, seats)
            options[option.name] = ", ".join(sorted(found))
    row.options = json.dumps(options, sort_keys=True)


def read_seats(
    option: str, text: str, campaign: str, seats: Mapping[str, SeatRow]
) -> frozenset[str]:
    """The seats that an option's text means: ids or names, with commas or blanks between them."""
    known = {fold(row.name): seat for seat, row in seats.items()} | {fold(x): x for x in seats}
    found: set[str] = set()
    for part in filter(None, map(str.strip, text.split(","))):
        # A name may have blanks in it.
        for word in (part,) if fold(part) in known else part.split():
            if fold(word) not in known:
                there = ", ".join(f"{row.name} ({seat})" for seat, row in seats.items())
                raise UsageFault(
                    "option-seat",
                    f"'{word}', named by the option {option} of {campaign}, is nobody here.",
                    f"Here are {there}. Seat that player with join, or make the campaign anew:"
                    f" pbem new {campaign} --remove",
                )
            found.add(known[fold(word)])
    return frozenset(found)


def leaving_of(row: CampaignRow) -> tuple[str, ...]:
    """Seats that leave a campaign at the end of the turn that it stands in."""
    if row.status not in ("running", "halted") or not row.state:
        return ()
    return tuple(json.loads(row.state)["fields"].get("leaving", ()))


def change_address(session: Session, seat: SeatRow, address: str) -> None:
    """A seat's letters go to another address; it may write from the old one no more."""
    check_address(address)
    session.exec(
        delete(AddressRow).where(
            col(AddressRow.campaign) == seat.campaign, col(AddressRow.seat) == seat.seat
        )
    )
    seat.address = address.lower()
    seat.epoch += 1
    session.add(seat)
    session.add(AddressRow(campaign=seat.campaign, seat=seat.seat, address=seat.address))


def _check_stays(seated: Seated, seat: str) -> None:
    """Refuse to hand over a seat that leaves the game: its new player would lose it at once."""
    state = seated.state
    if state is None or not state.away(seat):
        return
    name, campaign = seated.names[seat], seated.id
    left = "has left" if seat in state.gone else "leaves"
    raise UsageFault(
        "leaves",
        f"{name} {left} {campaign}, and nothing takes that back: nobody can have the seat.",
        "A seat that is to be played on is handed over instead of dropped.",
    )


def hand_over(session: Session, seated: Seated, seat: str, name: str, address: str) -> None:
    """Another person takes a seat: new token, and nothing of the old one's orders on file."""
    row = seated.seats[seat]
    _check_stays(seated, seat)
    check_name(name, seated.seats, seated.game, but=seat)
    change_address(session, row, address)
    row.name = name
    row.settings, row.plans, row.zone = "{}", "[]", ""
    # Letters to him begin a thread of their own, with all that a first report explains.
    row.first_report_id = row.last_report_id = ""
    row.status = "ready" if seated.state is not None else "waiting"
    session.add(row)
