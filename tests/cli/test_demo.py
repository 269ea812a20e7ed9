"""`proctor demo`."""

from __future__ import annotations

import json
import re

from proctor.cli.demo import SCRIPT
from tests.cli.conftest import Golden, Proctor

TEMPORARY = re.compile(r"/\S*?/proctor-demo-[a-z0-9_]+")


def test_the_demo_reads_as_we_last_read_it(process: Proctor, golden: Golden) -> None:
    """Each decision has part, rule, file, line and reason; a summary ends it."""
    result = process("demo")

    assert (result.status, result.err) == (0, "")
    golden("cli/demo.txt", TEMPORARY.sub("TEMPORARY", result.out))


def test_a_dozen_calls_meet_every_answer(proctor: Proctor) -> None:
    """The script has a dozen calls, and allow, ask and deny all fall."""
    decisions = json.loads(proctor("demo", "--json").out)

    assert len(decisions) == len(SCRIPT) == 12
    assert {decision["effect"] for decision in decisions} == {"allow", "ask", "deny"}


def test_the_demo_is_the_same_for_everyone(proctor: Proctor, write: object, home: object) -> None:
    """A role of one's own with the name coder changes nothing."""
    before = TEMPORARY.sub("", proctor("demo", "--fast").out)
    proctor("role", "init", "coder", "--home")

    assert TEMPORARY.sub("", proctor("demo", "--fast").out) == before
