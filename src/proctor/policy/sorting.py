"""
Sort rules into plain data, from which an index finds those that a part can meet.

Everything here can stand in JSON, so that it is done once for a policy that many
processes load: by tool, by class, by program, and patterns with what is known of
each. Rules are known by their number, which is their place in the policy.
"""

from __future__ import annotations

from proctor.policy.command_patterns import CommandPattern, is_glob, read_command_pattern
from proctor.policy.index import (
    CLASSED,
    EDIT_FAMILY,
    EVERY_COMMAND,
    EVERY_STRING,
    SHELL_TOOL,
    name_match,
)
from proctor.policy.other_names import other_names
from proctor.policy.patterns import Regex, regex_of
from proctor.policy.strict_index import READ_NAME, WRITE_NAMES, needed_texts
from proctor.policy.target_globs import target_glob
from proctor.policy.url_patterns import UrlPattern, read_url_pattern
from proctor.policy.whatever_follows import is_for_workspace
from proctor.terms.effect import ALLOW
from proctor.terms.kind import EDIT, FETCH, SHELL
from proctor.terms.rule import Form, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from proctor.terms.catalogue import Catalogue

    Numbered = list[tuple[int, Regex]]


class Sorting:
    """The rules of one direction on their way into plain data."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.tools: dict[str, list[int]] = {}
        self.globs: list[list[Any]] = []
        self.classes: dict[str, dict[str, list[int]]] = {}
        self.commands: dict[str, dict[str, list[tuple[int, CommandPattern]]]] = {}
        self.strings: Numbered = []
        self.regexes: dict[str, Numbered] = {}
        self.targets: dict[str, Numbered] = {}
        self.urls: list[tuple[int, UrlPattern]] = []
        self.paths: dict[str, list[list[Any]]] = {}

    def add(self, number: int, rule: Rule) -> None:
        """Put a rule where it is looked for: one line for each form that it can have."""
        tool = self.catalogue.canonical(rule.tool)
        kind = self.catalogue.get(tool).kind
        family = EDIT_FAMILY if kind is EDIT else tool
        if rule.form is Form.STRING:
            self.strings.append((number, regex_of(rule.pattern or "")))
        elif rule.form is Form.TOOL or rule.pattern is None:
            self.add_tool(tool, number)
        elif rule.form is Form.REGEX:
            regex = regex_of(rule.pattern, search=True)
            # A deny or ask holds for the whole family, an allow for its own tool alone.
            of_tool = tool if rule.effect is ALLOW else family
            self.regexes.setdefault(of_tool, []).append((number, regex))
        elif rule.pattern[0] == "@" and kind in CLASSED:
            of_class = self.classes.setdefault(family, {})
            of_class.setdefault(rule.pattern[1:], []).append(number)
        elif kind is SHELL:
            pattern = read_command_pattern(rule.pattern)
            by_name = self.commands.setdefault(tool, {})
            by_name.setdefault(bucket(pattern), []).append((number, pattern))
        elif kind in CLASSED:
            self.paths.setdefault(family, []).append([number, rule.pattern])
        elif kind is FETCH:
            self.urls.append((number, read_url_pattern(rule.pattern)))
        else:
            self.targets.setdefault(tool, []).append((number, target_glob(rule.pattern)))

    def add_tool(self, tool: str, number: int) -> None:
        """Add a rule for every use of a tool, or of the tools that a glob names."""
        if "*" in tool or "?" in tool:
            self.globs.append([tool, number])
        else:
            self.tools.setdefault(tool, []).append(number)

    def data(self) -> dict[str, Any]:
        """Return what both directions look at."""
        domains: dict[str, list[int]] = {}
        for number, url in self.urls:
            if url.domain:
                domains.setdefault(url.domain, []).append(number)
        return {
            "tools": self.tools,
            "globs": self.globs,
            "classes": self.classes,
            "strings": rows(self.strings),
            "regexes": {tool: rows(found) for tool, found in self.regexes.items()},
            "targets": {tool: rows(found) for tool, found in self.targets.items()},
            "paths": {family: {"patterns": found} for family, found in self.paths.items()},
            "domains": domains,
            "hosts": rows([(n, u.host) for n, u in self.urls if u.host]),
            "urls": rows([(n, u.whole) for n, u in self.urls if u.whole]),
            "host_rules": [n for n, u in self.urls if u.host],
        }


def sort_allows(rules: Sequence[Rule], catalogue: Catalogue) -> dict[str, Any]:
    """Sort the allow rules of a policy; commands by their second word too."""
    sorting = Sorting(catalogue)
    allows = [(number, rule) for number, rule in enumerate(rules) if rule.effect is ALLOW]
    for number, rule in allows:
        sorting.add(number, rule)
    shells = [tool.name for tool in catalogue.tools if tool.kind is SHELL]
    commands: dict[str, dict[str, dict[str, list[Any]]]] = {}
    for tool, by_name in sorting.commands.items():
        for name, patterns in by_name.items():
            by_verb = commands.setdefault(tool, {}).setdefault(name, {})
            for number, pattern in patterns:
                # Of thirty rules for git, `git status` need only be compared with those
                # for `status`.
                verb = verb_of(pattern) if name else ""
                by_verb.setdefault(verb, []).append([number, *pattern.row()])
    return {
        **sorting.data(),
        "commands": commands,
        "workspace": [
            number
            for number, rule in allows
            if rule.form is Form.STRING and is_for_workspace(rule.pattern or "")
        ],
        "shells": {
            shell: found
            for shell in shells
            if (found := [n for n, rule in allows if gives_all(rule, catalogue, shell)])
        },
    }


def sort_strict(rules: Sequence[Rule], catalogue: Catalogue) -> dict[str, Any]:
    """Sort the deny and ask rules of a policy; commands with what they need, too."""
    sorting = Sorting(catalogue)
    for number, rule in enumerate(rules):
        if rule.effect is not ALLOW:
            sorting.add(number, rule)
    starts = [regex.prefix for _, regex in sorting.strings]
    names = other_names(rules, catalogue)
    # Under another name a pattern is about the same files.
    starts += [start for alone, start, _, _ in names if not alone]
    return {
        **sorting.data(),
        "commands": {
            tool: {
                name: [[n, *pattern.row(), [*needed_texts(pattern)]] for n, pattern in patterns]
                for name, patterns in by_name.items()
            }
            for tool, by_name in sorting.commands.items()
        },
        # The file tools that some string rule could be about, by how the rule begins.
        "names": names,
        "files": [name for name in (READ_NAME, *WRITE_NAMES) if begins(starts, f"tool:{name}:")],
    }


def begins(starts: Sequence[str], text: str) -> bool:
    """Say whether a pattern with one of these beginnings can match what begins with a text."""
    return any(start.startswith(text) or text.startswith(start) for start in starts)


def rows(patterns: Numbered) -> dict[str, Any]:
    """Return patterns as a pattern set takes them."""
    return {
        "numbers": [number for number, _ in patterns],
        "patterns": [regex.row(count=False) for _, regex in patterns],
    }


def bucket(pattern: CommandPattern) -> str:
    """Return the word under which a command pattern is found; empty if it is wild."""
    if pattern.compound or not pattern.words:
        return ""
    first = pattern.words[0]
    return "" if "=" in first else pattern.name


def verb_of(pattern: CommandPattern) -> str:
    """Return the second word of a pattern, which what it covers must have; empty if any will do."""
    second = pattern.words[1] if len(pattern.words) > 1 else ""
    return "" if is_glob(second) else second


def gives_all(rule: Rule, catalogue: Catalogue, tool: str) -> bool:
    """Say whether a rule is for every command of a shell: it gives the whole shell away."""
    if rule.form is Form.STRING:
        return rule.pattern in (EVERY_COMMAND if tool == SHELL_TOOL else EVERY_STRING)
    names = catalogue.get(tool).names
    if not any(name_match(rule.tool, name) for name in names):
        return False
    if rule.form is Form.REGEX:
        return rule.pattern in (".*", ".+", "", "^", "^.*", "^.*$")
    return rule.pattern is None or rule.pattern.strip("*") == ""
