"""The real Claude Code, started by `proctor run`: what it gets, does, and goes on with."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from proctor.agents.session_files import life_of, read_session
from proctor.proving.scripted_model import bash, call, say
from tests.agents.terminals import until
from tests.real.model import Model
from tests.real.place import FREE, Place, mark
from tests.real.starting import Starter, proven, starter, variables_of

MAKER = (
    "model: haiku\nsystem_prompt: You are the maker of the shop.\n"
    "instructions: Make what is asked for.\npermissions: {otherwise: allow, deny: [Bash(rm *)]}\n"
)


@pytest.fixture
def person(place: Place, model: Model) -> Iterator[Starter]:
    """Give somebody at a shell, whose program was proven before."""
    proven(place)
    with starter(place, model) as made:
        yield made


@pytest.mark.full
def test_the_first_start_proves_that_a_hook_blocks(place: Place, model: Model) -> None:
    """Once for this binary; after that, nothing stands between a person and their agent."""
    place.write_role("free", FREE)
    with starter(place, model) as person:
        person.run("--role", "free")
        [kept] = json.loads((place.home / "proofs" / "claude-code.json").read_text())["proofs"]
        assert person.types("stop", "free").returncode == 0
        person.run("--role", "free")
        [again] = json.loads((place.home / "proofs" / "claude-code.json").read_text())["proofs"]

    assert kept["ask_holds"]
    assert kept == again


def test_an_agent_is_what_its_role_says(person: Starter, place: Place, model: Model) -> None:
    """
    Both prompts, model and mode reach the program; its calls are decided by its role.

    Neither the allow rules and the mode of the user nor a repository's switch for all hooks
    lift what the role says.
    """
    place.write_role("maker", MAKER)
    place.private.write_settings(
        {"permissions": {"allow": ["Bash"], "defaultMode": "bypassPermissions"}}
    )
    place.repository_says({"disableAllHooks": True, "env": {"PROCTOR_ROLE": "open"}})
    prompt = model.learn("make", bash(mark()), bash("rm -r docs"), say("all is made"))
    person.run("--role", "maker", "--", prompt)
    screen = person.shows("maker", "all is made", "manual mode on")
    asked = person.requests("make")[0]
    session = read_session(place.home, "maker")
    running = life_of(place.home, session).running
    assert running is not None
    variables = variables_of(running.pid)

    assert asked["system"][-1]["text"] == (
        "You are the maker of the shop.\n\nMake what is asked for."
    )
    assert "haiku" in asked["model"]
    assert "Haiku" in screen
    until(lambda: len(place.decisions()) == 2)
    assert [decision for _, decision in place.decisions()] == ["allow", "deny"]
    assert {("maker", "maker")} == {(each["agent_name"], each["role"]) for each in place.records()}
    assert place.ran() == 1
    assert ("maker", "maker", str(place.home / "sessions" / "maker")) == tuple(
        variables[name] for name in ("PROCTOR_AGENT", "PROCTOR_ROLE", "PROCTOR_SESSION_DIR")
    )
    assert not {name for name in variables if name.startswith("TMUX")}


@pytest.mark.full
def test_the_tools_of_ours_that_a_role_lists_reach_the_agent(
    person: Starter, place: Place, model: Model
) -> None:
    """Through a gateway of its own, and no other MCP server; the hook decides each call."""
    rules = "permissions: {allow: [chain:status], deny: [task:add]}"
    place.write_role("helper", f"tools: [read_file, chain:status, task:*]\n{rules}\n")
    persons = place.private.config / ".claude.json"
    other = {"command": "touch", "args": ["started-other"]}
    persons.write_text(
        json.dumps({**json.loads(persons.read_text()), "mcpServers": {"other": other}})
    )
    prompt = model.learn(
        "go",
        call("mcp__proctor__chain_status"),
        call("mcp__proctor__task_add", title="more", chain="WF-20261116-001"),
        call("mcp__proctor__read_file", path="README.md"),
        say("all is told"),
    )
    person.run("--role", "helper", "--", "-p", prompt)
    until(lambda: len(model.told("go")) == 3)
    shown, denied, double = model.told("go")
    ours = ("chain_status", "task_start", "task_complete", "task_approve", "task_status")

    assert (shown.error, denied.error, double.error) == (False, True, True)
    assert model.offered("go") - {"DeferredToolPlaceholder"} == {
        "Read", "mcp__proctor__task_list", *(f"mcp__proctor__{name}" for name in ours),
    }  # fmt: skip
    assert [
        (each["tool"], each["decision"], each["agent_name"], each["role"])
        for each in place.records()
    ] == [("chain:status", "allow", "helper", "helper")]
    assert not (place.shop / "started-other").exists()


@pytest.mark.full
def test_the_greeting_warns_of_no_rule(person: Starter, place: Place, model: Model) -> None:
    """Nothing is denied that the program has no tool for, and `-- claude` is no prompt."""
    place.write_role("locked-in", "permissions: {otherwise: deny}\n")
    person.run("--role", "locked-in", "--", "claude")
    person.say("locked-in", model.learn("hello", say("hello to you")))
    screen = person.shows("locked-in", "hello to you")

    assert ("matches no tool" in screen, "\u276f claude" in screen) == (False, False)


@pytest.mark.parametrize("stays", [False, pytest.param(True, marks=pytest.mark.full)])
@pytest.mark.full
def test_a_plan_is_ended_by_a_person(
    person: Starter, place: Place, model: Model, *, stays: bool
) -> None:
    """Under a role without a mode its rules hold from then on; a role's own plan stays."""
    mode = "permission_mode: plan\n" if stays else ""
    place.write_role("maker", f"{mode}permissions: {{allow: [Write]}}\n")
    before, after = place.shop / "before.txt", place.shop / "after.txt"
    prompt = model.learn(
        "plan",
        call("Write", file_path=str(before), content="x"),
        call("ExitPlanMode", plan="write it"),
        call("Write", file_path=str(after), content="x"),
        say("that is all"),
    )
    begins = () if stays else ("--permission-mode", "plan")
    person.run("--role", "maker", "--", *begins, prompt)
    person.shows("maker", "wants to exit plan mode")
    row = until(
        lambda: [line for line in person.types("list").stdout.splitlines() if "blocked" in line]
    )
    person.insist("maker", "1", lambda: "that is all" in person.engine.screen("maker"))

    assert "blocked (permission: ExitPlanMode)" in row[0]
    assert (before.exists(), after.exists()) == (False, not stays)


def test_without_a_role_the_program_is_as_it_is(
    person: Starter, place: Place, model: Model
) -> None:
    """By name and by its full path: no settings of ours, no hook, and its own rules count."""
    place.private.write_settings({"permissions": {"allow": ["Bash"], "defaultMode": "default"}})
    prompt = model.learn("make", bash(mark()), say("all is made"))
    named = person.run("--name", "foo", "--", "claude", prompt)
    unnamed = person.run("--", str(person.claude))
    person.shows("foo", "all is made")
    person.shows("claude", "Claude Code v")

    assert [(each["name"], each["role"], each["state"]) for each in (named, unnamed)] == [
        ("foo", "", "running"), ("claude", "", "running"),
    ]  # fmt: skip
    assert (place.ran(), place.records()) == (1, [])
    assert not list((place.home / "sessions").glob("*/.claude"))


@pytest.mark.full
def test_long_instructions_reach_the_model(person: Starter, place: Place, model: Model) -> None:
    """Also where no command could have them as a word."""
    text = "Make what is asked for. " * 6000
    place.write_role("maker", f"instructions: '{text}'\npermissions: {{otherwise: allow}}\n")
    model.learn("make", say("all is made"))
    person.run("--role", "maker", "--", "please [[make]]")
    person.shows("maker", "all is made")

    assert text.strip() in person.requests("make")[0]["system"][-1]["text"]


@pytest.mark.full
def test_a_conversation_goes_on(person: Starter, place: Place, model: Model) -> None:
    """Stopped and resumed it knows what was said, has its role again, and its prompt said once."""
    place.write_role("maker", MAKER)
    prompt = model.learn("make", say("first answer"), bash("rm -r docs"), say("second answer"))
    first = person.run("--role", "maker", "--", prompt)
    person.shows("maker", "first answer")
    assert "exited" in person.types("stop", "maker").stdout
    done = person.types("resume", "maker", "--detach", "--json")
    assert done.returncode == 0, done.stderr
    person.shows("maker", "first answer")
    said = len(model.conversation("make"))
    person.say("maker", "go on")
    person.shows("maker", "second answer")
    last = model.conversation("make")[-1]

    assert json.loads(done.stdout)["session"] == first["session"]
    assert said == 1
    assert last["system"][-1]["text"].startswith("You are the maker of the shop.")
    until(lambda: place.decisions() == [("tool:bash:rm -r docs", "deny")])


@pytest.mark.full
def test_after_clear_the_last_conversation_goes_on(
    person: Starter, place: Place, model: Model
) -> None:
    """A person has begun another in the program, and that is the one that is resumed."""
    place.write_role("maker", MAKER)
    model.learn("old", say("old answer"))
    model.learn("new", say("new answer"))
    first = person.run("--role", "maker", "--", "please [[old]]")
    person.shows("maker", "old answer")
    person.engine.paste("maker", "/clear")
    person.shows("maker", "/clear")
    person.insist("maker", "Enter", lambda: "old" not in person.engine.screen("maker"))
    person.say("maker", "please [[new]]")
    person.shows("maker", "new answer")
    assert person.types("stop", "maker").returncode == 0
    done = person.types("resume", "maker", "--detach", "--json")
    screen = person.shows("maker", "new answer")

    assert json.loads(done.stdout)["session"] != first["session"]
    assert "old answer" not in screen


@pytest.mark.full
def test_a_restarted_agent_has_forgotten(person: Starter, place: Place, model: Model) -> None:
    """It begins anew, under the same name and in the same terminal."""
    place.write_role("maker", MAKER)
    first = person.run("--role", "maker")
    model.learn("make", say("all is made"))
    person.say("maker", "please [[make]]")
    person.shows("maker", "all is made")
    done = person.types("restart", "maker", "--detach", "--json")
    screen = person.ready("maker")

    assert json.loads(done.stdout)["session"] != first["session"]
    assert "all is made" not in screen


@pytest.mark.full
def test_one_that_was_told_nothing_can_be_resumed(person: Starter, place: Place) -> None:
    """There is no conversation, so the program would end with an error: it begins anew."""
    place.write_role("maker", MAKER)
    person.run("--role", "maker")
    person.ready("maker")
    assert person.types("stop", "maker").returncode == 0
    done = person.types("resume", "maker", "--detach")

    assert (done.returncode, "it begins anew" in done.stderr) == (0, True)
    person.ready("maker")


@pytest.mark.full
@pytest.mark.parametrize("mode", ["default", "bypassPermissions"])
def test_an_isolated_agent_starts_without_dialogs(
    mode: str, person: Starter, place: Place, model: Model
) -> None:
    """No theme, key, trust or warning is asked for, and its data lies in its session."""
    place.write_role("maker", f"{MAKER}isolated: true\npermission_mode: {mode}\n")
    (place.private.config / ".claude.json").unlink()
    model.learn("make", say("all is made"))
    person.run("--role", "maker", "--", "please [[make]]")
    person.shows("maker", "all is made")
    own = place.home / "sessions" / "maker" / "claude"

    assert (own / "projects").is_dir()
    assert not (place.private.config / "projects").exists()


@pytest.mark.full
def test_a_folder_that_nobody_trusted_shows_the_programs_dialog(
    person: Starter, place: Place
) -> None:
    """`run` has said so; what it asks is for a person."""
    place.write_role("maker", MAKER)
    other = place.root / "other"
    (other / ".git").mkdir(parents=True)
    done = person.types("run", "--role", "maker", "--detach", cwd=other)

    assert (done.returncode, "whether you trust" in done.stderr) == (0, True)
    person.shows("maker", "trust")


@pytest.mark.full
def test_an_agent_starts_another_that_has_no_more_than_itself(
    person: Starter, place: Place, model: Model
) -> None:
    """The child's role allows everything, and what its parent's denies is denied to it."""
    place.write_role("maker", "permissions: {otherwise: allow, deny: [Bash(touch *)]}\n")
    place.write_role("free", FREE)
    model.learn("child", bash("touch escaped"), bash(mark()), say("child is done"))
    command = "proctor run --role free --name child --detach -- 'please [[child]]'"
    (place.user / "bin" / "proctor").symlink_to(Path(person.command))
    model.learn("parent", bash(command), say("parent is done"))
    person.run("--role", "maker", "--", "please [[parent]]")
    person.shows("maker", "parent is done")
    person.shows("child", "child is done")
    session = read_session(place.home, "child")
    records = [each for each in place.records() if each["agent_name"] == "child"]

    assert (session.role, session.parent) == ("free under maker", "maker")
    assert [each["decision"] for each in records] == ["deny", "allow"]
    assert not (place.shop / "escaped").exists()
    assert "From maker (an agent): please" in str(model.conversation("child")[0]["messages"][0])


@pytest.mark.full
@pytest.mark.parametrize("prompt", ["!touch escaped", "/clear", "# remember this"])
def test_what_an_agent_says_to_another_is_no_command(
    prompt: str, person: Starter, place: Place, model: Model
) -> None:
    """Typed by a person it would be one; of an agent it is a text, and goes to the model."""
    place.write_role("free", FREE)
    (place.user / "bin" / "proctor").symlink_to(Path(person.command))
    command = f"proctor run --role free --name child --detach -- '{prompt} [[child]]'"
    model.learn("parent", bash(command), say("parent is done"))
    model.learn("child", say("child is done"))
    person.run("--role", "free", "--name", "boss", "--", "please [[parent]]")
    person.shows("child", "child is done")

    assert f"From boss (an agent): {prompt}" in str(model.conversation("child")[0]["messages"][0])
    assert not (place.shop / "escaped").exists()


@pytest.mark.full
@pytest.mark.parametrize("switch", ["--bare", "--safe-mode"])
def test_no_text_of_a_role_switches_hooks_off(
    person: Starter, place: Place, model: Model, switch: str
) -> None:
    """The program looks for these among all of its words, so none of a role's is one."""
    rules = "permissions: {otherwise: allow, deny: [Bash(touch *)]}"
    place.write_role("odd", f"instructions: '{switch}'\nsystem_prompt: '{switch}'\n{rules}\n")
    prompt = model.learn("make", bash("touch made"), say("all is made"))
    person.run("--role", "odd", "--", prompt)
    person.shows("odd", "all is made")

    assert not (place.shop / "made").exists()
    assert [decision for _, decision in place.decisions()] == ["deny"]
