"""Templates as they were compiled before, and word tables as they were read, kept in a folder of
the office.

Compiling what one campaign's reports need takes longer than settling its turn and writing them.
Whatever cannot be read or written here is made again: nothing depends on this folder, and it may be
removed at any time.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from hashlib import sha1
from pathlib import Path
from tempfile import NamedTemporaryFile
from types import CodeType
from typing import Final

import jinja2
from jinja2 import BytecodeCache, Environment
from jinja2.bccache import Bucket

from pbem.letters.tables import Words, read_toml

_OF: Final = f"{jinja2.__version__} 1"
"""Another Jinja may compile the same text to something else, and so may another environment: the
second number goes up when the settings of `Book`'s change."""


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
        try:
            with (self._folder / bucket.key).open("rb") as file:
                bucket.load_bytecode(file)
        except Exception:  # noqa: BLE001 - a damaged file may raise whatever pickle can
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        """See ``BytecodeCache``."""
        self._keep(bucket.key, bucket.bytecode_to_string())

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
        kept = self._folder / self.get_cache_key("table", path.read_bytes().hex())
        with suppress(OSError, ValueError):
            found = json.loads(kept.read_bytes())
            if isinstance(found, dict):
                return found
        table = read_toml(path)
        with suppress(TypeError):  # a date in it, which no letter needs
            self._keep(kept.name, json.dumps(table).encode())
        return table
