"""Templates and word tables: where they are found, and the wording of a game in one language.

A language is a folder. Files are looked for in the campaign's folder of the office, in the
office's, then among the packaged ones; a language that lacks a file falls back on English.
Tables (`words.toml`, `facts.toml`, `questions.toml`) are merged key by key in that order, so a
game master changes one line by writing one line.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MethodType
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template, TemplateError
from jinja2.runtime import Context

from engine.fact import SILENT, Fact
from engine.form import Form
from engine.game import Game
from engine.offer import OFFER_FORMS
from engine.rounds import READY_FORM
from engine.tables import TableFault
from pbem.intake.words import POST_FORMS
from pbem.letters.compiled import Compiled
from pbem.letters.layout import HEADINGS, Layout, Reserved
from pbem.letters.tables import TemplateFault, Words, lay_over, template_fault, texts
from pbem.resources import packaged

FALLBACK: Final = "en"
_SILENT: Final = frozenset(kind.__name__ for kind in SILENT)
_HEADING_FORMS: Final = tuple(Form(verb=word, whole=True) for word in HEADINGS)
_OFFICE_FORMS: Final = (*_HEADING_FORMS, READY_FORM, *POST_FORMS)
"""What may be written in every game."""


class _Scope(Context):
    """A context that calls the methods of a `Voice` without asking what else they may want."""

    def call(self, obj: Any, /, *args: Any, **kwargs: Any) -> Any:
        """The result; macros and the like are called as ever."""
        if type(obj) is MethodType:
            # Compiled templates add these two for functions that take the context.
            kwargs.pop("_loop_vars", None)
            kwargs.pop("_block_vars", None)
            return obj(*args, **kwargs)
        return super().call(obj, *args, **kwargs)


class _Environment(Environment):
    """An environment in which ``r.boxes`` of a dict is its entry before it is a method of dicts:
    what letters print is dicts, and looking for the method first costs an exception each.
    """

    def getattr(self, obj: Any, attribute: str) -> Any:
        """See ``Environment``."""
        if type(obj) is dict and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)


class Book:
    """The wording of one game (or of the office alone) in one language. Kept for a run."""

    def __init__(
        self,
        folders: Sequence[Path],
        game: Game[Any] | None,
        reserved: Reserved,
        compiled: Compiled,
    ) -> None:
        """`folders`: language folders, the first found first."""
        self.game = game
        self.folder = game.id.replace("-", "_") if game else ""
        self.reserved = reserved
        self._compiled = compiled
        self._folders = tuple(folder for folder in folders if folder.is_dir())
        self._env = _Environment(
            loader=FileSystemLoader(self._folders),
            undefined=StrictUndefined,
            autoescape=False,  # plain text
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
            cache_size=-1,
            bytecode_cache=compiled,
        )
        self._env.context_class = _Scope
        self.globals: Mapping[str, Any] = self._env.globals
        self._lines: dict[str, Template] = {}
        self._layouts: dict[int, Layout] = {}
        self._there: dict[str, bool] = {}
        self.words = self._table("words.toml")
        # What a game's cards say has a table of its own: when each may be played, what it does.
        cards = self._table("cards.toml")
        for part in ("when", "text") if cards else ():
            self.words[f"card_{part}"] = {name: entry[part] for name, entry in cards.items()}
        self.facts = self._table("facts.toml")
        self.questions = self._table("questions.toml")
        self.forms = forms_of(game)
        self.by_verb: dict[str, list[Form]] = {}
        for form in self.forms:
            self.by_verb.setdefault(form.verb, []).append(form)

    def _table(self, name: str) -> Words:
        """The general table with the game's laid over it; later folders lie beneath earlier."""
        table: Words = {}
        paths = [name, f"{self.folder}/{name}"] if self.folder else [name]
        for path in paths:
            for folder in reversed(self._folders):
                if (folder / path).is_file():
                    lay_over(table, self._compiled.table(folder / path))
        return table

    @property
    def title(self) -> str:
        """The game's name as letters print it."""
        named = self.words.get("game", {}).get("title")
        if named:
            return str(named)
        return " ".join(word.capitalize() for word in self.folder.split("_"))

    def layout(self, columns: int) -> Layout:
        """The layout for this many columns."""
        found = self._layouts.get(columns)
        if found is None:
            found = self._layouts[columns] = Layout(self.reserved, columns)
        return found

    def has(self, page: str) -> bool:
        """Whether the game has a template of this name, such as `map`; empty: no need of one."""
        if not page:
            return True
        found = self._there.get(page)
        if found is None:
            path = f"{self.folder}/{page}.txt.j2"
            found = bool(self.folder) and any((at / path).is_file() for at in self._folders)
            self._there[page] = found
        return found

    def own(self, page: str) -> str:
        """The path of one of the game's templates."""
        return f"{self.folder}/{page}.txt.j2"

    def render(self, template: str, context: dict[str, Any]) -> str:
        """A whole template. `context` holds the globals too (see `Voice`) and may be shared."""
        try:
            found = self._env.get_template(template)
            return "".join(found.root_render_func(self.scope(context, found.name)))
        except TemplateError as fault:
            raise template_fault(template, fault) from fault

    def scope(self, context: dict[str, Any], name: str | None = None) -> Context:
        """A Jinja context over these values; changes of the dict show in it."""
        return _Scope(self._env, context, name, {})

    def line(self, source: str, context: dict[str, Any]) -> str:
        """One line of a word table."""
        return self.line_in(source, self.scope(context)) if "{" in source else source

    def line_in(self, source: str, scope: Context) -> str:
        """One line, in a scope that serves for many; what a line sets there is forgotten."""
        if "{" not in source:
            return source
        scope.vars.clear()
        scope.exported_vars.clear()
        try:
            found = self._lines.get(source)
            if found is None:
                code = self._compiled.line(self._env, source)
                found = self._lines[source] = Template.from_code(self._env, code, {})
            return "".join(found.root_render_func(scope)).strip()
        except TemplateError as fault:
            raise template_fault(f"the line '{source}'", fault) from fault

    def fact(self, fact: Fact, scope: Context) -> str:
        """The text of a fact for the reader whose scope this is; empty: it is not told."""
        kind = type(fact).__name__
        if kind in _SILENT:
            return ""
        wording = self.facts.get(kind)
        if wording is None:
            raise TemplateFault(
                "no-wording",
                f"facts.toml has no wording for {kind}.",
                "Remove what overrides it, or install this version again.",
            )
        source = wording["text"]
        if "mine" in wording and _concerns(fact, scope.parent["me"]):
            source = wording["mine"]
        if "many" in wording and scope.parent["repeats"] > 1:
            source = wording["many"]
        if not source:
            return ""
        scope.parent["f"] = fact
        return self.line_in(source, scope)

    def counts(self, fact: Fact) -> bool:
        """Whether several of these in a row, all the same to the reader, have words as one."""
        return "many" in self.facts.get(type(fact).__name__, {})

    def coded(self, table: str, code: str, context: dict[str, Any]) -> str:
        """The words of a code, else those of its family (`automatic-*`), else those of `other`."""
        words = self.words[table]
        source = words.get(code)
        if source is None:
            source = words.get(f"{code.partition('-')[0]}-*", words["other"])
        context["code"] = code
        return self.line(str(source), context)

    def data_fault(self, fault: TableFault) -> str:
        """What is wrong with a table that an owner of the printed game has typed in."""
        words = self._table("faults.toml")
        source = str(words.get(fault.code, words["other"]))
        return self.line(source, {"code": fault.code, "detail": fault.detail})

    def check(self) -> list[str]:
        """Compile all that can be compiled; what is wrong, one line each (`pbem doctor`)."""
        faults = []
        for name in self._env.list_templates(extensions=["j2"]):
            try:
                self._env.get_template(name)
            except TemplateError as fault:
                faults.append(template_fault(name, fault).message)
        for table in (self.words, self.facts, self.questions, self._table("faults.toml")):
            for source in texts(table):
                try:
                    self._env.from_string(source)
                except TemplateError as fault:
                    faults.append(template_fault(f"the line '{source}'", fault).message)
        return faults


class Library:
    """All books of a run: each is made once."""

    def __init__(
        self,
        games: Iterable[Game[Any]],
        overrides: Path | None = None,
        cache: Path | None = None,
    ) -> None:
        """`games`: every game there is; `overrides`: the office's folder `templates`; `cache`: its
        folder for what was compiled before.
        """
        self._overrides = overrides
        self._compiled = Compiled(cache)
        self._reserved = Reserved(every_form(games))
        self._books: dict[tuple[str, str, str], Book] = {}

    def book(
        self, game: Game[Any] | None = None, campaign: str = "", language: str = FALLBACK
    ) -> Book:
        """The book for a campaign; without a game the one for letters to the game master.

        Campaigns that override nothing share one.
        """
        own = self._overrides / campaign if self._overrides and campaign else None
        key = (game.id if game else "", campaign if own and own.is_dir() else "", language)
        found = self._books.get(key)
        if found is None:
            roots = [own, self._overrides, packaged("templates")]
            folders = [
                root / spoken
                for spoken in dict.fromkeys((language, FALLBACK))
                for root in roots
                if root is not None
            ]
            found = self._books[key] = Book(folders, game, self._reserved, self._compiled)
        return found


def forms_of(game: Game[Any] | None) -> tuple[Form, ...]:
    """Every form that a letter about this game may name; the game's own win."""
    return (*_OFFICE_FORMS, *(game.all_forms if game else ()))


def every_form(games: Iterable[Game[Any]]) -> tuple[Form, ...]:
    """Every form of every game and of the post office."""
    own = tuple(form for game in games for form in game.all_forms)
    return (*_OFFICE_FORMS, *OFFER_FORMS, *own)


def _concerns(fact: Fact, me: str) -> bool:
    seat = getattr(fact, "seat", "")
    return bool(me) and (seat == me or (isinstance(seat, tuple) and me in seat))
