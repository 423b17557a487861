"""Step by step: an account that pbem can use, at the providers that most people have."""

from __future__ import annotations

from typing import Final

from pbem.errors import UsageFault

_GMAIL: Final = """\
Gmail

 1. Turn on 2-Step Verification: myaccount.google.com, Security.
 2. Make an app password: myaccount.google.com/apppasswords. Its 16 letters, without the blanks, go
    into secrets/mail-password of the office. The account's own password does not work.
 3. IMAP is on for every account; nothing needs to be switched on.
 4. pbem.toml:
      [imap]
      host = "imap.gmail.com"          # port 993, tls = "tls" is the default
      user = "you@gmail.com"
      password_file = "secrets/mail-password"
      [smtp]
      host = "smtp.gmail.com"          # port 587, tls = "starttls" is the default
      user = "you@gmail.com"
      password_file = "secrets/mail-password"
      daily_limit = 500                # 2000 with Workspace
      copy_to = "folder"               # Gmail keeps what is sent
      sent_folder = "[Gmail]/Sent Mail"
      [office]
      authserv = ["mx.google.com"]     # whose Authentication-Results are believed
 5. you+anything@gmail.com reaches the account, so plus = true stays.
 6. A filter that never sends letters to you+... to Spam keeps players' letters in the inbox.
 7. pbem doctor --send"""

_FASTMAIL: Final = """\
Fastmail

 1. Settings, Privacy & Security, Manage app passwords: a new one with access to Mail
    (IMAP/POP/SMTP). Put it into secrets/mail-password of the office. The account's own password
    does not work.
 2. pbem.toml:
      [imap]
      host = "imap.fastmail.com"       # port 993
      user = "you@fastmail.com"        # the account's name, also where address is an alias
      password_file = "secrets/mail-password"
      [smtp]
      host = "smtp.fastmail.com"
      tls = "tls"                      # port 465
      user = "you@fastmail.com"
      password_file = "secrets/mail-password"
      copy_to = "address"              # a copy to you+sent@fastmail.com proves what was taken
 3. you+anything@fastmail.com reaches the account, so plus = true stays.
 4. An address of [office] that is an alias must be one of Settings, My email addresses.
 5. pbem doctor --send"""

_OUTLOOK: Final = """\
Outlook.com, Hotmail, Microsoft 365

 1. Microsoft takes no passwords from programs any more: a token is needed (OAuth2), which another
    program has to fetch and to renew. Any command that prints an access token will do.
    For Microsoft 365 the administrator may have to switch on IMAP and authenticated SMTP for the
    mailbox.
 2. Outlook.com: Settings, Mail, Forwarding and IMAP: let devices and apps use IMAP.
 3. pbem.toml:
      [imap]
      host = "outlook.office365.com"   # port 993
      user = "you@outlook.com"
      auth = "xoauth2"
      password_command = "..."         # prints the token, newly for each login
      [smtp]
      host = "smtp-mail.outlook.com"   # smtp.office365.com for Microsoft 365
      user = "you@outlook.com"
      auth = "xoauth2"
      password_command = "..."
      daily_limit = 300
 4. you+anything@outlook.com reaches the account. For Microsoft 365 an administrator may have turned
    that off: then plus = false of [office].
 5. pbem doctor --send
If no token can be had, use another account for the game, or an own server."""

_OWN: Final = """\
An own server (Postfix and Dovecot, say)

 1. Make an account for the game, with a mailbox of its own.
 2. Let account+anything@host reach it: recipient_delimiter = + in Postfix's main.cf, and
    the same in Dovecot where it delivers (LMTP). Else plus = false of [office].
 3. Letters in, one of these:
      [imap] host = "mail.example.org", user, password_file
      [maildir] path = "/home/games/Maildir"            (pbem runs as that user)
      neither: an alias or a .forward hands each letter over
        "|pbem deliver --office /home/games/office"
 4. Letters out:
      [smtp] host = "localhost", port = 25, tls = "none", no user   (on the same machine)
      [smtp] host = "mail.example.org", user, password_file         (port 587, STARTTLS)
    A certificate of your own: ca_file names it, or the variable SSL_CERT_FILE.
 5. SPF, DKIM and DMARC records for the domain, and a reverse name for the address, or other
    providers will treat reports as spam.
 6. authserv = ["mail.example.org"] of [office] where your server writes Authentication-Results.
 7. pbem doctor --send"""

STEPS: Final = {"gmail": _GMAIL, "fastmail": _FASTMAIL, "outlook": _OUTLOOK, "own": _OWN}


def steps_for(provider: str) -> str:
    """The steps. Raises `UsageFault` `no-provider` naming those there are."""
    found = STEPS.get(provider.strip().lower())
    if found is None:
        raise UsageFault(
            "no-provider",
            f"There are no steps for '{provider}'.",
            f"There are: {', '.join(STEPS)} (any server that speaks IMAP and SMTP).",
        )
    return found
