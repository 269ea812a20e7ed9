"""Commands with more words than are looked at."""

from __future__ import annotations

from proctor import Policy
from proctor.normalise import normalise
from proctor.policy.decide import decide
from proctor.terms.call import ToolCall
from proctor.terms.effect import Effect
from proctor.terms.surroundings import Surroundings
from tests.tables import each_row

READS = Policy.of(allow=["Bash(@read)"])
MANY = "a " * 1100


@each_row(
    "command",
    [
        f"eval echo {MANY} ';rm -rf ~'",
        f"f() {{ eval \"$@\"; }}; f echo {MANY} ';rm -rf ~'",
        f"trap ls {MANY} EXIT",
        f"set -- {MANY}; shift 1000; $1 -rf ~",
        "eval " * 1600 + "rm -rf ~",
    ],
    ids=lambda command: command[:20],
)
def test_words_beyond_the_limit_are_never_allowed(command: str, around: Surroundings) -> None:
    """A builtin or a function is not judged by its first thousand words alone."""
    action = normalise(ToolCall(tool="Bash", input={"command": command}), around)

    assert decide(action, READS).effect is not Effect.ALLOW
