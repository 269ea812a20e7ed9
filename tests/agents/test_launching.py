"""Start agents, with a program that is called `claude` and is none: what it gets, and faults."""

from __future__ import annotations

import json
import shutil
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from proctor.agents.launching import ENDING, SERVING, STARTING, launch, relaunch
from proctor.agents.preparing import LOOKING, NO_ROLE, WAITS_HERE
from proctor.agents.session_files import life_of, names, read_session
from proctor.agents.stopping import stop
from proctor.errors import EngineError, NotFound, RoleProblems, UsageError
from proctor.owner.recorded_environment import recorded_environment
from proctor.owner.who import running_server
from tests.agents.claude_double import Double
from tests.agents.terminals import until
from tests.amounts import amount

CODER = "instructions: Write code.\nmodel: opus\npermissions: {allow: [Read], deny: [WebFetch]}\n"


def settings_of(doubled: Double, name: str) -> dict[str, Any]:
    """Return the settings of an agent."""
    path = doubled.home / "sessions" / name / ".claude" / "settings.json"
    said: dict[str, Any] = json.loads(path.read_text())
    return said


def test_a_role_is_started(doubled: Double) -> None:
    """The program gets its words, its variables and its folder, under the role's name."""
    doubled.role("coder", CODER)
    session = doubled.run("coder", extra=("Begin.",))
    started = doubled.started("coder")
    folder = doubled.home / "sessions" / "coder"

    assert started["words"] == [
        "--settings", str(folder / ".claude" / "settings.json"),
        "--session-id", session.session_id, "--permission-mode", "default", "--model", "opus",
        "--append-system-prompt", "Write code.", "Begin.",
    ]  # fmt: skip
    assert started["cwd"] == str(doubled.shop)
    assert started["variables"]["PROCTOR_AGENT"] == "coder"
    assert started["variables"]["PROCTOR_ROLE"] == "coder"
    assert life_of(doubled.home, session).state == "running"
    assert read_session(doubled.home, "coder") == session


@pytest.mark.parametrize(
    ("extra", "expected"),
    [
        (("claude",), []),
        (("PATH/claude", "Begin."), ["Begin."]),
        (("claude", "Begin."), ["Begin."]),
        (("claude, begin",), ["claude, begin"]),
        (("Begin.", "claude"), ["Begin.", "claude"]),
    ],
)
def test_the_program_itself_is_no_prompt(
    doubled: Double, extra: tuple[str, ...], expected: list[str]
) -> None:
    """Who says `-- claude`, as without a role, means the program."""
    doubled.role("coder", CODER)
    folder = str(Path(shutil.which("claude", path=doubled.environ["PATH"]) or "").parent)
    doubled.run("coder", extra=tuple(word.replace("PATH", folder) for word in extra))

    words = doubled.started("coder")["words"]
    assert words[words.index("Write code.") + 1 :] == expected


def test_a_session_has_its_files_and_nothing_of_the_persons_variables(doubled: Double) -> None:
    """Every file is for its user alone, and what was started with is in none of them."""
    doubled.role("coder", CODER)
    doubled.environ["COLOUR"] = "correct-horse-battery"
    doubled.run("coder")
    doubled.started("coder")
    folder = doubled.home / "sessions" / "coder"
    files = [path for path in folder.rglob("*") if path.is_file()]

    assert {"agent.json", "running.json", "hook", "policy.json", "settings.json"} <= {
        path.name for path in files
    }
    assert "start.json" not in {path.name for path in files}
    assert not [path for path in files if b"correct-horse" in path.read_bytes()]
    assert not [path for path in (folder, *files) if stat.S_IMODE(path.stat().st_mode) & 0o077]
    assert (folder / "hook").stat().st_mode & 0o100


def test_settings_are_made_of_the_role(doubled: Double) -> None:
    """Our hook by its full path, hooks on, the denies, and no folder that is not there."""
    (doubled.shop / "lib").mkdir()
    doubled.role("coder", f"{CODER}additional_directories: [lib, nowhere]\n")
    doubled.run("coder")
    settings = settings_of(doubled, "coder")
    [entry] = settings["hooks"]["PreToolUse"]

    assert entry["hooks"][0]["command"] == str(doubled.home / "sessions" / "coder" / "hook")
    assert (False, ["WebFetch"], [str(doubled.shop / "lib")]) == (
        settings["disableAllHooks"],
        settings["permissions"]["deny"],
        settings["permissions"]["additionalDirectories"],
    )


def test_the_reviewer_is_told_by_a_file(doubled: Double) -> None:
    """Where a role has a reviewer; and where it has none any more, the file goes."""
    doubled.role("coder", "permissions: {agent: {instructions: Be strict.}}\n")
    doubled.run("coder")
    path = doubled.home / "sessions" / "coder" / "permission-reviewer.md"
    before = path.read_text()
    doubled.role("coder", CODER)
    relaunch(doubled.home, "coder", resume=False, wanted=doubled.wanted())

    assert (before, path.exists()) == ("Be strict.\n", False)


def test_without_a_role_anything_is_started_and_nothing_generated(doubled: Double) -> None:
    """It is a session like others, without settings and without a hook."""
    session = doubled.run(name="shell", command=("sleep", "300"))
    folder = doubled.home / "sessions" / "shell"

    assert (
        session.role, session.program, life_of(doubled.home, session).state
    ) == ("", "", "running")  # fmt: skip
    assert {"agent.json", "running.json"} <= {path.name for path in folder.iterdir()}
    assert not (folder / "hook").exists()
    assert not (folder / ".claude").exists()


@pytest.mark.parametrize("full", [False, True], ids=["claude", "/…/claude"])
def test_claude_code_without_a_role_is_started_as_it_is(full: bool, doubled: Double) -> None:
    """No settings, no hook and no words of ours; a person is told that nothing checks it."""
    program = shutil.which("claude", path=doubled.environ["PATH"]) if full else "claude"
    told: list[str] = []
    session = doubled.run(name="foo", command=(program, "hello"), tell=told.append)
    started = doubled.started("foo")
    folder = doubled.home / "sessions" / "foo"

    assert (session.role, session.program, session.mode) == ("", "", "")
    assert started["words"] == ["hello"]
    assert not {"PROCTOR_ROLE", "CLAUDE_CONFIG_DIR", "CLAUDE_CODE_ENABLE_TELEMETRY"} & set(
        started["variables"]
    )
    assert [name for name in ("hook", ".claude", "policy.json") if (folder / name).exists()] == []
    assert told == [NO_ROLE]
    assert relaunch(doubled.home, "foo", resume=False, wanted=doubled.wanted()).program == ""


def test_without_a_role_and_a_name_the_program_gives_one(doubled: Double) -> None:
    """With a number where it is taken; of a name that no agent may have, another is taken."""
    odd = doubled.shop / "my shell"
    odd.symlink_to("/bin/sleep")
    started = [doubled.run(command=("sleep", "300")).name for _ in range(2)]

    assert [*started, doubled.run(command=("/bin/sleep", "300")).name] == [
        "sleep", "sleep-2", "sleep-3",
    ]  # fmt: skip
    assert doubled.run(command=(str(odd), "300")).name == "agent"
    stop(doubled.home, "sleep")
    assert doubled.run(command=("sleep", "300")).name == "sleep"


def test_an_agent_starts_nothing_without_a_role(doubled: Double) -> None:
    """Neither Claude Code nor another program, whatever the guard has seen."""
    doubled.role("coder", CODER)
    doubled.run("coder")
    doubled.environ["PROCTOR_AGENT"] = "coder"
    for command in (("claude",), ("sleep", "300")):
        with pytest.raises(UsageError, match="whose tool calls are checked"):
            doubled.run(name="foo", command=command)

    assert names(doubled.home) == ["coder"]


def test_another_program_under_a_role_is_told_of(doubled: Double) -> None:
    """It runs, its role is known, and a person hears that its calls are not checked."""
    doubled.role("sleeper", "command: [sleep, '300']\n")
    told: list[str] = []
    session = doubled.run("sleeper", tell=told.append)

    assert (session.role, session.program) == ("sleeper", "")
    assert ["are not checked" in words for words in told] == [True]


def test_a_folder_that_nobody_trusted_is_told_of(doubled: Double) -> None:
    """The program will show its own dialog; trusted, nothing is said."""
    doubled.role("coder", CODER)
    told: list[str] = []
    doubled.run("coder", "one", tell=told.append)
    state = {"projects": {str(doubled.shop): {"hasTrustDialogAccepted": True}}}
    Path(doubled.environ["HOME"], ".claude.json").write_text(json.dumps(state))
    doubled.run("coder", "two", tell=told.append)

    assert [words[:38] for words in told] == ["Claude Code will ask whether you trust"]


def test_a_hook_that_could_answer_for_the_person_is_told_of(doubled: Double) -> None:
    """One of the person's own settings; an isolated agent does not have them."""
    doubled.role("coder", CODER)
    doubled.role("alone", f"{CODER}isolated: true\n")
    path = Path(doubled.environ["HOME"], ".claude", "settings.json")
    path.parent.mkdir()
    theirs = {"PermissionRequest": [{"hooks": [{"type": "command", "command": "/opt/yes"}]}]}
    path.write_text(json.dumps({"hooks": theirs}))
    told: list[str] = []
    doubled.run("coder", tell=told.append)
    doubled.run("alone", tell=told.append)

    assert [words for words in told if "/opt/yes" in words] == [f"{WAITS_HERE}: {path}: `/opt/yes`"]


def test_an_isolated_agent_has_its_own_folder(doubled: Double) -> None:
    """It is seeded, trusted, and named in its environment."""
    doubled.role("coder", f"{CODER}isolated: true\n")
    doubled.run("coder")
    own = doubled.home / "sessions" / "coder" / "claude"

    assert str(own) == doubled.started("coder")["variables"]["CLAUDE_CONFIG_DIR"]
    assert str(doubled.shop) in json.loads((own / ".claude.json").read_text())["projects"]


# Names


def test_a_taken_name_is_refused_with_what_runs_there(doubled: Double) -> None:
    """Role, state, since when, where, and how to look at it or end it."""
    doubled.role("coder", CODER)
    session = doubled.run("coder")
    with pytest.raises(UsageError) as caught:
        doubled.run("coder")

    assert caught.value.message == (
        f"`coder` is taken: role coder, running since {session.started_at}, in {doubled.shop}"
    )
    assert "proctor attach coder" in str(caught.value.help)


def test_a_name_whose_session_is_over_is_free(doubled: Double) -> None:
    """What it was is kept among the past ones."""
    doubled.role("coder", CODER)
    first = doubled.run("coder")
    stop(doubled.home, "coder")
    second = doubled.run("coder")
    [past] = (doubled.home / "sessions" / ".past").iterdir()

    assert first.session_id != second.session_id
    assert json.loads((past / "agent.json").read_text())["session_id"] == first.session_id
    assert (past / "ended.json").exists()


def test_of_two_at_the_same_moment_one_wins(doubled: Double) -> None:
    """The others are told who runs there, and there is one terminal and one program."""
    doubled.role("coder", CODER)

    def attempt(_: int) -> str:
        try:
            return doubled.run("coder").session_id
        except UsageError as error:
            return error.message[:18]

    with ThreadPoolExecutor(4) as pool:
        ends = sorted(pool.map(attempt, range(4)))

    assert [end for end in ends if end.startswith("`")] == ["`coder` is taken: "] * 3
    assert [read_session(doubled.home, "coder").session_id] == [
        end for end in ends if not end.startswith("`")
    ]
    assert list(doubled.engine.panes()) == ["coder"]


@pytest.mark.parametrize("name", ["a b", "../x", "x/y", ".x", "-x", "ä", "x" * 65, "x\n", "$(x)"])
def test_what_is_no_name_is_refused(name: str, doubled: Double) -> None:
    """Before anything is written."""
    doubled.role("coder", CODER)
    with pytest.raises(UsageError, match="is no name for an agent"):
        doubled.run("coder", name)

    assert names(doubled.home) == []


# Faults


def test_a_role_that_does_not_load_starts_nothing(doubled: Double) -> None:
    """What is wrong is told, and there is no session."""
    doubled.role("coder", "permissions: {allow: Read}\n")
    with pytest.raises(RoleProblems):
        doubled.run("coder")
    with pytest.raises(NotFound, match="there is no role `ghost`"):
        doubled.run("ghost")

    assert (names(doubled.home), doubled.engine.panes()) == ([], {})


def test_a_program_that_is_not_installed_starts_nothing(doubled: Double) -> None:
    """Neither Claude Code, nor that of a role, nor that of a person; a relative PATH is none."""
    doubled.role("coder", CODER)
    doubled.role("other", "command: [no-such-program]\n")
    (doubled.shop / "claude").write_text("#!/bin/sh\n")
    (doubled.shop / "claude").chmod(0o755)
    doubled.environ["PATH"] = ".::bin"
    for more in ({"role": "coder"}, {"role": "other"}, {"name": "x", "command": ("nope",)}):
        with pytest.raises(NotFound, match="was not found"):
            doubled.run(**more)

    assert names(doubled.home) == []


def test_a_program_that_a_path_names_is_the_one_that_is_started_or_none_is(
    doubled: Double,
) -> None:
    """A path that leads nowhere, or to another program than the role's, is an error with it."""
    doubled.role("coder", CODER)
    other = doubled.shop / "claude"
    other.write_text("#!/bin/sh\n")
    other.chmod(0o755)
    for path, why in (
        ("/nonexistent/claude", "the program `/nonexistent/claude` was not found"),
        ("~/nowhere/claude", "the program `~/nowhere/claude` was not found"),
        (str(other), f"the role starts .*/claude, not `{other}`"),
        ("./claude", "the role starts .*/claude, not `./claude`"),
    ):
        with pytest.raises((NotFound, UsageError), match=why):
            doubled.run("coder", extra=(path,))

    assert names(doubled.home) == []


def test_a_program_that_is_no_claude_code_is_not_started_as_one(doubled: Double) -> None:
    """One that was never proven must be, and this one says no version."""
    doubled.role("coder", CODER)
    path = shutil.which("claude", path=doubled.environ["PATH"])
    assert path is not None
    Path(path).write_text("#!/bin/sh\nexit 0\n")
    with pytest.raises(NotFound, match="does not say a version"):
        doubled.run("coder")

    assert names(doubled.home) == []


def test_a_program_that_ends_at_once_is_told_with_its_code(doubled: Double) -> None:
    """It was started, and the session says how it ended."""
    doubled.role("coder", CODER)
    session = doubled.run("coder", extra=("do:fail",))
    life = life_of(doubled.home, session)

    assert life.state == "exited"
    assert life.ended is not None
    assert life.ended.exit_code == 3
    assert "it cannot work" in doubled.engine.screen("coder")


def test_a_program_that_has_ended_is_told_while_what_it_left_is_being_ended(
    doubled: Double,
) -> None:
    """Its end is waited for, also where a process that ignores SIGTERM holds it up."""
    left = "(trap '' TERM; exec sleep 300) & exit 3"
    life = life_of(doubled.home, doubled.run(command=("sh", "-c", left)))

    assert life.ended is not None
    assert life.ended.exit_code == 3


def test_a_folder_that_is_none_is_refused(doubled: Double) -> None:
    """Nothing is started elsewhere instead."""
    doubled.role("coder", CODER)
    with pytest.raises(UsageError, match="is not a folder"):
        doubled.run("coder", cwd=str(doubled.shop / "nowhere"))


def test_a_full_disk_leaves_nothing_half_done(doubled: Double) -> None:
    """The session cannot be written: it is told so, and neither a folder nor a terminal is left."""
    doubled.role("coder", CODER)
    doubled.run("coder", "first")
    place = doubled.home / "sessions"
    before = sorted(path.name for path in place.iterdir())
    # As a disk that takes no more: a file is in the place of what shall be a folder.
    (place / ".past").write_text("")
    stop(doubled.home, "first")
    with pytest.raises(OSError, match=r"exists|[Nn]ot a directory"):
        doubled.run("coder", "first")

    assert sorted([*before, ".past"]) == sorted(path.name for path in place.iterdir())
    assert life_of(doubled.home, read_session(doubled.home, "first")).state == "exited"


def test_a_terminal_that_cannot_be_had_leaves_an_honest_session(doubled: Double) -> None:
    """Nothing runs, nobody says that it does, and the person's variables are in no file."""
    doubled.role("coder", CODER)
    doubled.engine.ensure()
    # Somebody sits in the terminal of that name, without a session.
    doubled.engine.tell("new-session", "-d", "-s", "coder", "--", "sleep", "300")
    with pytest.raises(EngineError, match="in use"):
        doubled.run("coder")
    life = life_of(doubled.home, read_session(doubled.home, "coder"))

    assert life.state == "exited"
    assert not list(doubled.home.rglob("start.json"))


def test_many_at_once(doubled: Double) -> None:
    """All of them run, each in a terminal of its own."""
    doubled.role("coder", CODER)
    many = amount(8, 20)
    wanted = [f"coder-{number}" for number in range(many)]
    with ThreadPoolExecutor(many) as pool:
        started = list(pool.map(lambda name: doubled.run("coder", name), wanted))
    until(lambda: set(wanted) == set(doubled.engine.panes()))

    assert [life_of(doubled.home, session).state for session in started] == ["running"] * many
    assert len({session.token for session in started}) == many


def test_a_server_runs_and_remembers_whose_it_is(own_double: Double) -> None:
    """It is there before the agent; a hook that starts it anew has its person's variables."""
    own_double.environ |= {"TG_CHAT_ID": "5", "LD_PRELOAD": "", "COLOUR": "green"}
    own_double.role("coder", CODER)
    own_double.run("coder")
    recorded = recorded_environment(own_double.home)

    assert running_server(own_double.home) is not None
    assert (own_double.environ["PATH"], "5", False) == (
        recorded["PATH"], recorded["TG_CHAT_ID"], "COLOUR" in recorded,
    )  # fmt: skip
    assert "TG_CHAT_ID" not in own_double.started("coder")["variables"]


def test_whoever_waits_hears_what_is_being_done(own_double: Double) -> None:
    """The server is told of only where one has to be started."""
    doing: list[str] = []
    own_double.run("", "one", command=("sleep", "300"), doing=doing.append)
    doing.append("again")
    said = own_double.wanted(doing=doing.append)
    relaunch(own_double.home, "one", resume=False, wanted=said)

    assert doing == [LOOKING, SERVING, STARTING, "again", LOOKING, ENDING, STARTING]


def test_a_launch_needs_no_home_before(own_double: Double) -> None:
    """Whatever is missing in the home is made, for its user alone."""
    shutil.rmtree(own_double.home / "sessions", ignore_errors=True)
    launch(own_double.home, own_double.wanted(name="one", command=("sleep", "300")))

    assert (own_double.home / "sessions").stat().st_mode & 0o777 == 0o700
