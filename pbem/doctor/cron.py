"""The tick: is there a line in the crontab (or a timer), and does its command exist?"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from pbem.doctor.finding import Finding
from pbem.resources import packaged

TIMER: Final = Path(".config/systemd/user/pbem.timer")
_SECONDS: Final = 20
_TIMES: Final = re.compile(r"\s*(?:@\w+|(?:\S+\s+){4}\S+)\s+(.+)")
_SETTING: Final = re.compile(r"\s*(\w+)\s*=\s*(.*)")


def read_crontab() -> str | None:
    """The crontab of this user, empty where there is none; None: no cron on this machine."""
    command = shutil.which("crontab")
    if command is None:
        return None
    try:
        done = subprocess.run(
            [command, "-l"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.decode("utf-8", "replace") if done.returncode == 0 else ""


def check_cron(folder: Path, crontab: str | None, home: Path) -> Iterator[Finding]:
    """A line that runs this office, whose command is there; or a timer of systemd."""
    commands = list(_commands(crontab or "", folder, home))
    timer = home / TIMER
    if commands:
        yield from (_looked_at(command, home) for command in commands)
        return
    if timer.is_file():
        told = f"{timer} runs it."
        hint = "systemctl --user list-timers shows when; loginctl enable-linger keeps it running."
        yield Finding("tick", "ok", told, hint)
        return
    where = "no crontab on this machine" if crontab is None else "no line in your crontab"
    tick = packaged("cron") / "tick.sh"
    yield Finding(
        "tick",
        "wrong",
        f"Nothing runs this office: {where}, and no {timer}.",
        f"Add by crontab -e: */5 * * * * {tick} {folder}\n"
        "Or use a timer of systemd: cron/pbem.service says how.",
    )


def _commands(crontab: str, folder: Path, home: Path) -> Iterator[str]:
    """Commands of the lines that run pbem for this office; variables of the crontab replaced."""
    settings = {"HOME": str(home)}
    for line in crontab.splitlines():
        if line.lstrip().startswith("#"):
            continue
        if found := _SETTING.fullmatch(line):
            settings[found[1]] = _replaced(found[2].strip().strip("\"'"), settings)
        elif found := _TIMES.fullmatch(line):
            command = _replaced(found[1], settings)
            runs = re.search(r"\btick\.sh\b|\bpbem\b.*\bprocess\b", command)
            named = settings.get("PBEM_OFFICE", "")
            if runs and _names(f"{command} {named}", folder):
                yield command


def _names(command: str, folder: Path) -> bool:
    """Whether one of the command's words is the office's folder."""
    try:
        words = shlex.split(command)
    except ValueError:
        words = command.split()
    for word in words:
        path = word.partition("=")[2] or word
        if path.startswith("/") and os.path.realpath(path) == os.path.realpath(folder):
            return True
    return False


def _replaced(text: str, settings: dict[str, str]) -> str:
    for name, value in settings.items():
        text = text.replace(f"${{{name}}}", value).replace(f"${name}", value)
    return re.sub(r"(^|\s|=)~/", rf"\1{settings['HOME']}/", text)


def _looked_at(command: str, home: Path) -> Finding:
    try:
        words = shlex.split(command)
    except ValueError:
        words = command.split()
    words = [word for word in words if not re.fullmatch(r"\w+=.*", word)]
    program = next((w for w in words if w.endswith(("tick.sh", "pbem"))), words[0] if words else "")
    # The path that cron itself looks programs up in.
    found = shutil.which(program, path="/usr/bin:/bin")
    if found is None:
        why = "is not there" if "/" in program else "is not where cron looks (/usr/bin, /bin)"
        return Finding(
            "tick",
            "wrong",
            f"The crontab runs {program}, which {why} or may not be run.",
            "Write its whole path (type: command -v pbem), and see that it is executable.",
        )
    return Finding("tick", "ok", f"The crontab runs {command}")
