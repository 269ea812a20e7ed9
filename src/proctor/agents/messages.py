"""
Messages to an agent: as they are written, and the queue that they wait in.

    messages/00000012-<uid>.json      waits
             00000012-<uid>.typing    is being typed; its Enter was not pressed
             00000012-<uid>.entered   its Enter may have been pressed
             sent/00000012-<uid>      the last ones that were delivered
             withdrawn/00000012-<uid> the last ones that were taken back

A step of a message is the change of one name. So a server that is killed at any point leaves
behind how far it was, and the next one goes on from there: in order, and once.
"""

from __future__ import annotations

import re
import unicodedata
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from proctor.agents.session_files import read_json, write_json
from proctor.errors import UsageError
from proctor.home import make_private
from proctor.terms.lookalikes import marked

FOLDER, SENT, WITHDRAWN = "messages", "sent", "withdrawn"
WAITING, TYPING, ENTERED, DELIVERED = "json", "typing", "entered", "sent"
NAME = re.compile(rf"([0-9]{{8}})-([0-9a-f]{{16,64}})\.({WAITING}|{TYPING}|{ENTERED})")
OVER = re.compile(r"([0-9]{8})-([0-9a-f]{16,64})")
UID = re.compile(r"[0-9a-f]{16,64}")

# In bytes; as many wait for one agent, and of one sender among them.
LONGEST = 100_000
MOST, MOST_OF_ONE = 500, 100
# So many that are over are kept: one that is sent again is known by its uid.
KEPT = 100
LONGEST_SENDER = 64

# What ends a line somewhere, and is one end of a line here.
ENDS = re.compile("\r\n|[\r\v\f\x1c-\x1e\x85\u2028\u2029]")
# Joiners are part of words in some scripts; all other characters of format only hide things.
JOINERS = "\u200c\u200d"
REMOVED = frozenset({"Cc", "Cf", "Cs", "Cn"})
# Measured: `@path` behind a space hands the file to the model, and no hook is asked.
MENTION = re.compile(r"(?<![A-Za-z0-9\\])@(?=\S)")
# How a line begins that looks as if another message began there; signs before it change nothing.
FORGED = re.compile(r"[\W_]*from\s", re.IGNORECASE)
# What is written behind the name of an agent: a bare name is a person's, or the server's own.
AN_AGENT, UNKNOWN_PROGRAM = "an agent", "an unknown program"


class Message(NamedTuple):
    """One message: its place in the queue, and how far it is."""

    number: int
    uid: str
    sender: str
    text: str
    stage: str = WAITING


def text_of(sender: str, text: str) -> str:
    """
    Return a message as it is typed: it says whom it is from, and is nothing but text.

    It never begins with what an agent program takes for a command, has no control codes,
    names no file that the program would read by itself, and no second sender.

    Raises:
        UsageError: there is nothing to say, or too much.

    """
    clean = cleaned(ENDS.sub("\n", text)).strip()
    if not clean:
        raise UsageError("there is nothing to send", help="give a text, or pipe one in")
    head, newline, rest = MENTION.sub(r"\\@", clean).partition("\n")
    whole = f"From {name_of(sender)}: {head}{newline}{quoted(rest)}"
    if len(whole.encode()) > LONGEST:
        raise UsageError(
            f"a message has at most {LONGEST:,} bytes", help="write it to a file, and name that"
        )
    # Measured: behind a backslash, Enter is the beginning of another line.
    return f"{whole} " if whole.endswith("\\") else whole


def quoted(text: str) -> str:
    """Return lines with a mark before each one that looks like the beginning of a message."""
    return "\n".join(f"> {line}" if is_forged(line) else line for line in text.split("\n"))


def is_forged(line: str) -> bool:
    """Say whether a line looks as if another message began there, also in other letters."""
    if FORGED.match(unicodedata.normalize("NFKC", line[:LONGEST_SENDER])):
        return True
    first = next(iter(line.split()), "")[:LONGEST_SENDER]
    return marked(first) != first


def cleaned(text: str) -> str:
    """Return a text without what moves a cursor, turns words around or cannot be seen."""
    return "".join(
        char
        for char in text.replace("\t", "    ")
        if char == "\n" or char in JOINERS or unicodedata.category(char) not in REMOVED
    )


def name_of(sender: str) -> str:
    """Return a sender as one word or a few, with nothing in it that ends a name."""
    words = " ".join(cleaned(ENDS.sub(" ", sender)).replace("\n", " ").replace(":", " ").split())
    return words[:LONGEST_SENDER].strip() or "somebody"


class Queue:
    """
    The messages that wait for one agent, in the folder of its session.

    Used by the owner of a home alone, and by one thread at a time.
    """

    def __init__(self, session: Path) -> None:
        self.folder = session / FOLDER
        self.sent = self.folder / SENT
        self.withdrawn = self.folder / WITHDRAWN

    def put(self, sender: str, text: str, uid: str, *, person: bool = False) -> Message:
        """
        Put a message behind the others; one that is there already stays as it is.

        Args:
            sender: whom it is from.
            text: what is typed, as `text_of` makes it.
            uid: what it is known by.
            person: it is from a person, not from an agent of that name.

        Raises:
            UsageError: too many wait.
            OSError: it cannot be written.

        """
        waiting = self.waiting()
        over = [(*each, DELIVERED) for each in self.over(self.sent)]
        over += [(*each, WITHDRAWN) for each in self.over(self.withdrawn)]
        for number, known, stage in waiting + over:
            if known == uid:
                return Message(number, uid, sender, text, stage)
        if len(waiting) >= MOST or self.count_of(sender, waiting) >= MOST_OF_ONE:
            raise UsageError(
                f"{len(waiting)} messages wait for this agent, and no more are taken",
                help="see what holds them up: proctor list",
            )
        last = max((number for number, *_ in waiting + over), default=0)
        message = Message(last + 1, uid, sender, text)
        make_private(self.sent)
        write_json(self.path(message), {"sender": sender, "person": person, "text": text})
        return message

    def first(self) -> Message | None:
        """Return the message whose turn it is; one that nobody can read is put aside."""
        for number, uid, stage in self.waiting():
            message = Message(number, uid, "", "", stage)
            said = read_json(self.path(message)) or {}
            sender, text = said.get("sender"), said.get("text")
            if isinstance(sender, str) and isinstance(text, str) and text.startswith("From "):
                return message._replace(sender=sender, text=text)
            with suppress(OSError):
                self.path(message).rename(self.folder / f"{number:08d}-{uid}.unreadable")
        return None

    def move(self, message: Message, stage: str) -> Message:
        """
        Note how far a message is.

        Raises:
            OSError: that cannot be written.

        """
        moved = message._replace(stage=stage)
        if stage != message.stage:
            self.path(message).rename(self.path(moved))
        return moved

    def done(self, message: Message) -> None:
        """
        Note that a message was delivered.

        Raises:
            OSError: that cannot be written.

        """
        self.put_away(message, self.sent)

    def take_back(self, sender: str, *, person: bool) -> list[Message]:
        """
        Take back what waits from one sender; what is in the terminal already stays.

        Returns:
            What was taken back: sent again, it stays so.

        Raises:
            OSError: that cannot be written.

        """
        taken = []
        for number, uid, stage in self.waiting():
            message = Message(number, uid, sender, "", stage)
            said = read_json(self.path(message)) or {}
            whose = (said.get("sender"), said.get("person"))
            if stage == WAITING and whose == (sender, person):
                self.put_away(message, self.withdrawn)
                taken.append(message)
        return taken

    def put_away(self, message: Message, where: Path) -> None:
        """
        Put a message among those that are over, and forget the oldest of them.

        Raises:
            OSError: that cannot be written.

        """
        where.mkdir(mode=0o700, exist_ok=True)
        self.path(message).rename(where / f"{message.number:08d}-{message.uid}")
        for number, uid in self.over(where)[:-KEPT]:
            (where / f"{number:08d}-{uid}").unlink(missing_ok=True)

    def waiting(self) -> list[tuple[int, str, str]]:
        """Return number, uid and stage of every message that waits, in their order."""
        found = [NAME.fullmatch(name) for name in listed(self.folder)]
        return sorted((int(each[1]), each[2], each[3]) for each in found if each)

    def over(self, where: Path) -> list[tuple[int, str]]:
        """Return number and uid of the last ones that are over, in their order."""
        found = [OVER.fullmatch(name) for name in listed(where)]
        return sorted((int(each[1]), each[2]) for each in found if each)

    def count_of(self, sender: str, waiting: list[tuple[int, str, str]]) -> int:
        """Count the messages of one sender among those that wait."""
        if len(waiting) < MOST_OF_ONE:
            return 0
        paths = [self.path(Message(number, uid, "", "", at)) for number, uid, at in waiting]
        return sum((read_json(path) or {}).get("sender") == sender for path in paths)

    def path(self, message: Message) -> Path:
        """Return the file of a message that waits."""
        return self.folder / f"{message.number:08d}-{message.uid}.{message.stage}"


def listed(folder: Path) -> list[str]:
    """Return the names in a folder; none where it is not there."""
    try:
        return [path.name for path in folder.iterdir()]
    except OSError:
        return []
