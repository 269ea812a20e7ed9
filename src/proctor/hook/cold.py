"""
The hook where no server answers: it decides calls by itself, and keeps other events.

Nothing of the environment counts here but what the client has taken from it. Only what an
event needs is loaded.
"""

from __future__ import annotations

import gc
import os
import pwd

from proctor.adapters.claude_code import (
    CONFIG_CHANGE,
    NO_OPINION,
    PERMISSION_REQUEST,
    PRE_TOOL_USE,
    Heard,
    hear,
    kind_of,
    refuse,
)
from proctor.hook.client import NOBODY
from proctor.hook.identity import Identity, agent_of, project_of, role_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

    from proctor.hook.client import Hook

DECIDED = frozenset({PRE_TOOL_USE, PERMISSION_REQUEST})
SHORT_SESSION = 8
NOT_READ = "the event is not one that can be read"
PATH = "/usr/local/bin:/usr/bin:/bin"


def main(hook: Hook) -> NoReturn:
    """Answer an event without a server, and end the process."""
    if not hook.alone():
        hook.refuse(NOBODY)
    gc.disable()
    env = {name.decode(): os.fsdecode(value) for name, value in hook.env.items()}
    identity = Identity(*hook.identity)._replace(home=hook.home())
    isolate(identity.user_home)
    heard = hear(hook.data, usual=hook.default.decode())
    short = heard.session[:SHORT_SESSION]
    agent = agent_of(identity, env) or (f"claude-{short}" if short else "claude")
    if hook.collects or heard.event not in {*DECIDED, ""}:
        from proctor.home import root_folder  # noqa: PLC0415 - calls look for it by themselves

        start = project_of(env, heard.cwd)
        told: dict[str, object] = {
            "role": role_of(identity, env),
            "project": root_folder(start, identity.home),
        }
        keep_event(hook, heard, identity.home, agent, told)
        why = changed(heard, identity.home) if heard.event == CONFIG_CHANGE else ""
        hook.say(2 if why else 0, f"Proctor: {why}".encode() if why else b"")
    if heard.call is None:
        status, text = refuse(heard.event, NOT_READ)
        hook.say(status, text.encode())
    if heard.call.tool in NO_OPINION:
        hook.say(0, b"")
    from proctor.hook.alone import Alone  # noqa: PLC0415 - not for other events

    Alone(hook, identity, env, heard, heard.call._replace(agent=agent)).judge()


def changed(heard: Heard, home: str) -> str:
    """Return why settings that have changed may not count in the session that runs."""
    from proctor.settings_change import refused  # noqa: PLC0415 - seldom asked

    return refused(heard.body, home)


def isolate(home: str) -> None:
    """Forget the environment: a repository can set it. The hook knows whose home is where."""
    try:
        home = home or pwd.getpwuid(os.geteuid()).pw_dir
    except KeyError:
        home = "/"
    os.environ.clear()
    os.environ.update(HOME=home, PATH=PATH, LANG="C.UTF-8")


def keep_event(hook: Hook, heard: Heard, home: str, agent: str, told: dict[str, object]) -> None:
    """Keep an event that nothing has to be decided about, as the server would."""
    from proctor.audit.ids import timestamp  # noqa: PLC0415 - not for calls
    from proctor.hook.handed_in import handed_in  # noqa: PLC0415 - the same
    from proctor.terms.event import Event  # noqa: PLC0415 - not for calls

    call = heard.call
    if heard.subagent:
        told["subagent"] = heard.subagent
    if call is not None:
        told |= {"tool": call.tool, "call_id": call.call_id}
    event = Event(
        uid=f"{hook.uid}-event",
        timestamp=timestamp(),
        host="",
        home="",
        kind=kind_of(heard.event) or "unreadable",
        agent=agent,
        session=heard.session,
        body={**told, **heard.body},
    )
    handed_in(home, event)
