"""Whose settings count for an agent of claude-agent-sdk."""

from __future__ import annotations

from typing import Any

import pytest
from claude_agent_sdk import ClaudeAgentOptions

from proctor.plugs.claude_sdk_options import sources


@pytest.mark.parametrize(
    ("given", "made"),
    [({}, ["user"]), ({"skills": ["tidy"]}, ["user"]), ({"setting_sources": []}, []),
     ({"setting_sources": ["project", "local"]}, ["project", "local"])],
    ids=str,
)  # fmt: skip
def test_the_settings_of_a_repository_count_only_where_you_name_them(
    given: dict[str, Any], made: list[str]
) -> None:
    """A hook in there could put another input in the place of one that was decided."""
    assert sources(ClaudeAgentOptions(**given)) == made
