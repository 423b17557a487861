"""Postfix on loopback: takes mail for pbem.test and hands it to Dovecot; and its smtp-sink.

Postfix's master works as root only; smtp-sink runs as anybody.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.servers.daemons import HOST, as_nobody, daemon, find_program, free_ports, server_folder
from tests.servers.dovecot import Dovecot

DOMAIN = "pbem.test"

MAIN = """
compatibility_level = 3.6
queue_directory = {folder}/queue
data_directory = {folder}/data
command_directory = /usr/sbin
daemon_directory = {programs}
mail_owner = postfix
setgid_group = postdrop
myhostname = mail.{domain}
mydestination =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
virtual_mailbox_domains = {domain}
virtual_transport = lmtp:inet:127.0.0.1:{lmtp}
virtual_mailbox_maps = static:all
recipient_delimiter = +
default_transport = error:this host posts nothing to the outside
relay_transport = error:this host posts nothing to the outside
smtpd_recipient_restrictions =
    check_recipient_access inline:{{ {{unknown@{domain} = 550 5.1.1 no such user}} }},
    permit_mynetworks, reject
smtpd_tls_cert_file = {cert}
smtpd_tls_key_file = {key}
smtpd_tls_security_level = may
smtpd_error_sleep_time = 0
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = inet:127.0.0.1:{sasl}
maillog_file = {folder}/data/mail.log
maillog_file_prefixes = {folder}
message_size_limit = 10485760
"""

MASTER = """
127.0.0.1:{port} inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
lmtp unix - - n - - lmtp
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
"""


@dataclass(frozen=True)
class Postfix:
    """A running Postfix: its port (plain and STARTTLS, login by Dovecot's users), its folder."""

    folder: Path
    port: int
    dovecot: Dovecot
    domain: str = DOMAIN


@dataclass(frozen=True)
class Sink:
    """A running smtp-sink: it accepts everything, and keeps it in `kept` when asked to."""

    port: int
    kept: Path

    def letters(self) -> list[bytes]:
        """Every letter accepted so far, below the X- lines that smtp-sink puts on top."""
        return [one.read_bytes() for one in sorted(self.kept.iterdir())]


def missing() -> str | None:
    """What keeps Postfix from running here, or None."""
    if os.getuid() != 0:
        return "Postfix's master starts as root only"
    if find_program("master") is None:
        return "Postfix is not installed (apt-get install postfix)"
    return None


def missing_sink() -> str | None:
    """What keeps smtp-sink from running here, or None."""
    if find_program("smtp-sink") is None:
        return "smtp-sink is not installed (apt-get install postfix)"
    return None


@contextmanager
def running_postfix(dovecot: Dovecot) -> Iterator[Postfix]:
    """Start Postfix in a temp folder on a free port, delivering to the given Dovecot."""
    with server_folder("postfix") as folder:
        (port,) = free_ports(1)
        etc = _write_config(folder, port, dovecot)
        postfix = find_program("postfix") or "postfix"
        # The check makes the queue's folders with the owners that Postfix wants.
        subprocess.run([postfix, "-c", str(etc), "check"], check=True, capture_output=True)
        command = [find_program("master") or "master", "-c", str(etc), "-s"]
        with daemon(command, port, folder / "postfix.out"):
            yield Postfix(folder, port, dovecot)


def _write_config(folder: Path, port: int, dovecot: Dovecot) -> Path:
    for name in ("etc", "queue", "data"):
        (folder / name).mkdir()
    log = folder / "data" / "mail.log"
    log.touch()
    for path in (folder / "data", log):
        shutil.chown(path, "postfix")
    values = {
        "folder": folder,
        "programs": Path(find_program("master") or "").parent,
        "domain": DOMAIN,
        "port": port,
        "lmtp": dovecot.lmtp,
        "sasl": dovecot.sasl,
        "cert": dovecot.certificate.cert,
        "key": dovecot.certificate.key,
    }
    (folder / "etc" / "main.cf").write_text(MAIN.format(**values))
    (folder / "etc" / "master.cf").write_text(MASTER.format(**values))
    return folder / "etc"


@contextmanager
def running_sink(*options: str, keep: bool = False) -> Iterator[Sink]:
    """Start smtp-sink on a free port; options are its own (`-r RCPT` refuses softly, ...)."""
    with server_folder("sink") as folder:
        (port,) = free_ports(1)
        kept = folder / "kept"
        kept.mkdir()
        kept.chmod(0o777)
        dump = ["-d", f"{kept}/"] if keep else []
        program = find_program("smtp-sink") or "smtp-sink"
        command = as_nobody([program, *options, *dump, f"{HOST}:{port}", "100"])
        with daemon(command, port, folder / "sink.out"):
            yield Sink(port, kept)
