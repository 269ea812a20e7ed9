"""Remembered answers hold for exactly what was answered."""

from __future__ import annotations

import asyncio
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from proctor import Policy
from proctor.approval.grants import Bound, Grants, category_key
from proctor.approval.scripts import LARGEST, contents, scripts_of
from proctor.audit.ids import timestamp
from proctor.audit.stores.memory import MemoryStore
from proctor.errors import UsageError
from proctor.normalise import normalise
from proctor.policy.decide import decide
from proctor.terms.call import UNKNOWN_FOLDER, ToolCall
from proctor.terms.decision import Decision
from proctor.terms.grant import Grant
from proctor.terms.record import Standing
from proctor.terms.reply import Answer, Reply, Scope
from proctor.terms.surroundings import Surroundings

NOW = 1_800_000_000.0
STANDING = Standing(role="coder", project="/srv/shop")
SESSION = Reply(Answer.ALLOW, "ada", "inbox", scope=Scope.SESSION)


class Kept:
    """Grants in memory, at a moment that a test sets."""

    def __init__(self) -> None:
        self.store = MemoryStore()
        self.now = NOW

    async def grants_for(self, key: str) -> list[Grant]:
        """Return those that hold now."""
        return self.store.grants_for(key, at=timestamp(self.now))

    async def add(self, grant: Grant) -> Grant:
        """Keep one."""
        return self.store.grant(grant)


class Case:
    """A project with a script, and answers about calls in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.kept = Kept()
        self.grants = Grants(self.kept, repr, timestamp, lambda: self.kept.now)
        self.policy = Policy.of()

    def decision(self, call: ToolCall) -> Decision:
        """Decide a call."""
        around = Surroundings(
            cwd=str(self.folder) if call.cwd in (None, UNKNOWN_FOLDER) else str(call.cwd),
            home="/home/ada",
            root=str(self.folder),
            start=str(self.folder),
            proctor_home="/home/ada/.proctor",
            now=datetime.now(UTC),
            strays=call.cwd == UNKNOWN_FOLDER,
        )
        return decide(normalise(call, around), self.policy)

    def remember(self, call: ToolCall, reply: Reply, **how: Any) -> Grant | None:
        """Answer a call, and keep the answer if it shall be kept."""
        decision, standing = self.decision(call), how.pop("standing", STANDING)
        before = how.pop("before", asyncio.run(self.grants.bound(call, decision, standing)))
        return asyncio.run(
            self.grants.remember(
                reply, before, call, decision, standing, uid="u",
            )
        )  # fmt: skip

    def found(self, call: ToolCall, standing: Standing = STANDING) -> bool:
        """Say whether an answer is remembered for a call."""

        async def find() -> Grant | None:
            return await self.grants.find(call, self.decision(call), standing)

        return asyncio.run(find()) is not None


@pytest.fixture
def case(tmp_path: Path) -> Case:
    """Give a project."""
    (tmp_path / "x.sh").write_text("echo one\n")
    (tmp_path / "Makefile").write_text("all:\n\techo one\n")
    return Case(tmp_path)


def bash(command: str, **more: Any) -> ToolCall:
    """Return a call of a command."""
    return ToolCall(tool="Bash", input={"command": command}, agent="a", session="s", **more)


@pytest.mark.parametrize("scope", [Scope.SESSION, Scope.TIME, Scope.ALWAYS])
def test_an_answer_is_remembered_for_the_very_same_call(case: Case, scope: Scope) -> None:
    """What was allowed for longer is allowed again, and nothing near it."""
    case.remember(bash("git push"), SESSION._replace(scope=scope, seconds=60))

    assert case.found(bash("git push"))
    for other in ("git push ", "git push -f", "git push origin", "GIT push", "git push *"):
        assert not case.found(bash(other))


@pytest.mark.parametrize(
    "reply",
    [
        SESSION._replace(scope=Scope.ONCE),
        SESSION._replace(answer=Answer.DENY),
        SESSION._replace(answer=Answer.TIMEOUT),
        SESSION._replace(answer=Answer.DIALOG),
    ],
    ids=str,
)
def test_nothing_else_is_remembered(case: Case, reply: Reply) -> None:
    """An allow for once, a denial, no answer: none of them holds for the next call."""
    assert case.remember(bash("git push"), reply) is None
    assert not case.found(bash("git push"))


@pytest.mark.parametrize(
    "change",
    [{"agent": "b"}, {"session": "t"}, {"agent": None, "session": None}],
    ids=str,
)
def test_a_sessions_answer_is_for_that_session(case: Case, change: dict[str, Any]) -> None:
    """Another agent, or the next session, is asked anew."""
    case.remember(bash("git push"), SESSION)

    assert not case.found(bash("git push")._replace(**change))


def test_a_session_without_a_name_is_none(case: Case) -> None:
    """Calls of which nobody says whose they are share nothing."""
    nameless = ToolCall(tool="Bash", input={"command": "git push"})
    case.remember(nameless, SESSION)

    assert not case.found(nameless)


@pytest.mark.parametrize(
    "standing", [STANDING._replace(role="tester"), STANDING._replace(project="/srv/other")], ids=str
)
def test_an_answer_is_for_its_role_and_project(case: Case, standing: Standing) -> None:
    """The same command under another role, or elsewhere, is another question."""
    case.remember(bash("git push"), SESSION._replace(scope=Scope.ALWAYS))

    assert not case.found(bash("git push"), standing)


def test_an_answer_is_for_its_folder(case: Case) -> None:
    """The same words in another folder do something else."""
    case.remember(bash("git push"), SESSION)

    assert not case.found(bash("git push", cwd=f"{case.folder}/lib"))


def test_an_answer_for_a_time_ends(case: Case) -> None:
    """After its time it holds no longer."""
    case.remember(bash("git push"), SESSION._replace(scope=Scope.TIME, seconds=60))
    case.kept.now += 59

    assert case.found(bash("git push"))
    case.kept.now += 2
    assert not case.found(bash("git push"))


@pytest.mark.parametrize(
    ("command", "file"),
    [
        ("bash x.sh", "x.sh"),
        ("./x.sh", "x.sh"),
        ("sh -e x.sh a b", "x.sh"),
        ("sudo ./x.sh", "x.sh"),
        ("make", "Makefile"),
        ("make test && ./x.sh", "x.sh"),
    ],
)
def test_an_answer_ends_when_the_script_changes(case: Case, command: str, file: str) -> None:
    """What is run is what was approved, to the letter."""
    case.remember(bash(command), SESSION)
    assert case.found(bash(command))

    (case.folder / file).write_text("rm -rf ~\n")

    assert not case.found(bash(command))


def test_a_script_that_changes_while_the_question_is_open_is_not_remembered(case: Case) -> None:
    """The answer was about what the script said when it was asked."""
    call = bash("bash x.sh")
    before = asyncio.run(case.grants.bound(call, case.decision(call), STANDING))
    (case.folder / "x.sh").write_text("rm -rf ~\n")

    assert case.remember(call, SESSION, before=before) is None


def test_an_answer_about_a_command_in_an_unknown_folder_is_not_remembered(case: Case) -> None:
    """The same words elsewhere are something else, and what is known of one folder is its own."""
    lost = bash("git push", cwd=UNKNOWN_FOLDER)

    assert case.remember(lost, SESSION) is None
    case.remember(bash("git push"), SESSION)
    assert (case.found(bash("git push")), case.found(lost)) == (True, False)


def test_a_script_that_appears_is_a_change(case: Case) -> None:
    """What was not there when it was answered was not approved."""
    case.remember(bash("./later.sh"), SESSION)
    (case.folder / "later.sh").write_text("rm -rf ~\n")

    assert not case.found(bash("./later.sh"))


def test_what_cannot_be_read_is_never_remembered(case: Case) -> None:
    """A pipe gives no answer that could be compared."""
    os.mkfifo(case.folder / "pipe")

    assert contents([str(case.folder / "pipe")]) is None
    assert case.remember(bash("bash pipe"), SESSION) is None


def test_an_answer_ends_when_a_large_script_changes(case: Case) -> None:
    """One that is too large to be read is known by which file it is."""
    (case.folder / "large").touch()
    os.truncate(case.folder / "large", LARGEST + 1)
    case.remember(bash("bash large"), SESSION)
    assert case.found(bash("bash large"))

    os.utime(case.folder / "large", ns=(1, 1))

    assert not case.found(bash("bash large"))


def test_a_category_holds_for_one_session(case: Case) -> None:
    """All of the shell, given for a session, covers its commands and no other's."""
    call = bash("git push")
    key = category_key("bash", STANDING, call)
    grant = Grant("u", key, Scope.SESSION, "ada", timestamp(NOW), agent="a", session="s")
    case.kept.store.grant(grant)

    assert case.found(bash("anything else"))
    assert not case.found(call._replace(session="t"))
    edit = ToolCall(tool="Write", input={"file_path": "a"}, agent="a", session="s")
    assert not case.found(edit)


def test_category_covers_no_command_that_could_not_be_read(case: Case) -> None:
    """It may hide what is denied: it is asked by itself."""
    case.kept.store.grant(
        Grant(
            "u", category_key("bash", STANDING, bash("ls")), Scope.SESSION, "ada", timestamp(NOW),
            agent="a", session="s",
        )
    )  # fmt: skip

    assert case.found(bash("git push"))
    assert not case.found(bash("$unknown push"))


def allowed(case: Case, category: str = "bash", **changes: str) -> Grant:
    """Allow a category for a session, before anything was asked."""
    whose = {"role": "coder", "project": "/srv/shop", "agent": "a", "session": "s", **changes}
    return asyncio.run(case.grants.allow_for_session(category, by="ada", uid="u", **whose))


def test_a_category_can_be_allowed_in_advance(case: Case) -> None:
    """It covers what a person's answer for the category would, and says whose it is."""
    grant = allowed(case)

    assert grant == Grant(
        uid="u", key=category_key("bash", STANDING, bash("ls")), scope=Scope.SESSION,
        made_by="ada", made_at=timestamp(NOW), role="coder", agent="a", session="s",
        body={
            "tool": "", "action": "", "category": "bash", "project": "/srv/shop", "cwd": "",
            "channel": "", "question": None,
        },
        id=1,
    )  # fmt: skip
    assert case.found(bash("git push"))
    edit = ToolCall(tool="Write", input={"file_path": "a"}, agent="a", session="s")
    assert not case.found(edit)


@pytest.mark.parametrize(
    "changes",
    [{"role": "tester"}, {"project": "/srv/other"}, {"agent": "b"}, {"agent": ""},
     {"session": "t"}, {"session": ""}],
    ids=str,
)  # fmt: skip
def test_what_is_allowed_in_advance_is_for_one_session(case: Case, changes: dict[str, str]) -> None:
    """Another role, project, agent or session is not covered, nor one that is not named."""
    allowed(case, **changes)

    assert not case.found(bash("git push"))


def test_a_category_in_advance_needs_a_name_and_somebody(case: Case) -> None:
    """One that there is not, or a session of nobody, is refused, and nothing is kept."""
    with pytest.raises(UsageError) as unknown:
        allowed(case, "bsh")
    with pytest.raises(UsageError, match="`agent` or `session`"):
        allowed(case, agent="", session="")
    for odd in ("", "*", "x" * 1_000_000, "Bash", "bash "):
        with pytest.raises(UsageError, match="no such category"):
            allowed(case, odd)

    assert "`bash`" in str(unknown.value.help)
    assert case.kept.store.grants() == []


def test_an_exact_key_tells_everything_apart() -> None:
    """No two that differ in one word, or in where a word ends, have one name."""
    base = Bound("r", "p", "t", "i", "c", "s", "l", "g")
    others = {base._replace(**{name: "x"}).key for name in Bound._fields}
    others.add(Bound("rp", "", "t", "i", "c", "s", "l", "g").key)

    assert len({base.key, *others}) == len(Bound._fields) + 2


def test_reading_a_file_is_not_running_it(case: Case) -> None:
    """What only reads a file does not depend on what the file says."""
    call = bash("cat x.sh")

    assert scripts_of(case.decision(call).action) == ()
