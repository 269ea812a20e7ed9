"""Generous matching for deny and ask: whatever plainly means the same, matches."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from proctor.policy.command_patterns import CommandPattern, meets, meets_text
from proctor.policy.index import EVERY_STRING, SHELL_TOOL, Sorted, forms, program_of
from proctor.policy.path_patterns import relative
from proctor.policy.url_patterns import domains_of, host_of
from proctor.terms.action import Action, Part, Touch
from proctor.terms.catalogue import Catalogue
from proctor.terms.kind import Kind
from proctor.terms.rule import Rule

READ_NAME = "view"
WRITE_NAMES = ("str_replace", "create_file")
# Patterns that are for every use of a file tool say nothing of a command's operands.
EVERY_FILE = EVERY_STRING | {
    f"tool:{name}:.{many}" for name in (READ_NAME, *WRITE_NAMES) for many in ("*", "+")
}


class StrictIndex(Sorted):
    """The deny and ask rules of a policy."""

    generous = True

    def __init__(self, rules: Sequence[Rule], catalogue: Catalogue, engine: str) -> None:
        super().__init__(rules, catalogue, engine)
        # The file tools that some string rule could be about, by how the rule begins.
        self.file_names = tuple(
            name
            for name in (READ_NAME, *WRITE_NAMES)
            if self.strings.set.may_begin_with(f"tool:{name}:")
        )

    def find(self, part: Part, action: Action) -> list[int]:
        """Return the rules that meet a part."""
        found = self.of_tool(part.tool)
        if self.strings.numbers:
            for string in dict.fromkeys((*part.strings, *part.more_strings, action.string)):
                found += self.strings.hits(string)
        if part.tool in self.regexes:
            for target in self.searched(part, action):
                found += self.regexes[part.tool].hits(target)
        if part.malformed:
            return [*found, *self.every_pattern_of(part)]
        if part.kind is Kind.SHELL:
            found += self.of_command(part, action)
        if part.touches:
            found += self.of_touches(part, action)
        found += [n for url in part.urls for n in self.of_url(url)]
        if part.tool in self.targets:
            for target in part.targets:
                found += self.targets[part.tool].hits(target)
        return found

    def searched(self, part: Part, action: Action) -> Iterable[str]:
        """Return what a regex is searched in: the targets of the part, and the whole command."""
        whole = (detail_of(action),) if part.tool == action.tool else ()
        return dict.fromkeys((*part.targets, *part.more_targets, *whole))

    def unsure(self, part: Part, action: Action) -> list[int]:
        """Return the rules that could not be tried because the subject is too long."""
        found: list[int] = []
        if self.strings.numbers:
            for string in dict.fromkeys((*part.strings, *part.more_strings, action.string)):
                found += self.strings.unsure(string)
        if part.tool in self.regexes:
            for target in self.searched(part, action):
                found += self.regexes[part.tool].unsure(target)
        return found

    def of_command(self, part: Part, action: Action) -> Iterable[int]:
        """Return the rules that meet a command: its words, its text, or the whole line."""
        if not self.commands:
            return []
        whole = detail_of(action)
        if part.command is None or not part.command.words:
            first = part.text.split(maxsplit=1)[:1]
            near = self.near(part.tool, first[0].rpartition("/")[2] if first else "")
            return [n for n, p in near if meets_text(p, part.text) or meets_text(p, whole)]
        command = part.command
        near = self.near(part.tool, program_of(command))
        return [n for n, p in near if meets(p, command) or (p.compound and meets_text(p, whole))]

    def near(self, tool: str, name: str) -> Iterable[tuple[int, CommandPattern]]:
        """Return the patterns that could meet a command; those for Bash hold for every shell."""
        yield from self.candidates(tool, name)
        if tool != SHELL_TOOL:
            yield from self.candidates(SHELL_TOOL, name)

    def of_touches(self, part: Part, action: Action) -> list[int]:
        """Return the path rules that what a part reads or writes meets."""
        found: list[int] = []
        operand = part.kind is Kind.SHELL
        for touch in part.touches:
            names = ["Read"] * touch.reads + ["Edit"] * touch.writes
            if part.kind is Kind.READ and part.tool != "Read":
                names.append(part.tool)
            for family in names:
                index = self.paths.get(family)
                if index:
                    found += [n for p in forms(touch) for n in index.hits(p, action.around)]
            if operand and self.strings.numbers:
                found += self.of_operand(touch, action.around.root)
        return found

    def of_operand(self, touch: Touch, root: str) -> list[int]:
        """Return the string rules for files that a command's operand meets."""
        names = (*(READ_NAME,) * touch.reads, *WRITE_NAMES * touch.writes)
        return [
            number
            for name in names
            if name in self.file_names
            for path in forms(touch)
            for number in self.strings.hits(f"tool:{name}:{relative(path, root) or path}")
            if self.rules[number].pattern not in EVERY_FILE
        ]

    def of_url(self, url: str) -> list[int]:
        """Return the rules that meet one URL, or its host alone."""
        host = host_of(url)
        found = [n for domain in domains_of(host) for n in self.domains.get(domain, ())]
        return [*found, *self.hosts.hits(host), *self.urls.hits(url)]

    def every_pattern_of(self, part: Part) -> list[int]:
        """Return every rule for a tool: what a broken call meets, since nothing rules it out."""
        return [
            number
            for number, rule in enumerate(self.rules)
            if self.same_family(self.catalogue.canonical(rule.tool), part)
        ]

    def same_family(self, tool: str, part: Part) -> bool:
        """Say whether a rule of this tool could be about the part."""
        kind = self.catalogue.get(tool).kind
        if tool == part.tool:
            return True
        if part.kind is Kind.EDIT:
            return kind is Kind.EDIT
        return part.kind is Kind.READ and tool == "Read"


def detail_of(action: Action) -> str:
    """Return what stands behind the tool in an action's string: the whole command."""
    return action.string.partition(":")[2].partition(":")[2]
