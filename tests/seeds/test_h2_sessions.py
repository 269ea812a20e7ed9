"""
The h2 document's sessions: what `run` makes of a role, and who answers a permission request.

Everything is started as the document prints it; only the program's name is ours.
"""

from __future__ import annotations

import json
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from proctor.agents.session_files import read_session
from tests.agents.claude_double import Double, double
from tests.cli.conftest import COMMAND, Proctor, Result
from tests.seeds.asked_chats import ON_SQLITE
from tests.seeds.h2_document import ARCHITECT, CODER, OPS, SETTINGS
from tests.server.hook_rig import hooks, pre, run, wish

LINE = (
    """echo '{"tool_name":"Bash","tool_input":{"command":"make test"}}' | """
    "proctor permission-request --agent arch-1"
)
SAID = (
    '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"}}}\n'
)
REVIEWER = """\
#!/bin/sh
grep -q 'ALLOW: read-only tools, standard dev commands' && echo ALLOW || echo DENY
"""


@pytest.fixture
def h2(tmp_path: Path) -> Iterator[Double]:
    """Give a home with the document's roles, a `claude`, a `proctor` and a reviewer."""
    with double(tmp_path) as made:
        for name, text in (("architect", ARCHITECT), ("coder", CODER), ("ops", OPS)):
            made.role(name, text)
        (tmp_path / "bin" / "proctor").symlink_to(COMMAND)
        reviewer = tmp_path / "bin" / "reviewer"
        reviewer.write_text(REVIEWER)
        reviewer.chmod(0o755)
        (made.home / "config.yaml").write_text(f"reviewer: {{command: [{reviewer}]}}\n")
        yield made


@pytest.fixture
def call(proctor_at: Proctor) -> Proctor:
    """Return the command, run in this process in the project."""

    def call_in(h2: Double, *words: str) -> Result:
        return proctor_at(h2.home, *words, cwd=h2.shop, variables=h2.environ)

    return call_in


def test_an_architect_is_launched(h2: Double, call: Proctor) -> None:
    """
    `run --role architect --name arch-1`, and inside of it the document's permission request.

    The settings have more than the document's: our hooks block where they fail (0030), and paths
    are told from the project (0012). CLAUDE.md is written nowhere (0071).
    """
    words = ("run", "--role", "architect", "--name", "arch-1", "--detach", "--", f"do:{LINE}")
    launched = call(h2, *words)
    assert launched.status == 0, launched.err
    started, done = h2.started("arch-1"), h2.done("arch-1")
    folder = h2.home / "sessions" / "arch-1"
    settings = json.loads((folder / ".claude" / "settings.json").read_text())
    printed = json.loads(SETTINGS)
    session = read_session(h2.home, "arch-1")
    [record] = json.loads(call(h2, "audit", "list", "--json").out)

    assert (done["status"], done["out"], done["err"]) == (0, SAID, "")
    assert (record["agent_name"], record["role"], record["decision"]) == (
        "arch-1", "architect", "ask_approved",
    )  # fmt: skip
    assert after(started["words"], "--session-id") == session.session_id
    assert after(started["words"], "--model") == "opus"
    # The role says no mode; left alone, the program would choose a looser one (0015).
    assert after(started["words"], "--permission-mode") == "default"
    assert after(started["words"], "--append-system-prompt").startswith("You are an architect ")
    assert {
        "PROCTOR_AGENT": "arch-1",
        "PROCTOR_ROLE": "architect",
        "PROCTOR_SESSION_DIR": str(folder),
    }.items() <= started["variables"].items()
    assert (folder / "permission-reviewer.md").read_text().startswith("You are reviewing")
    assert settings["model"] == printed["model"]
    assert settings["permissions"]["deny"] == printed["permissions"]["deny"]
    assert [each for each in printed["permissions"]["allow"] if "(" not in each] == [
        each for each in settings["permissions"]["allow"] if "(" not in each
    ]
    # One rule for both tools of the document, with an absolute path: docs/agents.md says so.
    assert [each for each in settings["permissions"]["allow"] if "(" in each] == [
        f"Edit(/{h2.shop}/docs/**)"
    ]
    assert set(printed["hooks"]) <= set(settings["hooks"])
    assert settings["enabledPlugins"] == {}
    assert not [*h2.home.rglob("CLAUDE.md"), *h2.shop.rglob("CLAUDE.md")]
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def after(words: list[str], option: str) -> str:
    """Return the value of an option."""
    return words[words.index(option) + 1]


def test_without_a_name_and_without_a_role(h2: Double, call: Proctor) -> None:
    """The name is the role's; without a role nothing is generated, with a name or none."""
    said = [
        data(call(h2, "run", *words))
        for words in (
            ("--role", "architect", "--detach", "--json"),
            ("--name", "foo", "--json", "--", "claude"),
            ("--json", "--", "claude"),
        )
    ]
    made = {path.parent.parent.name for path in h2.home.glob("sessions/*/.claude/settings.json")}

    assert [(each["name"], each["role"]) for each in said] == [
        ("architect", "architect"), ("foo", ""), ("claude", ""),
    ]  # fmt: skip
    assert made == {"architect"}
    assert h2.started("foo")["words"] == h2.started("claude")["words"] == []


def data(done: Result) -> dict[str, Any]:
    """Return what a command says, as data."""
    assert done.status == 0, done.err
    said: dict[str, Any] = json.loads(done.out)
    return said


def test_the_roles_are_listed_and_shown_as_printed(h2: Double, call: Proctor) -> None:
    """A line a role, four of them the document's; and the whole of one."""
    listed = call(h2, "role", "list").out
    shown = call(h2, "role", "show", "architect").out

    assert "architect    Designs systems and reviews architecture decisions" in listed
    assert "reviewer     Reviews code changes and designs\n" in listed
    assert {"coder", "ops"} <= {line.split()[0] for line in listed.splitlines()}
    assert shown.startswith(
        "Name:        architect\n"
        "Model:       opus\n"
        "Description: Designs systems and reviews architecture decisions\n"
    )
    assert (
        "Permissions:\n"
        "  Allow: Read, Glob, Grep, WebSearch, WebFetch, Write(docs/**), Edit(docs/**)\n"
        "  Deny:  Bash(rm -rf *), Bash(sudo *)\n"
        "  Agent: enabled\n"
    ) in shown
    assert "\nInstructions:\n  You are an architect agent." in shown


@ON_SQLITE
def test_the_permission_decision_flow(home: Path, shop: Path) -> None:
    """
    The reviewer's ALLOW and DENY are the answer; ASK_USER blocks the agent until a person answers.

    Blocked is what `list` shows, and it ends with the next PreToolUse. Beside the dialog people
    are asked too, which the document leaves for later.
    """
    script = shop.parent / "reviewer.sh"
    script.write_text(
        "#!/bin/sh\nasked=$(cat)\ncase $asked in\n"
        "*'make test'*) echo ALLOW ;;\n*'git push --force'*) printf 'DENY\\nnot by force\\n' ;;\n"
        "*) echo ASK_USER ;;\nesac\n"
    )
    script.chmod(0o700)

    async def work() -> list[Any]:
        config = f"reviewer: {{command: [{script}]}}\n"
        async with hooks(home, shop, role=ARCHITECT, config=config) as here:
            said: list[Any] = [await here.word(wish("make test"))]
            status, denied = await here.end(wish("git push --force"))
            said += [status, denied["decision"]["behavior"]]
            said.append("not by force" in str(denied))
            waits = await here.start(wish("npm publish"))
            await here.rings()
            said.append(here.agent())
            await waits.kill()
            await here.word(pre("sudo ls", "call-2"))
            said.append(here.agent())
            return said

    assert run(work()) == ["allow", 0, "deny", True, "blocked (permission: Bash)", "running Bash"]
