"""How a decision is told: nothing is computed a second time."""

from __future__ import annotations

import json
import os
from pathlib import Path

from proctor import Effect, Policy, ToolCall, parse_rule
from proctor.normalise import normalise
from proctor.policy.decide import decide
from proctor.policy.explain import as_json, as_lines
from proctor.policy.policy import Policy as CompiledPolicy
from proctor.terms.decision import Decision
from proctor.terms.place import Place
from proctor.terms.role import Permissions
from proctor.terms.surroundings import Surroundings
from tests.tables import each_row

GOLDEN = Path(__file__).parent.parent / "golden" / "explain_core"
POLICY = CompiledPolicy.compile(
    Permissions(
        rules=(
            parse_rule("Bash(git *)", Effect.ALLOW, where=Place("coder.yaml", 3)),
            parse_rule("Edit(docs/**)", Effect.ALLOW, where=Place("coder.yaml", 4)),
            parse_rule({"rule": "Bash(git push *)", "why": "Ask first."}, Effect.ASK,
                       where=Place("coder.yaml", 6)),
            parse_rule("Bash(git push --force *)", Effect.DENY, where=Place("coder.yaml", 8)),
            parse_rule("Read(.env)", Effect.DENY),
        )
    )
)  # fmt: skip
CALLS: dict[str, tuple[str, object]] = {
    "allow": ("Bash", {"command": "git status"}),
    "chain": ("Bash", {"command": "cd sub && git status; git push -f > docs/log"}),
    "ask-with-a-reason": ("Bash", {"command": "git push"}),
    "no-rule": ("Bash", {"command": "make"}),
    "unread": ("Bash", {"command": "git $X"}),
    "malformed": ("Read", {"file_path": 7}),
    "guard": ("Read", {"file_path": "~/.proctor/x"}),
    "rule-without-a-place": ("Read", {"file_path": ".env"}),
}


def decision(name: str, around: Surroundings) -> Decision:
    """Decide one of the calls."""
    tool, fields = CALLS[name]
    return decide(normalise(ToolCall(tool=tool, input=fields), around), POLICY)


@each_row("name", CALLS)
def test_a_decision_is_told_as_its_golden_file_says(name: str, around: Surroundings) -> None:
    """The lines and the JSON of a decision are those of its golden file."""
    made = decision(name, around)
    text = "\n".join([*as_lines(made), "", json.dumps(as_json(made), indent=2), ""])
    path = GOLDEN / f"{name}.txt"
    if os.environ.get("GOLDEN") == "write":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    assert path.read_text() == text


def test_the_json_has_exactly_the_keys_of_the_interface(around: Surroundings) -> None:
    """Other programs read it, so it has these keys and no others."""
    data = as_json(decision("chain", around))

    assert list(data) == ["effect", "action", "because"]
    assert {tuple(row) for row in data["because"]} == {
        ("part", "effect", "rule", "where", "why", "classes", "unknown", "by")
    }


def test_a_policy_of_plain_lists_has_rules_without_a_place() -> None:
    """Where nothing is written in a file, `where` is null."""
    data = as_json(Policy.of(allow=["Bash(ls)"]).check("tool:bash:ls"))

    assert data["because"] == [
        {
            "part": "ls",
            "effect": "allow",
            "rule": "Bash(ls)",
            "where": None,
            "why": "allowed by the rule Bash(ls)",
            "classes": {"read": "`ls` only reads"},
            "unknown": None,
            "by": None,
        }
    ]
