"""The digest of a tool's text."""

from __future__ import annotations

import pytest

from proctor.tools.tool_text import LARGEST, TextError, changed_parts, look_at
from proctor.tools.upstream_tool import UpstreamTool
from tests.tables import each_row
from tests.tools.upstream_tools import listed, nested

NOW = "2026-11-16T09:30:00Z"
ONE = listed("get", "Get it", read_only=True)


@each_row(
    ("other", "part"),
    [
        (ONE._replace(title="Fetch"), "title"),
        (ONE._replace(description="Get it."), "description"),
        (ONE._replace(description="Get it\u200b"), "description"),
        (ONE._replace(input_schema={"properties": {"get": {"type": "number"}}}), "input schema"),
        (ONE._replace(output_schema={"type": "object"}), "output schema"),
        (ONE._replace(hints=ONE.hints._replace(destructive=False)), "hints"),
        (ONE._replace(output_schema={}), "schema"),
    ],
)
def test_every_part_of_a_text_counts(other: UpstreamTool, part: str) -> None:
    """Whatever a model reads of a tool is in its digest, and what changed is named."""
    before, now = look_at(ONE, NOW), look_at(other, NOW)

    assert before.hash != now.hash
    assert changed_parts(before, now) == (part,)


def test_the_order_of_keys_does_not_count() -> None:
    """The same schema, written in another order, has the same digest."""
    turned = {"properties": {"get": {"type": "string"}}, "type": "object"}

    assert look_at(ONE, NOW) == look_at(ONE._replace(input_schema=turned), NOW)


@pytest.mark.parametrize(
    "odd",
    [
        ONE._replace(description="x" * LARGEST),
        ONE._replace(input_schema={"minimum": float("nan")}),
        ONE._replace(input_schema={"x": b"bytes"}),
        ONE._replace(input_schema=nested(100_000)),
    ],
    ids=["large", "not-a-number", "bytes", "deep"],
)
def test_what_cannot_be_kept_has_no_digest(odd: UpstreamTool) -> None:
    """A text that is too large, or that JSON cannot say, is refused and breaks nothing."""
    with pytest.raises(TextError):
        look_at(odd, NOW)


def test_a_lone_surrogate_is_text_like_any_other() -> None:
    """Text that is not Unicode as it should be has a digest, too."""
    assert look_at(ONE._replace(description="\ud800"), NOW).hash.startswith("sha256:")
