"""A run of a workflow, as a store keeps it."""

from __future__ import annotations

from proctor.terms.named_tuple import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class KeptRun(NamedTuple):
    """
    One run.

    `n` is its number in the store, `id` what people call it by, `version` counts how often it was
    kept: whoever keeps it again must have seen the last one. `body` is all the rest, which no
    store looks into.
    """

    id: str
    project: str
    template: str
    status: str
    created_at: str
    updated_at: str
    body: dict[str, Any]
    version: int = 0
    n: int = 0
