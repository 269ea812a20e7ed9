"""Read what comes from a keyboard: keys by their names, and what was pasted as one thing."""

from __future__ import annotations

import codecs
import re
from typing import NamedTuple

SEQUENCE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|O.|[^\[O\x1b])", re.DOTALL)
# The beginning of one; Escape alone is a key.
UNFINISHED = re.compile(r"\x1b(?:\[[0-?]*[ -/]*|O)\Z")
PASTE, PASTED = "\x1b[200~", "\x1b[201~"
LONGEST_PASTE = 10_000
NAMES = {
    "\x1b[A": "up", "\x1b[B": "down", "\x1b[C": "right", "\x1b[D": "left",
    "\x1bOA": "up", "\x1bOB": "down", "\x1bOC": "right", "\x1bOD": "left",
    "\r": "enter", "\n": "enter", "\t": "right", "\x1b[Z": "left", "\x1b": "escape",
    "\x7f": "backspace", "\x08": "backspace", "\x15": "clear", "\x03": "leave", "\x04": "leave",
}  # fmt: skip


class Key(NamedTuple):
    """A key: its name, or `letter`, `paste` or `other`; and the text of the first two."""

    name: str
    text: str = ""


class Keys:
    """Reads the bytes of a keyboard, however they are cut."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Forget what was begun."""
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.pending = ""
        self.pasting = False

    def feed(self, data: bytes) -> list[Key]:
        """Return the keys that are whole now."""
        text = self.pending + self.decoder.decode(data)
        self.pending = ""
        keys: list[Key] = []
        while text:
            if self.pasting:
                inner, ended, rest = text.partition(PASTED)
                if not ended:
                    # The end of it may have come in part.
                    self.pending = text[:LONGEST_PASTE] + text[LONGEST_PASTE:][-len(PASTED) :]
                    break
                self.pasting, text = False, rest
                keys.append(Key("paste", inner[:LONGEST_PASTE]))
                continue
            if UNFINISHED.match(text):
                self.pending = text
                break
            found = SEQUENCE.match(text)
            word = found[0] if found else text[0]
            text = text[len(word) :]
            if word == PASTE:
                self.pasting = True
            else:
                keys.append(key_of(word))
        return keys


def key_of(word: str) -> Key:
    """Return the key that sends this."""
    if name := NAMES.get(word):
        return Key(name)
    return Key("letter", word) if len(word) == 1 and word.isprintable() else Key("other")
