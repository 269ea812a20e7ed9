"""
The built-in profiles, as data.

`open`, `standard` and `locked` are the lists of the Chorus design. `guarded` is
ours: reading runs; secrets, network, code and privileges are asked, and so is what cannot
be undone, by a person only; what destroys beyond the project is denied.
"""

from __future__ import annotations

from collections.abc import Mapping

from proctor.policy.rules import parse_rule
from proctor.terms.builtin_tools import SESSION_TOOLS
from proctor.terms.effect import Effect
from proctor.terms.role import ALLOW_BEFORE_ASK, STRICT_FIRST, Permissions
from proctor.terms.rule import Rule

OPEN_ALLOW = ("tool:.*",)
STANDARD_ALLOW = (
    "tool:create_file:.*",
    "tool:str_replace:.*",
    "tool:view:.*",
    "tool:git:init",
    "tool:git:commit",
    "tool:git:branch .*",
)
STANDARD_ASK = (
    "tool:bash:.*",
    "tool:git:push .*",
    "tool:git:merge_request .*",
    "tool:self_edit:.*",
)
LOCKED_ALLOW = ("tool:view:.*",)

GUARDED_ALLOW = (
    "Read",
    "read_many_files",
    "NotebookRead",
    "view_image",
    "Glob",
    "Grep",
    "LS",
    "LSP",
    "WebSearch",
    *SESSION_TOOLS,
    "AskUserQuestion",
    "EnterPlanMode",
    "ExitPlanMode",
    "wait",
    "ListMcpResources",
    "ReadMcpResource",
    "chain:status",
    "task:status",
    "task:list",
    "Bash(@read)",
)
# Files that hold secrets are asked about, whoever reads them.
SECRETS = ("Bash(@secret)", "Read(@secret)", "Edit(@secret)")
ASKED = ("Bash(@network)", "Bash(@code)", "Bash(@privileged)")
BEYOND = "It cannot be undone. If it must be done, ask your user to do it."
LOST = "It cannot be undone, so a person must agree."


def listed(effect: Effect, texts: tuple[str, ...]) -> tuple[Rule, ...]:
    """Make the rules of one list."""
    return tuple(parse_rule(text, effect) for text in texts)


def guarded() -> Permissions:
    """Make the rules of `guarded`."""
    beyond = parse_rule({"rule": "Bash(@destroy-outside)", "why": BEYOND}, Effect.DENY)
    lost = parse_rule({"rule": "Bash(@destroy)", "why": LOST, "by": "human"}, Effect.ASK)
    asked = listed(Effect.ASK, (*SECRETS, *ASKED))
    allow = listed(Effect.ALLOW, GUARDED_ALLOW)
    return Permissions(
        rules=(beyond, lost, *asked, *allow),
        order=STRICT_FIRST,
        otherwise=Effect.ASK,
        profile="guarded",
    )


def seed(name: str, allow: tuple[str, ...], ask: tuple[str, ...] = ()) -> Permissions:
    """Make one of the three profiles that come from Chorus."""
    return Permissions(
        rules=(*listed(Effect.ALLOW, allow), *listed(Effect.ASK, ask)),
        order=ALLOW_BEFORE_ASK,
        otherwise=Effect.DENY,
        profile=name,
    )


PROFILES: Mapping[str, Permissions] = {
    "open": seed("open", OPEN_ALLOW),
    "standard": seed("standard", STANDARD_ALLOW, STANDARD_ASK),
    "locked": seed("locked", LOCKED_ALLOW),
    "guarded": guarded(),
}
