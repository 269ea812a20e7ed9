"""
openai-agents: the calls of one guarded tool, and the answers that wait for theirs.

An answer of the desk is kept in this process until its call runs. It counts for exactly that
call, id, agent, session and input, once; and only while the rules do not say otherwise.
"""

from __future__ import annotations

import json
import os
import time
from collections import OrderedDict
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

from agents.function_schema import function_schema

from proctor.errors import ToolInputError
from proctor.plugs.calls import REFUSED, AgentCalls, is_allowed
from proctor.plugs.exact_arguments import exact, from_json
from proctor.plugs.validated_arguments import refuse_changed
from proctor.terms.effect import Effect
from proctor.terms.record import Outcome
from proctor.tools.judging import Ruling, denied

if TYPE_CHECKING:
    from pydantic import BaseModel

    from agents import FunctionTool

# So many answers are kept for calls that did not run yet, each for so many seconds.
MOST, SECONDS = 1000, 3600.0


class Said(NamedTuple):
    """One call, as the SDK says it; `text` is what the model wrote, or nothing certain."""

    call_id: str
    text: object
    session: str
    agent: str


class KeptAnswers:
    """Answers that wait for their call: each counts once, in the process that was given it."""

    def __init__(self) -> None:
        self.kept: OrderedDict[str, tuple[Ruling, int, float]] = OrderedDict()

    def keep(self, name: str, ruling: Ruling) -> None:
        """Keep an answer, and forget the oldest where there are too many."""
        self.kept[name] = (ruling, os.getpid(), time.monotonic() + SECONDS)
        self.kept.move_to_end(name)
        if len(self.kept) > MOST:
            self.kept.popitem(last=False)

    def take(self, name: str) -> Ruling | None:
        """Return an answer, and forget it; None where none counts."""
        ruling, process, until = self.kept.pop(name, (None, 0, 0.0))
        # A process that was forked from this one has the answers too, and may not use them.
        return ruling if process == os.getpid() and time.monotonic() < until else None


class ToolGuard:
    """
    The calls of one function tool: read to the letter, and decided.

    Args:
        calls: who decides.
        tool: the tool.

    """

    def __init__(self, calls: AgentCalls, tool: FunctionTool) -> None:
        self.calls = calls
        self.tool = tool.qualified_name
        self.schema = tool.params_json_schema
        self.model = model_of(tool)
        self.answers = KeptAnswers()

    def read(self, given: object) -> dict[str, Any]:
        """
        Return what the tool will be given, with its defaults.

        Raises:
            ToolInputError: the tool would have something else than what is written there.

        """
        read = exact(self.schema, given)
        if self.model is not None and isinstance(given, dict):
            refuse_changed(self.model, given)
        return read

    async def decide(self, said: Said) -> Ruling:
        """Have a call decided; people are asked, and waited for."""
        try:
            given = self.read(from_json(said.text))
        except ToolInputError as error:
            no = denied(error.message)
            words = {"kind": REFUSED, "why": error.code, "session": said.session}
            await self.calls.tell(self.tool, no, said.call_id, **words)
            return no
        return await self.calls.decide(
            self.tool, given, said.call_id, session=said.session, subagent=said.agent
        )

    def keep(self, name: str, ruling: Ruling) -> None:
        """Keep what was said of a call until it runs; a no ends an earlier yes."""
        self.answers.take(name)
        if name and is_allowed(ruling):
            self.answers.keep(name, ruling)

    def take(self, said: Said) -> Ruling | None:
        """Return the yes for exactly this call; None where it is still to be decided."""
        if not self.answers.kept:
            return None
        ruling = self.answers.take(self.name_of(said))
        if ruling is None:
            return None
        now = self.by_rules(self.read(from_json(said.text)))
        # What the rules alone have allowed is no answer where they ask by now.
        stands = now is Effect.ALLOW or (now is Effect.ASK and is_persons(ruling))
        return ruling if stands else None

    def name_of(self, said: Said) -> str:
        """Return a name for exactly this call under this role; empty where there can be none."""
        try:
            given = self.read(from_json(said.text))
        except ToolInputError:
            return ""
        role = self.role()
        if not said.call_id or not role:
            return ""
        return digest(said.call_id, said.session, said.agent, given, role)

    def role(self) -> str:
        """Return the roles that count now; empty where they do not load, and no answer counts."""
        try:
            self.calls.offered.now()
        except Exception:  # noqa: BLE001 - then the desk says what holds
            return ""
        known = self.calls.offered.known
        return known[0][0] if known else ""

    def asks(self, given: dict[str, Any]) -> bool:
        """Say whether the rules want somebody to be asked; what cannot run is refused unasked."""
        try:
            return self.by_rules(self.read(given)) in (Effect.ASK, None)
        except ToolInputError:
            return False

    def by_rules(self, given: dict[str, Any]) -> Effect | None:
        """Return what the rules say by themselves; None where they cannot be looked up."""
        try:
            _, at_work = self.calls.offered.now()
            return at_work.proctor.decide(self.calls.call(self.tool, given, "")).effect
        except Exception:  # noqa: BLE001 - then the desk says what holds
            return None


def model_of(tool: FunctionTool) -> type[BaseModel] | None:
    """Return what reads the arguments of a tool that was made of a function, as the SDK does."""
    try:
        made = function_schema(tool.__wrapped__, use_docstring_info=False, strict_json_schema=False)
    except Exception:  # noqa: BLE001 - it is made of something else, and takes what it is given
        return None
    return made.params_pydantic_model


def is_persons(ruling: Ruling) -> bool:
    """Say whether the desk has allowed a call, now or for longer before, and not the rules."""
    return is_allowed(ruling) and ruling.record.endswith(f"-{Outcome.ASK_APPROVED.value}")


def digest(*words: object) -> str:
    """Return a name for exactly these words, that says nothing of them."""
    text = json.dumps(words, sort_keys=True, default=repr)
    return sha256(text.encode()).hexdigest()
