"""Answers in words: the number and the words in one, and what its giver is told in return."""

from __future__ import annotations

import re

NOT_NOW = "your answer could not be kept: please try again"
NO_NUMBER = "which question? Write its number: /{word} 12"
TWO_NUMBERS = "you replied to question {replied} but wrote {number}: nothing was done"
NOT_A_PERSON = "only a person can answer, in their own name"
NOT_THE_MESSAGE = "this is not a message that asks"
NOT_THE_BUTTON = "this button does not belong to that question"

NUMBER = re.compile(r"#?([1-9][0-9]{0,17})")
LONGEST_WORDS = 1000


def number_and_words(rest: str) -> tuple[int, str]:
    """Return the question's number, 0 where none is given, and the words behind it."""
    first, *more = rest.split(maxsplit=1) or [""]
    found = NUMBER.fullmatch(first)
    if not found:
        return 0, rest.strip()[:LONGEST_WORDS]
    return int(found[1]), "".join(more).strip()[:LONGEST_WORDS]


def wrong_number(word: str, number: int, replied: int) -> str:
    """Say why it is not certain which question is meant; nothing where it is."""
    if not number and not replied:
        return NO_NUMBER.format(word=word)
    if number and replied and number != replied:
        return TWO_NUMBERS.format(replied=replied, number=number)
    return ""
