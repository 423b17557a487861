"""The note that the demonstration leaves: what lies in its folder, and what to look at."""

from __future__ import annotations

from typing import Final

from pbem.demo.checking import Tally
from pbem.demo.folder import FIRST_LINE

_TEXT: Final = """\
{first}
Nothing in it is needed by pbem; remove it when you have seen enough.

A three-player campaign of Space Freighter, sf1, was played here by mail:
{turns} turns, {letters} letters from the players ({refused} of them refused),
{posted} letters to them. The days in it are made up.

WHAT LIES HERE

office/      the office of the game master, as pbem init makes one:
             pbem.toml (settings), pbem.sqlite3 (the database: every letter
             that came, every fact, every letter that went out), secrets/
mailboxes/   what the mail server holds, a Maildir for each person: anna, bob
             and cleo (the players), games (the account that they write to),
             gm (what the game master himself was told)
sf1.json     the campaign as a file, made by pbem export

WHAT TO LOOK AT

In this folder, with pbem on the path (in a checkout: .venv/bin/pbem):

  pbem status sf1 --office office       how the campaign stands
  pbem show sf1 --office office         its end, as everybody may see it
  pbem inbox --office office            each letter that came, and its outcome
  pbem outbox --office office           each letter that went out
  pbem replay sf1 --office office --turn 12 --seat p1
                                        how it was when turn 12 was over
  pbem verify sf1.json                  checks every draw of the cards

Each file in mailboxes/anna/new and mailboxes/anna/cur is a letter as Anna's
mail program got it. A mail program that reads Maildirs opens them all:

  mutt -f mailboxes/anna

To play yourself, with your own mail program: pbem demo --serve
"""


def note(turns: int, tally: Tally) -> str:
    """The text of the note."""
    return _TEXT.format(
        first=FIRST_LINE,
        turns=turns,
        letters=tally.accepted + tally.refused,
        refused=tally.refused,
        posted=tally.posted,
    )
