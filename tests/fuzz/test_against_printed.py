"""What bash prints from its own tree has the commands that we read."""

import random

from tests.amounts import amount
from tests.fuzz import printed
from tests.tables import each_row

ROUNDS = range(amount(5, 30))
BATCHES = 10


@each_row("seed", ROUNDS)
def test_bash_prints_the_commands_that_we_read(seed: int) -> None:
    """A text in a substitution has the same commands after bash has written it anew."""
    rng = random.Random(f"printed {seed}")  # noqa: S311 - chance, not secrecy
    found = [printed.find(rng) for _ in range(BATCHES)]

    assert [one for one in found if one] == []


def test_the_facts_are_those_of_the_commands_inside() -> None:
    """Words are compared by their value, redirections by their target."""
    assert printed.compared("a 'b c' $(d) 2>f") == [
        ("command", "a", "b c", "<Substitution>"),
        ("command", "d"),
        ("redirection", "f"),
    ]
