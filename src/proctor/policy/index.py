"""
Find the rules that match a part, fast.

Rules are sorted once: by tool, by first word of a command, by the anchor of a
path, and into sets of patterns that are tried in one pass. There are two
indexes, because matching has a direction: `AllowIndex` is literal,
`StrictIndex` (deny and ask) is generous.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from proctor.policy.command_patterns import (
    CommandPattern,
    covers,
    covers_redirect,
    glob_match,
    is_glob,
    read_command_pattern,
)
from proctor.policy.globs import glob_regex
from proctor.policy.path_index import PathIndex
from proctor.policy.pattern_set import PatternSet
from proctor.policy.patterns import Regex, literal_prefix, regex_of
from proctor.policy.url_patterns import UrlPattern, domains_of, host_of, read_url_pattern
from proctor.terms.action import Action, Command, Part, Touch
from proctor.terms.catalogue import Catalogue
from proctor.terms.kind import EDIT, FETCH, READ, SHELL
from proctor.terms.path_text import tidy
from proctor.terms.rule import Form, Rule

SHELL_TOOL = "Bash"
EDIT_FAMILY = "Edit"
CLASSED = (SHELL, READ, EDIT)
EVERY_STRING = frozenset({".*", "tool:.*", "tool:.+"})
EVERY_COMMAND = EVERY_STRING | {"tool:bash:.*", "tool:bash:.+", "tool:bash.*"}


class Sorted:
    """
    The rules of one direction, sorted by form and tool.

    What both directions share: which rules there are for a tool, a command, a
    string. Rules are known by their number, which is the order in the policy.
    """

    generous: bool

    def __init__(  # noqa: C901 - one line for each form that a rule can have
        self, rules: Sequence[Rule], catalogue: Catalogue, engine: str
    ) -> None:
        self.rules = tuple(rules)
        self.catalogue = catalogue
        self.tools: dict[str, list[int]] = {}
        self.tool_globs: list[tuple[str, int]] = []
        self.commands: dict[tuple[str, str], list[tuple[int, CommandPattern]]] = {}
        self.classes: dict[tuple[str, str], list[int]] = {}
        self.domains: dict[str, list[int]] = {}
        strings: list[tuple[int, Regex]] = []
        regexes: dict[str, list[tuple[int, Regex]]] = {}
        targets: dict[str, list[tuple[int, Regex]]] = {}
        urls: list[tuple[int, UrlPattern]] = []
        paths: dict[str, list[tuple[int, str]]] = {}
        for number, rule in enumerate(self.rules):
            tool = catalogue.canonical(rule.tool)
            kind = catalogue.get(tool).kind
            family = EDIT_FAMILY if kind is EDIT else tool
            if rule.form is Form.STRING:
                strings.append((number, regex_of(rule.pattern or "")))
            elif rule.form is Form.TOOL or rule.pattern is None:
                self.add_tool(tool, number)
            elif rule.form is Form.REGEX:
                regex = regex_of(rule.pattern, search=True)
                regexes.setdefault(tool, []).append((number, regex))
            elif rule.pattern[0] == "@" and kind in CLASSED:
                self.classes.setdefault((family, rule.pattern[1:]), []).append(number)
            elif kind is SHELL:
                pattern = read_command_pattern(rule.pattern)
                self.commands.setdefault((tool, bucket(pattern)), []).append((number, pattern))
            elif kind in CLASSED:
                paths.setdefault(family, []).append((number, rule.pattern))
            elif kind is FETCH:
                urls.append((number, read_url_pattern(rule.pattern)))
            else:
                targets.setdefault(tool, []).append((number, target_glob(rule.pattern)))
        self.by_tool = bool(self.tools or self.tool_globs)
        self.strings = numbered(strings, engine)
        self.regexes = {tool: numbered(found, engine) for tool, found in regexes.items()}
        self.targets = {tool: numbered(found, engine) for tool, found in targets.items()}
        self.paths = {
            family: PathIndex(found, engine, generous=self.generous)
            for family, found in paths.items()
        }
        for number, url in urls:
            if url.domain:
                self.domains.setdefault(url.domain, []).append(number)
        self.hosts = numbered([(n, u.host) for n, u in urls if u.host], engine)
        self.urls = numbered([(n, u.whole) for n, u in urls if u.whole], engine)
        self.host_rules = frozenset(n for n, u in urls if u.host)

    def add_tool(self, tool: str, number: int) -> None:
        """Add a rule for every use of a tool, or of the tools that a glob names."""
        if "*" in tool or "?" in tool:
            self.tool_globs.append((tool, number))
        else:
            self.tools.setdefault(tool, []).append(number)

    def of_tool(self, tool: str) -> list[int]:
        """Return the rules for every use of a tool, under any of its names."""
        found = [*self.tools.get(tool, ())]
        if self.tool_globs:
            names = self.catalogue.get(tool).names
            found += [n for glob, n in self.tool_globs if any(name_match(glob, m) for m in names)]
        return found

    def candidates(self, tool: str, name: str) -> Iterable[tuple[int, CommandPattern]]:
        """Return the command patterns of a tool that a program of this name could meet."""
        yield from self.commands.get((tool, name), ())
        yield from self.commands.get((tool, ""), ())


def numbered(patterns: Sequence[tuple[int, Regex]], engine: str) -> PatternSet:
    """Make a pattern set that answers with the numbers of rules."""
    return PatternSet([regex for _, regex in patterns], engine, [n for n, _ in patterns])


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


def target_glob(pattern: str) -> Regex:
    """Compile a pattern for a tool whose target is plain text."""
    text = glob_regex(pattern)
    return Regex(text, literal_prefix(text))


def name_match(glob: str, name: str) -> bool:
    """Compare a tool's name with a glob of `*` and `?`."""
    if "?" not in glob:
        return glob_match(glob, name)
    return bool(PatternSet([target_glob(glob)], "re").hits(name))


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


class AllowIndex(Sorted):
    """Literal matching: what a rule covers, and nothing near it."""

    generous = False

    def __init__(self, rules: Sequence[Rule], catalogue: Catalogue, engine: str) -> None:
        super().__init__(rules, catalogue, engine)
        shells = [tool.name for tool in catalogue.tools if tool.kind is SHELL]
        self.whole_shell = {
            shell: [n for n, rule in enumerate(self.rules) if gives_all(rule, catalogue, shell)]
            for shell in shells
        }
        # The command patterns once more, sorted by their second word too: of thirty rules
        # for git, `git status` need only be compared with those for `status`.
        self.verbs: dict[tuple[str, str, str], list[tuple[int, CommandPattern]]] = {}
        for (tool, name), patterns in self.commands.items():
            for number, pattern in patterns:
                key = (tool, name, verb_of(pattern) if name else "")
                self.verbs.setdefault(key, []).append((number, pattern))

    def find(self, part: Part, action: Action) -> list[int]:
        """Return the rules that cover a part that was read."""
        found = self.of_tool(part.tool) if self.by_tool else []
        if self.strings.numbers:
            found += common([self.strings.hits(string) for string in part.strings])
        if part.tool in self.regexes:
            found += common(self.regexes[part.tool].hits(target) for target in part.targets)
        if self.classes and part.classes:
            found += self.of_classes(part, action)
        if part.kind is SHELL:
            found += self.of_command(part) if self.commands else ()
        elif part.kind is EDIT or part.kind is READ:
            found += self.of_paths(part, action) if self.paths or part.redirect else ()
        elif part.kind is FETCH:
            found += self.of_urls(part)
        elif part.tool in self.targets:
            found += common(self.targets[part.tool].hits(target) for target in part.targets)
        return found

    def of_classes(self, part: Part, action: Action) -> list[int]:
        """Return the class rules that cover a part: each of its classes must be covered."""
        if part.unsure is not None:
            return []
        tools = class_tools(part, action)
        covered = [
            [n for tool in tools for n in self.classes.get((tool, one), ())] for one in part.classes
        ]
        return common(reversed(covered))

    def of_command(self, part: Part) -> list[int]:
        """Return the rules that cover a simple command."""
        command = part.command
        if command is None or not command.words:
            return []
        tool, name = part.tool, program_of(command)
        seconds = {"", *command.words[1:2], *command.tilded[1:2]}
        found = [
            n
            for second in seconds
            for n, pattern in self.verbs.get((tool, name, second), ())
            if covers(pattern, command)
        ]
        wild = self.verbs.get((tool, "", ""))
        return found + [n for n, pattern in wild if covers(pattern, command)] if wild else found

    def of_paths(self, part: Part, action: Action) -> list[int]:
        """Return the rules that cover each path of a part, as written and as it leads."""
        found = list(self.of_redirect(part, action)) if part.redirect else []
        paths = self.paths.get(EDIT_FAMILY if part.kind is EDIT else "Read")
        if paths is not None:
            found += paths.covering(part.touches, action.around)
        if part.kind is READ and part.tool != "Read" and part.tool in self.paths:
            found += self.paths[part.tool].covering(part.touches, action.around)
        return found

    def of_redirect(self, part: Part, action: Action) -> Iterable[int]:
        """
        Return the command rules whose own words contain this redirection.

        The path in a rule is that of the call's own folder, so behind a `cd`
        the same words write another file.
        """
        command, redirect = part.command, part.redirect
        if command is None or redirect is None or not command.words:
            return
        if any(touch.path.absolute != meant(touch, action.around.cwd) for touch in part.touches):
            return
        for number, pattern in self.candidates(action.tool, program_of(command)):
            if any(covers_redirect(wanted, redirect) for wanted in pattern.redirects) and covers(
                pattern, command
            ):
                yield number

    def of_urls(self, part: Part) -> list[int]:
        """Return the rules that cover each URL of a part."""
        return common(self.of_url(url) for url in part.urls)

    def of_url(self, url: str) -> list[int]:
        """Return the rules that cover one URL."""
        host = host_of(url)
        found = [n for domain in domains_of(host) for n in self.domains.get(domain, ())]
        found += self.hosts.hits(host)
        return found + [n for n in self.urls.hits(url) if n not in self.host_rules]


def class_tools(part: Part, action: Action) -> tuple[str, ...]:
    """Return the tools whose class rules hold for a part; a redirection is the shell's too."""
    if part.redirect:
        return (action.tool, EDIT_FAMILY)
    return (EDIT_FAMILY,) if part.kind is EDIT else (part.tool,)


def program_of(command: Command) -> str:
    """Return the name of the program that a command runs, without its folder."""
    return command.words[0].rpartition("/")[2]


def meant(touch: Touch, cwd: str) -> str:
    """Return the path that a touch would have in the folder of the call."""
    written = touch.path.written
    return tidy(written if written.startswith("/") else f"{cwd}/{written}")


def forms(touch: Touch) -> tuple[str, ...]:
    """Return a path as written and as it leads, once if these are the same."""
    written, real = touch.path.absolute, touch.path.real
    return (written,) if written == real else (written, real)


def common(found: Iterable[list[int]]) -> list[int]:
    """
    Return rules that answer for several forms of one thing.

    Every form must be covered, though not all by the same rule; the rules of
    the first form are named.
    """
    first: list[int] = []
    for rules in found:
        if not rules:
            return []
        first = first or rules
    return first
