"""What an agent may start: never one that has more than itself."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from proctor.agent_overrides import STARTED, OverrideFiles, Owner
from proctor.agents.parentage import (
    DEEPEST,
    MOST,
    Caller,
    at_home,
    caller_of,
    chain_of,
    check_checked,
    check_project,
    persons_variables,
    told_mode,
    variables_of,
)
from proctor.agents.processes import birth_of
from proctor.agents.session_files import ENDED, RUNNING, Ended, Running, Session, write_json
from proctor.errors import NotAllowed, NotFound, UsageError
from proctor.home import user_home
from proctor.owner.recorded_environment import record_environment
from proctor.roles.trust import trust
from tests.agents.test_session_files import a_session, kept
from tests.tables import each_row

AS_CODER = {"PROCTOR_AGENT": "coder"}


def caller(**more: object) -> Caller:
    """Return an agent that calls."""
    session = a_session(**more)  # type: ignore[arg-type]  # a test names fields
    return Caller("coder", session.role, session)


def test_a_person_is_under_nobody(tmp_path: Path) -> None:
    """What they name is what they get."""
    who = caller_of(tmp_path, {})

    assert (Caller(), "open", "acceptEdits") == (
        who, chain_of("open", who, tmp_path, str(tmp_path)), told_mode("acceptEdits", who),
    )  # fmt: skip


def test_what_an_agent_starts_is_under_its_role(tmp_path: Path) -> None:
    """And under all that the agent itself is under."""
    kept(tmp_path, a_session(role="coder under architect"))
    who = caller_of(tmp_path, AS_CODER)
    chain = chain_of("open", who, tmp_path, str(tmp_path))

    assert chain == "open under coder under architect"


DELEGATES = "toolIds: [read_file, spawn_impl_session]\ndelegates: [implementer]\n"


@each_row(
    ("roles", "above", "chain"),
    [
        ({"lead": DELEGATES}, "lead", "implementer"),
        # It stands in the role itself, and names just this role.
        ({"lead": "delegates: [reviewer]\ntools: [Read]\n"}, "lead", "implementer under lead"),
        ({"lead": "extends: boss\n", "boss": DELEGATES}, "lead", "implementer under lead"),
        # Every role that the parent is under has to.
        ({"lead": DELEGATES, "boss": "tools: [Read]\n"}, "lead under boss",
         "implementer under lead under boss"),
        ({"lead": DELEGATES, "boss": DELEGATES}, "lead under boss", "implementer"),
        # Of several sub-agents nobody knows which one calls.
        ({"lead": DELEGATES.replace("read_file", "Agent")}, "lead", "implementer under lead"),
        ({"lead": DELEGATES.replace("read_file", "'*'")}, "lead", "implementer under lead"),
        ({"lead": "delegates: [implementer]\n"}, "lead", "implementer under lead"),
    ],
)  # fmt: skip
def test_a_role_may_delegate_what_it_may_not_do(
    tmp_path: Path, roles: dict[str, str], above: str, chain: str
) -> None:
    """Where a person wrote so into the home, an agent's child has its own role alone."""
    folder = tmp_path / "roles"
    folder.mkdir()
    for name, text in {**roles, "implementer": "permissions: {otherwise: allow}\n"}.items():
        (folder / f"{name}.yaml").write_text(text)
    who = Caller("lead-1", above, a_session(role=above))

    assert chain_of("implementer", who, tmp_path, str(tmp_path)) == chain
    shutil.rmtree(folder)


@pytest.mark.parametrize("role", ["implementer under lead", "@WF-20261116-001", "guarded", ""])
def test_nothing_but_the_role_that_was_written_is_delegated(tmp_path: Path, role: str) -> None:
    """What an agent names otherwise is under its own role."""
    (tmp_path / "roles").mkdir()
    (tmp_path / "roles" / "lead.yaml").write_text(DELEGATES)
    who = Caller("lead-1", "lead", a_session(role="lead"))

    assert chain_of(role, who, tmp_path, str(tmp_path)).endswith("under lead")


def test_a_project_delegates_only_once_it_is_trusted(tmp_path: Path) -> None:
    """Whether the role is the project's own, or one of the home that it would change."""
    home, root = tmp_path / "home", tmp_path / "shop"
    for folder in (home, root / ".proctor"):
        (folder / "roles").mkdir(parents=True)
    (home / "roles" / "lead.yaml").write_text(DELEGATES)
    (root / ".proctor/roles/lead.yaml").write_text(DELEGATES)
    (root / ".proctor/roles/implementer.yaml").write_text("tools: [Read]\n")
    who = Caller("lead-1", "lead", a_session(role="lead"))
    before = chain_of("implementer", who, home, str(root))
    trust(root, home)

    assert before == "implementer under lead"
    assert chain_of("implementer", who, home, str(root)) == "implementer"


def test_an_agent_with_another_profile_starts_no_agent(tmp_path: Path) -> None:
    """What it may not do any more, another one of its role could do for it."""
    session = a_session(role="coder", id="0123")
    kept(tmp_path, session)
    owner = Owner("coder", "coder", session.project, f"{STARTED}0123")
    OverrideFiles(tmp_path).write(owner, {"model": "opus"}, "ada")
    assert caller_of(tmp_path, AS_CODER).agent == "coder"
    OverrideFiles(tmp_path).write(owner, {"profile": "locked"}, "ada")

    with pytest.raises(NotAllowed, match="changed for it alone"):
        caller_of(tmp_path, AS_CODER)


def test_a_program_that_we_did_not_start_is_under_guarded(tmp_path: Path) -> None:
    """Nobody knows which role it has, so the strict one of ours counts."""
    who = caller_of(tmp_path, {"CLAUDECODE": "1"})

    chain = chain_of("open", who, tmp_path, str(tmp_path))
    assert (Caller(above="guarded"), "open under guarded") == (who, chain)


def test_without_a_role_nothing_can_be_started(tmp_path: Path) -> None:
    """There is nothing that the new one could be under."""
    kept(tmp_path, a_session(role=""))

    with pytest.raises(NotAllowed, match="has no role"):
        caller_of(tmp_path, AS_CODER)


def test_agents_of_agents_have_an_end(tmp_path: Path) -> None:
    """One that is as deep as it goes starts none."""
    folder = kept(tmp_path, a_session(depth=DEEPEST - 1))
    assert caller_of(tmp_path, AS_CODER).agent == "coder"
    write_json(folder / "agent.json", a_session(depth=DEEPEST)._asdict())

    with pytest.raises(NotAllowed):
        caller_of(tmp_path, AS_CODER)


def test_agents_do_not_multiply_without_end(tmp_path: Path) -> None:
    """So many may run that agents have started; one that has ended makes room."""
    kept(tmp_path, a_session())
    for number in range(MOST):
        kept(tmp_path, a_session(f"a{number}", depth=1))
    with pytest.raises(NotAllowed, match="50 agents run that agents have started"):
        caller_of(tmp_path, AS_CODER)
    ended = Ended(1, "2026-06-01T12:00:00.000Z", exit_code=0)
    write_json(tmp_path / "sessions" / "a7" / ENDED, ended._asdict())

    assert caller_of(tmp_path, AS_CODER).agent == "coder"


def test_an_agent_whose_files_cannot_be_read_starts_none(tmp_path: Path) -> None:
    """It is not taken for a person."""
    folder = kept(tmp_path, a_session())
    (folder / "agent.json").write_text("{")

    with pytest.raises(NotFound):
        caller_of(tmp_path, AS_CODER)


@each_row(
    ("parents", "wanted", "told"),
    [
        ("default", "default", "default"),
        ("default", "acceptEdits", "default"),
        ("default", "bypassPermissions", "default"),
        ("default", "plan", "default"),
        ("default", "dontAsk", "dontAsk"),
        ("acceptEdits", "acceptEdits", "acceptEdits"),
        ("acceptEdits", "bypassPermissions", "default"),
        ("acceptEdits", "default", "default"),
        ("bypassPermissions", "bypassPermissions", "bypassPermissions"),
        ("bypassPermissions", "acceptEdits", "default"),
        ("plan", "default", "plan"),
        ("plan", "bypassPermissions", "plan"),
        ("plan", "dontAsk", "plan"),
        ("dontAsk", "acceptEdits", "dontAsk"),
        ("", "acceptEdits", "default"),
    ],
)
def test_a_mode_is_never_looser_than_the_parents(parents: str, wanted: str, told: str) -> None:
    """A role without a mode of its own takes what the program reports, for both of them."""
    assert told == told_mode(wanted, caller(mode=parents))
    assert told_mode(wanted, Caller(above="guarded")) in ("default", "dontAsk")


def test_an_agent_stays_in_its_parents_project(tmp_path: Path) -> None:
    """Elsewhere a role of the same name could be another."""
    shop, other = tmp_path / "shop", tmp_path / "other"
    shop.mkdir()
    other.mkdir()
    (tmp_path / "link").symlink_to(shop)
    who = caller(project=str(shop))
    check_project(str(tmp_path / "link"), who)
    check_project(str(other), Caller())

    with pytest.raises(NotAllowed):
        check_project(str(other), who)


def test_an_agent_starts_only_what_is_checked() -> None:
    """A program without hooks would do what its parent may not."""
    check_checked("claude-code", caller())
    check_checked("", Caller())

    with pytest.raises(UsageError):
        check_checked("", caller())


def running(home: Path, session: Session, pid: int) -> None:
    """Say that a session runs in this process."""
    folder = kept(home, session)
    write_json(folder / RUNNING, Running(1, os.getpid(), birth_of(os.getpid()), pid)._asdict())


def test_variables_are_those_of_the_parents_program(tmp_path: Path) -> None:
    """What was made up for the call does not count."""
    running(tmp_path, a_session(), os.getpid())
    made_up = {"PATH": "/srv/evil", "CLAUDE_CONFIG_DIR": "/srv/evil", "LD_PRELOAD": "/srv/x.so"}

    assert variables_of(os.getpid()) == persons_variables(tmp_path, caller(), made_up)


def test_where_nobody_knows_them_the_recorded_ones_count(tmp_path: Path) -> None:
    """Nothing of what an agent calls us with does; of a person everything."""
    made_up = {"LD_PRELOAD": "/srv/evil/x.so", "PATH": "/srv/evil", "HOME": "/srv/evil"}
    record_environment(tmp_path, {"PATH": "/home/ada/bin", "ANTHROPIC_API_KEY": "k"})
    for who in (caller(), Caller(above="guarded")):
        found = persons_variables(tmp_path, who, made_up)

        assert (
            found["PATH"], found["ANTHROPIC_API_KEY"], "LD_PRELOAD" in found,
        ) == ("/home/ada/bin", "k", False)  # fmt: skip
        assert found["HOME"] != "/srv/evil"
    assert made_up == persons_variables(tmp_path, Caller(), made_up)


def test_a_home_that_an_agent_names_is_not_its_persons(monkeypatch: pytest.MonkeyPatch) -> None:
    """What `~` means in rules and settings is theirs; for a person nothing changes."""
    monkeypatch.setenv("HOME", "/srv/evil")
    with at_home(caller(), {"HOME": "/home/ada"}):
        inside = user_home()
    with at_home(Caller(), {"HOME": "/home/ada"}):
        person = user_home()

    assert (inside, person, user_home()) == ("/home/ada", "/srv/evil", "/srv/evil")
