"""docs/roles.md and docs/config.md name every key and every code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from proctor.config import KEYS
from proctor.config_tools import TOOL_KEYS
from proctor.policy.rules import RULE_KEYS
from proctor.roles.permissions import AGENT_KEYS, PERMISSION_KEYS, PROFILE_KEYS
from proctor.roles.read import HOOK_KEYS, OURS_IN_SETTINGS, ROLE_KEYS
from proctor.terms.kind import Kind
from proctor.terms.mode import Mode

ROOT = Path(__file__).parent.parent.parent
SOURCES = [
    *(ROOT / "src/proctor/roles").glob("*.py"),
    *(ROOT / "src/proctor").glob("config*.py"),
    ROOT / "src/proctor/documents.py",
    ROOT / "src/proctor/policy/rules.py",
    ROOT / "src/proctor/policy/patterns.py",
]
NOT_CODES = {"built-in", "utf-8", "workflow-templates"}
SHORT_CODES = {"cycle", "link", "unreadable"}


def codes() -> set[str]:
    """Return every word of the sources that looks like a code."""
    found = SHORT_CODES.copy()
    for path in SOURCES:
        found |= set(re.findall(r'"([a-z]+(?:-[a-z0-9]+)+)"', path.read_text()))
    return found - NOT_CODES


def named(*files: str) -> set[str]:
    """Return every word that some docs put in backticks, alone or in a group."""
    text = "".join((ROOT / "docs" / file).read_text() for file in files)
    return {
        word for group in re.findall(r"`([^`\n]+)`", text) for word in re.findall(r"[\w-]+", group)
    }


@pytest.mark.parametrize(
    ("files", "words"),
    [
        (["roles.md"], {*ROLE_KEYS, *PERMISSION_KEYS, *AGENT_KEYS, *HOOK_KEYS, *RULE_KEYS}),
        (["roles.md"], {*OURS_IN_SETTINGS, *(mode.value for mode in Mode)}),
        (["config.md"], {*KEYS, *TOOL_KEYS, *PROFILE_KEYS, *(k.value for k in Kind)}),
        (["roles.md", "config.md"], codes()),
    ],
    ids=["role keys", "role values", "config keys", "codes"],
)
def test_the_docs_are_complete(files: list[str], words: set[str]) -> None:
    """Whoever adds a key or a code adds a line there."""
    assert set() == words - named(*files)
