"""
Read one rule from its node, and check what only a role's author can have meant.

The tool must exist, and the rule must do to its own examples what they say.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from functools import lru_cache

from proctor.errors import RuleError
from proctor.nodes import Mapping, Node, Scalar, Sequence, visible
from proctor.normalise import read_example
from proctor.policy.examples import wrong_examples
from proctor.policy.globs import SET
from proctor.policy.misplaced import ANYTHING, is_regex_for_tools
from proctor.policy.other_names import other_names_of
from proctor.policy.rules import RULE_KEYS, parse_rule
from proctor.roles.values import Notes, is_null
from proctor.terms.action import Action
from proctor.terms.action_strings import named_start, string_of
from proctor.terms.catalogue import MCP_PREFIX, Catalogue
from proctor.terms.effect import Effect
from proctor.terms.kind import Kind
from proctor.terms.rule import Form, Rule
from proctor.terms.surroundings import Surroundings
from proctor.terms.unseen import hidden_in
from proctor.terms.unseen import one_line as spelled_out

# Tools whose action strings carry a name that no tool has.
STRING_NAMES = frozenset({"git", "self_edit"})
STRING_NAME = re.compile(r"tool:([A-Za-z][A-Za-z0-9_-]*):")
# One name or a group of them; and a name with nothing behind it, not even a colon.
NAMES_IN_PATTERN = re.compile(r"tool:(?:([\w-]+)|\((?:\?:)?([\w|-]+)\)):", re.ASCII)
NAME_ALONE = re.compile(r"tool:([\w-]+)", re.ASCII)
LONGEST_MESSAGE = 300
OWN_TOOL = (
    "a tool of your own? declare it: `tools: {{{name}: {{}}}}` in config.yaml, "
    "or `proctor tools sync --module …`"
)
NOT_A_GLOB = "`:*` repeats a colon: a pattern over the action string is a regular expression"
# A colon that is repeated, with everything before it that stands for itself.
REPEATED_COLON = re.compile(r"(?:\\.|\[\^?+\]?+(?:\\.|[^\]\\])*\]|[^\\\[])*?:\*", re.DOTALL)


class RuleReader:
    """Reads the rules of a file with the catalogue that counts for it."""

    def __init__(self, notes: Notes, catalogue: Catalogue) -> None:
        self.notes = notes
        self.catalogue = catalogue
        self.around = example_surroundings(catalogue)

    def rules(self, node: Node, effect: Effect) -> tuple[Rule, ...]:
        """Read a list of rules; lists are lists."""
        read = (self.rule(item, effect) for item in self.notes.items(node, f"`{effect}`"))
        return tuple(rule for rule in read if rule is not None)

    def rule(self, node: Node, effect: Effect) -> Rule | None:
        """Read one rule, and check its tool and its examples."""
        rule: Rule | None = None
        with self.notes.reading(node, "this rule"):
            if isinstance(node, Scalar):
                rule = self.from_text(node, effect)
            elif isinstance(node, Mapping):
                rule = self.from_mapping(node, effect)
            else:
                self.notes.wrong_type(node, "a rule", "a text or a map")
            if rule is not None:
                self.check_tool(rule, node)
                self.check_brackets(rule, node)
                self.check_characters(rule, node)
                self.check_examples(rule, node)
                self.check_end(rule, node)
        return rule

    def from_text(self, node: Scalar, effect: Effect) -> Rule | None:
        """Read one of the forms that are a text."""
        text = self.notes.text(node, "a rule")
        if text is None:
            return None
        try:
            return parse_rule(text, effect, where=node.place, catalogue=self.catalogue)
        except RuleError as error:
            self.complain(node, error)
            return None

    def from_mapping(self, node: Mapping, effect: Effect) -> Rule | None:
        """Read one of the forms that are a map, and find the key that is at fault."""
        fields: dict[str, object] = {}
        before = len(self.notes.problems)
        for key, value in node.pairs:
            if "(" in key.text:
                message = "`: ` divides this rule into a key and a value"
                self.notes.error(key, "wrong-form", message, help="put the whole rule in quotes")
            elif key.text not in RULE_KEYS:
                self.notes.unknown_key(key, "a rule", RULE_KEYS)
            elif is_null(value):
                self.notes.error(key, "wrong-type", f"`{key.text}` of a rule is empty")
            else:
                fields[key.text] = value.plain
        if len(self.notes.problems) > before:
            return None
        try:
            return parse_rule(fields, effect, where=node.place, catalogue=self.catalogue)
        except RuleError as error:
            self.complain(self.at_fault(node, fields, effect), error)
            return None

    def at_fault(self, node: Mapping, fields: dict[str, object], effect: Effect) -> Node:
        """Return the first value without which the rule can be read; else the whole rule."""
        form = [key for key in ("rule", "tool") if key in fields]
        if len(form) != 1 or (form == ["rule"] and "regex" in fields):
            return node
        kept: dict[str, object] = {}
        for key in (*form, *(key for key in fields if key not in form)):
            kept[key] = fields[key]
            try:
                parse_rule(kept, effect, catalogue=self.catalogue)
            except RuleError:
                break
        return node.get(key) or node

    def complain(self, node: Node, error: RuleError) -> None:
        """Make a Problem of what the rule reader says."""
        message = one_line(error.message)
        advice = written_otherwise(node, error.code) or error.help
        hint = one_line(advice) if advice else None
        exact = isinstance(node, Scalar) and node.raw is not None
        length = error.length if exact and (error.offset or error.length > 1) else None
        self.notes.error(node, error.code, message, help=hint, offset=error.offset, length=length)

    def check_tool(self, rule: Rule, node: Node) -> None:
        """Complain about a tool that nobody knows."""
        spot = node
        if isinstance(node, Mapping):
            spot = node.get("rule") or node.get("tool") or node
        if rule.form is not Form.STRING:
            check_tool_name(self.notes, self.catalogue, rule.tool, spot)
            return
        if REPEATED_COLON.match(rule.text):
            message = (
                "`:*` repeats a colon: a pattern over the action string is a regular expression"
            )
            self.notes.warn(spot, "not-a-glob", message, help="write `.*` for any text")
        named = STRING_NAME.match(rule.text)
        if named and not self.has_strings(named.group(1)):
            message = f"no known tool has action strings that begin with `{named.group()}`"
            hint = self.notes.suggest(named.group(1), self.catalogue.names)
            self.notes.warn(spot, "matches-nothing", message, help=hint)
        self.check_string_names(rule, spot)

    def check_string_names(self, rule: Rule, spot: Node) -> None:
        """Warn of a known tool under a name that no action string has, and say what to write."""
        alone = NAME_ALONE.fullmatch(rule.text)
        if alone and self.catalogue.knows(alone[1]):
            message = f"no action string is `{alone[0]}` and nothing more"
            self.warn_of_name(spot, message, string_of(self.catalogue.get(alone[1]), ".*"))
        found = NAMES_IN_PATTERN.match(rule.text)
        if found is None or rule.effect is not Effect.ALLOW:
            return  # a deny or an ask is met under every name
        for name in (found[1] or found[2]).split("|"):
            if name in other_names_of(self.catalogue.get(name)):
                message = f"no action string begins with `{named_start(name)}`: this allows nothing"
                detail = rule.text[found.end() :] if found[1] else "…"
                self.warn_of_name(spot, message, string_of(self.catalogue.get(name), detail))

    def warn_of_name(self, spot: Node, message: str, right: str) -> None:
        """Warn of a pattern that matches nothing, with the one that does."""
        self.notes.warn(spot, "matches-nothing", message, help=one_line(f"write `{right}`"))

    def check_brackets(self, rule: Rule, node: Node) -> None:
        """Warn of `[ab]` in an allow, where it is a name with brackets and not a choice."""
        kind = self.catalogue.get(rule.tool).kind
        if rule.form is not Form.PATTERN or kind not in (Kind.READ, Kind.EDIT):
            return
        found = SET.search(rule.pattern or "")
        if found and rule.effect is Effect.ALLOW:
            shown = visible(found[0])
            message = f"`allow` takes `{shown}` as a name with brackets, not as one of several"
            hint = "for one of several write `{a,b}`; a name with brackets is right as it is"
            self.notes.warn(node, "literal-brackets", message, help=hint)

    def check_characters(self, rule: Rule, node: Node) -> None:
        """Warn of a character that nobody sees, and of a space where no URL has one."""
        if char := hidden_in(rule.text):
            message = f"the rule has a character that nobody sees, {char}: `{one_line(rule.text)}`"
            hint = "remove it, or write the rule anew"
            self.notes.warn(node, "hidden-character", message, help=hint)
        fetches = self.catalogue.get(rule.tool).kind is Kind.FETCH
        if rule.form is Form.PATTERN and fetches and any(map(str.isspace, rule.pattern or "")):
            message = f"no URL has a space in it: `{one_line(rule.text)}` matches nothing"
            self.notes.warn(node, "matches-nothing", message, help="remove it, or write `%20`")

    def has_strings(self, name: str) -> bool:
        """Say whether a tool's action string can begin with this name."""
        known = name in STRING_NAMES or self.catalogue.knows(name)
        return known or any(other.startswith(f"{name}:") for other in self.catalogue.names)

    def check_examples(self, rule: Rule, node: Node) -> None:
        """Complain about every example for which the rule does not do what it says."""
        if not (rule.match or rule.not_match) or not isinstance(node, Mapping):
            return
        for wrong in wrong_examples(rule, self.read_example, self.catalogue):
            key = "match" if wrong.should_match else "not_match"
            spot = find_text(node.get(key) or node, wrong.example)
            if wrong.error is not None:
                hint = one_line(wrong.error.help or "")
                message = one_line(wrong.error.message)
                self.notes.error(spot, wrong.error.code, message, help=hint)
                continue
            code = "example-did-not-match" if wrong.should_match else "example-did-match"
            says = "does not match" if wrong.should_match else "matches"
            message = f"the rule `{one_line(rule.text)}` {says} `{visible(wrong.example)}`"
            self.notes.error(spot, code, message)

    def check_end(self, rule: Rule, node: Node) -> None:
        """Warn of a rule that is not there any more."""
        if rule.until is not None and rule.until < datetime.now(UTC):
            at = node.get("until") if isinstance(node, Mapping) else None
            message = f"the rule `{one_line(rule.text)}` has ended and decides nothing any more"
            self.notes.warn(at or node, "ended-rule", message, help="remove it, or its `until`")

    def read_example(self, rule: Rule, example: str) -> Action:
        """Read an example as the call that it stands for."""
        return read_example(rule, example, self.around)


def written_otherwise(node: Node, code: str) -> str | None:
    """Return help where YAML has read less or more than the line of the rule."""
    if not isinstance(node, Scalar) or node.style:
        return None
    line = node.source.lines[node.line - 1]
    if code == "unclosed-parenthesis" and line[node.column - 1 :].startswith(f"{node.text} #"):
        return "` #` begins a comment: put the whole rule in quotes"
    before, behind = line[: node.column - 1].rstrip(), line[node.column - 1 :]
    cut = (
        code == "unclosed-parenthesis" and behind.removeprefix(node.text).lstrip().startswith(",")
    ) or (code == "unopened-parenthesis" and before.endswith(","))
    if cut:
        return "in `[…]` a comma ends an entry: put the whole rule in quotes"
    if code == "bad-tool-name" and node.raw is None and " - " in node.text:
        return "the next line was read as part of this one: begin both with `-` in the same column"
    return None


def check_tool_name(notes: Notes, catalogue: Catalogue, name: str, node: Node) -> None:
    """Complain about a name in no catalogue; a glob that matches nothing is a warning."""
    if "*" in name or "?" in name:
        known = any(glob_matches(name, other) for other in catalogue.names)
        if not known and not may_be_mcp(name):
            message = f"`{visible(name)}` matches no tool that is known"
            hint = ANYTHING if is_regex_for_tools(name) else None
            notes.warn(node, "matches-nothing", message, help=hint)
    elif name in catalogue.gone:
        message = f"`{visible(name)}` is not in the code any more: nothing runs under this name"
        hint = "take it out of the role, or bring it back and run `proctor tools sync`"
        notes.warn(node, "gone-tool", message, help=hint)
    elif not catalogue.knows(name):
        hint = notes.suggest(name, catalogue.names) or OWN_TOOL.format(name=visible(name))
        message = f"`{visible(name)}` is not a tool that is known"
        notes.error(node, "unknown-tool", message, help=hint, length=len(name))
    elif name.startswith(MCP_PREFIX):
        check_upstream_tool(notes, catalogue, name, node)


def check_upstream_tool(notes: Notes, catalogue: Catalogue, name: str, node: Node) -> None:
    """Warn of a tool that an MCP server does not have; never more: it may have it tomorrow."""
    upstream, _, tool = name.removeprefix(MCP_PREFIX).partition("__")
    if not upstream or not tool:
        message = f"`{visible(name)}` names no tool of an MCP server"
        hint = f"`{MCP_PREFIX}github` stands for all tools of a server"
        notes.warn(node, "matches-nothing", message, help=hint)
        return
    if upstream not in catalogue.upstreams or name in catalogue.names:
        return
    start = f"{MCP_PREFIX}{upstream}__"
    theirs = [other.removeprefix(start) for other in catalogue.names if other.startswith(start)]
    message = f"`{visible(upstream)}` had no tool `{visible(tool)}` when it was last asked"
    hint = notes.suggest(tool, theirs) or "`proctor tools upstreams` lists what it has"
    notes.warn(node, "matches-nothing", message, help=hint)


def glob_matches(pattern: str, text: str) -> bool:
    """Match a whole text; `*` is any text, `?` any one character."""
    return glob_regex(pattern).fullmatch(text) is not None


@lru_cache(maxsize=256)
def glob_regex(pattern: str) -> re.Pattern[str]:
    """Return a glob as an expression; it is held against each of a thousand names."""
    parts = (".*" if c == "*" else "." if c == "?" else re.escape(c) for c in pattern)
    return re.compile("".join(parts), re.DOTALL)


def may_be_mcp(pattern: str) -> bool:
    """Say whether a glob can match the name of an MCP tool."""
    fixed = re.split(r"[*?]", pattern, maxsplit=1)[0]
    return fixed.startswith(MCP_PREFIX) or MCP_PREFIX.startswith(fixed)


def find_text(node: Node, text: str) -> Node:
    """Return the entry of a list that is this text, else the list."""
    items = node.items if isinstance(node, Sequence) else ()
    return next((item for item in items if item.plain == text), node)


def one_line(text: str) -> str:
    """Return a message that a terminal can show on one line."""
    cut = text if len(text) <= LONGEST_MESSAGE else text[: LONGEST_MESSAGE - 1] + "…"
    return spelled_out(cut)


def example_surroundings(catalogue: Catalogue) -> Surroundings:
    """Return the made-up host on which examples are tried, the same on every machine."""
    return Surroundings(
        cwd="/project",
        root="/project",
        start="/project",
        home="/home/user",
        proctor_home="/home/user/.proctor",
        # Long ago: a rule that ends some day is still there.
        now=datetime(2000, 1, 1, tzinfo=UTC),
        catalogue=catalogue,
    )
