"""
Decide a call that somebody hands in: a toolbox, a plug, a gateway, or whoever asks by HTTP.

A gateway says two things more: its `gateway` key, and the input as the agent program `said` it,
before defaults were filled in. So what a hook was answered about the same call is found again.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from proctor.agents.session_files import names
from proctor.approval.askers import Manner
from proctor.approval.rights import is_self_edit
from proctor.errors import UsageError
from proctor.server.agent_of_hook import agent_above
from proctor.server.hook_answers import Answered, Reuse
from proctor.server.requests import Request, read_request
from proctor.server.seat import PLAIN, Sitting
from proctor.terms.effect import Effect
from proctor.terms.record import outcome, said

if TYPE_CHECKING:
    from pathlib import Path

    from proctor.server.gateways import Gateway
    from proctor.server.hook_requests import Visit
    from proctor.server.office import Office

KEY, SAID = "gateway", "said"


class Linked(NamedTuple):
    """Which gateway a call came through, and as what."""

    gateway: Gateway | None
    said: object


UNLINKED = Linked(None, None)


async def decided(office: Office, data: Mapping[str, Any], visit: Visit | None) -> dict[str, Any]:
    """
    Decide a call: ask where the rules are silent, until a visitor is gone; keep the record.

    Raises:
        UsageError: the request is wrong.
        ProctorError: its role does not load, and never did.

    """
    linked = UNLINKED
    if KEY in data or SAID in data:
        linked = read_linked(office, data)
        data = {name: data[name] for name in data if name not in (KEY, SAID)}
    request = read_request(data)
    sitting = visit.seated(request.manner) if visit is not None else PLAIN
    # Only who has named the call can be told under which name the record of it is kept.
    uid = office.bound(request.uid, request) if request.uid else ""
    pid = visit.pid if visit is not None else 0
    proves = partial(is_agent, office.home, said(request.call.agent), pid)
    sitting = sitting._replace(uid=uid, proves=proves)
    answered = taken(office, linked, request)
    if answered is not None:
        request = request._replace(call=answered.over(request.call))
        sitting = sitting._replace(called_as=answered.called_as)
        sitting = joined(office, sitting, answered, request, linked)
    verdict, decision, reply = await office.judge(request, sitting)
    if verdict.effect is Effect.ALLOW and is_self_edit(decision):
        office.self_edits.approve(request, decision, reply, proves)
    record = f"{uid}-{outcome(decision, reply).value}" if uid else ""
    if sitting.reuse is not None and sitting.reuse.record:
        record = sitting.reuse.record
    rule = decision.rule
    return {
        **({"record": record} if record else {}),
        "effect": verdict.effect.word,
        "why": verdict.why,
        "action": decision.action.string,
        "rule": rule.text if rule else None,
        "where": str(rule.where) if rule and rule.where else None,
        "question": reply.question if reply else None,
    }


def is_agent(home: Path, name: str, pid: int) -> bool:
    """
    Return whether a process may say that it is the agent of a name.

    A name that one of our agents has is for what runs below that agent. Any other is as good as
    the role that the same program says.
    """
    if name not in names(home):
        return True
    session = agent_above(home, pid) if pid else None
    return session is not None and session.name == name


def read_linked(office: Office, data: Mapping[str, Any]) -> Linked:
    """
    Read through which gateway a call came; one that is not there, or is none, is none.

    Raises:
        UsageError: what is said of it cannot be that.

    """
    key = data.get(KEY, "")
    if not isinstance(key, str):
        raise UsageError(f"`{KEY}` is a text")
    return Linked(office.gateways.of_key(key), data.get(SAID, data.get("input")))


def taken(office: Office, linked: Linked, request: Request) -> Answered | None:
    """Return what a hook was answered about this very call; None where that counts for nothing."""
    gateway, call = linked.gateway, request.call
    if gateway is None or not call.call_id or request.project != gateway.said.project:
        return None
    if request.manner is not Manner.HOLD:
        # It is refused already, and only to be kept.
        return None
    answered = gateway.answers.take(call.call_id, call.tool, office.fingerprint(linked.said))
    if answered is None or not answered.comes(proves=gateway.proves_dialogs):
        return None
    return answered


def joined(
    office: Office, sitting: Sitting, answered: Answered, request: Request, linked: Linked
) -> Sitting:
    """Return how a call is judged of which a hook knows already."""
    if is_prompt(linked) and answered.effect is Effect.ALLOW and not answered.by_person:
        # The hook has let it run, and the program itself wants somebody to be asked.
        return sitting._replace(wished=True, about=answered.record)
    role, stage = request.role, office.posts.get(request.role, request.project).stage
    proves = linked.gateway is not None and linked.gateway.proves_dialogs
    reuse = Reuse(answered, office.rights, role=role, stage=stage, proves=proves)
    return sitting._replace(reuse=reuse)


def is_prompt(linked: Linked) -> bool:
    """Say whether it was the agent program itself that asked, and not an agent that called."""
    return linked.gateway is not None and linked.gateway.said.prompt
