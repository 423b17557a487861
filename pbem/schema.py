"""Checks JSON data against a JSON Schema, as far as `export.schema.json` uses the language.

Known: type, enum, const, pattern, minLength, minimum, minItems, items, required, properties,
additionalProperties, anyOf, oneOf, $ref into $defs. A word that is not known raises ValueError,
so that the schema cannot ask for something that nobody checks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

Schema = Mapping[str, Any]

_TYPES: Final[Mapping[str, Callable[[Any], bool]]] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
}
_DEFS: Final = "#/$defs/"
_IGNORED: Final = frozenset({"$schema", "$defs", "title", "description"})


def faults(data: Any, schema: Schema) -> Iterator[str]:
    """What is wrong, each as `facts[3].turn: what`; nothing where the data fits."""
    # Two rules may ask for the same.
    yield from dict.fromkeys(_Checker(schema).check(data, schema, ""))


class _Checker:
    """One schema with its definitions."""

    def __init__(self, root: Schema) -> None:
        self._root = root

    def check(self, value: Any, schema: Schema, place: str) -> Iterator[str]:
        if "type" in schema and not self._is(value, schema["type"]):
            # What follows speaks of values of the right type.
            yield f"{place or 'the file'}: it should be {_either(schema['type'])}"
            return
        for word, wanted in schema.items():
            if word in _IGNORED or word == "type":
                continue
            rule = _RULES.get(word)
            if rule is None:
                raise ValueError(f"the schema says {word}, which is not checked")
            yield from rule(self, value, wanted, schema, place)

    def _is(self, value: Any, kinds: str | list[str]) -> bool:
        names = [kinds] if isinstance(kinds, str) else kinds
        return any(_TYPES[name](value) for name in names)

    def ref(self, value: Any, name: str, _schema: Schema, place: str) -> Iterator[str]:
        yield from self.check(value, self._root["$defs"][name.removeprefix(_DEFS)], place)

    def one_of(self, value: Any, ways: list[Schema], _schema: Schema, place: str) -> Iterator[str]:
        tried = [(self._meant(value, way), list(self.check(value, way, place))) for way in ways]
        if all(found for _, found in tried):
            # The way that was meant, else the one that comes nearest.
            yield from min(tried, key=lambda one: (not one[0], len(one[1])))[1]

    def _meant(self, value: Any, way: Schema) -> bool:
        """Whether the constants of a way are those of the value, which tell the kinds apart."""
        way = self._root["$defs"][way["$ref"].removeprefix(_DEFS)] if "$ref" in way else way
        known = way.get("properties", {})
        wanted = {name: known[name]["const"] for name in known if "const" in known[name]}
        return isinstance(value, dict) and all(value.get(k, v) == v for k, v in wanted.items())

    def required(self, value: Any, names: list[str], _schema: Schema, place: str) -> Iterator[str]:
        if isinstance(value, dict):
            for name in names:
                if name not in value:
                    yield f"{_below(place, name)}: it is missing"

    def properties(
        self, value: Any, known: Mapping[str, Schema], _schema: Schema, place: str
    ) -> Iterator[str]:
        if isinstance(value, dict):
            for name, schema in known.items():
                if name in value:
                    yield from self.check(value[name], schema, _below(place, name))

    def additional(
        self, value: Any, wanted: bool | Schema, schema: Schema, place: str
    ) -> Iterator[str]:
        if not isinstance(value, dict):
            return
        for name in value.keys() - schema.get("properties", {}).keys():
            if wanted is False:
                yield f"{_below(place, name)}: there is no such key"
            elif isinstance(wanted, Mapping):
                yield from self.check(value[name], wanted, _below(place, name))

    def items(self, value: Any, wanted: Schema, _schema: Schema, place: str) -> Iterator[str]:
        if isinstance(value, list):
            for at, item in enumerate(value):
                yield from self.check(item, wanted, f"{place}[{at}]")

    def enum(self, value: Any, allowed: list[Any], _schema: Schema, place: str) -> Iterator[str]:
        if value not in allowed:
            yield f"{place}: it should be {_either(allowed)}"

    def const(self, value: Any, wanted: Any, _schema: Schema, place: str) -> Iterator[str]:
        if value != wanted:
            yield f"{place}: it should be {wanted}"

    def pattern(self, value: Any, wanted: str, _schema: Schema, place: str) -> Iterator[str]:
        if isinstance(value, str) and not re.search(wanted, value):
            yield f"{place}: '{value[:40]}' is not of the form {wanted}"

    def least(self, value: Any, wanted: int, _schema: Schema, place: str) -> Iterator[str]:
        if isinstance(value, int) and value < wanted:
            yield f"{place}: it should be at least {wanted}"

    def longer(self, value: Any, wanted: int, _schema: Schema, place: str) -> Iterator[str]:
        if isinstance(value, str | list) and len(value) < wanted:
            yield f"{place}: it should not be empty"


_RULES: Final[Mapping[str, Callable[[_Checker, Any, Any, Schema, str], Iterator[str]]]] = {
    "$ref": _Checker.ref,
    "anyOf": _Checker.one_of,
    "oneOf": _Checker.one_of,
    "required": _Checker.required,
    "properties": _Checker.properties,
    "additionalProperties": _Checker.additional,
    "items": _Checker.items,
    "enum": _Checker.enum,
    "const": _Checker.const,
    "pattern": _Checker.pattern,
    "minimum": _Checker.least,
    "minLength": _Checker.longer,
    "minItems": _Checker.longer,
}


def _below(place: str, name: str) -> str:
    return f"{place}.{name}" if place else name


def _either(values: str | list[Any]) -> str:
    listed = [values] if isinstance(values, str) else [str(value) for value in values]
    return " or ".join(listed)
