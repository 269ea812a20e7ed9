"""
One question, and what a person's keys do to it, before there is an answer.

    choosing ──► taken                  a, s, t, or Enter on one of them
        ├──► sure? ──► taken            w and c: then y
        └──► words ──► taken            d, and D for all of its line: words, then Enter
"""

from __future__ import annotations

from typing import NamedTuple

from proctor.approval.channels.answering_words import LONGEST_WORDS
from proctor.approval.channels.terminal_keys import Key
from proctor.approval.message import Choice, choices_of, remembered
from proctor.terms.plain import plain
from proctor.terms.question import Question
from proctor.terms.reply import Answer, Scope

KEYS_LATER = "(keys count in a moment)"
KEYS_NOW = "press a key, or arrows and Enter; q leaves without an answer"
HANDING_IN = "handing your answer in…"
YES = "y"
# Shows every question of a line one by one, and denies all of them.
OPEN_LINE, DENY_ALL = "o", "D"


class Taken(NamedTuple):
    """
    An answer that somebody has given, with words for the agent.

    `to_all` says that a denial is for every question of the line.
    """

    choice: Choice
    words: str = ""
    to_all: bool = False


class Dialog:
    """A question that is shown; nothing is chosen until somebody chooses it."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.choices = choices_of(question)
        self.selected = -1
        self.sure: Choice | None = None
        self.words: str | None = None
        self.handing_in = False
        # How many questions are on its line, and whether the words are for all of them.
        self.on_line = 1
        self.to_all = False

    @property
    def mode(self) -> str:
        """Return what keys do now."""
        if self.handing_in:
            return "handing in"
        if self.words is not None:
            return "words"
        return "sure" if self.sure is not None else "choosing"

    def start_again(self) -> None:
        """Begin again, as an answer did not count."""
        self.selected, self.sure, self.words, self.handing_in = -1, None, None, False
        self.to_all = False

    def press(self, key: Key) -> Taken | None:
        """Take a key, and return the answer that it completes."""
        if self.handing_in:
            return None
        if self.words is not None:
            return self.write(key)
        if self.sure is not None:
            armed, self.sure = self.sure, None
            # Not the same key once more: one that is held down repeats by itself.
            return Taken(armed) if key.name == "letter" and key.text == YES else None
        if key.name in {"up", "down"}:
            self.move(1 if key.name == "down" else -1)
            return None
        if key.name == "letter" and key.text == DENY_ALL and self.on_line > 1:
            self.words, self.to_all = "", True
            return None
        choice = self.choice_of(key)
        if choice is None:
            return None
        self.selected = self.choices.index(choice)
        if choice.answer is Answer.DENY:
            self.words = ""
            return None
        if choice.scope is Scope.ALWAYS or choice.category:
            self.sure = choice
            return None
        return Taken(choice)

    def choice_of(self, key: Key) -> Choice | None:
        """Return the choice that a key means; none where it means nothing."""
        if key.name == "enter" and self.selected >= 0:
            return self.choices[self.selected]
        letter = key.text if key.name == "letter" else ""
        return next((each for each in self.choices if each.key == letter), None)

    def move(self, step: int) -> None:
        """Move to the next choice; at first to the first or the last."""
        first = 0 if step > 0 else len(self.choices) - 1
        moved = (self.selected + step) % len(self.choices)
        self.selected = first if self.selected < 0 else moved

    def write(self, key: Key) -> Taken | None:
        """Write a line for the agent, and return the denial that it goes with."""
        words = self.words or ""
        if key.name == "enter":
            [deny] = [each for each in self.choices if each.answer is Answer.DENY]
            return Taken(deny, words.strip(), self.to_all)
        if key.name == "escape":
            self.words, self.to_all = None, False
        elif key.name in {"backspace", "clear"}:
            self.words = words[:-1] if key.name == "backspace" else ""
        elif key.name in {"letter", "paste"}:
            line = " ".join(key.text.split()) if key.name == "paste" else key.text
            self.words = (words + line)[:LONGEST_WORDS]
        return None

    def hint(self, *, ready: bool) -> str:
        """Return what can be done now."""
        if self.handing_in:
            return HANDING_IN
        if self.words is not None and self.to_all:
            of = f"all {self.on_line:,} questions of this line"
            return f"Words for the agent (Enter denies {of}, Esc goes back): {plain(self.words)}"
        if self.words is not None:
            return f"Words for the agent (Enter denies, Esc goes back): {plain(self.words)}"
        if self.sure is not None:
            says = f"{self.sure.says}: {remembered(self.sure)}."
            later = "" if ready else f" {KEYS_LATER}"
            return f"{says} Sure? Press {YES}, or any other key to go back.{later}"
        return KEYS_NOW if ready else KEYS_LATER
