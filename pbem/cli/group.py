"""The group of all commands: `--office` in either place, and faults in words."""

from __future__ import annotations

import traceback
from typing import Any, Final

import typer
from typer.core import TyperGroup

from pbem.cli.common import close_offices, warn
from pbem.cli.faults import BUG, KEEPS_LETTERS, told_as
from pbem.errors import EXIT_TRY_AGAIN

OFFICE: Final = "--office"


class CommandGroup(TyperGroup):
    """Tells a `PbemError` as message and hint, with its exit code; tracebacks are left to bugs."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """`pbem --office DIR status` is `pbem status --office DIR`."""
        rest: list[str] = super().parse_args(ctx, office_last(args))
        return rest

    def invoke(self, ctx: Any) -> Any:
        """Run the command; whatever goes wrong leaves with a word and an exit code."""
        try:
            return super().invoke(ctx)
        except (typer.Exit, typer.Abort):
            raise
        except Exception as fault:
            keep = ctx.invoked_subcommand in KEEPS_LETTERS
            error = told_as(fault)
            if error is not None:
                warn(f"pbem: {error}")
                raise typer.Exit(EXIT_TRY_AGAIN if keep else error.exit_code) from None
            if not isinstance(fault, typer.TyperException):
                fault.add_note(BUG)
            if keep:
                raise _kept(fault) from None
            raise
        finally:
            close_offices()


def _kept(fault: Exception) -> typer.Exit:
    """The way out of a command that a mail server called: for any other exit code than this it
    would send the letter back."""
    if isinstance(fault, typer.TyperException):
        warn(f"pbem: {fault.format_message()}")
    else:
        traceback.print_exception(fault)
    return typer.Exit(EXIT_TRY_AGAIN)


def office_last(args: list[str]) -> list[str]:
    """The arguments with `--office DIR` moved from before the command to its end."""
    if args[:1] == [OFFICE] and len(args) > 2:
        return [*args[2:], *args[:2]]
    if args and args[0].startswith(f"{OFFICE}=") and len(args) > 1:
        return [*args[1:], args[0]]
    return args


def examples(*lines: str) -> str:
    """The end of a command's help: lines that can be typed as they stand."""
    head = "Example:" if len(lines) == 1 else "Examples:"
    # \b keeps the lines as they are.
    return "\n".join(("\b", head, *(f"  {line}" for line in lines)))
