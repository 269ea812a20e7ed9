"""Whatever our reader accepts, bash accepts."""

import random

from tests.amounts import amount
from tests.fuzz import bash
from tests.fuzz.shrink import shrunk
from tests.tables import each_row

ROUNDS = range(amount(8, 60))
BATCHES = 12


@each_row("seed", ROUNDS)
def test_what_the_reader_accepts_bash_accepts(seed: int) -> None:
    """`bash -n` takes every random command line that our reader takes."""
    rng = random.Random(f"bash {seed}")  # noqa: S311 - chance, not secrecy

    found = [bash.find(rng) for _ in range(BATCHES)]

    assert [one for one in found if one] == []


def test_the_oracle_refuses_what_is_broken() -> None:
    """A text with a quote left open is found among whole ones."""
    assert bash.first_refused(["ls", "echo 'a", "pwd"]) == "echo 'a"


def test_a_warning_of_bash_is_a_refusal() -> None:
    """A here-document without an end is not accepted, though bash only warns of it."""
    assert bash.refused("cat <<E\nx\n")


def test_a_finding_is_made_small() -> None:
    """Deleting pieces leads to the one that matters."""
    assert shrunk("ls -l && echo 'a b' | rm x; pwd", lambda text: "rm" in text) == "rm"
