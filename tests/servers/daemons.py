"""Start a server program in the foreground, wait until it listens, stop it by its own pid."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

HOST = "127.0.0.1"
STEP = 0.02
STEPS = 500


def find_program(name: str) -> str | None:
    """The path of a server program; Debian keeps some of them outside a user's PATH."""
    return shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/lib/postfix/sbin")


def free_ports(count: int) -> list[int]:
    """Loopback ports nobody listens on, all different."""
    held = [socket.socket() for _ in range(count)]
    try:
        for one in held:
            one.bind((HOST, 0))
        return [int(one.getsockname()[1]) for one in held]
    finally:
        for one in held:
            one.close()


@contextmanager
def server_folder(name: str) -> Iterator[Path]:
    """A temp folder that the servers' own users can reach (pytest's is for its owner only)."""
    folder = Path(tempfile.mkdtemp(prefix=f"pbem-{name}-"))
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def as_nobody(command: list[str]) -> list[str]:
    """The command run by the unprivileged user `nobody` when root runs the tests."""
    if os.getuid() != 0:
        return command
    return ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", *command]


@contextmanager
def daemon(command: list[str], port: int, log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Run a server until the block ends; it dies with this process even when that is killed.

    Raises RuntimeError with the end of its log when it does not come up.
    """
    mortal = ["setpriv", "--pdeathsig", "TERM", *command]
    with log.open("wb") as out:
        process = subprocess.Popen(mortal, stdout=out, stderr=out, start_new_session=True)
    try:
        _wait_until_listening(process, port, log)
        yield process
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait_until_listening(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    for _ in range(STEPS):
        with suppress(OSError), socket.create_connection((HOST, port), 1):
            return
        # Waiting for its death is the pause between two tries.
        with suppress(subprocess.TimeoutExpired):
            process.wait(STEP)
            break
    said = log.read_text(errors="replace")[-2000:]
    raise RuntimeError(f"nothing listens on port {port}: {said}")
