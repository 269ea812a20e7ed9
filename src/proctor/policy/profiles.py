"""
The built-in profiles, as data.

`open`, `standard` and `locked` are the lists of the Chorus design. `guarded` is
ours: reading runs, everything else is asked, ruin is refused.
"""

from __future__ import annotations

from collections.abc import Mapping

from proctor.policy.rules import parse_rule
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
    "TodoWrite",
    "TodoRead",
    "TaskCreate",
    "TaskUpdate",
    "TaskGet",
    "TaskList",
    "AskUserQuestion",
    "EnterPlanMode",
    "ExitPlanMode",
    "CronList",
    "wait",
    "BashOutput",
    "ToolSearch",
    "ListMcpResources",
    "ReadMcpResource",
    "chain:status",
    "task:status",
    "task:list",
    "Bash(pwd)",
    "Bash(ls *)",
    "Bash(cat *)",
    "Bash(head *)",
    "Bash(wc *)",
    "Bash(git status)",
    "Bash(git log)",
    "Bash(git branch)",
)
SECRETS = (
    ".env",
    ".env.*",
    ".ssh",
    "*.pem",
    "*.key",
    "id_rsa",
    ".netrc",
    ".aws",
    ".npmrc",
    ".pypirc",
)
RUIN = (
    ("Bash(rm -rf /)", "It deletes the whole system. Name the one folder that must go."),
    ("Bash(rm -rf ~)", "It deletes the home folder. Name the one folder that must go."),
    ("Bash(mkfs* *)", "It erases a disk. Ask the person who owns the machine."),
    (
        "tool:bash:dd .*of=/dev/(sd|hd|vd|xvd|nvme|mmcblk|disk|rdisk|mapper).*",
        "It overwrites a disk. Write to a file instead.",
    ),
)


def listed(effect: Effect, texts: tuple[str, ...]) -> tuple[Rule, ...]:
    """Make the rules of one list."""
    return tuple(parse_rule(text, effect) for text in texts)


def guarded() -> Permissions:
    """Make the rules of `guarded`."""
    secrets = tuple(
        parse_rule({"rule": f"Read({name})", "why": "It may hold a secret."}, Effect.ASK)
        for name in SECRETS
    )
    ruin = tuple(parse_rule({"rule": text, "why": why}, Effect.DENY) for text, why in RUIN)
    allow = listed(Effect.ALLOW, GUARDED_ALLOW)
    return Permissions(
        rules=(*ruin, *secrets, *allow),
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
