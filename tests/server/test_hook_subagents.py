"""Calls of sub-agents: decided under a role of their own, and under their parent's."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from proctor.terms.reply import Answer
from tests.server.asking_rig import write_role
from tests.server.hook_rig import CLI, HEADLESS, event, hooks, post, pre, run, wish
from tests.server.offices import records

CODER = """\
subagents: {Explore: researcher, "*": same}
permissions: {allow: [Read, Write, Bash], deny: ["Bash(git push *)"]}
"""
RESEARCHER = (
    "tools: [Read, Grep, Bash]\npermissions: {allow: [Read, 'Bash(ls *)'], deny: [Write]}\n"
)
SUB = {"agent_id": "a453675cbc921a649", "agent_type": "Explore"}
GENERAL = {**SUB, "agent_type": "general-purpose"}
NAMELESS = {"agent_id": "a453675cbc921a649"}


def roles(home: Path, **more: str) -> None:
    """Write the roles, and those of a test."""
    write_role(home, RESEARCHER, "researcher")
    for name, text in more.items():
        write_role(home, text, name)


def write_file(**more: Any) -> dict[str, Any]:
    """Return the event before a file is written."""
    fields = {"tool_name": "Write", "tool_input": {"file_path": "a.md", "content": ""}}
    return event("PreToolUse", tool_use_id=f"call-{len(more)}-{more}", **fields, **more)


def decided(
    home: Path, shop: Path, coder: str, *events: dict[str, Any], role: str = "coder"
) -> Any:
    """Return what each event is answered, and under which role that is on record."""

    async def work() -> tuple[Any, ...]:
        async with hooks(home, shop) as here:
            write_role(home, coder)
            here.office.posts.look_again()
            said = [await here.word(each, env=HEADLESS, role=role) for each in events]
            return said, [record.role for record in records(here.office)], here.office.agent_rows

    said, names, rows = run(work())
    assert {state.role for state in rows.known.values()} <= {role}
    return [*zip(said, names, strict=True)]


def test_subagent_has_its_role_under_its_parents(home: Path, shop: Path) -> None:
    """The type decides; one that is not named, or not told, has `*`; the agent keeps its own."""
    roles(home)
    main = {"agent_type": "Explore"}  # of `--agent`: the main thread has no id
    events = [write_file(**said) for said in ({}, main, SUB, GENERAL, NAMELESS)]
    found = decided(home, shop, CODER, *events, pre("ls src", **SUB))

    assert found == [
        ("allow", "coder"),
        ("allow", "coder"),
        ("deny", "researcher under coder"),
        ("allow", "coder"),
        ("allow", "coder"),
        ("allow", "researcher under coder"),
    ]


def test_subagent_never_has_more_than_its_parent(home: Path, shop: Path) -> None:
    """A role that allows everything allows nothing that the parent's denies."""
    coder = CODER.replace("researcher", "open")
    found = decided(home, shop, coder, pre("git push origin main", **SUB), pre("make", **SUB))

    assert found == [("deny", "open under coder"), ("allow", "open under coder")]


@pytest.mark.parametrize(
    ("coder", "said", "role"),
    [
        ("subagents: {'*': researcher}\n", NAMELESS, "researcher under coder"),
        ("subagents: {'*': researcher}\n", {**SUB, "agent_type": ""}, "researcher under coder"),
        ("subagents: {'*': researcher}\n", {**SUB, "agent_type": 7}, "researcher under coder"),
        ("subagents: {'*': researcher, Explore: same}\n", GENERAL, "researcher under coder"),
        ("subagents: {Explore: researcher}\n", {**SUB, "agent_type": "explore"}, "coder"),
        ("", SUB, "coder"),
    ],
)
def test_type_that_is_not_named_has_the_role_of_the_star(
    home: Path, shop: Path, coder: str, said: dict[str, Any], role: str
) -> None:
    """Without a `*` it has its parent's role, and nothing else."""
    roles(home)
    [(word, name)] = decided(
        home, shop, f"{coder}permissions: {{allow: [Write]}}\n", write_file(**said)
    )

    assert (word, name) == ("allow" if role == "coder" else "deny", role)


def test_every_role_of_a_chain_says_what_its_subagents_have(home: Path, shop: Path) -> None:
    """Whoever started the agent has a say about its sub-agents, too."""
    roles(home, architect='subagents: {"*": researcher}\npermissions: {allow: [Write]}\n')
    chain = "coder under architect"
    [(word, name)] = decided(home, shop, CODER, write_file(**GENERAL), role=chain)

    assert (word, name) == ("deny", "researcher under coder under architect")


def test_role_that_does_not_load_allows_a_subagent_nothing(home: Path, shop: Path) -> None:
    """Nothing falls back to the role of the parent."""

    async def work() -> tuple[Any, ...]:
        async with hooks(home, shop) as here:
            write_role(home, CODER)
            write_role(home, RESEARCHER, "researcher")
            here.office.posts.look_again()
            before = await here.word(pre("ls src", **SUB), env=HEADLESS)
            write_role(home, "permisions: {}\n", "researcher")
            here.office.posts.look_again()
            broken = await here.word(pre("ls docs", **SUB), env=HEADLESS)
            (home / "roles" / "researcher.yaml").unlink()
            here.office.posts.look_again()
            return before, broken, await (await here.start(pre("ls x", **SUB), env=HEADLESS)).line()

    before, broken, gone = run(work())
    assert (before, broken) == ("allow", "deny")
    assert '"allow"' not in gone


def test_question_of_a_subagent_is_joined_and_ends_with_the_session(home: Path, shop: Path) -> None:
    """The dialog, the end of the call and of the session are those of the same question."""
    role = CODER.replace("Bash]", "Bash(ls *)]")

    async def work() -> tuple[Any, ...]:
        async with hooks(home, shop) as here:
            write_role(home, role)
            write_role(home, RESEARCHER, "researcher")
            here.office.posts.look_again()
            asked = await here.word(pre("make", **SUB), env=CLI)
            dialog = await here.start(wish("make", **SUB), env=CLI)
            await dialog.waits()
            await here.rings()
            [question] = await here.office.questions("pending")
            await here.press(Answer.ALLOW)
            yes = await dialog.word()
            await here.start(post("make", **SUB), env=CLI)
            second = await here.word(pre("make x", "call-2", **SUB), env=CLI)
            left = await here.start(event("SessionEnd", reason="exit"), env=CLI)
            await left.end()
            last = (await here.kept(4))[-1]
            return asked, yes, second, question["role"], last

    assert run(work()) == (
        *("ask", "allow", "ask", "researcher under coder"),
        ("dialog_unknown", "ask_dialog"),
    )
