"""What came back from whoever was asked."""

from __future__ import annotations

from enum import StrEnum

from proctor.terms.named_tuple import NamedTuple


class Answer(StrEnum):
    """What a question came to; only the first of them lets a call run."""

    ALLOW = "allow"
    DENY = "deny"
    TIMEOUT = "timeout"
    DIALOG = "dialog"


class Scope(StrEnum):
    """For how long an answer shall hold."""

    ONCE = "once"
    SESSION = "session"
    TIME = "time"
    ALWAYS = "always"


class Decider(StrEnum):
    """Who gave an answer."""

    PERSON = "person"
    GRANT = "grant"
    REVIEWER = "reviewer"


class Reply(NamedTuple):
    """
    An answer, from whom, and through what.

    `by` is the person, or empty where nobody answered; `channel` where they did
    so; `words` are for the agent. `seconds` belongs to the scope `time`.
    `question` is the number of the question that was answered. `category` is what
    a session's answer shall hold for beyond the very same call: `bash`, `edit`…
    `review` is what a reviewer said of it before, with what that took and cost. `rule` is
    what a person wrote in the place of the rules that *always* would add, one to a line.
    `chat_roles` are the ids of the roles that they had in the chat as they answered, by the
    chat's word.
    """

    answer: Answer
    by: str = ""
    channel: str = ""
    words: str = ""
    scope: Scope = Scope.ONCE
    seconds: int = 0
    at: str = ""
    question: int | None = None
    category: str = ""
    decider: Decider = Decider.PERSON
    review: str = ""
    rule: str = ""
    chat_roles: str = ""

    @property
    def is_unanswered(self) -> bool:
        """Say whether a call is refused because nobody answered, and not by anybody's no."""
        return self.answer is Answer.TIMEOUT or (self.answer is Answer.DENY and not self.by)

    @property
    def lasting(self) -> str:
        """Return what more than the one call a yes allows, and for how long; else nothing."""
        what = f"every {self.category} call" if self.category else ""
        return " ".join(filter(None, (what, self.how_long)))

    @property
    def how_long(self) -> str:
        """Return for how long an answer holds beyond its call; nothing where it does not."""
        if self.scope is not Scope.TIME:
            words = {Scope.SESSION: "for this session", Scope.ALWAYS: "always"}
            return words.get(self.scope, "")
        minutes, seconds = divmod(self.seconds, 60)
        span = [f"{minutes} min"] if minutes else []
        span += [f"{seconds} s"] if seconds or not minutes else []
        return f"for {' '.join(span)}"
