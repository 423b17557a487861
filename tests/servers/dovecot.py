"""Dovecot as an unprivileged user: IMAP (plain, STARTTLS, TLS), LMTP in, SASL for Postfix.

Every user name exists and its password is `secret`; `gm+tag@anything` lands in the mailbox of
`gm` and keeps the whole address in Delivered-To.
"""

from __future__ import annotations

import getpass
import grp
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.servers.certificate import Certificate, make_certificate
from tests.servers.daemons import as_nobody, daemon, find_program, free_ports, server_folder

PASSWORD = "secret"

CONFIG = """
protocols = imap lmtp
listen = 127.0.0.1
base_dir = {folder}/run
state_dir = {folder}/state
instance_name = pbem-test
log_path = {folder}/dovecot.log
default_internal_user = {user}
default_internal_group = {group}
default_login_user = {user}
ssl = yes
ssl_cert = <{cert}
ssl_key = <{key}
disable_plaintext_auth = no
auth_mechanisms = plain login
auth_failure_delay = 0
mail_location = maildir:{folder}/mail/%n/Maildir
mail_home = {folder}/mail/%n
mail_uid = {user}
mail_gid = {group}
first_valid_uid = 1
first_valid_gid = 0
mail_fsync = never
mail_max_userip_connections = 50
recipient_delimiter = +
passdb {{
  driver = static
  args = password={password}
}}
userdb {{
  driver = static
  args = uid={user} gid={group} home={folder}/mail/%n
}}
namespace inbox {{
  inbox = yes
  separator = /
  mailbox Processed {{
    auto = create
  }}
  mailbox Sent {{
    auto = create
    special_use = \\Sent
  }}
}}
service anvil {{
  chroot =
  # A wrong password must not slow the next login down.
  unix_listener anvil-auth-penalty {{
    mode = 0
  }}
}}
service stats {{
  chroot =
}}
service imap-login {{
  chroot =
  process_min_avail = 1
  inet_listener imap {{
    port = {imap}
  }}
  inet_listener imaps {{
    port = {imaps}
    ssl = yes
  }}
}}
service lmtp {{
  inet_listener lmtp {{
    port = {lmtp}
  }}
}}
service auth {{
  inet_listener sasl {{
    port = {sasl}
  }}
}}
protocol lmtp {{
  auth_username_format = %Ln
}}
"""


@dataclass(frozen=True)
class Dovecot:
    """A running Dovecot: its loopback ports, its folder (Maildirs in mail/USER/Maildir)."""

    folder: Path
    certificate: Certificate
    imap: int
    imaps: int
    lmtp: int
    sasl: int
    password: str = PASSWORD

    def maildir(self, user: str) -> Path:
        """The Maildir of a user, there after his first letter or login."""
        return self.folder / "mail" / user / "Maildir"


def missing() -> str | None:
    """What Debian package this machine lacks, or None."""
    for program, package in (("dovecot", "dovecot-imapd"), ("openssl", "openssl")):
        if find_program(program) is None:
            return f"{program} is not installed (apt-get install {package})"
    if not Path("/usr/lib/dovecot/lmtp").exists():
        return "Dovecot's LMTP server is not installed (apt-get install dovecot-lmtpd)"
    return None


@contextmanager
def running_dovecot() -> Iterator[Dovecot]:
    """Start Dovecot in a temp folder on free ports; stop it and remove the folder at the end."""
    with server_folder("dovecot") as folder:
        certificate = make_certificate(folder)
        imap, imaps, lmtp, sasl = free_ports(4)
        made = Dovecot(folder, certificate, imap, imaps, lmtp, sasl)
        command = [find_program("dovecot") or "dovecot", "-F", "-c", str(_write_config(made))]
        with daemon(as_nobody(command), imap, folder / "dovecot.out"):
            yield made


def _write_config(made: Dovecot) -> Path:
    root = os.getuid() == 0
    user = "nobody" if root else getpass.getuser()
    group = "nogroup" if root else grp.getgrgid(os.getgid()).gr_name
    for name in ("run", "state", "mail"):
        path = made.folder / name
        path.mkdir()
        path.chmod(0o755)
    if root:
        # Dovecot drops to nobody before it makes its sockets, logs and mailboxes.
        made.folder.chmod(0o777)
        for name in ("run", "state", "mail"):
            (made.folder / name).chmod(0o777)
    config = made.folder / "dovecot.conf"
    config.write_text(
        CONFIG.format(
            folder=made.folder,
            cert=made.certificate.cert,
            key=made.certificate.key,
            user=user,
            group=group,
            password=made.password,
            imap=made.imap,
            imaps=made.imaps,
            lmtp=made.lmtp,
            sasl=made.sasl,
        )
    )
    config.chmod(0o644)
    return config
