"""
What an agent may change of itself: its profile, its model, its system prompt, its documents.

    refused ─► told to a person ─► approved ─► made, once, by the tool that was approved

A change is for the one agent that asked, and its role stays as it is. What can never be is
refused before anybody is asked. Nothing is changed here that was not approved a moment ago,
in exactly these words and for exactly this agent, however an agent reaches the server.

INVARIANT: permissions are loosened only by the answer of a person, whatever rules and mode allow.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from proctor.agent_overrides import (
    DOCS,
    FOR_GOOD,
    IN_SESSION,
    MODEL,
    PROFILE,
    PROMPT,
    STARTED,
    Owner,
    started_as,
)
from proctor.approval.neighbours import Proposed
from proctor.approval.rights import profile_of
from proctor.assemble import Proctor
from proctor.audit.ids import timestamp
from proctor.errors import NotAllowed, ProctorError, UsageError, did_you_mean
from proctor.nodes import visible
from proctor.pipeline import Pipeline
from proctor.policy.profiles import OPEN_ALLOW
from proctor.roles.find import RoleShelf
from proctor.server.seat import asked
from proctor.server.stage_posts import denied
from proctor.terms.decision import Source
from proctor.terms.effect import Effect
from proctor.terms.permissions import STRICT_FIRST
from proctor.terms.record import said
from proctor.terms.reply import Answer, Decider, Scope
from proctor.terms.role_chain import RUN, UNDER, roles_of

if TYPE_CHECKING:
    from proctor.approval.rights import Rights
    from proctor.server.posts import Posts
    from proctor.server.requests import Request
    from proctor.terms.call import ToolCall
    from proctor.terms.decision import Decision
    from proctor.terms.record import Standing
    from proctor.terms.reply import Reply
    from proctor.terms.role import Role
    from proctor.terms.rule import Rule

OP = "self-edit"
FIELDS = ("tool", "input", "role", "agent", "session", "project")
LONGEST = 100_000
# A tool makes its change right after it was approved.
SECONDS, MOST = 600.0, 1000
DOCUMENTS = (".md", ".markdown", ".rst", ".txt", ".adoc")
WORD = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:/@\[\]-]{0,99}")
NO_ROLE = "you have no role of your own: the workflow's stage says what you may do"
NAMELESS = "the call names neither an agent nor a session, so nobody can tell whom it would change"
NOT_APPROVED = "nobody has approved exactly this change just now"
NEXT = "from its next start on"
OTHERWISE_NOW = "your permissions have changed since this was approved"
FOR_PEOPLE = "an agent changes its own permissions, which only a person allows"
UNNAMED = "no rule allows an agent to change itself so: a mode or `otherwise` is not enough"


class Approved(NamedTuple):
    """
    A change that was approved: for whom, what, by whom, and until when it can be made.

    `role` is the agent's role as it was then, where its permissions change.
    """

    owners: tuple[Owner, ...]
    changes: Mapping[str, Any]
    by: str
    until: float
    role: Role | None


class SelfEdits:
    """
    The changes that agents make of themselves.

    Args:
        home: Proctor's home.
        posts: the roles at work.

    """

    def __init__(self, home: Path, posts: Posts) -> None:
        self.home = home
        self.posts = posts
        self.approved: dict[tuple[str, ...], Approved] = {}

    # Before anybody is asked

    def refuses(self, call: ToolCall, role: str, project: str) -> str:
        """Return why a change can never be made; empty where a person may be asked."""
        first = roles_of(role)[0]
        if not first or first.startswith(RUN):
            return NO_ROLE
        if not said(call.session) and not said(call.agent):
            return NAMELESS
        try:
            changes = changes_of(call.tool, call.input)
            if name := changes.get(PROFILE):
                known = sorted(self.shelf(project).config().profiles)
                if name not in known:
                    near = did_you_mean(name, known) or f"there are {', '.join(known)}"
                    return f"there is no profile `{visible(name)}`: {near}"
        except ProctorError as error:
            return f"{error.message} ({error.help})" if error.help else error.message
        return ""

    def shelf(self, project: str) -> RoleShelf:
        """Return the roles that count in a project."""
        return RoleShelf(self.home, Path(self.posts.root_of(project)))

    def told(self, call: ToolCall, standing: Standing) -> Proposed:
        """Say exactly what would change, for whom, and which rules go; and what *always* means."""
        agent, chain = said(call.agent), standing.role
        first, *above = roles_of(chain)
        whom = f"the agent `{agent}`" if agent else f"the session `{said(call.session)}`"
        until = "it ends" if said(call.session) else "it is revoked"
        lines = [f"only {whom} of the role `{first}`, until {until}; the role stays as it is"]
        if above:
            lines.append(f"what it is under still counts: {UNDER.strip()} {UNDER.join(above)}")
        changes = changes_of(call.tool, call.input)
        held = self.posts.overrides.of(agent, said(call.session), chain, standing.project)
        before = self.role_now(agent, said(call.session), chain, standing.project)
        if name := changes.get(PROFILE):
            lines += compared(before, self.role(first, standing.project, name))
        if model := changes.get(MODEL):
            now = (held.model if held else "") or before.model
            lines.append(f"model: {f'`{now}`' if now else 'none'} becomes `{model}`, {NEXT}")
        if text := changes.get(PROMPT):
            lines.append(f"system prompt, {NEXT}: {text}")
        for path, text in changes.get(DOCS, {}).items():
            lines.append(f"its document `{path}`, {NEXT}: {text}")
        always = (
            f"the same for good: also every later agent called `{agent}` of the role `{chain}` "
            f"in {standing.project}, until it is revoked"
        )
        return Proposed(always if agent else "", changes=tuple(lines))

    def role(self, name: str, project: str, profile: str) -> Role:
        """Return a role as it counts under a profile; under its own where none is named."""
        return Proctor.for_role(name, cwd=project, home=self.home, profile=profile).role

    def role_now(self, agent: str, session: str, chain: str, root: str) -> Role:
        """Return the own role of an agent as it counts now."""
        held = self.posts.overrides.of(agent, session, chain, root)
        return self.role(roles_of(chain)[0], root, held.profile if held else "")

    def needs_person(self, request: Request, decision: Decision) -> str:
        """Return why rules alone cannot allow a change; empty where they can."""
        call = request.call
        if profile_of(decision) is None:
            by_rule = all(found.source is Source.RULE for found in decision.because)
            return "" if decision.effect is Effect.ALLOW and by_rule else UNNAMED
        root = self.posts.root_of(request.project)
        try:
            before = self.role_now(said(call.agent), said(call.session), request.role, root)
            wanted = changes_of(call.tool, call.input)[PROFILE]
            after = self.role(roles_of(request.role)[0], root, wanted)
        except (ProctorError, OSError):
            return FOR_PEOPLE
        return "" if is_no_looser(before, after) else FOR_PEOPLE

    # Once it was approved

    def approve(
        self,
        request: Request,
        decision: Decision,
        reply: Reply | None,
        proves: Callable[[], bool],
    ) -> None:
        """Note that a change was approved, by a person or a rule, so that its tool can make it."""
        call, role = request.call, request.role
        agent, session = said(call.agent), said(call.session)
        root = self.posts.root_of(request.project)
        try:
            changes = changes_of(call.tool, call.input)
            by_rules = reply is None and not self.needs_person(request, decision)
            now = self.role_now(agent, session, role, root) if PROFILE in changes else None
        except (ProctorError, OSError):
            return
        if not by_rules and not is_answered(reply):
            return
        certain = proves()
        started = started_as(self.home, agent, role) if certain else ""
        life = f"{STARTED}{started}" if started else f"{IN_SESSION}{session}"
        lives = [life]
        if reply is not None and reply.scope is Scope.ALWAYS and agent and certain:
            lives.append(FOR_GOOD)
        by = reply.by if reply is not None else "the rules"
        clock = time.monotonic()
        self.approved = {key: one for key, one in self.approved.items() if one.until > clock}
        while len(self.approved) >= MOST:
            del self.approved[next(iter(self.approved))]
        key = key_of(call.tool, call.input, role, agent, session, request.project)
        owners = tuple(Owner(agent, role, root, one) for one in lives)
        self.approved[key] = Approved(owners, changes, f"{by}, {timestamp()}", clock + SECONDS, now)

    def make(self, fields: Mapping[str, Any]) -> dict[str, Any]:
        """
        Make a change that was approved just now, once.

        Raises:
            UsageError: that is no change.
            NotAllowed: nobody has approved it.
            OSError, StoreError: it cannot be written.

        """
        if set(fields) != set(FIELDS):
            raise UsageError(f"a change has the fields {', '.join(FIELDS)}")
        texts = [fields[name] for name in FIELDS if name != "input"]
        if not all(isinstance(text, str) for text in texts):
            raise UsageError("all fields but `input` must be texts")
        tool, role, agent, session, project = texts
        key = key_of(tool, fields["input"], role, agent, session, project)
        found = self.approved.pop(key, None)
        if found is None or found.until <= time.monotonic():
            raise NotAllowed(NOT_APPROVED, help="call the tool, and it is decided")
        root = self.posts.root_of(project)
        if found.role is not None and self.role_now(agent, session, role, root) != found.role:
            raise NotAllowed(OTHERWISE_NOW, help="call the tool again")
        for owner in found.owners:
            self.posts.overrides.write(owner, found.changes, found.by)
        self.posts.look_again()
        what = ", ".join(found.changes)
        lasts = "for good" if found.owners[-1].life == FOR_GOOD else "until you end"
        return {"text": f"changed {what}, for you alone, {lasts}"}

    # Taking it back

    def revoke(self, agent: str) -> int:
        """Take back everything that was changed for agents of a name; return how much it was."""
        self.approved = {
            key: one for key, one in self.approved.items() if one.owners[0].agent != agent
        }
        done = self.posts.overrides.remove(agent)
        self.posts.look_again()
        return done

    def session_ended(self, session: str) -> None:
        """Forget what was changed for a session that is over."""
        if session and self.posts.overrides.names():
            self.posts.overrides.forget(f"{IN_SESSION}{session}")


class OfItself(Pipeline):
    """Denies a change of an agent that can never be, asks people where rules are not enough."""

    def __init__(self, usual: Pipeline, edits: SelfEdits, rights: Rights, request: Request) -> None:
        super().__init__(usual.policy, usual.around)
        self.usual = usual
        self.edits = edits
        self.rights = rights
        self.request = request

    def decide(self, call: ToolCall) -> Decision:
        """Decide a call."""
        decision = self.usual.decide(call)
        if decision.effect is Effect.DENY:
            return decision
        why = self.edits.refuses(call, self.request.role, self.request.project)
        if why:
            return denied(decision, why)
        wanted = self.edits.needs_person(self.request, decision)
        if wanted := wanted or self.rights.left_open(call, decision):
            decision = asked(decision, wanted)
        if decision.effect is Effect.ASK:
            # A requester is only what a program says: it can refuse, and grants nothing.
            why = self.rights.refuses_requester(call, decision) or ""
        return denied(decision, why) if why else decision


def is_no_looser(before: Role, after: Role) -> bool:
    """Say whether it is certain that a role allows nothing that it did not allow before."""
    old, new = before.permissions, after.permissions
    if after.mode is not before.mode or new.order not in (old.order, STRICT_FIRST):
        return False
    allows = [rule for rule in old.rules if rule.effect is Effect.ALLOW]
    if any(rule not in new.rules for rule in old.rules if rule not in allows):
        return False
    if any(rule.text in OPEN_ALLOW and rule.until is None for rule in allows):
        return True
    given = [rule for rule in new.rules if rule.effect is Effect.ALLOW]
    return new.otherwise >= old.otherwise and all(rule in allows for rule in given)


def is_answered(reply: Reply | None) -> bool:
    """Say whether a person, by name, has allowed something through a channel."""
    if reply is None or reply.answer is not Answer.ALLOW:
        return False
    return reply.decider is Decider.PERSON and bool(reply.by and reply.channel)


def changes_of(tool: str, given: object) -> dict[str, Any]:
    """
    Return what a call of a tool would change.

    Raises:
        UsageError: it is no change that could be made.

    """
    fields = given if isinstance(given, Mapping) else {}
    if tool == "self_edit_permissions":
        return {PROFILE: one_word(fields.get("profile"), "a profile")}
    if tool == "self_edit_model":
        return {MODEL: one_word(fields.get("model"), "a model")}
    if tool == "self_edit_system_prompt":
        return {PROMPT: one_text(fields.get("prompt"), "a prompt")}
    if tool == "self_edit_docs":
        path = fields.get("path")
        if not isinstance(path, str) or not is_document(path):
            raise UsageError(
                f"`{visible(path)}` is no document",
                help=f"a path below your own folder that ends in {', '.join(DOCUMENTS)}",
            )
        return {DOCS: {path: one_text(fields.get("content"), "a document")}}
    raise UsageError("this tool changes nothing of an agent")


def one_word(value: object, what: str) -> str:
    """
    Return a word that can be a name, and no option of a program.

    Raises:
        UsageError: it cannot.

    """
    if not isinstance(value, str) or not WORD.fullmatch(value):
        raise UsageError(f"`{visible(value)}` is no name of {what}")
    return value


def one_text(value: object, what: str) -> str:
    """
    Return a text that has nothing in it that a terminal would obey.

    Raises:
        UsageError: it is none.

    """
    clean = isinstance(value, str) and all(c.isprintable() or c in "\n\t" for c in value)
    if not isinstance(value, str) or not clean or not value.strip() or len(value) > LONGEST:
        raise UsageError(f"{what} is a text of 1 to {LONGEST:,} characters")
    return value


def is_document(path: str) -> bool:
    """Return whether a path can be that of a document: below a folder, and of no program."""
    parts = path.split("/")
    named = path.isprintable() and path.lower().endswith(DOCUMENTS)
    return named and not {"", ".", ".."} & set(parts)


def key_of(tool: str, given: object, *whose: str) -> tuple[str, ...]:
    """Return what a change is known by."""
    return tool, repr(given), *whose


def compared(before: Role, after: Role) -> list[str]:
    """Return what becomes of a role's permissions: which rules go, come and stay."""
    old, new = before.permissions, after.permissions
    own = f"the profile `{old.profile}` gives" if old.profile else "the rules of the role give"
    lines = [f"permissions: {own} way to the profile `{new.profile}`"]
    for word, rules in (
        ("go", [rule for rule in old.rules if rule not in new.rules]),
        ("come", [rule for rule in new.rules if rule not in old.rules]),
        ("stay", [rule for rule in old.rules if rule in new.rules]),
    ):
        lines.append(f"rules that {word}: {', '.join(map(spoken, rules)) or 'none'}")
    lines.append(f"otherwise: {old.otherwise.word} becomes {new.otherwise.word}")
    if old.order != new.order:
        orders = (", ".join(effect.word for effect in one.order) for one in (old, new))
        lines.append("order: {} becomes {}".format(*orders))
    if before.mode is not after.mode:
        lines.append(f"mode: {before.mode} becomes {after.mode}")
    return lines


def spoken(rule: Rule) -> str:
    """Return a rule with its effect."""
    return f"{rule.effect.word} {rule.text}"
