"""cron/: the crontab line, the systemd units and the tick script, each run as its user would.

A home folder is laid out as the files say (checkout in ~/pbem, office in ~/office); in place of
pbem stands a script that notes how it was called and ends with a code of our choice.
"""

from __future__ import annotations

import os
import select
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

NOTING = """#!/bin/sh
printf '%s\\n' "$PBEM_OFFICE" "$*" "$(umask)" >"$HOME/called"
cat "$HOME/says"
exit "$(cat "$HOME/ends")"
"""

CRON_ENVIRONMENT = {"SHELL": "/bin/sh", "PATH": "/usr/bin:/bin", "LOGNAME": "gm"}

FILES = ("crontab.example", "pbem.service", "pbem.timer", "tick.sh")


@pytest.fixture
def home(checkout: Path, tmp_path: Path) -> Path:
    """A home folder with a checkout's cron/, an office, and the noting pbem."""
    shutil.copytree(checkout / "cron", tmp_path / "pbem" / "cron")
    write_script(tmp_path / "pbem" / ".venv" / "bin" / "pbem", NOTING)
    (tmp_path / "office").mkdir()
    ends(tmp_path, 0)
    return tmp_path


def write_script(path: Path, text: str) -> None:
    """An executable file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    path.chmod(0o755)


def ends(home: Path, code: int, says: str = "") -> None:
    """What the noting pbem will print and end with."""
    (home / "ends").write_text(str(code), "utf-8")
    (home / "says").write_text(says, "utf-8")


def called(home: Path) -> list[str]:
    """Office, arguments and umask of the call."""
    return (home / "called").read_text("utf-8").splitlines()


def tick(home: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """tick.sh in the few variables that cron sets."""
    return subprocess.run(
        [str(home / "pbem" / "cron" / "tick.sh"), *arguments],
        cwd=home,
        env=CRON_ENVIRONMENT | {"HOME": str(home)} | environment,
        capture_output=True,
        text=True,
    )


def crontab_line(home: Path) -> str:
    """The one line of crontab.example that is not a remark."""
    text = (home / "pbem" / "cron" / "crontab.example").read_text("utf-8")
    (line,) = [one for one in text.splitlines() if one and not one.startswith("#")]
    return line


def unit_values(home: Path, unit: str, key: str) -> list[str]:
    """Every value of a key of a unit file, with %h as systemd would put it."""
    lines = (home / "pbem" / "cron" / unit).read_text("utf-8").splitlines()
    return [one.partition("=")[2].replace("%h", str(home)) for one in lines if one.startswith(key)]


def test_all_files_are_there_and_say_what_they_are(checkout: Path) -> None:
    """Each opens with what it is for (the script behind its #! line)."""
    assert {path.name for path in (checkout / "cron").iterdir()} == set(FILES)
    for name in FILES:
        lines = (checkout / "cron" / name).read_text("utf-8").splitlines()
        assert lines[1 if name == "tick.sh" else 0].startswith("# "), name


# ------------------------------------------------------------------------------------- tick.sh


@pytest.mark.parametrize("shell", ["sh", "bash"])
def test_tick_is_sound_shell(checkout: Path, shell: str) -> None:
    """`-n` reads it to the end."""
    got = subprocess.run([shell, "-n", str(checkout / "cron" / "tick.sh")], capture_output=True)
    assert (got.returncode, got.stderr) == (0, b"")


def test_tick_processes_the_office(home: Path) -> None:
    """pbem of the checkout, `process` without options (the idle look needs that), files for me."""
    got = tick(home, str(home / "office"))
    assert (got.returncode, got.stdout, got.stderr) == (0, "", "")
    assert called(home) == [str(home / "office"), "process", "0077"]


@pytest.mark.parametrize(("code", "then"), [(0, 0), (75, 0)])
def test_tick_is_quiet_while_the_next_one_may_do_it(home: Path, code: int, then: int) -> None:
    """cron mails every line a job prints: not for `done` and not for `try again`."""
    ends(home, code, "the server is away\n")
    got = tick(home, str(home / "office"))
    assert (got.returncode, got.stdout, got.stderr) == (then, "", "")


@pytest.mark.parametrize("code", [1, 2, 127])
def test_tick_hands_a_failure_on(home: Path, code: int) -> None:
    """Code and words."""
    ends(home, code, "pbem.toml, line 3\n")
    got = tick(home, str(home / "office"))
    assert (got.returncode, got.stdout) == (code, "pbem.toml, line 3\n")


@pytest.mark.parametrize("arguments", [(), ("one", "two")])
def test_tick_wants_one_office(home: Path, arguments: tuple[str, ...]) -> None:
    """A wrong call is told and starts nothing."""
    got = tick(home, *arguments)
    assert (got.returncode, got.stderr) == (2, "usage: tick.sh OFFICE\n")
    assert not (home / "called").exists()


def test_tick_takes_another_pbem(home: Path) -> None:
    """PBEM names it outright."""
    write_script(home / "elsewhere", 'echo "$HOME said $1"; exit 1\n')
    got = tick(home, str(home / "office"), PBEM=str(home / "elsewhere"))
    assert got.stdout == f"{home} said process\n"


def test_tick_finds_pbem_of_its_environment(home: Path, checkout: Path) -> None:
    """Installed from a wheel, the script stands in site-packages/pbem/cron."""
    inside = home / "env" / "lib" / "python3.11" / "site-packages" / "pbem" / "cron"
    shutil.copytree(checkout / "cron", inside)
    write_script(home / "env" / "bin" / "pbem", "echo the installed one; exit 1\n")
    got = subprocess.run(
        [inside / "tick.sh", home / "office"], env=CRON_ENVIRONMENT, capture_output=True, text=True
    )
    assert got.stdout == "the installed one\n"


def test_tick_without_any_pbem_says_so(home: Path) -> None:
    """Nothing beside it and nothing on PATH: the shell's own words, and not silence."""
    shutil.rmtree(home / "pbem" / ".venv")
    got = tick(home, str(home / "office"))
    assert got.returncode == 127
    assert "pbem" in got.stdout


# ------------------------------------------------------------------------------------- crontab


def test_the_line_runs_in_crons_environment(home: Path) -> None:
    """/bin/sh gets all behind the five fields; cron would cut it at a % sign."""
    command = crontab_line(home).split(maxsplit=5)[5]
    assert "%" not in command
    got = subprocess.run(
        ["/bin/sh", "-c", command], cwd=home, env=CRON_ENVIRONMENT | {"HOME": str(home)}
    )
    assert got.returncode == 0
    assert called(home)[:2] == [str(home / "office"), "process"]


@pytest.fixture
def real_cron(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for the crontab that a cron of our own will read, in a view of the disk of its own.

    Gives the folder; `@reboot` lines run at once, since this cron has never run before.
    """
    if shutil.which("cron") is None or shutil.which("unshare") is None:
        pytest.skip("no cron or no unshare here (Debian's cron and util-linux)")
    if os.geteuid() != 0 or subprocess.run(["unshare", "--mount", "true"]).returncode != 0:
        pytest.skip("a cron of our own needs root and a mount namespace")
    return tmp_path_factory.mktemp("crontabs")


def read_pipe(pipe: Path, writer: subprocess.Popen[bytes]) -> str:
    """All that comes through a named pipe; fails where cron ends before, or runs nothing."""
    assert writer.stdout is not None
    with open(os.open(pipe, os.O_RDONLY | os.O_NONBLOCK), "rb") as end:
        ready, _, _ = select.select([end, writer.stdout], [], [], 300)  # instead of for ever
        assert ready, "cron runs, but not this line"
        assert end in ready, writer.stdout.read().decode()
        os.set_blocking(end.fileno(), True)
        return end.read().decode()


def test_a_real_cron_runs_the_line(home: Path, real_cron: Path) -> None:
    """Debian's cron, its user's crontab being the example with only the hour changed."""
    line = crontab_line(home).split(maxsplit=5)[5]
    told = home / "told"
    os.mkfifo(told)
    # The end of the job is told through a pipe, so that nobody has to look again and again.
    tell = f'cat "$HOME/called" >{shlex.quote(str(told))}'
    crontab = real_cron / "root"
    crontab.write_text(f"HOME={home}\n@reboot {line}; {tell}\n", "utf-8")
    crontab.chmod(0o600)
    empty = real_cron.parent / "cron.d"
    empty.mkdir(exist_ok=True)
    start = (
        f"mount --bind {shlex.quote(str(real_cron))} /var/spool/cron/crontabs"
        " && mount --bind /dev/null /etc/crontab"
        f" && mount --bind {shlex.quote(str(empty))} /etc/cron.d"
        " && mount -t tmpfs tmpfs /run && exec cron -f"
    )
    command = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"]
    with subprocess.Popen(
        [*command, "sh", "-c", start], stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as cron:
        try:
            assert read_pipe(told, cron).splitlines()[:2] == [str(home / "office"), "process"]
        finally:
            cron.kill()  # unshare hears nothing milder while it waits; its child goes with it


def test_cron_takes_the_file(checkout: Path) -> None:
    """`crontab -n` of Debian 12 and later checks the syntax without installing it."""
    if shutil.which("crontab") is None:
        pytest.skip("no crontab here (Debian's package cron)")
    got = subprocess.run(
        ["crontab", "-n", str(checkout / "cron" / "crontab.example")],
        capture_output=True,
        text=True,
    )
    if "invalid option" in got.stderr:
        pytest.skip("this crontab has no dry run")
    assert got.returncode == 0, got.stderr


# ------------------------------------------------------------------------------------- systemd


def test_systemd_takes_the_units(home: Path) -> None:
    """`systemd-analyze verify` finds no fault, and would find a missing program."""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("no systemd-analyze here (Debian's package systemd)")
    units = [str(home / "pbem" / "cron" / name) for name in ("pbem.service", "pbem.timer")]
    command = ["systemd-analyze", "--user", "verify", *units]
    environment = os.environ | {"HOME": str(home), "XDG_RUNTIME_DIR": str(home)}
    got = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert (got.returncode, got.stderr) == (0, "")
    (home / "pbem" / ".venv" / "bin" / "pbem").unlink()
    got = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert "is not executable" in got.stderr


def test_the_exec_start_line_runs(home: Path) -> None:
    """By hand, with what the unit sets and nothing else."""
    (command,) = unit_values(home, "pbem.service", "ExecStart=")
    variables = dict(one.split("=", 1) for one in unit_values(home, "pbem.service", "Environment="))
    got = subprocess.run(
        shlex.split(command),
        env={"HOME": str(home), "PATH": "/usr/bin:/bin"} | variables,
        capture_output=True,
    )
    assert (got.returncode, got.stderr) == (0, b"")
    assert called(home)[:2] == [str(home / "office"), "process"]


def test_try_again_is_no_failure_for_systemd(home: Path) -> None:
    """75 is what a locked office or an absent server gives."""
    assert unit_values(home, "pbem.service", "SuccessExitStatus=") == ["75"]


def test_cron_and_timer_tick_alike(home: Path) -> None:
    """Every five minutes, by either way."""
    assert crontab_line(home).split()[:5] == ["*/5", "*", "*", "*", "*"]
    assert unit_values(home, "pbem.timer", "OnCalendar=") == ["*:0/5"]
