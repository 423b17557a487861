"""Stored shapes: facts, phases and states as JSON, with versions and upcasters.

A fact is ``{"kind", "v", "fields"}``, a phase the same; a state is its fields with the stack as
a list of phases, under ``{"v", "fields"}``. Bytes are canonical: keys sorted, no blanks.
"""

from __future__ import annotations

from collections.abc import Container
from hashlib import sha256
from typing import Any, Generic, TypeVar

import msgspec

from engine.fact import Fact, Pushed, Swapped
from engine.game import Game
from engine.state import Phase, State

S = TypeVar("S", bound=State)
K = TypeVar("K", bound=Fact | Phase | State)

_encoder = msgspec.json.Encoder(order="sorted")


class UnknownShape(Exception):
    """A stored fact, phase or state that this version of the game cannot read."""


class _Stored(msgspec.Struct):
    """The envelope of a stored state."""

    v: int
    fields: dict[str, Any]


_stored = msgspec.json.Decoder(_Stored)


class Codec(Generic[S]):
    """Encodes and decodes the facts, phases and states of one game."""

    def __init__(self, game: Game[S]) -> None:
        """Tables of the game's shapes by name."""
        self._game = game
        self._facts = {kind.__name__: kind for kind in game.all_facts}
        self._phases = {kind.__name__: kind for kind in game.phase_types}

    def fact(self, fact: Fact) -> dict[str, Any]:
        """A fact as plain data."""
        fields = _plain(fact)
        if isinstance(fact, Pushed | Swapped):
            fields["phase"] = self.phase(fact.phase)
        return {"kind": type(fact).__name__, "v": fact.version, "fields": fields}

    def phase(self, phase: Phase) -> dict[str, Any]:
        """A phase as plain data."""
        fields = _plain(phase)
        return {"kind": type(phase).__name__, "v": phase.version, "fields": fields}

    def state(self, s: S, names: Container[str] | None = None) -> bytes:
        """A state as canonical JSON; ``names``: with these of its fields only."""
        fields = _plain(s)
        fields["stack"] = stack = [self.phase(p) for p in s.stack]
        if names is not None:
            fields = {name: value for name, value in fields.items() if name in names}
            for shown, phase in zip(stack, s.stack, strict=True):
                for name in phase.later:
                    if f"{shown['kind']}.{name}" not in names:
                        del shown["fields"][name]
        return _encoder.encode({"v": s.version, "fields": fields})

    def digest(self, s: S, names: Container[str] | None = None) -> str:
        """SHA-256 of the canonical JSON, in hex; ``names``: of these fields only, where it is to be
        compared with the hash of a version that had no others.
        """
        return self.digest_of(self.state(s, names))

    @property
    def names(self) -> tuple[str, ...]:
        """The fields of a state, and as ``Phase.field`` those of phases that came later."""
        return (*self._game.state_type.__struct_fields__, *self._later_in_phases)

    @property
    def first_names(self) -> tuple[str, ...]:
        """Those that the first release had, whose hashes do not say of which fields they are."""
        cls = self._game.state_type
        return tuple(name for name in cls.__struct_fields__ if name not in cls.later)

    def later_than(self, raw: bytes | str) -> tuple[str, ...]:
        """The fields of a state that the version which stored this one did not have."""
        later = self._game.state_type.later
        if not later:
            return ()
        fields = _stored.decode(raw).fields
        return tuple(name for name in later if name not in fields)

    @property
    def _later_in_phases(self) -> list[str]:
        return [f"{kind}.{name}" for kind, cls in self._phases.items() for name in cls.later]

    def names_in(self, raw: bytes | str) -> tuple[str, ...]:
        """The ``names`` that a stored state has, as ``read_state`` reads it: those of the version
        that stored it, as far as its stack shows them.
        """
        fields = _stored.decode(raw).fields
        lacking = {
            f"{phase['kind']}.{name}"
            for phase in fields["stack"]
            for name in self._phases[phase["kind"]].later
            if name not in phase["fields"]
        }
        return (*fields, *(name for name in self._later_in_phases if name not in lacking))

    @staticmethod
    def digest_of(raw: bytes) -> str:
        """SHA-256 of a state's canonical JSON, in hex."""
        return sha256(raw).hexdigest()

    def read_fact(self, kind: Any, v: Any, fields: Any) -> Fact:
        """A stored fact; UnknownShape when it cannot be read."""
        cls = self._facts.get(kind) if isinstance(kind, str) else None
        if cls is None:
            raise UnknownShape(f"fact {kind}")
        fields = self._lift(kind, v, cls.version, fields)
        if issubclass(cls, Pushed | Swapped):
            _strict(cls, kind, fields)
            return cls(self.read_phase(fields.get("phase", {})))
        return _build(cls, kind, fields)

    def read_phase(self, data: Any) -> Phase:
        """A stored phase; UnknownShape when it cannot be read."""
        if not isinstance(data, dict) or data.keys() != {"kind", "v", "fields"}:
            raise UnknownShape(f"phase {data}")
        kind = data["kind"]
        cls = self._phases.get(kind) if isinstance(kind, str) else None
        if cls is None:
            raise UnknownShape(f"phase {kind}")
        return _build(cls, kind, self._lift(kind, data["v"], cls.version, data["fields"]))

    def read_state(self, raw: bytes | str) -> S:
        """A stored state; UnknownShape when it cannot be read."""
        cls = self._game.state_type
        try:
            data = _stored.decode(raw)
        except (msgspec.DecodeError, UnicodeDecodeError) as fault:
            raise UnknownShape(f"{cls.__name__}: {fault}") from fault
        fields = self._lift(cls.__name__, data.v, cls.version, data.fields)
        phases = fields.pop("stack", ())
        if not isinstance(phases, list | tuple):
            raise UnknownShape(f"{cls.__name__}: the stack is no list")
        stack = tuple(self.read_phase(p) for p in phases)
        return msgspec.structs.replace(_build(cls, cls.__name__, fields), stack=stack)

    def _lift(self, kind: str, v: Any, to: int, fields: Any) -> dict[str, Any]:
        if type(v) is not int or not isinstance(fields, dict):
            raise UnknownShape(f"{kind}: version {v!r} of {type(fields).__name__}")
        if v > to:
            raise UnknownShape(f"{kind} version {v} is newer than {to}")
        for old in range(v, to):
            upcaster = self._game.upcasters.get((kind, old))
            if upcaster is None:
                raise UnknownShape(f"{kind}: no way from version {old} to {old + 1}")
            fields = upcaster(dict(fields))
        return dict(fields)


def _plain(shape: Fact | Phase | State) -> dict[str, Any]:
    # Keys that are numbers become text, as JSON has them; sets are sorted.
    fields: dict[str, Any] = msgspec.to_builtins(shape, str_keys=True, order="deterministic")
    return fields


def _strict(cls: type[K], kind: str, fields: dict[str, Any]) -> None:
    strange = fields.keys() - set(cls.__struct_fields__)
    if strange:
        raise UnknownShape(f"{kind} has no {', '.join(sorted(map(str, strange)))}")


def _build(cls: type[K], kind: str, fields: dict[str, Any]) -> K:
    _strict(cls, kind, fields)
    try:
        return msgspec.convert(fields, cls, str_keys=True)
    except msgspec.ValidationError as fault:
        raise UnknownShape(f"{kind}: {fault}") from fault
