"""The three answers, in order of strictness."""

from __future__ import annotations

from enum import IntEnum


class Effect(IntEnum):
    """
    What may happen to a call.

    The order is the whole semantics: the strictest of several is `max()`, and
    `max()` of nothing raises, so that no evidence is never a yes.
    """

    ALLOW = 1
    ASK = 2
    DENY = 3

    @property
    def word(self) -> str:
        """Return the effect as people write it."""
        return self.name.lower()

    def __str__(self) -> str:
        """Print the word."""
        return self.word

    def __format__(self, spec: str) -> str:
        """Print the word inside f-strings too, where an int would print its number."""
        return format(self.word, spec)

    @classmethod
    def of(cls, word: str) -> Effect:
        """
        Read an effect from the word that people write.

        Raises:
            ValueError: `word` is none of allow, ask, deny.

        """
        try:
            return cls[word.upper()]
        except KeyError:
            message = f"`{word}` is not an effect: allow, ask or deny"
            raise ValueError(message) from None


# The members by themselves, for code that compares on every call: to look one
# up in its class takes longer than the comparison.
ALLOW, ASK, DENY = Effect
