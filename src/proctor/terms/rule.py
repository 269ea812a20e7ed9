"""A rule, as its author meant it."""

from __future__ import annotations

from enum import Enum

from proctor.terms.effect import Effect
from proctor.terms.named_tuple import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime

    from proctor.terms.place import Place


class Form(Enum):
    """How a rule is written."""

    TOOL = "Tool"
    PATTERN = "Tool(pattern)"
    STRING = "tool:…"
    REGEX = "{tool, regex}"


class By(Enum):
    """Who may answer what a rule asks."""

    ANY = "any"
    HUMAN = "human"
    REVIEWER = "reviewer"


class Rule(NamedTuple):
    """
    Effect, pattern, reason and place.

    `text` is the rule as written and as it is printed; `tool` is empty for the
    `tool:…` form; `pattern` is None for a bare tool. After `until` the rule is
    not there. `match` and `not_match` are its own examples. `approvers` are the
    roles of people who may answer what it asks, if not everybody may.
    """

    effect: Effect
    text: str
    form: Form
    tool: str = ""
    pattern: str | None = None
    why: str | None = None
    by: By = By.ANY
    approvers: tuple[str, ...] = ()
    until: datetime | None = None
    match: tuple[str, ...] = ()
    not_match: tuple[str, ...] = ()
    where: Place | None = None

    def __str__(self) -> str:
        """Print the rule as it was written."""
        return self.text
