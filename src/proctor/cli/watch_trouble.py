"""What keeps questions from being seen: said once each time that it changes."""

from __future__ import annotations

from proctor.errors import NoOwner, ServerError, StoreError

# Between two looks at the questions, in seconds.
EVERY = 0.5


class Trouble:
    """What was said of it last."""

    def __init__(self) -> None:
        self.said = ""

    def is_now(self, error: ServerError | StoreError | None) -> str:
        """Return what to say; nothing where that was said."""
        words = ""
        if isinstance(error, NoOwner):
            words = "no server is running: waiting for one"
        elif error is not None:
            words = f"{error.message}: trying again"
        known, self.said = self.said, words
        if words == known:
            return ""
        return words or "the server is there again"
