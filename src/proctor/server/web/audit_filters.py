"""The filters of the record as they stand in an address: read, wrong ones told, written again."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import NamedTuple
from urllib.parse import urlencode

from pydantic import ValidationError
from starlette.datastructures import QueryParams

from proctor.audit.store import Filter
from proctor.config import load_config
from proctor.errors import ProctorError, did_you_mean
from proctor.server.office import Office
from proctor.server.wanted import PAGE, Records
from proctor.terms.plain import plain
from proctor.terms.record import Outcome

FILTERS = (
    "agent", "role", "decision", "tool", "person", "session", "host", "since", "until", "text",
)  # fmt: skip
PLACES = ("before", "after")
KNOWN = (*FILTERS, *PLACES)
TWICE = "it stands there twice"
LONGEST_NAME = 40


class Asked(NamedTuple):
    """
    What an address asks for.

    `given` is what stands there, as it was typed; `errors` says what is wrong, by the
    field; `strange` what is wrong with the address itself. Where anything is wrong,
    `wanted` is nothing that may be looked for.
    """

    given: dict[str, str]
    wanted: Filter
    errors: dict[str, str]
    strange: list[str]

    @property
    def wrong(self) -> bool:
        """Say whether something is wrong."""
        return bool(self.errors or self.strange)

    @property
    def filtered(self) -> bool:
        """Say whether there is any filter at all."""
        return any(name in self.given for name in FILTERS)

    def query(self, **changed: str | int | None) -> str:
        """Return the address's question with some fields changed; None takes one away."""
        asked: dict[str, str | int | None] = {**self.given, **changed}
        return urlencode({name: value for name, value in asked.items() if value not in ("", None)})

    def filters(self, **changed: str | int | None) -> str:
        """Return the same without a place in the list: what is chosen anew begins on top."""
        return self.query(before=None, after=None, **changed)


def read_filters(params: QueryParams, *, more: Sequence[str] = ()) -> Asked:
    """Return what an address asks for; `more` are fields of other meaning that may stand there."""
    given: dict[str, str] = {}
    errors: dict[str, str] = {}
    strange: list[str] = []
    for name, value in params.multi_items():
        if name in more:
            continue
        if name not in KNOWN:
            strange.append(unknown(name))
        elif name in given:
            errors[name] = TWICE
        elif value.strip():
            given[name] = value
    try:
        read = Records.model_validate({**given, "limit": PAGE})
    except ValidationError as error:
        return Asked(given, Filter(), told(error, given) | errors, strange)
    wanted = Filter(**read.model_dump(mode="json", exclude={"limit"}))
    return Asked(given, wanted, errors, strange)


def told(error: ValidationError, given: Mapping[str, str]) -> dict[str, str]:
    """Return what is wrong, by the field."""
    found: dict[str, str] = {}
    for one in error.errors():
        name = str(one["loc"][0])
        found.setdefault(name, one["msg"].removeprefix("Value error, "))
    if "decision" in found:
        known = [word.value for word in Outcome]
        hint = did_you_mean(given["decision"], known)
        found["decision"] = hint or f"one of {', '.join(known)}"
    for name in PLACES:
        if name in found:
            found[name] = "the number of a record"
    return found


def unknown(name: str) -> str:
    """Say that there is no such filter."""
    short = plain(name[:LONGEST_NAME])
    hint = did_you_mean(short, KNOWN)
    return f"there is no filter `{short}`" + (f": {hint}" if hint else "")


async def as_kept(office: Office, asked: Asked) -> Asked:
    """Return it with the name by which a tool stands in records: tools that are equal have one."""
    tool = asked.wanted.tool
    if not tool:
        return asked
    name = await asyncio.to_thread(kept_name, office, tool)
    return asked._replace(wanted=asked.wanted._replace(tool=name))


def kept_name(office: Office, tool: str) -> str:
    """Return the one name of a tool; as it is where it has none, or the config is wrong."""
    try:
        return load_config(office.home, None).catalogue.get(tool).name
    except (ProctorError, OSError):
        return tool
