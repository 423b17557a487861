"""Reports on the delivery of letters of ours: which letter, whose address, failed or only late.

Half of all bounces carry a machine-readable part (RFC 3464); from the rest the text is searched.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from pbem.reading import automatic, people
from pbem.reading.headers import Headers
from pbem.reading.letter import Automatic, Bounce

IDS_MAX = 200
RECIPIENTS_MAX = 20
_FIRST_LINES = 10

_DELIVERY = frozenset(("message/delivery-status", "message/global-delivery-status"))
_FIELD = re.compile(r"(action|status|final-recipient|original-recipient)[ \t]*:[ \t]*(.*)", re.I)
_CODE = re.compile(r"(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?![\d.])")
_DELAYED_SUBJECTS = ("delay", "warning: could not send", "still being retried", "warning: message")

Status = Literal["failure", "delayed", "delivered"]


def read_bounce(
    headers: Headers,
    types: Iterable[str],
    reports: Iterable[bytes],
    lines: Sequence[str],
    raw: bytes,
    verdict: Automatic,
    subject: str,
) -> Bounce | None:
    """The report that a strongly automatic letter makes, or None: it reports on no delivery.

    `reports` are the decoded message/* parts, `lines` the readable text, `raw` the whole letter.
    """
    if verdict.strength != "strong" or not _is_bounce(headers, types, verdict, subject):
        return None
    texts = [part.decode("utf-8", "replace") for part in reports]
    fields = list(_fields(texts))
    if not fields:
        fields = list(_fields(lines))
    recipients = _recipients(headers, fields, lines)
    ids = _ids(headers, [raw.decode("latin-1"), *texts, *lines], recipients)
    return Bounce(_status(fields, subject), _code(fields, lines), recipients, ids)


def _is_bounce(headers: Headers, types: Iterable[str], verdict: Automatic, subject: str) -> bool:
    if not _DELIVERY.isdisjoint(types) or "x-failed-recipients" in headers:
        return True
    if "report-type=delivery-status" in headers.get("content-type").replace('"', "").lower():
        return True
    if verdict.reason == "daemon":
        return True
    return verdict.reason != "own-letter" and automatic.is_failure_subject(subject)


def _fields(texts: Iterable[str]) -> Iterator[tuple[str, str]]:
    for text in texts:
        for line in text.splitlines():
            found = _FIELD.match(line)
            if found:
                yield found.group(1).lower(), found.group(2).strip()


def _status(fields: list[tuple[str, str]], subject: str) -> Status:
    """The worst action told of; without one the code's first digit, without that the subject."""
    actions = {value.split("(")[0].strip().lower() for name, value in fields if name == "action"}
    if actions & {"failed", "failure"}:
        return "failure"
    if "delayed" in actions:
        return "delayed"
    if actions & {"delivered", "relayed", "expanded"}:
        return "delivered"
    codes = {value[:1] for name, value in fields if name == "status"}
    if codes and codes <= {"2", "4"}:
        return "delayed" if "4" in codes else "delivered"
    late = not codes and any(phrase in subject.casefold() for phrase in _DELAYED_SUBJECTS)
    return "delayed" if late else "failure"


def _code(fields: list[tuple[str, str]], lines: Sequence[str]) -> str:
    stated = [value for name, value in fields if name == "status"]
    for text in (*stated, *lines):
        found = _CODE.search(text)
        if found:
            return found.group(1)
    return ""


def _recipients(
    headers: Headers, fields: list[tuple[str, str]], lines: Sequence[str]
) -> tuple[str, ...]:
    """Addresses reported on: stated ones; else those that begin a line of the text; else those
    in its first lines.
    """
    stated = [value for name, value in fields if name.endswith("recipient")]
    begun = [line.split(" ", 1)[0] for line in lines]
    for texts in (stated + headers.all("x-failed-recipients"), begun, lines[:_FIRST_LINES]):
        found = dict.fromkeys(address for text in texts for address in people.addresses_in(text))
        if found:
            return tuple(found)[:RECIPIENTS_MAX]
    return ()


def _ids(headers: Headers, texts: Iterable[str], addresses: Iterable[str]) -> tuple[str, ...]:
    """Message ids in any of the texts, each once; not the report's own, and no known address."""
    found = dict.fromkeys(identity for text in texts for identity in people.ids_in(text))
    people_named = [*headers.all("from"), *headers.all("return-path"), *people.recipients(headers)]
    known = {a for text in (*people_named, *addresses) for a in people.addresses_in(text)}
    own = people.message_id(headers)
    return tuple(i for i in found if i != own and i[1:-1].lower() not in known)[:IDS_MAX]
