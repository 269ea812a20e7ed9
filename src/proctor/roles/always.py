"""
*Always*: a person's answer becomes a rule in the role file.

What would be written is worked out first, in memory, and shown; only that is
written, and only while the files are what they were. Nothing but the rules may
change: every role is loaded again from the files and compared with what it was,
and where the rules do not do what they are for, the old file is put back.
"""

from __future__ import annotations

import json
import stat
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path

from proctor.errors import ProctorError, UsageError
from proctor.nodes import visible
from proctor.policy.decide import decide
from proctor.policy.policy import Policy
from proctor.policy.propose import propose
from proctor.roles.amend import with_rule
from proctor.roles.compare import gained, heirs, lets_allows_pass_asks
from proctor.roles.find import PROJECT, RoleShelf
from proctor.roles.history import History, Kept, What, now_text
from proctor.roles.role_place import File, Files, Moment, file_of
from proctor.roles.role_text import held_by, put_role
from proctor.roles.stored_role import stamped
from proctor.roles.trust import digests, make_folder, pin, pinned, trust
from proctor.roles.write import cannot_write, fitting_mode, locked_folder, replace_file
from proctor.terms.action import Action
from proctor.terms.decision import Decision
from proctor.terms.effect import Effect
from proctor.terms.kind import SHELL
from proctor.terms.role import Role

# So long another writer of the same folder is waited for.
PATIENCE = 5.0
ALWAYS, OWN = "allowed always", "allowed always, by a rule of their own"
NOT_AGAIN = "the answer counts for this call, and for the same call"


@dataclass(frozen=True, slots=True)
class Lasting:
    """
    What *always* would write: shown as `words`, written by `write`.

    `mark` names all of it, the content of the file included: a plan with another mark
    is another plan. `also` are the roles that have the rules by extending this one.
    `edited` says that a person wrote the rules, in place of those that were proposed.
    """

    role: str
    rules: tuple[str, ...]
    file: File
    words: str
    also: tuple[str, ...]
    home: Path
    root: Path | None
    decision: Decision = field(repr=False, compare=False)
    edited: bool = False

    @property
    def mark(self) -> str:
        """Return a name for exactly this plan."""
        said = [self.role, *self.rules, str(self.file.path), *self.also]
        digest = sha256(json.dumps(said).encode())
        digest.update(self.file.start if self.file.before is None else b"\0" + self.file.before)
        return digest.hexdigest()[:32]


def plan(decision: Decision, role: str, *, home: Path, root: Path | None) -> Lasting | None:
    """
    Return what *always* would write for a decision that asks.

    None means that no rule can say exactly this, or that no file may be written: the
    answer is then a lasting grant for this very call.

    Args:
        decision: what the policy said of the call.
        role: the id of the role under which it was decided.
        home: Proctor's home.
        root: the project; None where there is none.

    """
    if propose(decision) is None:
        return None  # most questions: no file need be read
    try:
        return plan_of(decision, role, Files.read(home, root))
    except (ProctorError, OSError):
        return None


def plan_of(decision: Decision, name: str, files: Files, own: Sequence[str] = ()) -> Lasting | None:
    """Work the plan out, and try it in memory; a person's own rules stand in place of ours."""
    before = Moment(files)
    role = before.load(name)
    again = decide(decision.action, policy_of(before, role))
    absolute = role.origin != PROJECT
    rules = propose(decision, absolute=absolute)
    if rules is None or rules != propose(again, absolute=absolute):
        return None
    file = file_of(role, files)
    if file is None or lets_allows_pass_asks(role.permissions):
        return None
    rules = tuple(own) or rules
    data = with_rules(file, name, rules, why(by="somebody", on="2000-01-01"))
    also = tried(before, Moment(files.having(file, data)), name, rules, decision.action)
    if also is None:
        return None
    silent = Lasting(
        name, rules, file, "", also, files.home, files.root, decision, edited=bool(own)
    )
    return replace(silent, words=in_words(silent, role))


def tried(
    before: RoleShelf, after: RoleShelf, name: str, rules: Sequence[str], action: Action
) -> tuple[str, ...] | None:
    """Return which roles gain the rules with one; None if they do more or less than allow this."""
    role = after.load(name)
    more = gained(before.load(name), role)
    if more is None or sorted(more) != sorted(rules):
        return None
    if decide(action, policy_of(after, role)).effect is not Effect.ALLOW:
        return None
    return heirs(before, after, name, rules)


def policy_of(shelf: RoleShelf, role: Role) -> Policy:
    """Compile the rules of a role."""
    return Policy.compile(
        role.permissions,
        tools=role.tools,
        mode=role.mode,
        follow_bypass=role.follow_bypass,
        additional_directories=role.additional_directories,
        catalogue=shelf.config().catalogue,
    )


def with_rules(file: File, role: str, rules: Sequence[str], reason: str) -> bytes:
    """Return the content of a file with the rules at the end of the role's allow list."""
    data = file.start
    for rule in rules:
        entry = {"rule": rule, "why": reason}
        data = with_rule(data, str(file.path), Effect.ALLOW, entry, role)
    dated = (held for held in held_by(file.name, data) if "updatedAt" in held.fields)
    if held := next((held for held in dated if held.id == role), None):
        return put_role(data, file.name, role, stamped(held.text, file.name)) or data
    return data


def why(*, by: str, on: str) -> str:
    """Return the reason that stands beside a rule."""
    return f"Allowed always by {visible(by)}, {visible(on)}."


def in_words(lasting: Lasting, role: Role) -> str:
    """Say what would be written, and where it would hold."""
    file = lasting.file
    listed = ", ".join(f"`{rule}`" for rule in lasting.rules)
    place = file.shown(lasting.home)
    if file.before is None:
        base = "profile" if role.permissions.profile == role.id else "extends"
        said = f"makes a role `{role.id}` in your home ({place}, `{base}: {role.id}`) with {listed}"
    else:
        said = f"adds {listed} to the role `{role.id}` ({place})"
    # A rule for a command says nothing of the folder that the command runs in.
    command = lasting.decision.action.kind is SHELL
    if file.in_project:
        said += ", in every folder," if command else ""
        said += " and trusts the file anew"
    else:
        said += ", in every folder of every project" if command else ", for every project"
    names = ", ".join(f"`{name}`" for name in lasting.also)
    return f"{said}; also for {names}" if names else said


def write(lasting: Lasting, *, by: str, on: str, patience: float = PATIENCE) -> Path:
    """
    Write what was shown, and nothing else.

    Args:
        lasting: the plan whose words the person saw.
        by: the person.
        on: the day, as the rule's reason shall name it.
        patience: how many seconds another writer is waited for.

    Returns:
        The file.

    Raises:
        UsageError: the files are not any more what they were; nothing was written.
        ProctorError: it cannot be written, or does not do what it is for; the old file
            is in its place again.

    """
    file = lasting.file
    if not by.strip():
        message = "an answer by nobody is no rule"
        raise UsageError(message, help=NOT_AGAIN)
    try:
        if file.before is None:
            make_folder(file.path.parent)
        with locked_folder(file.path, patience=patience) as folder:
            files = Files.read(lasting.home, lasting.root)
            own = lasting.rules if lasting.edited else ()
            if plan_of(lasting.decision, lasting.role, files, own) != lasting:
                message = f"{visible(str(file.path))} is not as it was shown"
                raise UsageError(message, help=NOT_AGAIN)
            data = with_rules(file, lasting.role, lasting.rules, why(by=by, on=on))
            kept = keep(lasting, data, by=by)
            try:
                put(lasting, files, data, folder)
            except BaseException:
                kept.forget()
                raise
    except OSError as error:
        raise cannot_write(file.path, error) from error
    return file.path


def keep(lasting: Lasting, data: bytes, *, by: str) -> Kept:
    """
    Keep what becomes of the role in its history.

    Raises:
        ProctorError: it cannot be kept.

    """
    file = lasting.file
    texts = [
        next((held.text for held in held_by(file.name, each) if held.id == lasting.role), None)
        for each in (file.before, data)
        if each is not None
    ]
    said = {"role": lasting.role, "by": by, "at": now_text(), "file": file.name}
    before, after = texts if len(texts) > 1 else (None, *texts)
    what = What.CREATED if file.before is None else What.UPDATED
    note = OWN if lasting.edited else ALWAYS
    history = History(lasting.home, lasting.root if file.in_project else None)
    return history.keep({**said, "what": what, "before": before, "after": after, "note": note})


def put(lasting: Lasting, files: Files, data: bytes, folder: int) -> None:
    """Put the new file in its place, trust it, and put the old one back if that goes wrong."""
    file = lasting.file
    mode = fitting_mode(folder)
    if file.before is not None:
        mode = stat.S_IMODE(file.path.lstat().st_mode)
    after = files.having(file, data)
    try:
        replace_file(file.path, data, folder, mode=mode)
        if file.in_project and files.root and after.in_project:
            now, reading = after.in_project.now, after.in_project.reading
            trust(files.root, files.home, shown=now, reading=reading)
        prove(lasting, files)
    except BaseException:
        put_back(file, files, after, folder, mode)
        raise


def prove(lasting: Lasting, before: Files) -> None:
    """
    Load every role again from the files, and decide the call again.

    Raises:
        ProctorError: the rules do more, or less, than they are for.

    """
    after = Moment(Files.read(before.home, before.root))
    action = lasting.decision.action
    if tried(Moment(before), after, lasting.role, lasting.rules, action) != lasting.also:
        message = f"the rules in {visible(str(lasting.file.path))} do not do what they are for"
        raise ProctorError(message, help=NOT_AGAIN)


def put_back(file: File, before: Files, after: Files, folder: int, mode: int) -> None:
    """Undo what was written and trusted, unless somebody else has done so since."""
    root, was, became = before.root, before.in_project, after.in_project
    if file.in_project and root and was and became:
        known = pinned(root, before.home)
        if known and known.files == digests(became.now):
            pin(root, before.home, was.now, reading=was.reading)
    tree = became.now if file.in_project and became else after.at_home
    try:
        ours = file.path.read_bytes() == tree.files[file.name]
    except OSError:
        return
    if ours and file.before is None:
        file.path.unlink()
    elif ours and file.before is not None:
        replace_file(file.path, file.before, folder, mode=mode)
