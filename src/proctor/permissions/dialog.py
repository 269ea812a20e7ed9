"""
Ask a dialog of the program's own, and take nothing for a yes but a yes.

A dialog is a callable that gets a `PermissionQuestion`. True allows the call, once. A text is a
no, with these words for the agent. Whatever else it returns or raises is a no; `Abort` ends the
loop. Between question and answer files can change, so a yes is looked at again before it counts.
"""

from __future__ import annotations

import asyncio
import inspect
from copy import deepcopy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from proctor.approval.covered_files import snapshot
from proctor.approval.grants import asks_by_guard, categories_of, is_malformed, places_of
from proctor.errors import UsageError
from proctor.terms.category import Category
from proctor.terms.effect import Effect
from proctor.terms.reply import Answer, Decider, Reply
from proctor.terms.rule import By
from proctor.tools.loop_hooks import Abort, Deny

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from proctor.approval.covered_files import Snapshot
    from proctor.terms.call import ToolCall
    from proctor.terms.decision import Decision
    from proctor.terms.record import Standing

    Said = bool | str | None
    Dialog = Callable[["PermissionQuestion"], Said | Awaitable[Said]]
    Settle = Callable[[Any], Awaitable[Any]]

DIALOG, SESSION = "dialog", "session"
NO_DIALOG = "there is no dialog in which somebody could be asked"
NOT_ASKED = "nobody was asked"
PERSON_WANTED = "a person has to answer this, and AutoApprove is not one"
CHANGED = "what it would do has changed since it was asked about: call it again"
AWAIT_IT = "an event loop runs here, and the dialog or the record callback is asynchronous"


@dataclass(frozen=True, kw_only=True)
class PermissionQuestion:
    """
    What a dialog is asked.

    `call` is a copy of the call, `decision` what the rules say of it. `category` is what
    `allow_for_session` takes to allow all calls of this kind; None where each call has to be
    asked by itself.
    """

    call: ToolCall
    decision: Decision
    category: Category | None = None

    @property
    def action(self) -> str:
        """Return the call as its action string: `tool:bash:git push`."""
        return self.decision.action.string

    @property
    def why(self) -> str:
        """Return why it is asked: the reason of the rule, if it has one."""
        return self.decision.why

    @property
    def approvers(self) -> tuple[tuple[str, ...], ...]:
        """Return, for each rule that names them, the roles of people who may answer."""
        return self.decision.approvers

    @property
    def wants_person(self) -> bool:
        """Say whether only a person may answer: by a rule, the guard, or for want of a target."""
        return wants_person(self.decision)

    def __str__(self) -> str:
        """Show effect, action and reason on one line."""
        return str(self.decision)


class AutoApprove:
    """
    A dialog that says yes without asking anybody: for scripts and tests, and never safe.

    What a rule or the guard wants a person to answer is denied all the same.
    """

    def __call__(self, question: PermissionQuestion) -> bool | str:
        """Say yes, unless a person has to answer."""
        return PERSON_WANTED if question.wants_person else True


class Asker(Protocol):
    """What a desk needs of the manager that it asks for."""

    dialog: Dialog | None

    def session_allows(self, decision: Decision) -> str:
        """Return the category or tool by which the session allows a call; "" if it does not."""

    def decide(self, call: ToolCall) -> Decision:
        """Say what the rules make of a call now."""


class DialogDesk:
    """
    Turns the ask about one call into a reply.

    Args:
        asker: has the dialog and the session.
        settle: waits for what a dialog returns, where that can be waited for.
        waits: whether somebody may be asked at all.

    """

    def __init__(self, asker: Asker, settle: Settle, *, waits: bool = True) -> None:
        self.asker = asker
        self.settle = settle
        self.waits = waits
        # What ends the loop; it is raised once the record is kept.
        self.abort: Abort | None = None

    async def ask(
        self,
        call: ToolCall,
        decision: Decision,
        standing: Standing,  # noqa: ARG002 - a gate says it to every desk
        *,
        uid: str,  # noqa: ARG002 - likewise
    ) -> Reply | None:
        """Return what came back; never None, because there is no other dialog to leave it to."""
        category = category_of(decision)
        if not self.waits:
            return Reply(Answer.TIMEOUT, words=NOT_ASKED)
        if allowed := self.asker.session_allows(decision):
            words = f"every {allowed} call is allowed for this session"
            return Reply(Answer.ALLOW, SESSION, SESSION, words, decider=Decider.GRANT)
        dialog = self.asker.dialog
        if dialog is None:
            return Reply(Answer.TIMEOUT, words=NO_DIALOG)
        files = snapshot(decision.action)
        try:
            seen = call._replace(input=deepcopy(call.input))
            question = PermissionQuestion(call=seen, decision=decision, category=category)
            said = await self.settle(dialog(question))
        except Abort as abort:
            self.abort = abort
            return no(dialog, str(abort) or "aborted")
        except Deny as denied:
            return no(dialog, str(denied))
        except AwaitIt:
            raise
        except Exception as error:  # noqa: BLE001 - a dialog that fails has not said yes
            return Reply(Answer.DENY, words=f"the dialog failed: {type(error).__name__}: {error}")
        return self.still_yes(read_answer(dialog, said), call, decision, files)

    def still_yes(self, reply: Reply, call: ToolCall, decision: Decision, files: Snapshot) -> Reply:
        """Return a yes as it counts now: for the same files in the same places."""
        if reply.answer is not Answer.ALLOW:
            return reply
        now = self.asker.decide(call)
        if now.effect is Effect.DENY:
            return Reply(Answer.DENY, words=f"allowed by {reply.by}, but denied now: {now.why}")
        moved = places_of(now) != places_of(decision) or wants_person(now) > wants_person(decision)
        changed = snapshot(now.action).differs_from(files) or (CHANGED if moved else None)
        if changed:
            return Reply(Answer.DENY, words=f"allowed by {reply.by}, but {changed}")
        return reply

    def unasked(self, _: ToolCall, decision: Decision) -> Decision:
        """Return what holds where nobody is asked: what the rules say."""
        return decision


def category_of(decision: Decision) -> Category | None:
    """Return the category in which all calls of a kind may be allowed; None where none may."""
    found = [] if decision.approvers else categories_of(decision)
    return Category(found[0]) if found else None


def wants_person(decision: Decision) -> bool:
    """Say whether nothing but a person may answer an ask: a malformed call is nothing known."""
    asked = [one for one in decision.because if one.effect is Effect.ASK]
    by_human = any(one.by is By.HUMAN for one in asked)
    named = by_human or bool(decision.approvers)
    return named or asks_by_guard(decision) or is_malformed(decision)


def read_answer(dialog: Dialog, said: object) -> Reply:
    """Return what a dialog said: True alone is a yes."""
    if said is True:
        by_itself = isinstance(dialog, AutoApprove)
        decider = Decider.GRANT if by_itself else Decider.PERSON
        return Reply(Answer.ALLOW, name_of(dialog), DIALOG, decider=decider)
    if said is None or said is False:
        return no(dialog)
    if isinstance(said, str):
        return no(dialog, said)
    words = f"the dialog returned {type(said).__name__}, which is no answer"
    return Reply(Answer.DENY, words=words)


def no(dialog: Dialog, words: str = "") -> Reply:
    """Return the no of a dialog."""
    return Reply(Answer.DENY, name_of(dialog), DIALOG, words)


def name_of(dialog: Dialog) -> str:
    """Return who answers, for the record: the name of the dialog."""
    name = getattr(dialog, "__name__", type(dialog).__name__)
    return name if isinstance(name, str) and name.isidentifier() else DIALOG


class AwaitIt(UsageError):
    """Something has to be awaited where an event loop would stand still."""


async def settled_now(value: Any) -> Any:
    """
    Return a value; what has to be awaited gets an event loop of its own.

    It never suspends, so `finished` can run whatever waits for nothing else.

    Raises:
        AwaitIt: an event loop runs here already.

    """
    if not inspect.isawaitable(value):
        return value
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(waited(value))
    if inspect.iscoroutine(value):
        value.close()
    raise AwaitIt(AWAIT_IT, help="await manager.acheck(…), or use manager.ahook()")


async def waited(value: Awaitable[Any]) -> Any:
    """Wait for anything that can be awaited."""
    return await value
