"""
One call that is decided without a server, as far as that goes.

The policy is the kept one of the role, so that nothing has to be read and checked; the
record goes to the spool. Allow and deny need nobody else. What has to be asked needs the
server, which is then started, and gets the same call under the same name. Where none can
be had, the program's own dialog is asked, if somebody sits at it; else it is a no.
"""

from __future__ import annotations

import os
import time

from proctor.adapters.claude_code import PERMISSION_REQUEST, PRE_TOOL_USE, Heard, say
from proctor.audit.ids import timestamp
from proctor.errors import ProctorError, unloaded
from proctor.home import root_folder
from proctor.hook.handed_in import handed_in
from proctor.hook.identity import Identity, is_attended, project_of, role_of
from proctor.observe import surroundings
from proctor.own_process import find_packages
from proctor.pipeline import Joint, Pipeline
from proctor.roles.kept_policy import last_good, read_kept
from proctor.terms.denial import sourced, told
from proctor.terms.effect import ASK, DENY
from proctor.terms.keeping import Unrecorded
from proctor.terms.record import Record, Standing
from proctor.terms.reply import Answer, Reply
from proctor.terms.role_chain import roles_of, runs_of
from proctor.terms.verdict import Verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import NoReturn

    from proctor.hook.client import Hook
    from proctor.policy.policy import Policy
    from proctor.terms.call import ToolCall
    from proctor.terms.decision import Decision
    from proctor.terms.effect import Effect

# An agent that wants other rights: whether somebody may give them is for the server to say.
SELF_EDIT, GRANTED = "self_edit_permissions", "tool:self_edit:permissions:"
# How long a server may take to start, and the time between two attempts.
STARTING, PAUSE = 10.0, 0.2
ANSWERS = {ASK: Answer.DIALOG, DENY: Answer.DENY}
NO_STAGE = "only the server knows in which stage the workflow is, and it cannot say: {trouble}"


class Alone:
    """One call that is decided without a server, as far as that goes."""

    def __init__(
        self, hook: Hook, identity: Identity, env: Mapping[str, str], heard: Heard, call: ToolCall
    ) -> None:
        self.hook = hook
        self.home = identity.home
        self.env = env
        self.event = heard.event
        self.call = call
        self.role = role_of(identity, env)
        self.subagent = heard.subagent
        self.subagent_type = str(heard.body.get("agent_type") or "")
        self.attended = is_attended(identity, env)
        # The name in the hook's own file is certain, one in a variable could be any agent's.
        self.vouched = bool(identity.agent)
        self.start = project_of(env, heard.cwd)
        self.root = root_folder(self.start, self.home)
        self.standing = Standing(role=self.role, project=self.root)
        self.redact: tuple[str, ...] = ()
        self.host = ""
        self.unrecorded = Unrecorded.REFUSE
        self.began = time.perf_counter()

    def judge(self) -> NoReturn:
        """Decide the call, keep the record, and say what holds."""
        if runs_of(self.role):
            self.of_stage()
        try:
            if self.subagent:
                self.role = self.role_of_subagent()
            pipeline = self.pipeline()
        except ProctorError as error:
            self.unanswered(unloaded(self.role, error))
        decision = pipeline.decide(self.call)
        why = decision.why
        if not self.needs_server(decision):
            verdict = Verdict.of(decision, None)
            if self.kept(decision):
                self.finish(told(verdict, decision, None, self.role))
            verdict = verdict.unkept(decision.action, self.unrecorded)
            if verdict.effect is not DENY or decision.effect is DENY:
                self.finish(told(verdict, decision, None, self.role))
            # The server may have a store that can still be written.
            self.ask_server()
            self.finish(verdict)
        trouble = self.ask_server()
        self.unanswered(why, trouble, decision)

    def role_of_subagent(self) -> str:
        """
        Return the role of a sub-agent under that of its parent, as the files say it now.

        Raises:
            ProctorError: a role of the parent does not load.

        """
        find_packages()
        from pathlib import Path  # noqa: PLC0415 - only for sub-agents

        from proctor.server.posts import Posts  # noqa: PLC0415 - the same

        return Posts(Path(self.home)).of_subagent(self.role, self.start, self.subagent_type)

    def of_stage(self) -> NoReturn:
        """
        End where the role is that of a workflow's stage: only the server knows which that is.

        INVARIANT: no policy that is kept counts here, nor does the program's own dialog: either
        could let pass what the stage of now forbids.
        """
        why = NO_STAGE.format(trouble=self.ask_server())
        from pathlib import Path  # noqa: PLC0415 - only where there is no server

        from proctor.server.stage_posts import Refusing  # noqa: PLC0415 - the same

        refusing = Refusing(why, start=self.start, root=self.root, home=Path(self.home))
        self.kept(refusing.decide(self.call))
        self.finish(Verdict(DENY, why))

    def pipeline(self) -> Pipeline:
        """
        Return the role at work: its kept policy, else as it is loaded now.

        Raises:
            ProctorError: it does not load, and never did.

        """
        if has_overrides(self.home):
            # What was changed for one agent alone is looked up the long way.
            return self.loaded()
        found = [read_kept(self.home, self.root, role) for role in roles_of(self.role)]
        kept = [one for one in found if one is not None]
        if len(kept) != len(found):
            return self.loaded()
        self.redact, self.host = kept[0].redact, kept[0].host
        self.unrecorded = kept[0].unrecorded
        revisions = "+".join([one.standing.policy_revision for one in kept])
        self.standing = kept[0].standing._replace(role=self.role, policy_revision=revisions)
        all_of = [self.at_work(one.policy) for one in kept]
        return all_of[0] if len(all_of) == 1 else Joint(all_of)

    def at_work(self, policy: Policy) -> Pipeline:
        """Return a policy in the place where the agent was started."""
        around = surroundings(
            cwd=self.start,
            root=self.root,
            home=self.home,
            start=self.start,
            catalogue=policy.catalogue,
        )
        return Pipeline(policy, around)

    def loaded(self) -> Pipeline:
        """Load the role the long way, which keeps its policy for the next time."""
        find_packages()
        from pathlib import Path  # noqa: PLC0415 - only where nothing is kept

        from proctor.config import load_config  # noqa: PLC0415 - the same
        from proctor.server.posts import Caller, Posts  # noqa: PLC0415 - the same

        home = Path(self.home)
        call, proven = self.call, self.vouched
        caller = Caller(call.agent or "", call.session or "", lambda: proven)
        post = Posts(home).get(self.role, self.start, caller=caller)
        self.standing = post.standing
        try:
            keeping = load_config(home, None).keeping
        except ProctorError:
            # The last good denies hold, and so do the last good patterns of secrets.
            kept = last_good(self.home, self.root, self.role)
            self.redact = kept.redact if kept else ()
            return post.pipeline
        self.redact, self.host = keeping.redact, keeping.host
        self.unrecorded = keeping.unrecorded
        return post.pipeline

    def needs_server(self, decision: Decision) -> bool:
        """Say whether others have to be asked."""
        action = decision.action
        if decision.effect is DENY:
            return False
        rights = action.tool == SELF_EDIT or action.string.startswith(GRANTED)
        return decision.effect is ASK or rights or self.event == PERMISSION_REQUEST

    def kept(self, decision: Decision, reply: Reply | None = None) -> bool:
        """Keep the record of a decision; False if that was not possible."""
        took = int((time.perf_counter() - self.began) * 1e6)
        record = Record.of(
            self.call,
            decision,
            reply,
            self.standing,
            uid=self.hook.uid,
            timestamp=timestamp(),
            duration_us=took,
        )
        # As the server names it, which may have kept the same one and then fallen silent.
        record = record._replace(uid=f"{record.uid}-{record.decision}")
        return handed_in(self.home, record, self.redact, self.host)

    def ask_server(self) -> str:
        """Hand the call to the server, started if need be; return why that did not help."""
        find_packages()
        from pathlib import Path  # noqa: PLC0415 - only for what is asked

        from proctor.owner.background import ensure_owner  # noqa: PLC0415 - the same
        from proctor.owner.socket_path import socket_path  # noqa: PLC0415 - the same

        hook, home = self.hook, Path(self.home)
        while True:
            try:
                ensure_owner(home, min(STARTING, hook.left()))
                trouble = "the server does not answer"
                answer = hook.ask(str(socket_path(home)))
            except (ProctorError, OSError, RuntimeError) as error:
                answer, trouble = None, first_line(error)
            if answer is not None:
                hook.say(*answer)
            # One that has begun to ask people is waited for, and one after it.
            if not hook.waited or hook.declined:
                return trouble
            if not hook.left():
                return "nobody answered in time"
            time.sleep(min(PAUSE, hook.left()))

    def unanswered(self, why: str, trouble: str = "", decision: Decision | None = None) -> NoReturn:
        """End where nobody could be asked: the program's own dialog asks, or it is a no."""
        effect = ASK if self.attended and not self.others_answer() else DENY
        words = f"{why} (nobody can be asked: {trouble})" if trouble and effect is DENY else why
        # What became of a request in the dialog is told by the events that follow.
        verdict = Verdict(effect, sourced(words, self.role))
        if decision is not None and (effect is DENY or self.event == PRE_TOOL_USE):
            reply = Reply(ANSWERS[effect], words=words)
            if not self.kept(as_it_ended(decision, effect, words), reply):
                verdict = verdict.unkept(decision.action, self.unrecorded)
        self.finish(verdict)

    def others_answer(self) -> bool:
        """Say whether somebody else than a person may answer in the dialog."""
        from proctor.answering_hooks import (  # noqa: PLC0415 - seldom asked
            definitions_answer,
            others_answer,
            own_definitions_answer,
            own_hooks_answer,
        )

        user, named = os.environ.get("HOME", "/"), os.environ.get("CLAUDE_CONFIG_DIR", "")
        configs = [named] if named else []
        return (
            others_answer(self.start, self.root, self.home, user)
            or bool(own_hooks_answer(self.home, user, configs))
            or definitions_answer(self.start, self.root, user)
            or bool(own_definitions_answer(user, configs))
        )

    def finish(self, verdict: Verdict) -> NoReturn:
        """Print a verdict and end."""
        if self.event == PRE_TOOL_USE and any(name.endswith("_DEBUG") for name in self.env):
            self.debug()
        self.hook.say(0, say(self.event, verdict).encode())

    def debug(self) -> None:
        """Write the line of the debug log, if it is wanted."""
        from proctor.audit.redaction.redact import Redactor  # noqa: PLC0415 - seldom wanted
        from proctor.debug_log import is_wanted, log_call  # noqa: PLC0415 - the same

        if is_wanted(self.env):
            log_call(
                self.call,
                home=self.home,
                root=self.root,
                workflow=self.role,
                timestamp=timestamp(time.time() - (time.perf_counter() - self.began)),
                redact=lambda text: Redactor(self.redact).text(text),
            )


def has_overrides(home: str) -> bool:
    """Say whether something may have been changed for one agent alone; unread counts as yes."""
    try:
        return bool(os.listdir(f"{home}/overrides"))  # noqa: PTH208 - pathlib is slow to import
    except FileNotFoundError:
        return False
    except OSError:
        return True


def as_it_ended(decision: Decision, effect: Effect, why: str) -> Decision:
    """Return the decision that a record tells of; one that asked stays as it is."""
    if decision.effect is ASK:
        return decision
    finding = decision.finding._replace(effect=effect, why=why)
    return decision._replace(effect=effect, because=(finding, *decision.because))


def first_line(error: BaseException) -> str:
    """Return an error in a few words."""
    said = getattr(error, "message", None) or str(error) or type(error).__name__
    return str(said).splitlines()[0]
