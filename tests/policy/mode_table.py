"""The table of modes as the design has it, and a call for each of its columns."""

from __future__ import annotations

from proctor import Policy
from proctor.normalise import normalise
from proctor.policy.decide import decide
from proctor.terms.call import ToolCall
from proctor.terms.effect import Effect
from proctor.terms.mode import Mode
from proctor.terms.surroundings import Surroundings

CALLS: dict[str, tuple[str, dict[str, object]]] = {
    "read": ("Read", {"file_path": "src/cart.py"}),
    "read outside": ("Read", {"file_path": "/etc/hosts"}),
    "search": ("WebSearch", {"query": "tax"}),
    "edit": ("Write", {"file_path": "src/cart.py", "content": ""}),
    "edit outside": ("Edit", {"file_path": "/etc/hosts"}),
    "delegate": ("Agent", {"subagent_type": "reviewer"}),
    "command": ("Bash", {"command": "npm test"}),
    "fetch": ("WebFetch", {"url": "https://example.com/"}),
    "unknown tool": ("brand_new_tool", {"x": 1}),
    "mcp": ("mcp__github__create_issue", {"title": "x"}),
}

# What no rule matches; E is `otherwise`.
UNMATCHED = """
                default   acceptEdits  bypassPermissions  dontAsk  plan   delegate
read            E         allow        allow              deny     allow  allow
read outside    E         E            allow              deny     allow  allow
search          E         allow        allow              deny     allow  allow
edit            E         allow        allow              deny     deny   deny
edit outside    E         E            allow              deny     deny   deny
delegate        E         E            allow              deny     deny   allow
command         E         E            allow              deny     deny   deny
fetch           E         E            allow              deny     deny   deny
unknown tool    E         E            allow              deny     deny   deny
mcp             E         E            allow              deny     deny   deny
"""
# What a rule asks.
ASKED = """
                default   acceptEdits  bypassPermissions  dontAsk  plan   delegate
read            ask       ask          ask                deny     ask    ask
read outside    ask       ask          ask                deny     ask    ask
search          ask       ask          ask                deny     ask    ask
edit            ask       ask          ask                deny     deny   deny
edit outside    ask       ask          ask                deny     deny   deny
delegate        ask       ask          ask                deny     deny   ask
command         ask       ask          ask                deny     deny   deny
fetch           ask       ask          ask                deny     deny   deny
unknown tool    ask       ask          ask                deny     deny   deny
mcp             ask       ask          ask                deny     deny   deny
"""
# What a rule allows.
ALLOWED = """
                default   acceptEdits  bypassPermissions  dontAsk  plan   delegate
read            allow     allow        allow              allow    allow  allow
read outside    allow     allow        allow              allow    allow  allow
search          allow     allow        allow              allow    allow  allow
edit            allow     allow        allow              allow    deny   deny
edit outside    allow     allow        allow              allow    deny   deny
delegate        allow     allow        allow              allow    deny   allow
command         allow     allow        allow              allow    deny   deny
fetch           allow     allow        allow              allow    deny   deny
unknown tool    allow     allow        allow              allow    deny   deny
mcp             allow     allow        allow              allow    deny   deny
"""


def cells(table: str) -> list[tuple[str, Mode, str]]:
    """Return what stands in a table: call, mode and the word in the cell."""
    header, *rows = table.strip("\n").splitlines()
    modes = [Mode(word) for word in header.split()]
    return [
        (row[:16].strip(), mode, word)
        for row in rows
        for mode, word in zip(modes, row[16:].split(), strict=True)
    ]


def effect(policy: Policy, call: str, around: Surroundings, mode: str | None = None) -> Effect:
    """Decide one of the calls above, as an agent program in some mode reports it."""
    tool, fields = CALLS[call]
    return decide(normalise(ToolCall(tool=tool, input=fields, mode=mode), around), policy).effect
