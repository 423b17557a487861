"""Letters out: from facts, views and questions to the bytes that a mail server is given.

`Library(games, overrides).book(game, campaign, language)` is the wording; `compose` makes the
text of one letter out of its parts; `post` makes the bytes.
"""

from pbem.letters.compose import Composed, compose
from pbem.letters.mime import Envelope, message_id, post
from pbem.letters.render import Book, Library
from pbem.letters.tables import TemplateFault

__all__ = [
    "Book",
    "Composed",
    "Envelope",
    "Library",
    "TemplateFault",
    "compose",
    "message_id",
    "post",
]
