"""
Hooks for a loop of your own: callables that look at a call before it is decided, and after it ran.

A hook before the call returns None (go on) or a new input, which is checked like the
first; it raises `Deny` to refuse the call and `Abort` to end the loop. Whatever else it
does refuses the call: a hook that is broken never means yes, and none can allow what the
policy denies. A hook after the call sees the result and may return another text for it.
"""

from __future__ import annotations

import inspect
from copy import deepcopy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from proctor.terms.call import ToolCall
    from proctor.terms.catalogue import Annotations
    from proctor.tools.definition import ToolDefinition
    from proctor.tools.result import ToolResult

    Before = Callable[["HookContext"], Any]
    After = Callable[["HookContext", ToolResult], Any]
    Check = Callable[[dict[str, Any]], dict[str, Any]]


class Deny(Exception):
    """Raised by a hook: this call is refused, and the model is told these words."""


class Abort(Exception):
    """
    Raised by a hook: the loop ends, and the toolbox raises this to whoever runs it.

    Attributes:
        results: what the calls of the same batch came to that were made before.

    """

    def __init__(self, *words: object) -> None:
        super().__init__(*words)
        self.results: tuple[ToolResult, ...] = ()


@dataclass(frozen=True, kw_only=True)
class HookContext:
    """
    What a hook sees: the call, the tool with its annotations, and the input.

    `input` is a copy: what a hook does to it changes nothing, what it returns does.
    """

    call: ToolCall
    definition: ToolDefinition
    input: dict[str, Any]

    @property
    def annotations(self) -> Annotations:
        """Return what the tool says of itself, as the catalogue has it."""
        return self.definition.info.annotations


async def ask_before(
    hooks: Sequence[Before],
    call: ToolCall,
    definition: ToolDefinition,
    given: dict[str, Any],
    check: Check,
) -> dict[str, Any]:
    """
    Ask the hooks before a call, in order, and return the input that they leave.

    Args:
        hooks: who is asked.
        call: the call, as it stands before the first of them.
        definition: its tool.
        given: its input, which was checked.
        check: checks an input that a hook has made, and returns a copy of it.

    Raises:
        Deny: a hook refuses the call, or does not do what a hook can do.
        Abort: a hook ends the loop.
        ToolInputError: what a hook made of the input is not what the tool takes.

    """
    for hook in hooks:
        seen = deepcopy(given)
        context = HookContext(call=call._replace(input=seen), definition=definition, input=seen)
        said = await asked(hook, context)
        if said is None:
            continue
        if not isinstance(said, dict):
            raise Deny(f"{name_of(hook)} returned {type(said).__name__}, which is no answer")
        given = check(said)
    return given


async def asked(hook: Before, context: HookContext) -> Any:
    """Ask one hook; an exception that says nothing to us is a no."""
    try:
        return await settled(hook(context))
    except (Deny, Abort):
        raise
    except Exception as error:
        raise Deny(f"{name_of(hook)} failed: {type(error).__name__}: {error}") from error


async def tell_after(
    hooks: Sequence[After], context: HookContext, result: ToolResult
) -> ToolResult:
    """
    Tell the hooks after a call, in order, and return the result that they leave.

    What went wrong in one stands in the result's remarks: the tool has run, and nothing
    here can make that undone.

    Raises:
        Abort: a hook ends the loop.

    """
    for hook in hooks:
        seen = context_copy(context)
        try:
            said = await settled(hook(seen, result))
        except Abort:
            raise
        except Exception as error:  # noqa: BLE001 - the tool has run, whatever a hook does
            result = result.with_remark(f"{name_of(hook)} failed: {type(error).__name__}: {error}")
            continue
        if isinstance(said, str):
            result = result.with_text(said)
        elif said is not None:
            kind = type(said).__name__
            result = result.with_remark(f"{name_of(hook)} returned {kind}, which is no text")
    return result


def context_copy(context: HookContext) -> HookContext:
    """Return the same with an input of its own."""
    seen = deepcopy(context.input)
    return HookContext(
        call=context.call._replace(input=seen), definition=context.definition, input=seen
    )


async def settled(value: Any) -> Any:
    """Return a value, waited for where that is needed."""
    return await value if inspect.isawaitable(value) else value


def name_of(hook: object) -> str:
    """Return how a hook is called."""
    return f"the hook `{getattr(hook, '__name__', type(hook).__name__)}`"
