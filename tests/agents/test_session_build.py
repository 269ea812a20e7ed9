"""The folder of a session: put there whole, what was there before kept, leftovers removed."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from proctor.adapters.claude_code import NO_OPINION
from proctor.adapters.claude_versions import TOOLS, TOOLS_GONE
from proctor.agents.listing import listed
from proctor.agents.session_build import Bundle, build, put_aside, settings_of, sweep
from proctor.agents.session_files import names, read_session
from proctor.policy.policy import Policy
from proctor.policy.profiles import PROFILES
from proctor.terms.role import Role
from proctor.terms.role_chain import RUN, UNDER
from tests.agents.test_session_files import a_session, kept
from tests.tables import each_row


def plain(home: Path, name: str = "shell") -> Bundle:
    """Return a session without a role."""
    return Bundle(home=home, session=a_session(name, role="", program=""))


def test_a_session_is_there_whole(tmp_path: Path) -> None:
    """In its place, for its user alone, and with nothing beside it."""
    (tmp_path / "sessions").mkdir()
    build(plain(tmp_path))

    assert [path.name for path in (tmp_path / "sessions").iterdir()] == ["shell"]
    assert (tmp_path / "sessions" / "shell").stat().st_mode & 0o777 == 0o700
    assert read_session(tmp_path, "shell").name == "shell"


def test_what_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    """Neither half a session, nor that of before moved away."""
    kept(tmp_path, a_session("shell", role="before"))
    # Where a past session shall lie, something else is.
    (tmp_path / "sessions" / ".past").write_text("")
    with pytest.raises(OSError, match=r"[Ee]xists|[Nn]ot a directory"):
        build(plain(tmp_path))

    assert {"shell", ".past"} == {path.name for path in (tmp_path / "sessions").iterdir()}
    assert read_session(tmp_path, "shell").role == "before"


def test_past_sessions_have_names_of_their_own(tmp_path: Path) -> None:
    """Three of the same name and moment are kept, and none is listed as an agent."""
    for _ in range(3):
        put_aside(kept(tmp_path, a_session()))
    past = tmp_path / "sessions" / ".past"

    assert {
        "coder-20260601T120000000Z",
        "coder-20260601T120000000Z-2",
        "coder-20260601T120000000Z-3",
    } == {path.name for path in past.iterdir()}
    assert names(tmp_path) == []


@pytest.mark.parametrize("said", ['{"started_at": "../../x"}', '{"started_at": 5}', "{", ""])
def test_a_damaged_session_is_put_aside_too(said: str, tmp_path: Path) -> None:
    """Whatever its file says of its time, it lands among the past ones and nowhere else."""
    folder = kept(tmp_path, a_session())
    (folder / "agent.json").write_text(said)
    (folder / "agent.json").chmod(0o600)
    put_aside(folder)

    [past] = (tmp_path / "sessions" / ".past").iterdir()
    assert past.name.startswith("coder-")
    assert not folder.exists()


def test_what_interrupted_starts_have_left_goes_after_a_while(tmp_path: Path) -> None:
    """One that is being made just now stays."""
    for name in (".new-old", ".new-now", "coder"):
        (tmp_path / name).mkdir()
    long_ago = time.time() - 7200
    for name in (".new-old", "coder"):
        os.utime(tmp_path / name, (long_ago, long_ago))
    sweep(tmp_path)

    assert {".new-now", "coder"} == {path.name for path in tmp_path.iterdir()}


@pytest.mark.parametrize(
    "does", [lambda home: build(plain(home)), lambda home: listed(home, [], {}, {})]
)
def test_variables_of_an_interrupted_start_stay_in_no_file(
    tmp_path: Path, does: Callable[[Path], object]
) -> None:
    """Whoever starts or lists anything removes what another had to leave, but for one of now."""
    long_ago = time.time() - 60
    for name in ("coder", "now", "future"):
        folder = kept(tmp_path, a_session(name))
        (folder / "start.json").write_text("{}")
        if name != "now":
            moment = long_ago if name == "coder" else 2 * time.time()
            os.utime(folder / "start.json", (moment, moment))
    does(tmp_path)
    left = [path.parent.name for path in (tmp_path / "sessions").glob("*/start.json")]
    put_aside(tmp_path / "sessions" / "now")

    assert left == ["now"]
    assert list(tmp_path.rglob("start.json")) == []


def denied_under(profiles: tuple[str, ...], *, in_turn: bool) -> set[str]:
    """Return the bare denies in the settings of roles: of a chain, or of a workflow's stages."""
    roles = [Role(id=name, name=name, permissions=PROFILES[name]) for name in profiles]
    counting = roles[:1] if in_turn else roles
    bundle = Bundle(
        home=Path("/nonexistent"),
        session=a_session(role=f"{RUN}1" if in_turn else UNDER.join(profiles)),
        roles=[(role, Policy.compile(role.permissions)) for role in counting],
        stages={f"{RUN}1": roles} if in_turn else {},
        version=(2, 1, 325),
    )
    return set(settings_of(bundle, by_shell=False)["permissions"]["deny"]) & set(TOOLS)


READERS = {"Read"}
WRITERS = {"Edit", "MultiEdit", "NotebookEdit", "Write"}
SHELLS = {"Bash", "Monitor", "PowerShell"}


@each_row(
    ("profiles", "in_turn", "offered"),
    [
        (("open",), False, set(TOOLS)),
        (("guarded",), False, set(TOOLS)),
        (("locked",), False, READERS | NO_OPINION),
        (("standard",), False, READERS | WRITERS | SHELLS | NO_OPINION),
        (("open", "locked"), False, READERS | NO_OPINION),
        (("locked", "standard"), True, READERS | WRITERS | SHELLS | NO_OPINION),
    ],
)
def test_a_tool_that_is_always_denied_is_not_offered(
    profiles: tuple[str, ...], in_turn: bool, offered: set[str]
) -> None:
    """A bare deny takes it out of the model's list; not so what people answer themselves."""
    there = set(TOOLS) - TOOLS_GONE
    assert there - denied_under(profiles, in_turn=in_turn) == offered & there
