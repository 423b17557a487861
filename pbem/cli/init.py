"""`pbem init`: make an office."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Final

import typer

from pbem.cli.common import at_terminal, say
from pbem.cli.group import examples
from pbem.errors import UsageFault

EPILOG = examples(
    "pbem init ~/office",
    "pbem init ~/office --address games@example.org --gm you@example.org --zone Europe/Berlin",
    "pbem init ~/office --address games@example.org --maildir ~/Maildir --smtp-host localhost",
)

_HOSTS: Final = {
    "gmail.com": ("imap.gmail.com", "smtp.gmail.com"),
    "googlemail.com": ("imap.gmail.com", "smtp.gmail.com"),
    "fastmail.com": ("imap.fastmail.com", "smtp.fastmail.com"),
    "fastmail.fm": ("imap.fastmail.com", "smtp.fastmail.com"),
    "outlook.com": ("outlook.office365.com", "smtp-mail.outlook.com"),
    "hotmail.com": ("outlook.office365.com", "smtp-mail.outlook.com"),
    "live.com": ("outlook.office365.com", "smtp-mail.outlook.com"),
}
"""IMAP and SMTP server of the providers that most people have."""

_ADDRESS: Final = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]+@[A-Za-z0-9.-]+")
_HOST: Final = re.compile(r"[A-Za-z0-9.:-]+")
_SAMPLE: Final = "games@example.org"


def init(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="The folder to make; no office may be in it.")
    ],
    address: Annotated[
        str, typer.Option(help="The mail account that players write to.", show_default=False)
    ] = "",
    gm: Annotated[
        str, typer.Option(help="Your own address: what needs you goes there.", show_default=False)
    ] = "",
    imap_host: Annotated[
        str, typer.Option(help="Where its letters are read.", show_default=False)
    ] = "",
    maildir: Annotated[
        Path | None,
        typer.Option(
            metavar="PATH",
            help="A Maildir of this machine that letters come into, and no IMAP; made if need be.",
            show_default=False,
        ),
    ] = None,
    smtp_host: Annotated[
        str, typer.Option(help="Where letters are posted.", show_default=False)
    ] = "",
    zone: Annotated[
        str, typer.Option(help="Time zone of deadlines: Europe/Berlin.", show_default=False)
    ] = "",
) -> None:
    """Make an office: a folder with settings and database.

    What is not given is asked for at a terminal; else a sample stands in the settings file, which
    is commented and yours to edit. With --maildir and no --smtp-host nothing is posted: letters
    wait, and pbem outbox show prints them. Nothing is ever written over an office that is there.
    """
    from pbem.deadlines import zone_of
    from pbem.office import make_office, sample_settings

    if maildir is not None and imap_host:
        raise UsageFault(
            "two-sources", "--maildir and --imap-host are two ways to get letters.", "Give one."
        )
    address = _checked("address", address or _ask("Mail address of the account", _SAMPLE), _ADDRESS)
    gm = gm or _ask("Your own address, for what needs you (may be empty)", "")
    if gm:
        _checked("gm", gm, _ADDRESS)
    imap, smtp = _hosts(address)
    if maildir is None:
        imap = _checked("imap-host", imap_host or _ask("IMAP server", imap), _HOST)
        smtp_host = smtp_host or _ask("SMTP server", smtp)
    if smtp_host:
        _checked("smtp-host", smtp_host, _HOST)
    zone = zone_of(zone or _ask("Time zone of deadlines", "UTC")).key
    if maildir is not None:
        maildir = _made_maildir(maildir)
    office = make_office(
        folder, sample_settings(address, imap, smtp_host, zone, gm=gm, maildir=maildir)
    )
    mail = _mail(office.folder, address, smtp_host, by_imap=maildir is None)
    say(_next_steps(office.folder, mail))


def _made_maildir(maildir: Path) -> Path:
    """The Maildir, there and whole. Raises `UsageFault` `maildir`."""
    from pbem.maildirs import FOLDERS

    maildir = maildir.absolute()
    try:
        for name in (*FOLDERS, "tmp"):
            (maildir / name).mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise UsageFault(
            "maildir", f"{maildir} cannot be made: {error.strerror}.", "Name another folder."
        ) from error
    return maildir


def _ask(question: str, default: str) -> str:
    if not at_terminal():
        return default
    return str(typer.prompt(question, default=default))


def _hosts(address: str) -> tuple[str, str]:
    domain = address.rpartition("@")[2].lower()
    return _HOSTS.get(domain, (f"imap.{domain}", f"smtp.{domain}"))


def _checked(option: str, text: str, allowed: re.Pattern[str]) -> str:
    if allowed.fullmatch(text):
        return text
    host = option.endswith("-host")
    what = "the name of a server such as" if host else "a bare mail address such as"
    sample = "mail.example.org" if host else _SAMPLE
    raise UsageFault(
        "bad-setting", f"--{option}: '{text}' cannot be used.", f"Write {what} {sample}."
    )


def _next_steps(folder: Path, mail: str) -> str:
    from pbem.resources import packaged

    tick = packaged("cron") / "tick.sh"
    return f"""\
{folder} is an office now. What comes next:

 1. {mail}
 2. export PBEM_OFFICE={folder}
    pbem doctor                            (what is wrong still, and how to mend it)
 3. pbem new sf1 space-freighter           (a campaign; pbem games lists the games)
    pbem join sf1 Ann ann@example.org      (each player gets a trial letter)
    pbem start sf1                         (once all have answered it)
 4. A tick every five minutes, as a line of crontab -e:
      */5 * * * * {tick} {folder}"""


def _mail(folder: Path, address: str, smtp_host: str, *, by_imap: bool) -> str:
    from pbem.office import LOCAL_HOSTS

    if not smtp_host:
        return f"""\
Nothing is posted: letters wait, and pbem outbox show N prints one. A server under [smtp]
    of {folder}/pbem.toml changes that."""
    if not by_imap and smtp_host in LOCAL_HOSTS:
        return f"Look through {folder}/pbem.toml. No password is needed."
    return f"""\
Put the password of {address} into a file that only you can read:
      (umask 077; cat > {folder}/secrets/mail-password)
    and look through {folder}/pbem.toml."""
