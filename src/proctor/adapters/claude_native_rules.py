"""
Rules of ours in the grammar of Claude Code: a second layer behind the hook.

INVARIANT: a rule without a form there is left out. Nothing is written that would deny what
ours does not, or allow what ours does not. Regular expressions, `tool:…` rules, classes and
rules that end have no form; an ask is never written, because the program would ask again
after our answer.
"""

from __future__ import annotations

from proctor.adapters.claude_native_paths import name_match, native_paths
from proctor.adapters.claude_versions import TOOLS
from proctor.terms.kind import Kind
from proctor.terms.lazy_pattern import lazy
from proctor.terms.named_tuple import NamedTuple
from proctor.terms.rule import Form

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from proctor.terms.catalogue import Catalogue
    from proctor.terms.rule import Rule

MCP = "mcp__"
ALL_MCP = "mcp__*"
WRITERS = ("Edit", "NotebookEdit", "Write")
# Several commands, redirections, substitutions, or what the reader of the rule trips over.
NOT_ONE_COMMAND = lazy(r"[;|&<>`()\\\x00-\x1f\x7f\ud800-\udfff]|\$[({]|:\*(?!$)")
HOST = lazy(r"(\*\.)?[a-z0-9_-]+(\.[a-z0-9_-]+)*")
PLAIN_NAME = lazy(r"[A-Za-z0-9][A-Za-z0-9_.-]*(:[A-Za-z0-9_.-]+)*")
TOOL_OF_A_SERVER = lazy(r"mcp__[^*?/]+?__[^*?/]+")
TOOLS_OF_A_SERVER = lazy(r"mcp__[^*?/]+?__[^*?/]*\*")


class Ground(NamedTuple):
    """
    What rules are written for: the project, a version, and the known tools.

    `agent` and `stars` are what `Facts` of the version say.
    """

    root: str
    agent: str
    stars: bool
    catalogue: Catalogue


def native_denies(rules: Iterable[Rule], ground: Ground) -> list[str]:
    """Return deny rules in the program's grammar, each once."""
    texts = (text for rule in rules for text in native_forms(rule, ground, deny=True))
    return list(dict.fromkeys(texts))


def missing_tools(tools: Sequence[str] | None, ground: Ground) -> list[str]:
    """Return a bare deny for each tool of the program that a role does not have."""
    if tools is None:
        return []
    missing = [name for name in TOOLS if not has_tool(tools, name, ground)]
    return missing if any(map(may_be_mcp, tools)) else [*missing, ALL_MCP]


def without_a_stop_to_writing(denies: Sequence[str], root: str) -> list[str]:
    """
    Return denies without those of all reading, where the role may write.

    The program forbids to write what may not be read, so that a role which may only write
    could do nothing. For single files that is let pass: they could not be changed unread.
    """
    if set(WRITERS) <= set(denies):
        return list(denies)
    wide = {"Read", "Read(//**)", "Read(~/**)", f"Read(/{root.rstrip('/')}/**)"}
    return [text for text in denies if text not in wide]


def has_tool(tools: Sequence[str], name: str, ground: Ground) -> bool:
    """Say whether a role has a tool, under any of its names."""
    names = ground.catalogue.get(name).names
    return any(name_match(glob, one) for glob in tools for one in names)


def may_be_mcp(glob: str) -> bool:
    """Say whether a name of a tool can stand for one of an MCP server."""
    head = glob.partition("*")[0].partition("?")[0]
    return head.startswith(MCP) or (head != glob and MCP.startswith(head))


def native_forms(rule: Rule, ground: Ground, *, deny: bool) -> tuple[str, ...]:
    """Return a rule in the program's grammar; nothing where it has no form there."""
    if rule.until is not None or rule.form not in (Form.TOOL, Form.PATTERN):
        return ()
    if rule.pattern is None:
        return native_names(rule.tool, ground, deny=deny)
    info = ground.catalogue.get(rule.tool)
    pattern = rule.pattern
    if info.name == "Bash":
        if not pattern.strip("*"):
            return native_names(rule.tool, ground, deny=deny)
        found = native_command(pattern, deny=deny)
        return found if ground.stars else tuple(old for one in found for old in with_a_colon(one))
    if info.name == "Read" or info.kind is Kind.EDIT:
        tool = "Edit" if info.kind is Kind.EDIT else "Read"
        paths = native_paths(pattern, root=ground.root, deny=deny)
        return tuple(f"{tool}({path})" for path in paths)
    if info.kind is Kind.FETCH:
        return native_hosts(pattern)
    if info.name in ("Agent", "Skill") and PLAIN_NAME.fullmatch(pattern):
        return (f"{ground.agent if info.name == 'Agent' else info.name}({pattern})",)
    return ()


def native_names(tool: str, ground: Ground, *, deny: bool) -> tuple[str, ...]:
    """Return the program's names for a tool, or for those that a glob stands for."""
    if "*" not in tool and "?" not in tool:
        if tool.startswith(MCP):
            # Without a second part it would mean a whole server to the program.
            return (tool,) if TOOL_OF_A_SERVER.fullmatch(tool) else ()
        return tuple(name for name in ground.catalogue.get(tool).names if name in TOOLS)
    found = tuple(name for name in TOOLS if has_tool((tool,), name, ground))
    return (*found, *native_mcp(tool, deny=deny))


def native_mcp(glob: str, *, deny: bool) -> tuple[str, ...]:
    """Return what a glob says of the tools of MCP servers."""
    if "?" in glob or not may_be_mcp(glob):
        return ()
    if TOOLS_OF_A_SERVER.fullmatch(glob):
        return (glob,)
    head, _, rest = glob.partition("*")
    if not deny or rest:
        return ()
    return (glob,) if head.startswith(MCP) else (ALL_MCP,)


def native_command(pattern: str, *, deny: bool) -> tuple[str, ...]:
    """Return a command pattern; an allow only where no star stands before its end."""
    text = pattern.strip()
    body = text.removesuffix(":*") if text.endswith(":*") else text.removesuffix(" *")
    if text.startswith("@") or not body.strip() or NOT_ONE_COMMAND.search(text):
        return ()
    quoted = "'" in text or '"' in text
    if text.count("'") % 2 or text.count('"') % 2:
        return ()
    # Theirs compares a star with text in which quotes stand, ours with words.
    return (f"Bash({text})",) if "*" not in body or (deny and not quoted) else ()


def with_a_colon(text: str) -> tuple[str, ...]:
    """Return a rule for a command as old versions take it: they know no star but `:*`."""
    old = text.removesuffix(" *)") + ":*)" if text.endswith(" *)") else text
    return () if "*" in old.removesuffix(":*)") else (old,)


def native_hosts(pattern: str) -> tuple[str, ...]:
    """Return a domain, with its sub-domains; a pattern for a whole URL has no form."""
    host = pattern.removeprefix("domain:").lower().rstrip(".")
    if not HOST.fullmatch(host):
        return ()
    own = () if host.startswith("*.") else (f"WebFetch(domain:{host})",)
    return (*own, f"WebFetch(domain:*.{host.removeprefix('*.')})")
