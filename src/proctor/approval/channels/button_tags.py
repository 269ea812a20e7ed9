"""
What binds a button to its question.

The data of a button names its choice and its question, and has a tag that only a process
with the channel's key and the question's uid can make: who asked and who listens may be
two processes.
"""

from __future__ import annotations

import hmac
import re
from base64 import urlsafe_b64encode
from hashlib import sha256
from typing import NamedTuple

from proctor.approval.message import CHOICES, Choice
from proctor.terms.question import Question

TAG_BYTES = 12
DATA = re.compile(r"([a-z]):([1-9][0-9]{0,18}):([A-Za-z0-9_-]{16})")


class Pressed(NamedTuple):
    """What the data of a button says."""

    key: str
    number: int
    tag: str


def data_of(choice: Choice, question: Question, key: bytes) -> str:
    """Return the data of a button."""
    return f"{choice.key}:{question.id}:{tag_of(question, choice.key, key)}"


def tag_of(question: Question, choice: str, key: bytes) -> str:
    """Return what binds a button to its question; nobody without key and uid can make it."""
    text = f"{choice}\0{question.id}\0{question.uid}".encode("utf-8", "surrogatepass")
    return urlsafe_b64encode(hmac.digest(key, text, sha256)[:TAG_BYTES]).decode()


def belongs(pressed: Pressed, question: Question, key: bytes) -> bool:
    """Say whether a button is one of this question's."""
    wanted = tag_of(question, pressed.key, key)
    return pressed.number == question.id and hmac.compare_digest(wanted, pressed.tag)


def read_data(data: object) -> Pressed | None:
    """Read the data of a button; None for what no button of ours has."""
    found = DATA.fullmatch(data) if isinstance(data, str) else None
    return Pressed(found[1], int(found[2]), found[3]) if found else None


def choice_of(key: str) -> Choice | None:
    """Return the choice of a key; none of those that no button offers."""
    return next((choice for choice in CHOICES if choice.key == key), None)
