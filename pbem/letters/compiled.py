"""Templates as they were compiled before, and word tables as they were read, kept in a folder of
the office.

Compiling what one campaign's reports need takes longer than settling its turn and writing them.
Whatever cannot be read or written here is made again: nothing depends on this folder, and it may be
removed at any time.
"""

from __future__ import annotations

import json
import marshal
import os
from contextlib import suppress
from hashlib import sha1
from importlib.util import MAGIC_NUMBER
from pathlib import Path
from tempfile import NamedTemporaryFile
from types import CodeType
from typing import Any, Final

import jinja2
import msgspec
from jinja2 import BytecodeCache, Environment
from jinja2.bccache import Bucket

from pbem.letters.tables import Words, read_toml

_OF: Final = f"{MAGIC_NUMBER.hex()} {jinja2.__version__} 2"
"""Another Python or Jinja may compile the same text to something else, and so may another
environment: the last number goes up when the settings of `Book`'s change."""


class Compiled(BytecodeCache):
    """One file for each template, line and table; without a folder nothing is kept."""

    def __init__(self, folder: Path | None) -> None:
        """`folder`: made when there is something to keep."""
        self._folder = folder

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        """See ``BytecodeCache``."""
        return sha1(f"{_OF}|{name}|{filename or ''}".encode(), usedforsecurity=False).hexdigest()

    def load_bytecode(self, bucket: Bucket) -> None:
        """See ``BytecodeCache``; what cannot be read is not there."""
        if self._folder is None:
            return
        # Jinja's own way reads the file a number at a time, for twice as long.
        with suppress(OSError, ValueError, EOFError, TypeError):
            checksum, _, code = (self._folder / bucket.key).read_bytes().partition(b"\n")
            if checksum == str(bucket.checksum).encode():
                bucket.code = marshal.loads(code)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """See ``BytecodeCache``."""
        self._keep(
            bucket.key, b"%s\n%s" % (str(bucket.checksum).encode(), marshal.dumps(bucket.code))
        )

    def _keep(self, key: str, content: bytes) -> None:
        """By renaming, since another process may read it now."""
        if self._folder is None:
            return
        try:
            self._folder.mkdir(mode=0o700, exist_ok=True)
            with NamedTemporaryFile(dir=self._folder, delete=False) as file:
                file.write(content)
            os.replace(file.name, self._folder / key)
        except OSError:
            # A full disk must not cost a letter; those who need room find out elsewhere.
            return

    def line(self, env: Environment, source: str) -> CodeType:
        """One line of a word table, compiled. Raises ``TemplateError``."""
        bucket = self.get_bucket(env, source, None, source)
        if bucket.code is None:
            bucket.code = env.compile(source)
            self.set_bucket(bucket)
        return bucket.code

    def table(self, path: Path) -> Words:
        """A word table. ``TemplateFault`` with file and line."""
        if self._folder is None:
            return read_toml(path)
        read = sha1(path.read_bytes(), usedforsecurity=False).hexdigest()
        kept = self._folder / self.get_cache_key("table", read)
        with suppress(OSError, ValueError):
            return msgspec.json.decode(kept.read_bytes(), type=dict[str, Any])
        table = read_toml(path)
        with suppress(TypeError):  # a date in it, which no letter needs
            self._keep(kept.name, json.dumps(table).encode())
        return table
