"""The real Claude Code asks our tool where it would ask its user."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from proctor.gateway.prompt_tool import NOT_YOURS
from proctor.proving.scripted_model import bash, call, say
from tests.cli.conftest import COMMAND
from tests.real.claude import headless
from tests.real.hooking import hook_of, settings_with
from tests.real.model import Model
from tests.real.place import Place, mark
from tests.real.programs import BOTH_VERSIONS
from tests.real.serving import serving, waiting

ROLE = """\
permissions:
  allow: ["Bash(echo x *)", "Bash(tee -a *)"]
  ask: ["Bash(touch *)"]
  deny:
    - {rule: "Bash(git push *)", why: Open a pull request instead.}
"""
STRICT = """\
permissions:
  allow: ["Bash(cd *)", "Bash(rm *)", "Bash(touch *)"]
  deny: ["Edit(./secrets/**)"]
  otherwise: deny
"""
APPROVE = "mcp__proctor__approve"
PROMPT = ("--permission-prompt-tool", APPROVE)


def server(place: Place) -> list[str]:
    """Return the options with which the program has the server of our prompt tool."""
    ours = {"command": str(COMMAND), "args": ["mcp", "--role", "coder", "--prompt-tool"]}
    path = place.root / "mcp.json"
    path.write_text(json.dumps({"mcpServers": {"proctor": ours}}))
    return ["--mcp-config", str(path)]


def hooked(place: Place, **more: Any) -> Path:
    """Return settings with the hook of the role, and more keys."""
    return settings_with(place, hook_of(place, "coder"), **more)


@pytest.mark.parametrize("version", BOTH_VERSIONS)
def test_it_decides_where_there_is_no_hook(place: Place, model: Model, version: str) -> None:
    """What the role allows runs, what it denies does not, and a person answers what it asks."""
    place.write_role("coder", ROLE)
    allowed = bash(mark(str(place.shop / "ran")))
    turns = allowed, bash("git push"), bash("touch yes"), bash("touch no")
    prompt = model.learn("go", *turns, say("done"))
    line = {"tool": "Bash", "answer": "deny", "words": "as you were", "delay": 0.5}
    lines = {**line, "action": "*yes", "answer": "allow"}, {**line, "action": "*no"}
    with serving(place.home, *lines):
        headless(place, model, prompt, *server(place), *PROMPT, version=version)
        ran, refused, approved, denied = model.told("go")

        assert (place.ran(), ran.error, refused.error) == (1, False, True)
        assert "Open a pull request instead." in refused.text
        assert ((place.shop / "yes").exists(), (place.shop / "no").exists()) == (True, False)
        assert (approved.error, "as you were" in approved.text) == (False, False)
        assert (denied.error, "as you were" in denied.text) == (True, True)
        assert len(waiting(place.home, "")) == 2
    assert [(each["decision"], each["harness"]) for each in place.records()] == [
        (decision, "claude-code") for decision in ("allow", "deny", "ask_approved", "ask_denied")
    ]


@pytest.mark.full
def test_a_cd_that_it_is_not_told_of_leads_past_no_rule(place: Place, model: Model) -> None:
    """Where the shell has gone is not known without a hook, so a relative path could be any."""
    place.write_role("coder", STRICT)
    key = place.shop / "secrets" / "key"
    key.parent.mkdir()
    key.write_text("k")
    script = [bash(command) for command in ("cd secrets", "rm key", f"touch {place.shop}/ran")]
    prompt = model.learn("go", *script, say("done"))
    with serving(place.home):
        headless(place, model, prompt, *server(place), *PROMPT)
        told = [each.error for each in model.told("go")]

    assert (told[1:], key.exists()) == ([True, False], True)
    assert (place.shop / "ran").exists()


@pytest.mark.full
def test_with_a_hook_a_person_is_asked_once(place: Place, model: Model) -> None:
    """What the hook has had answered is not asked by the prompt."""
    place.write_role("coder", ROLE)
    prompt = model.learn("go", bash("touch ran"), say("done"))
    with serving(place.home, {"answer": "allow"}):
        headless(place, model, prompt, *server(place), *PROMPT, settings=hooked(place))

        assert (place.shop / "ran").exists()
        assert len(waiting(place.home, "")) == 1
    assert [word for _, word in place.decisions()] == ["ask_approved"]


@pytest.mark.full
@pytest.mark.parametrize(("said", "times"), [("allow", 1), ("deny", 0)])
def test_the_program_s_own_wish_is_one_question(
    place: Place, model: Model, said: str, times: int
) -> None:
    """Where the hook allows and the user's own rule asks, hook and prompt ask one person once."""
    place.write_role("coder", ROLE)
    settings = hooked(place, permissions={"ask": ["Bash(echo x *)"]})
    prompt = model.learn("go", bash(mark()), say("done"))
    with serving(place.home, {"answer": said, "delay": 1.0}):
        headless(place, model, prompt, *server(place), *PROMPT, settings=settings)

        assert place.ran() == times
        assert [told.error for told in model.told("go")] == [times == 0]
        assert len(waiting(place.home, "")) == 1
    assert place.decisions()[0][1] == "allow"


@pytest.mark.full
@pytest.mark.parametrize("prompts", [True, False])
def test_a_model_that_calls_it_gets_nothing(place: Place, model: Model, prompts: bool) -> None:
    """A model cannot have anything approved, asked or run by calling the tool itself."""
    place.write_role("coder", ROLE)
    words = {"tool_name": "Bash", "input": {"command": "touch ran"}, "tool_use_id": "toolu_made_up"}
    prompt = model.learn("go", call(APPROVE, **words), say("done"))
    # Not even where everything that the model calls is allowed.
    options = [*(PROMPT if prompts else ()), "--allowedTools", APPROVE]
    with serving(place.home, {"answer": "allow"}):
        headless(place, model, prompt, *server(place), *options)
        [told] = model.told("go")

        assert waiting(place.home, "") == []
    assert ("No such tool" if prompts else NOT_YOURS) in told.text
    assert '"allow"' not in told.text
    assert (place.records(), (place.shop / "ran").exists()) == ([], False)
