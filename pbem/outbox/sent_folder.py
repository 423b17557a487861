"""The account's folder of sent mail, where some providers keep whatever is posted by SMTP."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pbem.sources.imap_client import imap_account, opened

if TYPE_CHECKING:
    from pbem.settings import ImapSettings, SmtpSettings


def find_sent(
    imap: ImapSettings, folder: Path, smtp: SmtpSettings, message_ids: Sequence[str]
) -> list[str]:
    """Those Message-IDs that are in the sent folder. Raises `PbemError` when it cannot be read."""
    with opened(imap_account(imap, folder)) as client:
        client.select_folder(smtp.sent_folder, readonly=True)
        return [one for one in message_ids if client.search(["HEADER", "Message-ID", one])]
