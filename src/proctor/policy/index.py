"""
Find the rules that match a part, fast.

Rules are sorted once: by tool, by first word of a command, by the anchor of a
path, and into sets of patterns that are tried in one pass. There are two
indexes, because matching has a direction: `AllowIndex` is literal,
`StrictIndex` (deny and ask) is generous.
"""

from __future__ import annotations

from proctor.policy.command_patterns import (
    CommandPattern,
    covers,
    covers_redirect,
    glob_match,
    of_row,
)
from proctor.policy.inside import relative
from proctor.policy.packing import pack, unpacked
from proctor.policy.pattern_set import PatternSet
from proctor.terms.kind import EDIT, FETCH, READ, SHELL
from proctor.terms.path_text import tidy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from proctor.policy.path_index import PathIndex
    from proctor.terms.action import Action, Command, Part, Touch
    from proctor.terms.catalogue import Catalogue
    from proctor.terms.rule import Rule

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

    def __init__(
        self, rules: Sequence[Rule], data: Mapping[str, Any], catalogue: Catalogue, engine: str
    ) -> None:
        self.rules = rules
        self.data = data
        self.catalogue = catalogue
        self.tools: dict[str, list[int]] = data["tools"]
        self.tool_globs: list[tuple[str, int]] = data["globs"]
        self.by_tool = bool(self.tools or self.tool_globs)
        self.classes: dict[str, dict[str, list[int]]] = data["classes"]
        self.has_commands = bool(data["commands"])
        # Those that were read, by tool and program; most never are.
        self.commands: dict[tuple[str, str], list[tuple[int, CommandPattern]]] = {}
        self.strings = PatternSet.from_data(data["strings"], engine)
        self.regexes = sets(data["regexes"], engine)
        self.targets = sets(data["targets"], engine)
        self.paths: dict[str, PathIndex] = {}
        if data["paths"]:
            from proctor.policy.path_index import PathIndex  # noqa: PLC0415 - few need it

            for family, found in data["paths"].items():
                self.paths[family] = PathIndex.from_data(found, engine, generous=self.generous)
        self.domains: dict[str, list[int]] = data["domains"]
        self.hosts = PatternSet.from_data(data["hosts"], engine)
        self.urls = PatternSet.from_data(data["urls"], engine)
        self.host_rules = frozenset(data["host_rules"])
        self.about_urls = bool(self.domains or self.hosts.numbers or self.urls.numbers)

    def dump(self) -> dict[str, Any]:
        """Return the index as plain data, patterns sorted by how they begin."""
        commands = self.data["commands"]
        return {
            **self.data,
            "commands": {
                tool: {name: pack(unpacked(rows)) for name, rows in by_name.items()}
                for tool, by_name in commands.items()
            },
            "strings": self.strings.data(),
            "regexes": {tool: found.data() for tool, found in self.regexes.items()},
            "targets": {tool: found.data() for tool, found in self.targets.items()},
            "paths": {family: found.data() for family, found in self.paths.items()},
            "hosts": self.hosts.data(),
            "urls": self.urls.data(),
        }

    def of_tool(self, tool: str) -> list[int]:
        """Return the rules for every use of a tool, under any of its names."""
        found = [*self.tools.get(tool, ())]
        if self.tool_globs:
            names = self.catalogue.get(tool).names
            found += [n for glob, n in self.tool_globs if any(name_match(glob, m) for m in names)]
        return found

    def candidates(self, tool: str, name: str) -> Iterable[tuple[int, CommandPattern]]:
        """Return the command patterns of a tool that a program of this name could meet."""
        for key in ((tool, name), (tool, "")):
            found = self.commands.get(key)
            yield from self.read(*key) if found is None else found

    def read(self, tool: str, name: str) -> list[tuple[int, CommandPattern]]:
        """Read the command patterns for a program, which nobody has asked for yet."""
        rows = self.data["commands"].get(tool, {}).get(name)
        if rows is None:  # not kept: names that nobody has rules for are without number
            return []
        return self.commands.setdefault((tool, name), self.read_rows(unpacked(rows)))

    def read_rows(self, rows: Any) -> list[tuple[int, CommandPattern]]:
        """Make the command patterns of some rows."""
        return [(row[0], of_row(row[1:])) for row in rows]


def name_match(glob: str, name: str) -> bool:
    """Compare a tool's name with a glob of `*` and `?`."""
    if "?" not in glob:
        return glob_match(glob, name)
    from proctor.policy.target_globs import target_glob  # noqa: PLC0415 - few write such a one

    return bool(PatternSet([target_glob(glob)], "re").hits(name))


def sets(data: Mapping[str, Any], engine: str) -> dict[str, PatternSet]:
    """Return the pattern sets of some tools."""
    return {tool: PatternSet.from_data(found, engine) for tool, found in data.items()}


class AllowIndex(Sorted):
    """Literal matching: what a rule covers, and nothing near it."""

    generous = False

    def __init__(
        self, rules: Sequence[Rule], data: Mapping[str, Any], catalogue: Catalogue, engine: str
    ) -> None:
        super().__init__(rules, data, catalogue, engine)
        self.whole_shell: dict[str, list[int]] = data["shells"]
        # The patterns over action strings that cover no file outside the workspace.
        self.for_workspace = frozenset(data["workspace"])
        # The command patterns that were read, by their second word too.
        self.verbs: dict[tuple[str, str, str], list[tuple[int, CommandPattern]]] = {}
        # Of programs, the rows that were unpacked, by that word.
        self.by_verb: dict[tuple[str, str], dict[str, Any]] = {}

    def read_rows(self, rows: Any) -> list[tuple[int, CommandPattern]]:
        """Make the command patterns of a program, whatever their second word."""
        return [one for found in rows.values() for one in super(AllowIndex, self).read_rows(found)]

    def of_verb(self, tool: str, name: str, verb: str) -> list[tuple[int, CommandPattern]]:
        """Read the command patterns with a second word, which nobody has asked for yet."""
        by_name = self.data["commands"][tool]
        by_verb = self.by_verb.get((tool, name))
        if by_verb is None:
            by_verb = self.by_verb[tool, name] = unpacked(by_name[name])
        rows = by_verb.get(verb)
        if rows is None:  # not kept, as above
            return []
        return self.verbs.setdefault((tool, name, verb), super().read_rows(rows))

    def find(self, part: Part, action: Action, workspace: Sequence[str]) -> list[int]:
        """Return the rules that cover a part that was read; `workspace` are the role's folders."""
        found = self.of_tool(part.tool) if self.by_tool else []
        if self.strings.numbers:
            hits = [self.strings.hits(string) for string in part.strings]
            found += common(self.reaching(hits, part, workspace) if part.kind is EDIT else hits)
        if part.tool in self.regexes:
            found += common(self.of_regex(part, target, action) for target in part.targets)
        if self.classes and part.classes:
            found += self.of_classes(part, action)
        if part.kind is SHELL:
            found += self.of_command(part) if self.has_commands else ()
        elif part.kind is EDIT or part.kind is READ:
            found += self.of_paths(part, action) if self.paths or part.redirect else ()
        elif part.kind is FETCH:
            found += self.of_urls(part)
        elif part.tool in self.targets:
            found += common(self.targets[part.tool].hits(target) for target in part.targets)
        return found

    def of_regex(self, part: Part, target: str, action: Action) -> list[int]:
        """
        Return the regex rules that a target meets; a file of the project by its whole path too.

        INVARIANT: the names of the folders above the project allow nothing by themselves. In
        `/home/ada/docs/shop`, `docs/` does not match every file; `^/home/ada/docs/` does.
        """
        tried = self.regexes[part.tool]
        found, root = tried.hits(target), action.around.root
        path = root if target == "." else f"{root.rstrip('/')}/{target}"
        if part.kind is SHELL or not any(path in forms(touch) for touch in part.touches):
            return found
        inside, anywhere = tried.hits(f"./{target}"), f".{path}"
        loose = {*tried.hits(anywhere), *tried.unsure(anywhere)}
        whole = [n for n in tried.hits(path) if n in inside or n not in loose]
        return sorted({*found, *whole})

    def reaching(
        self, hits: Iterable[list[int]], part: Part, workspace: Sequence[str]
    ) -> Iterator[list[int]]:
        """
        Return, of the patterns that match each path of an edit, those that reach so far.

        INVARIANT: outside the workspace no pattern covers an edit that was written without
        thought of such a place.
        """
        for found, path in zip(hits, part.targets, strict=True):
            inside = path[:1] != "/" or any(relative(path, one) is not None for one in workspace)
            yield found if inside else [n for n in found if n not in self.for_workspace]

    def of_classes(self, part: Part, action: Action) -> list[int]:
        """Return the class rules that cover a part: each of its classes must be covered."""
        if part.unsure is not None:
            return []
        tools, known = class_tools(part, action), self.classes
        covered = [
            [n for tool in tools if tool in known for n in known[tool].get(one, ())]
            for one in part.classes
        ]
        return common(reversed(covered))

    def of_command(self, part: Part) -> list[int]:
        """Return the rules that cover a simple command."""
        command = part.command
        if command is None or not command.words:
            return []
        tool, name = part.tool, program_of(command)
        by_name = self.data["commands"].get(tool, {})
        found: list[int] = []
        for program in (name, "") if "" in by_name else (name,):
            if program not in by_name:
                continue
            verbs = {"", *command.words[1:2], *command.tilded[1:2]} if program else {""}
            for verb in verbs:
                near = self.verbs.get((tool, program, verb))
                for number, pattern in self.of_verb(tool, program, verb) if near is None else near:
                    if covers(pattern, command):
                        found.append(number)
        return found

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
        return common(self.of_url(url) for url in part.urls) if self.about_urls else []

    def of_url(self, url: str) -> list[int]:
        """Return the rules that cover one URL."""
        from proctor.policy.url_patterns import domains_of, host_of  # noqa: PLC0415 - few need it

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
