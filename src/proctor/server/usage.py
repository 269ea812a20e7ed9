"""
What agents have used: tokens and dollars, as their programs tell of each request.

Measured on Claude Code 2.1.325: the events `api_request` and the metrics say the same, and
the metrics are differences. Events are counted; what is handed in twice comes in the same
words and is known by them, which is seen to where it comes in.
"""

from __future__ import annotations

from typing import NamedTuple

from proctor.server.agent_rows import AgentRows
from proctor.server.otlp import Attributes, number_in

REQUEST = "api_request"
TOKENS = ("input_tokens", "output_tokens", "cache_read_tokens", "cache_creation_tokens")
# No request has more: whoever says so says anything.
MOST_TOKENS, MOST_DOLLARS = 100_000_000, 10_000.0
MICRO = 6


class Used(NamedTuple):
    """What was used: tokens of all kinds, cached ones too, and dollars."""

    tokens: int = 0
    cost: float = 0.0

    def and_more(self, other: Used) -> Used:
        """Return the sum of two."""
        return Used(self.tokens + other.tokens, self.cost + other.cost)


NOTHING = Used()


def used_by(event: Attributes) -> Used:
    """Return what one request has used; nothing where that cannot be."""
    tokens = sum(int(number_in(event, name)) for name in TOKENS)
    cost = number_in(event, "cost_usd")
    return Used(tokens, cost) if tokens <= MOST_TOKENS and cost <= MOST_DOLLARS else NOTHING


def add_usage(rows: AgentRows, name: str, used: Used) -> None:
    """Add what an agent has used to what is known of it, and tell of it."""
    if used == NOTHING:
        return
    state = rows.of_name(name)
    state.tokens += used.tokens
    state.cost = round(state.cost + used.cost, MICRO)
    rows.heard(state, "")
