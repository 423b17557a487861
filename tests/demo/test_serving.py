"""`pbem demo --serve`: a person plays with a mail program until Ctrl-C."""

from __future__ import annotations

import re
import smtplib
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console
from sqlmodel import col, select

from pbem.clock import SetClock
from pbem.demo.folder import claim
from pbem.demo.gm import ZONE, GameMaster
from pbem.demo.mailprogram import MailProgram
from pbem.demo.replies import Post
from pbem.demo.servers import HOST, PASSWORD, Servers, start
from pbem.demo.serving import PERSON, account, serve
from pbem.demo.sheet import Sheet
from pbem.demo.show import Show
from pbem.store.models import LetterRow

PLAYED = datetime(2026, 1, 20, 12, 0, tzinfo=UTC)
"""The last moment of the demonstration's own days."""

TODAY = datetime(2026, 3, 6, 20, 0, tzinfo=UTC)
MOST_TICKS = 60


class Scene:
    """An office whose demonstration is over, ready to serve."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        made = claim(folder)
        self._printed = StringIO()
        self._clock = SetClock(PLAYED)
        self._show = Show(Console(file=self._printed, width=100), ZONE)
        self.servers: Servers = stack.enter_context(start(made.mailboxes, ("games", "gm")))
        self._master = GameMaster(made, self.servers, self._clock, self._show)
        stack.callback(self._master.close)
        self._master.open_office(None)
        self._master.tick()
        self.ticks = 0

    @property
    def printed(self) -> str:
        """What stands on the screen."""
        return self._printed.getvalue()

    def subjects(self) -> list[str]:
        """What came into the office's account, letter by letter."""
        with self._master.office.reading() as session:
            rows = session.exec(select(LetterRow).order_by(col(LetterRow.id))).all()
            return [str(message_from_bytes(row.raw)["Subject"]) for row in rows]

    def serve(self, person: Iterator[None]) -> None:
        """Serve; the person acts between two ticks, and presses Ctrl-C when he is done."""
        real = SetClock(TODAY)

        def wait(seconds: float) -> None:
            real.moment += timedelta(seconds=seconds)
            self.ticks += 1
            if self.ticks > MOST_TICKS or next(person, True):
                raise KeyboardInterrupt

        serve(self._master, self.servers, self._clock, self._show, real=real, wait=wait)


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    """The servers run until the test ends."""
    with ExitStack() as stack:
        yield Scene(tmp_path / "demo", stack)


def test_it_prints_an_account_that_works_and_stops(scene: Scene) -> None:
    """With what is printed, a mail program can read and post."""

    def person() -> Iterator[None]:
        text = scene.printed
        assert account(scene.servers) in text
        found = dict(re.findall(r"^ +(user|password|incoming|outgoing) +(.*)$", text, re.M))
        ports = [int(port) for port in re.findall(r"port (\d+)", text)]
        assert ports == [scene.servers.imap_port, scene.servers.smtp_port]
        assert (found["user"], found["password"]) == (PERSON.lower(), PASSWORD)
        with smtplib.SMTP(HOST, ports[1], timeout=10) as client:
            client.login(found["user"], found["password"])
        refused = pytest.raises(smtplib.SMTPAuthenticationError)
        with smtplib.SMTP(HOST, ports[1], timeout=10) as client, refused:
            client.login(found["user"], "wrong")
        yield

    scene.serve(person())
    assert scene.ticks == 2
    assert scene.printed.endswith("Stopped; the mailboxes stay.\n")


def test_a_person_plays(scene: Scene) -> None:
    """He answers the trial letter; the game begins; he is asked, and his answer counts."""
    seen: list[Post] = []

    def person() -> Iterator[None]:
        program = MailProgram(scene.servers, PERSON)
        try:
            answered = 0
            while answered < 2:
                for post in program.new_letters():
                    seen.append(post)
                    sheet = Sheet(post.text)
                    if sheet.trial:
                        program.answer(post, "Hello!", "above", TODAY)
                    elif sheet.asked and sheet.choices:
                        program.answer(post, f"ANSWER {sheet.choices[-1]}", "above", TODAY)
                        answered += 1
                yield
        finally:
            program.close()

    scene.serve(person())
    subjects = " ".join(post.subject for post in seen)
    assert scene.ticks <= MOST_TICKS, subjects
    assert "please answer this trial letter" in subjects
    assert "pbem start sf2" in scene.printed
    assert any("Your letter" in post.text for post in seen[2:])
    assert not any("REFUSED" in post.text for post in seen)
    assert re.search(r"until \w+ \d+ Mar", " ".join(seen[-1].text.split()))


def test_letters_of_the_campaign_that_is_over_are_not_answered(scene: Scene) -> None:
    """Else the first letters that the new campaign gets would be replies to the old one."""
    anna = MailProgram(scene.servers, "Anna")
    post = EmailMessage()
    post["From"], post["To"] = "games@demo.invalid", anna.address
    post["Message-ID"], post["Subject"] = "<1@demo.invalid>", "[sf1-p1-abcdefghij] sf1"
    post.set_content("## Write above this line.\n\nPlease answer this letter once.\n")
    with smtplib.SMTP(scene.servers.host, scene.servers.smtp_port, timeout=10) as client:
        client.send_message(post)
    (seen,) = anna.new_letters()
    anna.close()
    assert Sheet(seen.text).trial

    def person() -> Iterator[None]:
        yield
        yield

    scene.serve(person())
    assert len(scene.subjects()) == 2, "replies to the trial letters of Anna and Bob"
    assert all("[sf2-" in subject for subject in scene.subjects())
