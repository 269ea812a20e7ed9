"""Answers in words: what they say, about which question, and what their giver is told."""

from __future__ import annotations

import re
from typing import NamedTuple

from proctor.terms.reply import Answer

NOT_NOW = "your answer could not be kept: please try again"
WHICH = "Which question? Press, or write its number:"
MORE = "… and {more} more: see proctor approvals"
NOTHING_WAITS = "no question waits for an answer here"
NOT_UNDERSTOOD = "that is not understood as an answer: reply yes or no, or deny: and why"
TWO_NUMBERS = "you replied to question {replied} but wrote {number}: nothing was done"
NOT_A_PERSON = "only a person can answer, in their own name"
NOT_THE_MESSAGE = "this is not a message that asks"
NOT_THE_BUTTON = "this button does not belong to that question"

COMMAND = re.compile(
    r"(/?)(allow|deny)(?:@([A-Za-z0-9_]{1,64}))?(?:\s+(.*))?", re.DOTALL | re.IGNORECASE
)
# What a reply to a question may say besides. Behind a yes nothing may stand: "yes, but not on
# main" is none. "no problem" is no no.
YES = re.compile(r"(?:yes|approved?|allow|ok|okay)[.!]?|✅", re.IGNORECASE)
NO = re.compile(
    r"(?:no|deny|denied|reject|rejected)(?:[.!]?|\s*[:,]\s*(.*))|❌", re.DOTALL | re.IGNORECASE
)
NUMBER = re.compile(r"#?([1-9][0-9]{0,17})")
LONGEST_WORDS = 1000
# So many questions are listed at most, where it is not certain which is meant.
MOST_LISTED = 5


class Words(NamedTuple):
    """
    What somebody has written: an answer, or None where a reply says something else.

    `number` is the question's as it was written, or 0; `to` the bot that it names, as groups
    of Telegram do. With `command` it began with `/`.
    """

    answer: Answer | None
    number: int = 0
    words: str = ""
    to: str = ""
    command: bool = False

    @property
    def bare(self) -> bool:
        """Say whether it may mean the only question; not an allow with words: `/allow 12x`."""
        plainly = self.answer is Answer.DENY or not self.words
        return self.command and not self.number and plainly


def read_words(text: str, *, replied: bool) -> Words | None:
    """
    Read an answer in words; None for what is none.

    `replied` says that it is a reply to a message of ours. People also talk in a chat: "allow 12
    more minutes" is no answer. So words behind `allow` need the `/` before it, and without a
    number it must be a reply.
    """
    found = COMMAND.fullmatch(text)
    if found is not None:
        answer = Answer.ALLOW if found[2].lower() == "allow" else Answer.DENY
        number, words = number_and_words(found[4] or "")
        if found[1]:
            return Words(answer, number, words, (found[3] or "").lower(), command=True)
        is_talk = bool(found[3]) or (answer is Answer.ALLOW and bool(words))
        if (number or replied) and not is_talk:
            return Words(answer, number, words)
    if not replied or not text or text.startswith("/"):
        return None
    if YES.fullmatch(text):
        return Words(Answer.ALLOW)
    no = NO.fullmatch(text)
    return Words(Answer.DENY, words=(no[1] or "").strip()[:LONGEST_WORDS]) if no else Words(None)


def number_and_words(rest: str) -> tuple[int, str]:
    """Return the question's number, 0 where none is given, and the words behind it."""
    first, *more = rest.split(maxsplit=1) or [""]
    found = NUMBER.fullmatch(first)
    if not found:
        return 0, rest.strip()[:LONGEST_WORDS]
    return int(found[1]), "".join(more).strip()[:LONGEST_WORDS]


def two_numbers(number: int, replied: int) -> str:
    """Say that it is not certain which question is meant; nothing where it is."""
    if number and replied and number != replied:
        return TWO_NUMBERS.format(replied=replied, number=number)
    return ""
