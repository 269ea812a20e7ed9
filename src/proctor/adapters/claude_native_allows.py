"""
Which allow rules may go into the settings of Claude Code.

The native layer has no asks, and its denies are narrower than ours. So an allow is written
only where it is plain that no ask and no deny of ours is about the same calls: otherwise
the program would run, where the hook said nothing, what ours would have stopped.
"""

from __future__ import annotations

from proctor.adapters.claude_code import NO_OPINION
from proctor.adapters.claude_native_paths import alternatives, read_anchor
from proctor.adapters.claude_native_rules import MCP, has_tool, native_forms
from proctor.adapters.claude_versions import TOOLS
from proctor.terms.effect import ALLOW, ASK, DENY
from proctor.terms.kind import Kind
from proctor.terms.mode import Mode
from proctor.terms.rule import Form

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from proctor.adapters.claude_native_rules import Ground
    from proctor.terms.catalogue import ToolInfo
    from proctor.terms.role import Role
    from proctor.terms.rule import Rule

# What a command can do besides running: a rule for these is about commands too.
MET_BY_COMMANDS = (Kind.READ, Kind.EDIT, Kind.FETCH)
# Modes in which an allow rule does not let everything run that it covers.
NARROW_MODES = (Mode.PLAN, Mode.DELEGATE)
# Programs that run others: what such a command does is not told by its first words.
LAUNCHERS = frozenset(
    "ash awk bash builtin busybox chroot chrt command csh dash direnv doas env eval exec "
    "fakeroot fd fdfind find fish flock gawk ionice ksh mawk mise nice nohup npx parallel "
    "runuser script sed setsid sh ssh stdbuf strace su sudo systemd-run taskset time timeout "
    "tmux uvx watch xargs zsh".split()
)
# The same, but only some of what they do runs others.
BY_DEED = frozenset({"docker", "git", "kubectl", "podman", "uv"})
RUNNING_DEEDS = frozenset(
    "bisect compose config debug difftool exec filter-branch mergetool rebase run submodule "
    "tool".split()
)


def native_allows(role: Role, ground: Ground) -> list[str]:
    """Return the allow rules of a role in the program's grammar, as far as they are safe."""
    if role.mode in NARROW_MODES:
        return []
    rules = role.permissions.rules
    order = role.permissions.order
    asks_count = order.index(ASK) < order.index(ALLOW)
    strict = [rule for rule in rules if rule.effect is DENY or (rule.effect is ASK and asks_count)]
    found = [
        text
        for rule in rules
        if rule.effect is ALLOW
        for text in native_forms(rule, ground, deny=False)
        # Of these the hook says nothing, so an allow would be the answer of the user.
        if text not in NO_OPINION
        if is_had(text, role, ground) and not concerned(text, strict, ground)
    ]
    return list(dict.fromkeys(found))


def is_had(text: str, role: Role, ground: Ground) -> bool:
    """Say whether a role has the tool of a rule."""
    tool = text.partition("(")[0]
    return role.tools is None or has_tool(role.tools, tool, ground)


def concerned(text: str, strict: Sequence[Rule], ground: Ground) -> bool:
    """Say whether a deny or ask may be about a call that a native allow lets run."""
    return any(not apart(rule, text, ground) for rule in strict)


def apart(rule: Rule, text: str, ground: Ground) -> bool:
    """Say whether it is certain that a deny or ask is about other calls than an allow."""
    if rule.form is Form.STRING:
        return False
    tool, _, inside = text.partition("(")
    if tool.startswith(MCP):
        return apart_from_mcp(rule.tool, tool)
    if rule.effect is DENY and denied_as_well(rule, text, ground):
        return True
    pattern = inside.removesuffix(")") or None
    wild = "*" in rule.tool or "?" in rule.tool
    names = (
        [name for name in TOOLS if has_tool((rule.tool,), name, ground)] if wild else [rule.tool]
    )
    own = ground.catalogue.get(tool)
    return all(apart_tools(rule, ground.catalogue.get(name), own, pattern) for name in names)


def apart_tools(rule: Rule, other: ToolInfo, own: ToolInfo, pattern: str | None) -> bool:
    """Say the same of one tool that a deny or ask is for, and the tool of an allow."""
    same = other.name == own.name
    if own.kind is Kind.SHELL:
        if same:
            return pattern is not None and other_command(rule, pattern)
        # A redirection is an edit, also to a rule that has no pattern.
        bare = rule.pattern is None and other.kind is not Kind.EDIT
        return other.kind not in MET_BY_COMMANDS or bare
    if own.kind is Kind.EDIT and other.kind is Kind.EDIT:
        # A pattern is for the whole family, here and there; a bare name is for one tool.
        return pattern is None and rule.pattern is None and not same
    if own.kind is Kind.READ and other.kind is Kind.READ:
        return rule.pattern is None and not same
    return not same


def apart_from_mcp(rule_tool: str, tool: str) -> bool:
    """Say whether a deny or ask is about none of the MCP tools of an allow."""
    own, other = tool.partition("*")[0], rule_tool.partition("*")[0].partition("?")[0]
    if other == rule_tool and own == tool:
        return other != own
    return not (own.startswith(other) or other.startswith(own))


def denied_as_well(rule: Rule, text: str, ground: Ground) -> bool:
    """Say whether the program denies by itself all that a deny is about, of these calls."""
    forms = native_forms(rule, ground, deny=True)
    tool = text.partition("(")[0]
    if rule.pattern is None or not forms:
        return tool in forms
    own, other = ground.catalogue.get(tool).kind, ground.catalogue.get(rule.tool).kind
    if own is not other or own not in (Kind.READ, Kind.EDIT, Kind.FETCH):
        return False
    if own is Kind.FETCH:
        return True
    # Of the tools that look into files, Read is the one whose rules the program keeps to.
    return (own is Kind.EDIT or tool == "Read") and same_places(rule.pattern, len(forms))


def same_places(pattern: str, written: int) -> bool:
    """Say whether a deny was written whole, and means the same wherever the agent stands."""
    anchored = read_anchor(pattern)
    fixed = anchored.anchor in ("//", "~/", "") or anchored.glob.startswith("**/")
    return fixed and written == len(alternatives(anchored.glob))


def other_command(rule: Rule, pattern: str) -> bool:
    """Say whether a deny or ask for a command is for another one than a pattern of an allow."""
    if rule.form is not Form.PATTERN or rule.pattern is None or rule.pattern.startswith("@"):
        return False
    ours, theirs = pattern.removesuffix(":*").split(), rule.pattern.removesuffix(":*").split()
    if not all(words and plain_program(words[0]) for words in (ours, theirs)) or runs_others(ours):
        return False
    if ours[0] != theirs[0]:
        return True
    return bool(ours[1:] and theirs[1:]) and (
        plain_deed(ours[1]) and plain_deed(theirs[1]) and ours[1] != theirs[1]
    )


def runs_others(words: Sequence[str]) -> bool:
    """Say whether a command may run another one that its first words do not name."""
    if words[0] not in BY_DEED:
        return words[0] in LAUNCHERS
    return not words[1:] or not plain_deed(words[1]) or words[1] in RUNNING_DEEDS


def plain_program(word: str) -> bool:
    """Say whether a word of a pattern is one program, and by its name alone."""
    return not set(word) & set("*?=$'\"/\\~{[")


def plain_deed(word: str) -> bool:
    """Say whether a word of a pattern says what a program shall do: no option, nothing wild."""
    return word.replace("-", "").replace("_", "").isalnum() and not word.startswith("-")
