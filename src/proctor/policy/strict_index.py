"""Generous matching for deny and ask: whatever plainly means the same, matches."""

from __future__ import annotations

import re

from proctor.policy.command_patterns import CommandPattern, is_option, meets, meets_text
from proctor.policy.index import (
    EDIT_FAMILY,
    EVERY_STRING,
    SHELL_TOOL,
    Sorted,
    class_tools,
    forms,
    program_of,
)
from proctor.policy.inside import relative
from proctor.policy.patterns import RE
from proctor.terms.action_strings import detail_behind
from proctor.terms.catalogue import BUILT_IN
from proctor.terms.effect import ALLOW
from proctor.terms.kind import EDIT, READ, SHELL
from proctor.terms.lazy_pattern import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from proctor.terms.action import Action, Part, Touch
    from proctor.terms.catalogue import Catalogue
    from proctor.terms.rule import Rule

NAMED = lazy(r"tool:([\w-]+):")
# A pattern that has nothing in it but the letters of its words.
PLAIN_WORDS = lazy(r"[\w@%+=:,./ -]+", re.ASCII)
READ_NAME = "view"
WRITE_NAMES = ("str_replace", "create_file")
# Patterns that are for every use of a file tool say nothing of a command's operands.
EVERY_FILE = EVERY_STRING | {
    f"tool:{name}:.{many}"
    for tool in (READ_NAME, *WRITE_NAMES)
    for name in BUILT_IN.get(tool).names
    for many in ("*", "+")
}


class StrictIndex(Sorted):
    """The deny and ask rules of a policy."""

    generous = True

    def __init__(
        self, rules: Sequence[Rule], data: Mapping[str, Any], catalogue: Catalogue, engine: str
    ) -> None:
        super().__init__(rules, data, catalogue, engine)
        # Whether any rule is a regular expression, and may be unsure of a long subject.
        self.engine = engine
        self.has_regexes = bool(self.strings.numbers or self.regexes)
        self.file_names: list[str] = data["files"]
        self.about_files = bool(self.paths or self.file_names)
        # How strings begin under the other names of tools that some rules have.
        self.names: list[tuple[str, str, str, list[int]]] = data["names"]
        # What a command must have in it to meet a pattern, by the number of the rule.
        self.needed: dict[int, list[str]] = {}

    def find(self, part: Part, action: Action) -> list[int]:
        """Return the rules that meet a part."""
        found = self.of_tool(part.tool) if self.by_tool else []
        if self.has_regexes:
            found += self.of_regexes(part, action)
        if part.malformed:
            return found  # no pattern can be compared with it
        if self.classes and part.classes:
            found += self.of_classes(part, action)
        if part.kind is SHELL and self.has_commands:
            found += self.of_command(part, action)
        if part.touches and self.about_files:
            found += self.of_touches(part, action)
        if part.urls and self.about_urls:
            for url in part.urls:
                found += self.of_url(url)
        if part.tool in self.targets:
            for target in (*part.targets, *part.more_targets):
                found += self.targets[part.tool].hits(target)
        return found

    def of_classes(self, part: Part, action: Action) -> list[int]:
        """Return the class rules that a part meets; those for Bash hold for every shell."""
        tools = set(class_tools(part, action))
        if action.kind is SHELL:
            # What a command does with files meets the rules for files too.
            tools |= {SHELL_TOOL, "Read", EDIT_FAMILY}
        elif part.kind is READ:
            tools.add("Read")
        known = self.classes
        met = [known[tool] for tool in tools if tool in known]
        return [n for one in part.classes for of_tool in met for n in of_tool.get(one, ())]

    def of_regexes(self, part: Part, action: Action) -> list[int]:
        """Return the rules whose regular expression meets a string or a target."""
        found: list[int] = []
        if self.strings.numbers:
            for string in every_string(part, action):
                found += self.strings.hits(string)
                for other, numbers in self.renamed(string, part.tool) if self.names else ():
                    found += [n for n in self.strings.hits(other) if n in numbers]
        if regexes := self.regexes.get(family_of(part)):
            for target in self.searched(part, action):
                found += regexes.hits(target)
        return found

    def renamed(self, string: str, tool: str) -> Iterator[tuple[str, list[int]]]:
        """Return an action string under its tool's other names, each with the rules that say it."""
        for alone, start, other, numbers in self.names:
            if not alone or alone == tool:
                detail = detail_behind(start, string)
                if detail is not None:
                    yield f"{other}{detail}", numbers

    def searched(self, part: Part, action: Action) -> Iterable[str]:
        """Return what a regex is searched in: the targets of the part, and the whole command."""
        whole = (detail_of(action),) if part.tool == action.tool else ()
        return dict.fromkeys((*part.targets, *part.more_targets, *whole))

    def unsure(self, part: Part, action: Action) -> list[int]:
        """Return the rules that could not be tried because the subject is too long."""
        found: list[int] = []
        if self.strings.may_be_unsure():
            for string in every_string(part, action):
                found += self.strings.unsure(string)
                for other, numbers in self.renamed(string, part.tool) if self.names else ():
                    found += [n for n in self.strings.unsure(other) if n in numbers]
        if regexes := self.regexes.get(family_of(part)):
            for target in self.searched(part, action):
                found += regexes.unsure(target)
        return found + self.unsure_globs(part, action) if self.engine == RE else found

    def unsure_globs(self, part: Part, action: Action) -> list[int]:
        """Return the rules for paths and URLs that `re` was not given so long a subject for."""
        found = [n for url in part.urls for n in self.urls.unsure(url)]
        for touch in part.touches:
            for index in self.paths.values():
                found += [n for path in forms(touch) for n in index.unsure(path, action.around)]
        return found

    def of_command(self, part: Part, action: Action) -> Iterable[int]:
        """Return the rules that meet a command: its words, its text, or the whole line."""
        whole = detail_of(action)
        if part.command is None or not part.command.words:
            first = part.text.split(maxsplit=1)[:1]
            near = self.near(part.tool, first[0].rpartition("/")[2] if first else "")
            return [n for n, p in near if meets_text(p, part.text) or meets_text(p, whole)]
        command = part.command
        near = self.near(part.tool, program_of(command))
        if not command.tilded:
            text = " ".join(command.words)
            near = [(n, p) for n, p in near if self.within_reach(n, text)]
        return [n for n, p in near if meets(p, command) or (p.compound and meets_text(p, whole))]

    def of_whole(self, action: Action) -> list[int]:
        """Return the rules of a call's own tool that its whole command meets."""
        tool, whole = action.tool, detail_of(action)
        found = self.of_tool(tool)
        if tool in self.regexes:
            found += self.regexes[tool].hits(whole)
        if self.has_commands:
            first = whole.split(maxsplit=1)[:1]
            near = self.near(tool, first[0].rpartition("/")[2] if first else "")
            found += [number for number, pattern in near if meets_text(pattern, whole)]
        return found

    def read_rows(self, rows: Any) -> list[tuple[int, CommandPattern]]:
        """Make the command patterns of some rows; what each needs stands at the end of its row."""
        self.needed.update({row[0]: row[-1] for row in rows})
        return super().read_rows(rows)

    def within_reach(self, number: int, text: str) -> bool:
        """
        Say whether a command has the words without which a pattern does not meet it.

        INVARIANT: where this says no, `meets` says no; a test holds it.
        """
        for one in self.needed[number]:  # noqa: SIM110 - a loop is faster than a generator here
            if one not in text:
                return False
        return True

    def near(self, tool: str, name: str) -> Iterable[tuple[int, CommandPattern]]:
        """Return the patterns that could meet a command; those for Bash hold for every shell."""
        yield from self.candidates(tool, name)
        if tool != SHELL_TOOL:
            yield from self.candidates(SHELL_TOOL, name)

    def of_touches(self, part: Part, action: Action) -> list[int]:
        """Return the path rules that what a part reads or writes meets."""
        found: list[int] = []
        around, paths = action.around, self.paths
        read, edit, own = paths.get("Read"), paths.get(EDIT_FAMILY), None
        if part.kind is READ and part.tool != "Read":
            own = paths.get(part.tool)
        operand = part.kind is SHELL and bool(self.strings.numbers)
        for touch in part.touches:
            if read is not None and touch.reads:
                found += read.of(touch, around)
            if edit is not None and touch.writes:
                found += edit.of(touch, around)
            if own is not None:
                found += own.of(touch, around)
            if operand:
                found += self.of_operand(touch, around.root)
        return found

    def of_operand(self, touch: Touch, root: str) -> list[int]:
        """Return the string rules for files that a command's operand meets."""
        names = (*(READ_NAME,) * touch.reads, *WRITE_NAMES * touch.writes)
        found: list[int] = []
        for name in names:
            for path in forms(touch) if name in self.file_names else ():
                string = f"tool:{name}:{relative(path, root) or path}"
                found += self.strings.hits(string)
                for other, numbers in self.renamed(string, ""):
                    found += [n for n in self.strings.hits(other) if n in numbers]
        return [number for number in found if self.rules[number].pattern not in EVERY_FILE]

    def of_url(self, url: str) -> list[int]:
        """Return the rules that meet one URL, or its host alone."""
        from proctor.policy.url_patterns import (  # noqa: PLC0415 - few need it
            domains_of,
            equal_urls,
            host_of,
        )

        host = host_of(url)
        found = [n for domain in domains_of(host) for n in self.domains.get(domain, ())]
        found += self.hosts.hits(host)
        if self.urls.numbers:
            found += [number for form in equal_urls(url) for number in self.urls.hits(form)]
        return found

    def every_pattern_of(self, part: Part) -> list[int]:
        """Return every rule that may be about a call whose target is missing."""
        return [
            number
            for number, rule in enumerate(self.rules)
            if rule.effect is not ALLOW
            and (
                could_be_about(rule.pattern or "", part, self.names_of(part))
                or self.same_family(self.catalogue.canonical(rule.tool), part)
            )
        ]

    def names_of(self, part: Part) -> set[str]:
        """Return every name of a part's tool; of one that edits those of its family too."""
        tools = {part.tool, *(WRITE_NAMES if part.kind is EDIT else ())}
        return {name for tool in tools for name in self.catalogue.get(tool).names}

    def same_family(self, tool: str, part: Part) -> bool:
        """Say whether a rule of this tool could be about the part."""
        kind = self.catalogue.get(tool).kind
        if tool == part.tool:
            return True
        if part.kind is EDIT:
            return kind is EDIT
        return part.kind is READ and tool == "Read"


def family_of(part: Part) -> str:
    """Return the tool under which the regexes for a part are kept: one for all that edit."""
    return EDIT_FAMILY if part.kind is EDIT else part.tool


def needed_texts(pattern: CommandPattern) -> tuple[str, ...]:
    """
    Return texts that stand in every command that a pattern meets; none if that is not plain.

    Only for patterns without quotes and wildcards: each operand then stands in the
    command as it is, be it as a word or joined to an option, and an option in any
    spelling has a dash.
    """
    body = pattern.text[:-2] if pattern.open_end else pattern.text
    if pattern.compound or PLAIN_WORDS.fullmatch(body) is None:
        return ()
    operands = [word for word in pattern.words[1:] if not is_option(word)]
    dash = ["-"] if len(operands) < len(pattern.words[1:]) else []
    return (*operands, *dash)


def could_be_about(pattern: str, part: Part, known: Collection[str]) -> bool:
    """Say whether a pattern over action strings could be about the tool of a part."""
    if not pattern.startswith("tool:"):
        return False
    from proctor.policy.whatever_follows import beginnings  # noqa: PLC0415 - few calls are malformed

    named = [NAMED.match(start) for start in beginnings(pattern)]
    if None in named:
        return True  # the name of the tool is a pattern itself
    about = {found[1] for found in named if found}
    names = {part.strings[0].split(":")[1], part.tool.rpartition("_")[0]}
    names |= set(WRITE_NAMES) if part.kind is EDIT else set()
    return not about.isdisjoint(known) or any(
        name == one or name.startswith(f"{one}_") for one in about for name in names
    )


def every_string(part: Part, action: Action) -> tuple[str, ...]:
    """Return the strings of a part that deny and ask look at, and the one of the whole call."""
    strings = part.strings + part.more_strings
    return strings if action.string in strings else (*strings, action.string)


def detail_of(action: Action) -> str:
    """Return what stands behind the tool in an action's string: the whole command."""
    return action.string.partition(":")[2].partition(":")[2]
