"""Faults of the network in words a person can act on; the same for IMAP and SMTP."""

from __future__ import annotations

import ipaddress
import socket
import ssl
from typing import Final, Literal

from pbem.accounts import Tls
from pbem.errors import PbemError, SettingsError, TryAgain

Protocol = Literal["imap", "smtp"]

PORTS: Final = {
    "imap": 'tls = "tls" goes with port 993, tls = "starttls" with port 143',
    "smtp": 'tls = "tls" goes with port 465, tls = "starttls" with port 587 (or 25)',
}
"""What port goes with what kind of TLS, in words."""


def is_loopback(host: str) -> bool:
    """Whether a host of the settings is this machine itself."""
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def require_private(host: str, tls: Tls, protocol: Protocol) -> None:
    """Refuse to send a password in the clear over a network.

    Raises `SettingsError` when `tls` is `none` and the host is not this machine.
    """
    if tls == "none" and not is_loopback(host):
        raise SettingsError(
            f"{protocol}-plain",
            f'[{protocol}] tls = "none" would send letters and password readable to {host}.',
            f"Only a server on this machine may be used without TLS; {PORTS[protocol]}.",
        )


def trusting(ca_file: str) -> ssl.SSLContext:
    """What certificates are checked against: the system's authorities, and `ca_file` if given.

    Raises `SettingsError` when that file is missing or holds no certificate.
    """
    context = ssl.create_default_context()
    if ca_file:
        try:
            context.load_verify_locations(cafile=ca_file)
        except OSError as fault:
            raise SettingsError(
                "ca-file",
                f"ca_file {ca_file} cannot be used: {_reason(fault)}.",
                "It must hold a certificate as PEM text (-----BEGIN CERTIFICATE-----).",
            ) from fault
    return context


def fault_of(fault: OSError, protocol: Protocol, host: str, port: int, user: str = "") -> PbemError:
    """A failed or broken connection as an error that says what to check."""
    who = f" (user {user})" if user else ""
    server = f"{protocol.upper()} server {host}:{port}{who}"
    if isinstance(fault, ssl.SSLCertVerificationError):
        return PbemError(
            f"{protocol}-certificate",
            f"The {server} shows a certificate that is not to be trusted: {fault.verify_message}.",
            f"Check host of [{protocol}]: it must be the name the certificate is made for."
            " A certificate of your own is trusted when SSL_CERT_FILE names it.",
        )
    if isinstance(fault, ssl.SSLError):
        return PbemError(
            f"{protocol}-tls",
            f"The {server} does not speak TLS the way the settings say: {_reason(fault)}.",
            f"Check port and tls of [{protocol}]: {PORTS[protocol]}.",
        )
    if isinstance(fault, socket.gaierror):
        return TryAgain(
            f"{protocol}-host",
            f"The name of the {server} cannot be found: {_reason(fault)}.",
            f"Check host of [{protocol}], and this machine's network.",
        )
    if isinstance(fault, TimeoutError):
        return TryAgain(
            f"{protocol}-timeout",
            f"The {server} did not answer in time.",
            f"Check host and port of [{protocol}], and whether a firewall is in between; timeout"
            f" of [{protocol}] sets the seconds.",
        )
    if isinstance(fault, ConnectionRefusedError):
        return TryAgain(
            f"{protocol}-refused",
            f"Nothing listens at the {server}.",
            f"Check host and port of [{protocol}] ({PORTS[protocol]}), and that the server runs.",
        )
    return TryAgain(
        f"{protocol}-lost",
        f"The connection to the {server} failed: {_reason(fault)}.",
        "Nothing is lost; the next run tries again.",
    )


def _reason(fault: OSError) -> str:
    return (fault.strerror or str(fault) or type(fault).__name__).strip().rstrip(".")
