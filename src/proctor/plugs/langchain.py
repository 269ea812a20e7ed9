"""
langchain: a middleware that has every tool call decided before it runs.

    agent = create_agent(model, tools, middleware=[..., ProctorMiddleware("clerk")])

Put it last: what stands behind it in the list could still change a call that was decided.
Tools that run at the provider of the model never come by here; an agent that offers one is
stopped, unless the program names it in `hosted`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from functools import lru_cache
from typing import Any, NamedTuple, Unpack

from proctor.errors import MissingExtra, ToolInputError, UsageError
from proctor.nodes import visible
from proctor.plugs.calls import REFUSED, AgentCalls, Whose, denied_words, is_allowed
from proctor.plugs.exact_arguments import copied, exact, wrong
from proctor.tools.judging import Ruling, denied

try:
    from langchain.agents.middleware import AgentMiddleware
    from langchain_core.messages import ToolMessage

    from proctor.plugs.langchain_offered import hosted_in, offered_by
    from proctor.plugs.validated_arguments import refuse_changed
except ImportError as error:
    raise MissingExtra(
        "the plug for langchain needs the package langchain",
        help="pip install 'proctor-gate[langchain]'",
    ) from error

__all__ = ["ProctorMiddleware"]

HARNESS = "langchain"
# So many schemas of tools are remembered.
MOST = 1000


class Wanted(NamedTuple):
    """A call, as it is decided about."""

    tool: str
    input: object
    call_id: str
    session: str


class ProctorMiddleware(AgentMiddleware[Any, Any, Any]):
    """
    Has the tool calls of an agent decided: an allow lets the tool run, once, as it was decided.

    One middleware may serve many runs at once; a grant for a session holds for one `thread_id`.

    Args:
        role: a role, or a chain of them; may be left out where a stage is given.
        hosted: the provider's own tools that may run undecided, by their type or their field.
        whose: stage, workspace, home, agent, person, session and judge; see `Whose`.

    Raises:
        UsageError: there is no role and no stage.
        ProctorError: the role does not load.

    """

    def __init__(
        self, role: str | None = None, *, hosted: Iterable[str] = (), **whose: Unpack[Whose]
    ) -> None:
        super().__init__()
        self.hosted = frozenset(hosted)
        self.calls = AgentCalls(role, harness=HARNESS, **whose)

    # Tools

    def wrap_tool_call(self, request: Any, handler: Callable[[Any], Any]) -> Any:
        """Have a call decided, and let it run or tell the model why not."""
        try:
            request = of_our_own(request)
            wanted = wanted_by(request)
        except ToolInputError as error:
            no = denied(error.message)
            self.calls.tell_now(*told(request, no), kind=REFUSED, why=error.code)
            return refused(request, no)
        ruling = self.calls.decide_now(
            wanted.tool, wanted.input, wanted.call_id, session=wanted.session
        )
        return handler(request) if is_allowed(ruling) else refused(request, ruling)

    # The next two are no `async def`: langchain hands the start and the end of one to two threads,
    # for its traces, and a call would wait for these longer than for the judge.

    def awrap_tool_call(  # type: ignore[override]  # it is awaited, whatever it is
        self, request: Any, handler: Callable[[Any], Awaitable[Any]]
    ) -> Awaitable[Any]:
        """Have a call decided, and let it run or tell the model why not."""
        return self.decided(request, handler)

    def awrap_model_call(  # type: ignore[override]  # it is awaited, whatever it is
        self, request: Any, handler: Callable[[Any], Awaitable[Any]]
    ) -> Awaitable[Any]:
        """Look at what is offered, before the model is asked."""
        self.refuse_hosted(offered_by(request))
        return handler(request)

    async def decided(self, request: Any, handler: Callable[[Any], Awaitable[Any]]) -> Any:
        """Have a call decided; see `wrap_tool_call`."""
        try:
            request = of_our_own(request)
            wanted = wanted_by(request)
        except ToolInputError as error:
            no = denied(error.message)
            await self.calls.tell(*told(request, no), kind=REFUSED, why=error.code)
            return refused(request, no)
        ruling = await self.calls.decide(
            wanted.tool, wanted.input, wanted.call_id, session=wanted.session
        )
        if not is_allowed(ruling):
            return refused(request, ruling)
        return await handler(request)

    def wrap_model_call(self, request: Any, handler: Callable[[Any], Any]) -> Any:
        """Look at what is offered, before the model is asked."""
        self.refuse_hosted(offered_by(request))
        return handler(request)

    def refuse_hosted(self, tools: Iterable[object]) -> None:
        """
        Look whether a tool is offered that would run where nobody decides.

        Raises:
            UsageError: one is.

        """
        for name in (name for tool in tools for name in hosted_in(tool)):
            if name not in self.hosted:
                raise UsageError(
                    f"the tool `{visible(name)}` runs at the provider, where nobody decides",
                    help=f"leave it out, or let it: ProctorMiddleware(…, hosted=[{name!r}])",
                )


def of_our_own(request: Any) -> Any:
    """
    Return a request that nobody else has a hand on: it is judged, and it is what runs.

    Tools that run beside this one hold the message that the call stands in, and a person may
    take a day to answer.

    Raises:
        ToolInputError: it is changed at this very moment, or cannot be copied.

    """
    try:
        return request.override(tool_call=copied(request.tool_call))
    except Exception as error:
        raise wrong("the call cannot be copied") from error


def wanted_by(request: Any) -> Wanted:
    """
    Return what a request comes to, with the tool's own defaults in it.

    Raises:
        ToolInputError: the tool would be given something else than what is written there.

    """
    call, tool = request.tool_call, request.tool
    name, given = call["name"], call["args"]
    if tool is not None:
        if tool.name != name:
            raise ToolInputError("another tool would run than is named", code="bad-arguments")
        schema = schema_of(tool)
        if schema is not None:
            read = exact(schema, given)
            refuse_changed(tool.tool_call_schema, given)
            given = read
    return Wanted(name, given, call.get("id") or "", session_of(request))


def schema_of(tool: Any) -> dict[str, Any] | None:
    """
    Return the schema by which a tool reads its input; None if it takes that as it is.

    Raises:
        ToolInputError: it has one, and that cannot be read.

    """
    if tool.args_schema is None:
        return None
    try:
        said: Any = tool.tool_call_schema
        if isinstance(said, dict):
            return with_room(said, tool.args_schema)
        return schema_of_model(said, tool.args_schema)
    except Exception as error:
        message = "the tool's own schema cannot be read"
        raise ToolInputError(message, code="bad-arguments") from error


@lru_cache(MOST)
def schema_of_model(model: Any, args_schema: Any) -> dict[str, Any]:
    """Return the schema that a model stands for; nobody changes what is given out here."""
    is_new = hasattr(model, "model_json_schema")
    return with_room(model.model_json_schema() if is_new else model.schema(), args_schema)


def with_room(schema: dict[str, Any], args_schema: Any) -> dict[str, Any]:
    """Return a schema that says so where the tool takes what it does not name."""
    return {**schema, **room_for_more(args_schema, schema.get("properties", {}))}


def room_for_more(model: Any, fields: dict[str, Any]) -> dict[str, Any]:
    """Return what a schema for the model leaves out: that the tool takes what it does not name."""
    if getattr(model, "model_config", {}).get("extra") != "allow":
        return {}
    # What the program puts in is not the model's to give.
    closed = dict.fromkeys(set(model.model_fields) - set(fields), False)
    return {"properties": {**fields, **closed}, "additionalProperties": True}


def session_of(request: Any) -> str:
    """Return the conversation that a request belongs to, if the program names it."""
    config = getattr(request.runtime, "config", None) or {}
    thread = (config.get("configurable") or {}).get("thread_id")
    return str(thread) if thread else ""


def told(request: Any, ruling: Ruling) -> tuple[str, Ruling, str]:
    """Return what an event is about."""
    call = request.tool_call
    return visible(call["name"]), ruling, call.get("id") or ""


def refused(request: Any, ruling: Ruling) -> ToolMessage:
    """Return what the model reads in place of a result."""
    call = request.tool_call
    return ToolMessage(
        content=denied_words(ruling),
        name=call["name"],
        tool_call_id=call.get("id") or "",
        status="error",
        artifact={"record": ruling.record},
    )
