"""
Make the rules that would allow a call from now on, and nothing near it.

They are for *always*: a person is shown them, and they are written into a role
file. So they say the very command, path or host, in a form without wildcards. Where
no rule can say that, there is none: the answer is then remembered for that call
alone.
"""

from __future__ import annotations

import re

from proctor.errors import RuleError
from proctor.policy.command_patterns import read_command_pattern
from proctor.policy.inside import relative
from proctor.policy.policy import Policy
from proctor.policy.rules import parse_rule
from proctor.policy.spoken_for import by_its_words
from proctor.terms.action import Action, Command, Part, Redirect
from proctor.terms.decision import Decision, Finding, Source
from proctor.terms.effect import Effect
from proctor.terms.kind import EDIT, FETCH, READ, SHELL, Kind
from proctor.terms.lazy_pattern import lazy
from proctor.terms.role import Permissions
from proctor.terms.rule import By, Form, Rule

# More than a person reads before they press a button.
MOST_RULES = 5
LONGEST_RULE = 200
# What asked where no rule did: nobody has said anything of the part yet.
SILENT = (Source.OTHERWISE, Source.IDLE)
PLAIN_TOOL = lazy(r"[A-Za-z][A-Za-z0-9_-]*", re.ASCII)
PLAIN_WORD = lazy(r"[\w%+=:,./^-]+", re.ASCII)
# What means something in a pattern, ends a quote, or looks like the end of the rule's text.
NOT_IN_WORDS = frozenset("*\"'\\`~$")
NOT_IN_PATHS = frozenset("*?{}[]\\`")
NOT_IN_TARGETS = frozenset("*?{}[]()\\`")
# Redirections that write nothing anywhere.
NOWHERE = frozenset(
    Redirect(operator, target)
    for operator, target in (
        ("2>", "&1"),
        (">", "/dev/null"),
        ("2>", "/dev/null"),
        ("&>", "/dev/null"),
    )
)
BETWEEN_COMMANDS = lazy(r"\s*(?:&&|\|\||;)\s*")
URL = lazy(r"(https?://)([a-z0-9._-]+(?::\d+)?)/", re.ASCII)


def propose(decision: Decision, *, absolute: bool = False) -> tuple[str, ...] | None:
    """
    Return the rules that would allow exactly this from now on, if rules can say it.

    Args:
        decision: one that asks.
        absolute: whether a path of the project is named from the root of the file
            system: in a role that other projects share, `/docs` is theirs too.

    """
    asked = [finding for finding in decision.because if finding.effect is Effect.ASK]
    if decision.effect is not Effect.ASK or not all(map(is_open, asked)):
        return None
    if decision.action.kind is SHELL and not plain_list(decision.action):
        return None
    texts = [rule_text(finding.part, decision.action, absolute=absolute) for finding in asked]
    rules = tuple(dict.fromkeys(text for text in texts if text is not None))
    short = len(rules) <= MOST_RULES and all(len(rule) <= LONGEST_RULE for rule in rules)
    if None in texts or not short or not hold(rules, asked, decision.action):
        return None
    return rules


def is_open(finding: Finding) -> bool:
    """Say whether nothing but silence asked about a part, and all of the part is known."""
    part = finding.part
    doubts = (part.unread, part.vague, part.unsure, part.malformed or None, part.broken or None)
    known = all(doubt is None for doubt in doubts)
    return known and finding.source in SILENT and finding.rule is None and finding.by is By.ANY


def plain_list(action: Action) -> bool:
    """
    Say whether a command is its parts, one after the other, and nothing else.

    In a pipe, behind a `cd`, in a loop or under another program a command does what its
    own words do not say, so that a rule for these words would allow more.
    """
    text = action.string.partition(":")[2].partition(":")[2].strip()
    parts = action.parts
    if any(part.redirect or part.kind is not SHELL for part in parts):
        return False
    if len(parts) > 1 and any(has_effect_on_others(part) for part in parts):
        return False
    if len(parts) == 1:
        return text == parts[0].text
    return BETWEEN_COMMANDS.split(text) == [part.text for part in parts]


def has_effect_on_others(part: Part) -> bool:
    """Say whether a part changes what those behind it do: a folder, a variable, an option."""
    return part.does is part.does.IDLE


def rule_text(part: Part, action: Action, *, absolute: bool) -> str | None:
    """Return the rule for one part, by the kind of its tool."""
    if part.destructive:
        return None
    if part.kind is SHELL:
        pattern = command_pattern(part)
    elif part.kind in (READ, EDIT):
        pattern = path_pattern(part, action, absolute=absolute)
    elif part.kind is FETCH:
        pattern = url_pattern(part)
    else:
        pattern = target_pattern(part, action)
    tool = "Edit" if part.kind is EDIT else part.tool
    if pattern is None or not PLAIN_TOOL.fullmatch(tool):
        return None
    return f"{tool}({pattern})"


def command_pattern(part: Part) -> str | None:
    """Return the pattern for exactly the words of a command."""
    command = part.command
    if command is None or not by_its_words(part, command):
        return None
    if command.assignments or command.fed or not NOWHERE.issuperset(command.redirects):
        return None
    first = command.words[0]
    if not PLAIN_WORD.fullmatch(first) or "=" in first:
        return None
    if not all(sayable(word) for word in command.words):
        return None
    words = [word if PLAIN_WORD.fullmatch(word) else f'"{word}"' for word in command.words]
    redirects = [f"{redirect.operator}{redirect.target}" for redirect in command.redirects]
    pattern = " ".join((*words, *redirects))
    return pattern if is_exactly(pattern, command) else None


def sayable(word: str) -> bool:
    """Say whether a word can stand in a pattern and in a message, and mean itself."""
    return word.isascii() and word.isprintable() and NOT_IN_WORDS.isdisjoint(word)


def is_exactly(pattern: str, command: Command) -> bool:
    """Say whether a pattern, read as rules are, is for these words and no others."""
    try:
        read = read_command_pattern(pattern)
    except RuleError:
        return False
    same = (read.words, read.redirects) == (command.words, command.redirects)
    return same and not read.open_end and not read.compound


def path_pattern(part: Part, action: Action, *, absolute: bool) -> str | None:
    """Return the pattern for exactly one path; one that leads through a link has none."""
    if len(part.touches) != 1 or part.touches[0].wild:
        return None
    path = part.touches[0].path
    if path.real != path.absolute or not literal(path.absolute, NOT_IN_PATHS):
        return None
    root = action.around.root
    inside = relative(path.absolute, root)
    if path.absolute in ("/", root):
        return None
    return f"/{path.absolute}" if absolute or inside is None or root == "/" else f"/{inside}"


def url_pattern(part: Part) -> str | None:
    """Return the pattern for every page of exactly one host."""
    if len(part.urls) != 1 or "@" in part.text:
        return None
    found = URL.match(part.urls[0])
    return f"{found[1]}{found[2]}/*" if found else None


def target_pattern(part: Part, action: Action) -> str | None:
    """Return the pattern for the very target of a tool that has a field for it."""
    info = action.around.catalogue.get(part.tool)
    named = bool(info.fields) and part.kind in (Kind.SEARCH, Kind.OTHER)
    if not named or info.category == "self_edit" or len(part.targets) != 1:
        return None
    return part.targets[0] if literal(part.targets[0], NOT_IN_TARGETS) else None


def literal(text: str, never: frozenset[str]) -> bool:
    """Say whether a text stands for itself in a pattern, and looks like itself in a message."""
    return bool(text) and text.isprintable() and text == text.strip() and never.isdisjoint(text)


def hold(rules: tuple[str, ...], asked: list[Finding], action: Action) -> bool:
    """Say whether the rules, read again from their texts, cover every part that was asked."""
    catalogue = action.around.catalogue
    read: list[Rule] = []
    for text in rules:
        try:
            rule = parse_rule(text, Effect.ALLOW, catalogue=catalogue)
        except RuleError:
            return False
        if rule.form is not Form.PATTERN or rule.text != text or (rule.pattern or "@")[0] == "@":
            return False
        read.append(rule)
    policy = Policy.compile(Permissions(rules=tuple(read)), catalogue=catalogue)
    found = (policy.match(finding.part, action) for finding in asked)
    return bool(read) and all(one is not None and one.effect is Effect.ALLOW for one in found)
