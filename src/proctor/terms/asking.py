"""What a config.yaml says of asking: who may answer, where they are asked, how long it waits."""

from __future__ import annotations

from collections.abc import Mapping

from proctor.terms.named_tuple import NamedTuple
from proctor.terms.person import Person

TIMEOUT = 60.0
NOTHING: Mapping[str, tuple[str, ...]] = {}


class ReviewerSettings(NamedTuple):
    """
    How the AI reviewer is reached.

    `kind` is `claude` (the program of that name), `command`, `anthropic` or `openai`
    (an HTTP endpoint that speaks like theirs). `key_variable` names the variable of
    the server's environment in which the endpoint's key stands. `model` counts where
    a role names none.
    """

    kind: str = "claude"
    command: tuple[str, ...] = ()
    url: str = ""
    key_variable: str = ""
    model: str = "haiku"
    seconds: float = 20.0


class Asking(NamedTuple):
    """
    How people are asked, in one home.

    `approvers` maps a role of agents to the roles of people who may answer for it,
    `permission_grants` a role of people to the profiles that they may grant. `telegram`
    and `discord` are what is written under those keys, checked, or None.
    `dialog_on_timeout` leaves an expired question to the program's own dialog, where
    somebody sits before it.
    """

    people: tuple[Person, ...] = ()
    approvers: Mapping[str, tuple[str, ...]] = NOTHING
    permission_grants: Mapping[str, tuple[str, ...]] = NOTHING
    timeout: float = TIMEOUT
    dialog_on_timeout: bool = True
    inbox: bool = True
    telegram: Mapping[str, object] | None = None
    discord: Mapping[str, object] | None = None
    reviewer: ReviewerSettings = ReviewerSettings()
