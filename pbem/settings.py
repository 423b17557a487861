"""The settings of an office: the sections of `pbem.toml`.

A key may also come from the environment, which goes before the file: `PBEM_SMTP_HOST` is `host` of
`[smtp]`. What each key means to a game master is written in the sample that `pbem init` leaves in
the office (`pbem/sample.toml`). Reading the file is `pbem.settingsfile`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Final, Literal, TypeVar

from pydantic import AfterValidator, BeforeValidator, Field
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict

from pbem.accounts import (
    IMAP_PORTS,
    IMAP_TLS,
    INBOX,
    SMTP_PORTS,
    SMTP_TLS,
    TIMEOUT,
    PasswordSource,
    Tls,
)
from pbem.deadlines import Duration, Pace, parse_duration, parse_pace, zone_of
from pbem.errors import PbemError

_ADDRESS: Final = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]+@[A-Za-z0-9.-]+")

T = TypeVar("T")


def _reader(read: Callable[[str], T]) -> Callable[[Any], T]:
    """`read` for a validator: a fault of ours becomes one that pydantic collects."""

    def checked(value: Any) -> T:
        if not isinstance(value, str):
            raise ValueError("it should be text, in quotation marks")
        try:
            return read(value)
        except PbemError as error:
            raise ValueError(f"{error.message} {error.hint}") from error

    return checked


def _address(text: str) -> str:
    if not _ADDRESS.fullmatch(text):
        raise ValueError("write a bare mail address such as gm@example.org")
    return text.lower()


Address = Annotated[str, AfterValidator(_address)]
ZoneName = Annotated[str, BeforeValidator(_reader(lambda name: zone_of(name).key))]
PaceText = Annotated[Pace, BeforeValidator(_reader(parse_pace))]
DurationText = Annotated[Duration, BeforeValidator(_reader(parse_duration))]
Port = Annotated[int, Field(ge=1, le=65535)]
Seconds = Annotated[float, Field(ge=1, le=600)]


class Section(BaseSettings):
    """One section of the file; a key that it does not know is a fault."""

    model_config = SettingsConfigDict(
        extra="forbid", frozen=True, env_ignore_empty=True, validate_default=False
    )

    section: ClassVar[str]

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """The environment goes before the file; there is no third place."""
        return env_settings, init_settings


class OfficeSettings(Section):
    """`[office]`: who writes, and to whom the office writes about itself.

    `address` is the mail account's; letters come from it, and reply addresses are made of it.
    `gm` gets what concerns the office (default: `address`). `plus`: the provider delivers
    `account+anything@host`. `authserv`: names under which our own mail server writes
    Authentication-Results; without one those headers are not believed.
    """

    model_config = SettingsConfigDict(env_prefix="PBEM_OFFICE_")
    section = "office"

    name: Annotated[str, Field(max_length=60)] = "Play by mail"
    address: Address
    gm: Address | None = None
    language: Annotated[str, Field(pattern="^[a-z]{2,3}$")] = "en"
    plus: bool = True
    authserv: tuple[str, ...] = ()

    @property
    def gm_address(self) -> str:
        """Where letters to the game master go."""
        return self.gm or self.address


class AccountSettings(Section):
    """What `[imap]` and `[smtp]` share. No user: no login. `auth` = "xoauth2": the password is an
    access token, which password_command prints anew at each login."""

    host: Annotated[str, Field(min_length=1)]
    user: str = ""
    auth: Literal["password", "xoauth2"] = "password"
    password: str = Field(default="", repr=False)
    password_file: str = ""
    password_command: str = ""
    timeout: Seconds = TIMEOUT
    ca_file: str = ""

    @property
    def secret(self) -> PasswordSource:
        """Where the password is; reading it may run a command, so that is left to its user."""
        return PasswordSource(
            self.section, self.password, self.password_file, self.password_command
        )


class ImapSettings(AccountSettings):
    """`[imap]`: the mailbox that letters come into. `processed`: a folder that letters are moved
    to once they are stored (empty: they stay)."""

    model_config = SettingsConfigDict(env_prefix="PBEM_IMAP_")
    section = "imap"

    tls: Tls = IMAP_TLS
    port: Port = Field(default_factory=lambda earlier: IMAP_PORTS[earlier["tls"]])
    folder: str = INBOX
    processed: str = ""


class SmtpSettings(AccountSettings):
    """`[smtp]`: the server that letters go out by. `connections`: how many at once.
    `daily_limit`: letters in 24 hours (0: as many as there are). `copy_to`: where a letter of which
    the server's answer was lost can be found again: "address" posts a copy of each letter to
    `account+sent@host`, "folder" looks into `sent_folder` of `[imap]`, where some providers keep
    what is sent by SMTP."""

    model_config = SettingsConfigDict(env_prefix="PBEM_SMTP_")
    section = "smtp"

    tls: Tls = SMTP_TLS
    port: Port = Field(default_factory=lambda earlier: SMTP_PORTS[earlier["tls"]])
    connections: Annotated[int, Field(ge=1, le=20)] = 4
    daily_limit: Annotated[int, Field(ge=0)] = 0
    copy_to: Literal["none", "address", "folder"] = "none"
    sent_folder: str = "Sent"


class MaildirSettings(Section):
    """`[maildir]`: a Maildir on this machine that letters come into; relative to the office."""

    model_config = SettingsConfigDict(env_prefix="PBEM_MAILDIR_")
    section = "maildir"

    path: Annotated[str, Field(min_length=1)]


class DeadlineSettings(Section):
    """`[deadlines]`: what a new campaign starts with; one key for each class of deadline.

    `minimum`: the least notice, also after a hold. `remind`: how long before a deadline a reminder
    goes out.
    """

    model_config = SettingsConfigDict(env_prefix="PBEM_DEADLINES_")
    section = "deadlines"

    zone: ZoneName = "UTC"
    turn: PaceText = parse_pace("3 days at 20:00")
    round: PaceText = parse_pace("3 days at 20:00")
    window: PaceText = parse_pace("1 day")
    again: PaceText = parse_pace("12 h")
    minimum: DurationText = parse_duration("6 h")
    remind: tuple[DurationText, ...] = (parse_duration("1 day"),)

    def for_campaign(self) -> dict[str, Any]:
        """As the column `campaign.deadlines` holds it, as JSON."""
        paces = {"TURN": self.turn, "ROUND": self.round, "WINDOW": self.window, "AGAIN": self.again}
        return {name: str(pace) for name, pace in paces.items()} | {
            "minimum": str(self.minimum),
            "remind": [str(before) for before in self.remind],
        }


class BrakeSettings(Section):
    """`[brakes]`: limits that stop a fault from running on.

    `clock_gap`: a longer absence is taken for a clock that jumped. `answers_hour`, `answers_day`:
    receipts to one address.
    """

    model_config = SettingsConfigDict(env_prefix="PBEM_BRAKES_")
    section = "brakes"

    clock_gap: DurationText = parse_duration("1 day")
    answers_hour: Annotated[int, Field(ge=1)] = 10
    answers_day: Annotated[int, Field(ge=1)] = 40


@dataclass(frozen=True)
class Settings:
    """All sections of an office; an account that is not set is None."""

    office: OfficeSettings
    imap: ImapSettings | None = None
    maildir: MaildirSettings | None = None
    smtp: SmtpSettings | None = None
    deadlines: DeadlineSettings = field(default_factory=DeadlineSettings)
    brakes: BrakeSettings = field(default_factory=BrakeSettings)


SECTIONS: Final[dict[str, type[Section]]] = {
    kind.section: kind
    for kind in (
        OfficeSettings,
        ImapSettings,
        MaildirSettings,
        SmtpSettings,
        DeadlineSettings,
        BrakeSettings,
    )
}
