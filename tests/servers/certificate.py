"""A throw-away certificate for 127.0.0.1 and localhost, made by openssl."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Certificate:
    """Two PEM files; the certificate is its own authority (give it as SSL_CERT_FILE)."""

    cert: Path
    key: Path


def make_certificate(folder: Path) -> Certificate:
    """Make both files in the folder, readable by any server user (they protect nothing)."""
    made = Certificate(folder / "server.pem", folder / "server.key")
    subprocess.run(
        [
            *(
                "openssl",
                "req",
                "-x509",
                "-newkey",
                "ec",
                "-pkeyopt",
                "ec_paramgen_curve:prime256v1",
            ),
            *("-nodes", "-days", "2", "-subj", "/CN=localhost"),
            *("-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"),
            *("-keyout", str(made.key), "-out", str(made.cert)),
        ],
        check=True,
        capture_output=True,
    )
    made.key.chmod(0o644)
    made.cert.chmod(0o644)
    return made
