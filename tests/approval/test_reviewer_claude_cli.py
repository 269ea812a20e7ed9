"""How Claude Code is called as a reviewer, and what becomes of what it prints."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from proctor.approval.reviewer import Judgement, Review
from proctor.approval.reviewers.claude_cli import SWITCHES, SYSTEM, ClaudeCli
from tests.approval.review_calls import HARMLESS, INSTRUCTIONS
from tests.approval.scripts import PATIENCE, SYSTEM_PATH, script

GOOD = {
    "type": "result",
    "subtype": "success",
    "is_error": False,
    "result": "DENY\nit leaves the project",
    "total_cost_usd": 0.0021,
    "modelUsage": {"claude-haiku-x": {"inputTokens": 10}},
}
REFUSED = "API Error: Connection refused; a firewall may be blocking it (ECONNREFUSED)"
LOGIN = ": is it logged in? try `claude --print hello`"
DENIED = Review(Judgement.DENY, "it leaves the project", 0, 0.0021, "claude-haiku-x")


def reviewed(folder: Path, text: str, **changes: Any) -> Review:
    """Return the review by a program that stands in for Claude Code."""
    script(folder / "claude", text)
    fields: dict[str, Any] = {
        "instructions": INSTRUCTIONS,
        "environment": {"PATH": f"{folder}:{SYSTEM_PATH}", "HOME": str(folder)},
        "seconds": PATIENCE,
        "place": folder,
    }
    review = asyncio.run(ClaudeCli(**(fields | changes)).review(HARMLESS))
    assert [each.name for each in folder.iterdir() if each.name.startswith("proctor-")] == []
    return review._replace(seconds=0)


def printing(**changes: object) -> str:
    """Return a script that prints what Claude Code prints, but for something."""
    text = json.dumps(GOOD | changes)
    return f"cat >/dev/null; cat <<'END'\n{text}\nEND"


def test_what_it_prints_is_the_review(tmp_path: Path) -> None:
    """Verdict, reason, price and model are those that it names."""
    assert reviewed(tmp_path, printing()) == DENIED


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"total_cost_usd": None}, DENIED._replace(cost=None)),
        ({"total_cost_usd": -1}, DENIED._replace(cost=None)),
        ({"total_cost_usd": True}, DENIED._replace(cost=None)),
        ({"modelUsage": {}}, DENIED._replace(model="haiku")),
        ({"modelUsage": 7}, DENIED._replace(model="haiku")),
    ],
)
def test_a_price_or_model_that_is_not_told_is_not_known(
    changes: dict[str, object], expected: Review, tmp_path: Path
) -> None:
    """A verdict counts also where nothing sensible is said of its price."""
    assert reviewed(tmp_path, printing(**changes)) == expected


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("echo ALLOW", "Claude Code did not answer in the form that was asked for"),
        ("true", "Claude Code did not answer in the form that was asked for"),
        ("echo '[]'", "Claude Code did not answer in the form that was asked for"),
        (printing(type="system"), "Claude Code did not answer in the form that was asked for"),
        (printing(is_error=True), "Claude Code said that the review went wrong"),
        (printing(is_error=None), "Claude Code said that the review went wrong"),
        (printing(subtype="error_max_turns"), "Claude Code said that the review went wrong"),
        (printing(result=None), "Claude Code said that the review went wrong"),
        (printing(result=""), "the reviewer said nothing"),
        ("echo ALLOW; exit 1", "the reviewer `claude` ended with status 1"),
        (
            f"{printing()}\nexit 1",
            f"the reviewer `claude` ended with status 1{LOGIN}",
        ),
        (
            f"{printing(api_error_status=403)}\nexit 1",
            "the reviewer `claude` ended with status 1: its service answered with status 403",
        ),
        (
            f"{printing(api_error='connection_failed', result=REFUSED)}\nexit 1",
            "the reviewer `claude` ended with status 1: connection refused",
        ),
        (
            f"{printing(api_error='connection_failed', result='sk-secret SECRET_KEY')}\nexit 1",
            "the reviewer `claude` ended with status 1: its service could not be reached",
        ),
    ],
)
def test_anything_else_is_left_to_a_person(text: str, reason: str, tmp_path: Path) -> None:
    """Only a result that it calls a success is heard."""
    review = reviewed(tmp_path, text)

    assert (review.verdict, review.reason) == (Judgement.ASK_USER, reason)


def test_it_has_its_time(tmp_path: Path) -> None:
    """It is ended when its time is over."""
    review = reviewed(tmp_path, "sleep 1000", seconds=0.2)

    assert review.reason == "its timeout is 0.2 s"


def test_it_need_not_be_installed(tmp_path: Path) -> None:
    """Without the program, a person is asked."""
    review = reviewed(tmp_path, "true", environment={"PATH": "/nonexistent"})

    assert review.reason == "the reviewer `claude` was not found on the recorded PATH"


def test_it_is_called_with_nothing_around_it(tmp_path: Path) -> None:
    """No tools, servers, hooks, skills, settings or memory, and the model of the role."""
    reviewed(tmp_path, 'printf "%s\\n" "$@" > "$HOME/words"', model="sonnet")

    assert (tmp_path / "words").read_text().splitlines() == [
        "--print",
        *("--model", "sonnet"),
        *("--settings", '{"disableAllHooks": true}'),
        *("--setting-sources", ""),
        *("--tools", ""),
        "--strict-mcp-config",
        "--disable-slash-commands",
        "--no-session-persistence",
        *("--system-prompt", SYSTEM),
        *("--output-format", "json"),
    ]


def test_it_gets_a_recorded_environment_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of what was recorded it gets what it needs; of the process that asks, nothing."""
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:1/agent")
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", "/srv/agent")
    recorded = {
        "PATH": f"{tmp_path}:{SYSTEM_PATH}",
        "HOME": str(tmp_path),
        "LANG": "C.UTF-8",
        "ANTHROPIC_API_KEY": "sk-recorded",
    }
    unwanted = {
        "PROCTOR_HOME": "/srv/elsewhere",
        "TG_API_TOKEN": "1:x",
        "CLAUDECODE": "1",
        "CLAUDE_CODE_SESSION_ID": "s1",
        "CLAUDE_CODE_MAX_RETRIES": "10",
        "CLAUDE_CODE_SAFE_MODE": "",
        "NODE_OPTIONS": "--require /srv/x.js",
        "LD_PRELOAD": "/srv/x.so",
        "SHELL": "/bin/x",
        "EDITOR": "vi",
    }
    reviewed(
        tmp_path, 'env > "$HOME/environment"; ls -A > "$HOME/here"', environment=recorded | unwanted
    )
    lines = (tmp_path / "environment").read_text().splitlines()
    found = dict(line.split("=", 1) for line in lines)
    for name in ("PWD", "SHLVL", "_", "OLDPWD"):
        found.pop(name, None)
    folder = Path(found.pop("GIT_CEILING_DIRECTORIES"))

    assert found.pop("TMPDIR") == found.pop("CLAUDE_CODE_TMPDIR") == str(folder / "scratch")
    assert found == recorded | SWITCHES
    assert (tmp_path / "here").read_text() == ""
    assert folder.parent == tmp_path
