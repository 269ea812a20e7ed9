"""
Read the request to send a message: whose it is, and what only people may say.

Without a person's token it is an agent's, under the agent's own name. Raw keys and an
interrupt can answer a dialog, so they are for people.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from proctor.agents.session_folder import is_name
from proctor.errors import NotAllowed, UsageError
from proctor.server.postman import Letter, Postman
from proctor.server.pressing import interrupt, press
from proctor.server.withdrawing import withdraw

A_DAY = 86_400.0
MOST_KEYS, LONGEST_KEY = 100, 100
FIELDS = frozenset({"name", "text", "sender", "uid", "seconds", "interrupt", "keys", "withdraw"})
TO_ITSELF = "an agent sends nothing to itself"
PEOPLE_ONLY = "keys and interrupts are for people: they could answer a dialog"
NO_SENDER = "a message is from a person with a token, or from an agent by its name"


class Sending(NamedTuple):
    """A request to send something."""

    letter: Letter
    seconds: float | None
    interrupts: bool
    keys: list[str]
    withdraws: bool


async def send(postman: Postman, fields: dict[str, Any], *, person: str) -> dict[str, Any]:
    """
    Do what a request says, and say what became of it.

    Args:
        postman: who brings it.
        fields: the request, without a token.
        person: who asks; empty where it is no person.

    Raises:
        UsageError: the request is wrong.
        NotAllowed: an agent may not ask for this.
        NotFound: there is no such agent.

    """
    letter, seconds, interrupts, keys, withdraws = read_sending(fields, person=person)
    if withdraws:
        return await withdraw(postman, letter)
    if keys:
        await press(postman, letter.name, keys)
        return {"id": 0, "state": "delivered", "why": ""}
    if interrupts:
        await interrupt(postman, letter.name)
    return await postman.send(letter, seconds)


def read_sending(fields: dict[str, Any], *, person: str) -> Sending:
    """
    Read a request.

    Raises:
        UsageError: it is wrong.
        NotAllowed: an agent may not ask for this.

    """
    for field in fields.keys() - FIELDS:
        raise UsageError(f"`{field}` is not a field of this op")
    texts = {name: fields.get(name, "") for name in ("name", "text", "sender", "uid")}
    for name, text in texts.items():
        if not isinstance(text, str):
            raise UsageError(f"`{name}` is a text")
    interrupts, keys = fields.get("interrupt", False), fields.get("keys", [])
    if not isinstance(interrupts, bool) or not is_keys(keys):
        raise UsageError("`interrupt` is true or false, `keys` a list of names")
    withdraws = fields.get("withdraw", False)
    if not isinstance(withdraws, bool) or (withdraws and (texts["text"] or keys or interrupts)):
        raise UsageError("`withdraw` is true or false, and goes with nothing that is sent")
    if not person:
        if interrupts or keys:
            raise NotAllowed(PEOPLE_ONLY)
        if not is_name(texts["sender"]):
            raise NotAllowed(NO_SENDER, help="`proctor token` prints yours")
        if texts["sender"] == texts["name"]:
            raise NotAllowed(TO_ITSELF)
    letter = Letter(**{**texts, "sender": person or texts["sender"]}, person=bool(person))
    return Sending(letter, read_seconds(fields.get("seconds")), interrupts, keys, withdraws)


def is_keys(value: object) -> bool:
    """Say whether something is a list of keys."""
    return (
        isinstance(value, list)
        and len(value) <= MOST_KEYS
        and all(isinstance(key, str) and 0 < len(key) <= LONGEST_KEY for key in value)
    )


def read_seconds(value: object) -> float | None:
    """
    Read how long to wait.

    Raises:
        UsageError: it is no number from 0 on.

    """
    if value is None:
        return None
    # A NaN is not from 0 on either.
    if isinstance(value, bool) or not isinstance(value, int | float) or not value >= 0:
        raise UsageError("`seconds` is a number from 0 on")
    return float(min(value, A_DAY))
