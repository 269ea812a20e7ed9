"""What a client is answered: of limited size, and never what MCP cannot carry."""

from __future__ import annotations

import json

from proctor.gateway.answers import LARGEST, NOT_MCP, answered, text_answer
from proctor.gateway.upstream_result import UpstreamResult
from proctor.tools.result import ToolResult
from tests.gateway.gateway_rig import text_of
from tests.tables import each_row


def test_a_refusal_is_an_error() -> None:
    """What did not run is not taken for a result."""
    answer = answered(ToolResult(tool="order", ok=False, text="no", refused="denied"))

    assert (text_of(answer), answer.is_error) == ("no", True)


@each_row("letter", ["x", "é", "\n", "\x00", "😀", '"'])
def test_a_long_text_is_cut(letter: str) -> None:
    """However its letters are written as JSON, it is not larger than clients read."""
    answer = text_answer(letter * (LARGEST + 10), error=False)

    assert len(json.dumps(text_of(answer), ensure_ascii=False).encode()) < LARGEST + 100
    assert "more characters are left out" in text_of(answer)


def test_a_text_that_fits_is_whole() -> None:
    """Nothing is cut that need not be."""
    text = "x" * (LARGEST - 10)

    assert text_of(text_answer(text, error=False)) == text


def test_half_a_character_is_spelled_out() -> None:
    """What no client could decode is not sent."""
    assert text_of(text_answer("a\ud800b", error=False)) == "a\\ud800b"


def test_what_mcp_cannot_carry_is_an_error_of_ours() -> None:
    """A block that the library refuses ends in a sentence, and not in a broken connection."""
    odd = UpstreamResult([{"type": "image", "data": 5, "mimeType": "image/png"}])
    answer = answered(ToolResult(tool="x", ok=True, ran=True, text="", value=odd))

    assert (text_of(answer), answer.is_error) == (NOT_MCP, True)
