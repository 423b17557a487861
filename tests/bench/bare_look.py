"""The bare program beside an idle run: import imaplib and sqlite3, log in, look at the mailbox.

Arguments: IMAP port, user.
"""

import imaplib
import sqlite3
import sys

server = imaplib.IMAP4("127.0.0.1", int(sys.argv[1]))
server.login(sys.argv[2], "secret")
answer, data = server.status("INBOX", "(UIDNEXT UIDVALIDITY)")
server.logout()
if answer != "OK" or not sqlite3.sqlite_version:
    sys.exit(f"{answer} {data}")
