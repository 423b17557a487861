"""Bytes to text. What is stated is believed; what must be guessed is marked as guessed.

Labels are looked up in a table of this module, never in Python's registry: that also knows codecs
that are no character sets and some whose work grows with the square of the input.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_NAMES = {
    "utf-8": "utf8 unicode11utf8 utf8n unicode",
    "utf-7": "utf7 unicode11utf7 unicode20utf7",
    "utf-16": "utf16",
    "utf-16-le": "utf16le",
    "utf-16-be": "utf16be",
    "ascii": "usascii ascii ansix341968 iso646us 646 us",
    # ISO-8859-1 is what programs say and windows-1252 what they send.
    "cp1252": "iso88591 latin1 l1 cp1252 windows1252 xansi ansi iso8859",
    "gb18030": "gb18030 gbk xgbk gb2312 xgb2312 gb231280 cp936 euccn ms936 windows936",
    "hz": "hz hzgb2312",
    "big5hkscs": "big5 xbig5 big5hkscs cnbig5 cp950 windows950",
    "cp949": "ksc56011987 ksc5601 euckr cp949 ms949 windows949 uhc xwindows949",
    "iso2022_kr": "iso2022kr csiso2022kr",
    "cp932": "shiftjis xsjis sjis mskanji windows31j cp932 ms932 xshiftjis",
    "euc_jp": "eucjp xeucjp ujis",
    "iso2022_jp_ext": "iso2022jp csiso2022jp iso2022jp1 iso2022jp2 iso2022jp3 iso2022jpext",
    "iso8859-8": "iso88598 iso88598i iso88598e csisolatinhebrew hebrew visual logical",
    "iso8859-9": "latin5 l5",
    "iso8859-2": "latin2 l2",
    "iso8859-15": "latin9 latin0",
    "iso8859-5": "cyrillic",
    "iso8859-7": "greek elot928",
    "iso8859-6": "arabic",
    "cp874": "tis620 iso885911 cp874 windows874",
    "koi8-r": "koi8r koi8 cskoi8r",
    "koi8-u": "koi8u koi8ru",
    "mac_roman": "macintosh macroman xmacroman mac",
    "mac_cyrillic": "maccyrillic xmaccyrillic",
}


def _table() -> dict[str, str]:
    table = {squashed: codec for codec, labels in _NAMES.items() for squashed in labels.split()}
    for part in (*range(2, 11), 13, 14, 15, 16):
        table.setdefault(f"iso8859{part}", f"iso8859-{part}")
    for page in (437, 850, 852, 855, 857, 858, 862, 866, *range(1250, 1259)):
        for prefix in ("cp", "windows", "ibm", "xcp", "dos"):
            table.setdefault(f"{prefix}{page}", f"cp{page}")
    return table


_CODECS = _table()
_LONE = re.compile(r"[\ud800-\udfff]")  # UTF-7 can spell half characters, which nothing can store
_NOT_IN_LABEL = re.compile(r"[^a-z0-9]")


@dataclass(frozen=True, slots=True)
class Decoded:
    """Text; whether its characters beyond ASCII rest on a guess; whether the label is known."""

    text: str
    guessed: bool = False
    known: bool = True


def codec_of(label: str) -> str | None:
    """Python's codec for a label, "" as ascii; None for a label that names no character set.

    A label may carry its own key ("charset=us-ascii"), as some programs write it.
    """
    squashed = _NOT_IN_LABEL.sub("", label[:60].lower().removeprefix("charset="))
    return _CODECS.get(squashed) if squashed else "ascii"


def decode(data: bytes, label: str, *, truncated: bool = False) -> Decoded:
    """Text of bytes under a stated label ("" if none was stated).

    None and us-ascii: UTF-8 if it fits, else a guess. Known label: that, and where it does not
    fit, U+FFFD in the characters' place (UTF-8: a guess). Unknown label: as none, but told.
    With `truncated` an unfinished last character is dropped silently.
    """
    codec = codec_of(label)
    if codec is None or codec in ("ascii", "utf-8"):
        text, guessed = decode_unlabelled(data, truncated=truncated)
        return Decoded(text, guessed, codec is not None)
    try:
        return Decoded(_LONE.sub("\ufffd", data.decode(codec)))
    except UnicodeDecodeError as error:
        if truncated and error.end >= len(data):
            data = data[: error.start]
    # Windows-1252 leaves five bytes undefined; Latin-1 has (invisible) characters there.
    codec = "latin-1" if codec == "cp1252" else codec
    return Decoded(_LONE.sub("\ufffd", data.decode(codec, "replace")))


def decode_unlabelled(data: bytes, *, truncated: bool = False) -> tuple[str, bool]:
    """Text and whether it was guessed: UTF-8 where it fits is no guess, a code page is."""
    try:
        return data.decode("utf-8"), False
    except UnicodeDecodeError as error:
        if truncated and error.reason == "unexpected end of data":
            return data[: error.start].decode("utf-8"), False
    return data.decode(_likely_page(data), "replace"), True


def _likely_page(data: bytes) -> str:
    """Windows-1252, or a Cyrillic page where most letters lie beyond ASCII.

    Text in a Western language has few letters beyond ASCII, text in Cyrillic almost only such.
    Small letters, by far the more frequent, are 0xE0-0xFF in windows-1251 and 0xC0-0xDF in KOI8.
    """
    upper = sum(1 for b in data if b >= 0xC0)
    ascii_letters = sum(1 for b in data if 0x61 <= (b | 0x20) <= 0x7A)
    if upper <= ascii_letters:
        return "cp1252"
    high = sum(1 for b in data if b >= 0xE0)
    return "cp1251" if high * 2 >= upper else "koi8-r"
