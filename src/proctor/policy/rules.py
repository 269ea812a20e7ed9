"""
Read rules as people write them.

    Tool                      every use of the tool
    Tool(pattern)             by the tool's kind: command, path, URL, else a glob
    Tool(@class)              commands of a class, files that hold secrets
    tool:…                    a regular expression over the whole action string
    {tool: T, regex: R}       a regular expression searched in the target
    {rule: …, why: …}         one of the first three, with more to say

Whether the tool exists is not asked here: the roles room knows the catalogue
that counts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, time

from proctor.errors import RuleError, did_you_mean
from proctor.policy.command_patterns import read_command_pattern
from proctor.policy.misplaced import help_for_misplaced, is_misplaced
from proctor.policy.path_patterns import check_path_pattern
from proctor.policy.patterns import read_regex
from proctor.policy.url_patterns import check_url_pattern
from proctor.terms.catalogue import BUILT_IN, MCP_PREFIX, Catalogue
from proctor.terms.classes import CLASSES
from proctor.terms.effect import Effect
from proctor.terms.kind import Kind
from proctor.terms.person import ROLE_NAME
from proctor.terms.place import Place
from proctor.terms.rule import By, Form, Rule

RULE_KEYS = ("rule", "tool", "regex", "why", "by", "approvers", "until", "match", "not_match")
STRING_PREFIX = "tool:"
LONGEST_RULE = 10_000
# The classes that parts of a kind can have: of a file only that it holds secrets.
CLASSES_OF: Mapping[Kind, Sequence[str]] = {
    Kind.SHELL: CLASSES,
    Kind.READ: ("secret",),
    Kind.EDIT: ("secret",),
    Kind.FETCH: (),
}


def parse_rule(
    rule: str | Mapping[str, object],
    effect: Effect | str = Effect.ASK,
    *,
    where: Place | None = None,
    catalogue: Catalogue = BUILT_IN,
) -> Rule:
    """
    Read one rule.

    Args:
        rule: the string or the mapping, as it stands in a file.
        effect: the list it stands in.
        where: the place that decisions will name.
        catalogue: the tools by whose kind a pattern is read.

    Raises:
        RuleError: with a code, an offset into the rule's text, and help.

    """
    effect = Effect.of(effect) if isinstance(effect, str) else effect
    if isinstance(rule, str):
        return parse_text(rule, effect, where, catalogue)
    if not isinstance(rule, Mapping):
        raise RuleError("wrong-type", "a rule is a string or a mapping", help=for_pair(rule))
    return parse_mapping(rule, effect, where, catalogue)


def for_pair(rule: object) -> str | None:
    """Say how a pair of tool and regex, as agentize has it, is written here."""
    if not isinstance(rule, list | tuple) or [type(one) for one in rule] != [str, str]:
        return None
    tool, regex = rule
    return f"write a tool and its regex as {{'tool': {tool!r}, 'regex': {regex!r}}}"


def parse_text(text: str, effect: Effect, where: Place | None, catalogue: Catalogue) -> Rule:
    """Read one of the string forms; spaces around it do not count."""
    check_text(text)
    try:
        return parse_form(text.strip(), effect, where, catalogue)
    except RuleError as error:
        error.offset += len(text) - len(text.lstrip())
        raise


def parse_form(spec: str, effect: Effect, where: Place | None, catalogue: Catalogue) -> Rule:
    """Read `tool:…`, `Tool` or `Tool(pattern)`."""
    if is_misplaced(spec):
        message = f"`{spec}` does not begin with `tool:`, as a pattern over action strings does"
        hint = help_for_misplaced(spec)
        raise RuleError("bad-pattern", message, length=len(spec), help=hint)
    if spec.startswith(STRING_PREFIX):
        read_regex(spec)
        return Rule(effect=effect, text=spec, form=Form.STRING, pattern=spec, where=where)
    opening = spec.find("(")
    if opening < 0:
        if ")" in spec:
            raise RuleError(
                "unopened-parenthesis",
                f"`{spec}` closes what it never opened",
                offset=spec.find(")"),
            )
        check_tool_name(spec)
        return tool_rule(spec, effect, where)
    tool, inside = spec[:opening].strip(), spec[opening + 1 : -1].strip()
    if not spec.endswith(")"):
        raise RuleError(
            "unclosed-parenthesis",
            f"the parenthesis in `{spec}` is not closed",
            offset=opening,
            help=f"write `{spec})`",
        )
    check_tool_name(tool, wild=False)
    if not inside:
        raise RuleError(
            "empty-pattern",
            f"`{spec}` has no pattern",
            offset=opening,
            length=len(spec) - opening,
            help=f"write `{tool}` for every use of the tool",
        )
    check_pattern(tool, inside, effect, catalogue)
    return Rule(
        effect=effect,
        text=f"{tool}({inside})",
        form=Form.PATTERN,
        tool=tool,
        pattern=inside,
        where=where,
    )


def tool_rule(name: str, effect: Effect, where: Place | None) -> Rule:
    """Return the rule for every use of a tool; `mcp__github` stands for all tools of a server."""
    upstream = name.removeprefix(MCP_PREFIX) if name.startswith(MCP_PREFIX) else ""
    whole_server = upstream and "__" not in upstream and not {"*", "?"} & set(upstream)
    tool = f"{name}__*" if whole_server else name
    return Rule(effect=effect, text=name, form=Form.TOOL, tool=tool, where=where)


def check_text(text: str) -> None:
    """Refuse what no form can be read from."""
    if not text.strip():
        raise RuleError("empty-rule", "a rule cannot be empty")
    if len(text) > LONGEST_RULE:
        raise RuleError("long-rule", f"a rule has at most {LONGEST_RULE} characters")
    for index, char in enumerate(text):
        if char == "\0" or "\ud800" <= char <= "\udfff":
            raise RuleError(
                "bad-character", "a rule cannot contain null bytes or halves of a character",
                offset=index,
            )  # fmt: skip


def check_tool_name(name: str, *, wild: bool = True) -> None:
    """Refuse a name that no tool can have; with a pattern it must be the name of one tool."""
    if not name:
        raise RuleError(
            "no-tool", "a rule begins with the name of a tool", help="such as `Bash(…)`"
        )
    for index, char in enumerate(name):
        if not (char.isalnum() or char in "_-:.*?/"):
            raise RuleError(
                "bad-tool-name", f"`{char}` cannot be in the name of a tool", offset=index
            )
        if char in "*?" and not wild:
            raise RuleError(
                "wild-tool",
                f"`{name}` stands for several tools, whose targets differ",
                offset=index,
                help="write a rule for each tool, or one over the action string: `tool:…`",
            )


def check_pattern(tool: str, pattern: str, effect: Effect, catalogue: Catalogue) -> None:
    """Refuse a pattern that cannot do what its author believes."""
    kind = catalogue.get(tool).kind
    if pattern.startswith("@") and kind in CLASSES_OF:
        check_class(tool, pattern[1:], CLASSES_OF[kind])
        return
    try:
        if kind in (Kind.READ, Kind.EDIT):
            check_path_pattern(pattern)
        elif kind is Kind.FETCH:
            check_url_pattern(tool, pattern)
        if kind is not Kind.SHELL:
            return
        command = read_command_pattern(pattern)
    except RuleError as error:
        error.offset += len(tool) + 1
        raise
    if command.compound and effect is Effect.ALLOW:
        raise RuleError(
            "compound-pattern",
            f"an allow is compared with one command at a time, and `{pattern}` is several",
            offset=len(tool) + 1,
            length=len(pattern),
            help="write one allow for each command",
        )


def check_class(tool: str, name: str, known: Sequence[str]) -> None:
    """Refuse a class that no part can have."""
    if name not in known:
        listed = ", ".join(f"@{one}" for one in known)
        raise RuleError(
            "unknown-class",
            f"`@{name}` is not a class that `{tool}` can have",
            offset=len(tool) + 1,
            length=len(name) + 1,
            help=did_you_mean(f"@{name}", [f"@{one}" for one in known])
            or (f"the classes are {listed}" if known else f"`{tool}` has no classes"),
        )


def parse_mapping(
    fields: Mapping[str, object], effect: Effect, where: Place | None, catalogue: Catalogue
) -> Rule:
    """Read one of the mapping forms."""
    for key in fields:
        if key not in RULE_KEYS:
            raise RuleError(
                "unknown-key",
                f"`{key}` is not a key of a rule",
                help=did_you_mean(str(key), RULE_KEYS) or f"the keys are {', '.join(RULE_KEYS)}",
            )
    if "rule" not in fields and "tool" not in fields:
        hint = "such as `rule: Bash(git status *)`"
        raise RuleError("wrong-form", "a rule needs a `rule` or a `tool`", help=hint)
    if "rule" in fields and "tool" in fields:
        raise RuleError("wrong-form", "a rule has either `rule` or `tool`, and not both")
    if "rule" in fields:
        if "regex" in fields:
            raise RuleError("wrong-form", "`regex` goes with `tool`, not with `rule`")
        plain = parse_text(text_of(fields, "rule"), effect, where, catalogue)
    else:
        plain = regex_rule(fields, effect, where)
    return Rule(
        effect=plain.effect,
        text=plain.text,
        form=plain.form,
        tool=plain.tool,
        pattern=plain.pattern,
        why=text_of(fields, "why") if fields.get("why") is not None else None,
        by=by_of(fields),
        approvers=approvers_of(fields, effect),
        until=until_of(fields.get("until")),
        match=texts_of(fields, "match"),
        not_match=texts_of(fields, "not_match"),
        where=where,
    )


def regex_rule(fields: Mapping[str, object], effect: Effect, where: Place | None) -> Rule:
    """Read `{tool: T, regex: R}`; without `regex` it is every use of the tool."""
    tool = text_of(fields, "tool").strip()
    check_tool_name(tool, wild="regex" not in fields)
    if "regex" not in fields:
        return tool_rule(tool, effect, where)
    regex = text_of(fields, "regex")
    check_text(regex)
    read_regex(regex, search=True)
    text = f"{{tool: {tool}, regex: {regex}}}"
    return Rule(effect=effect, text=text, form=Form.REGEX, tool=tool, pattern=regex, where=where)


def text_of(fields: Mapping[str, object], key: str) -> str:
    """Return a field that must be a string."""
    value = fields[key]
    if not isinstance(value, str):
        raise RuleError("wrong-type", f"`{key}` of a rule is a string")
    return value


def texts_of(fields: Mapping[str, object], key: str) -> tuple[str, ...]:
    """Return a field that must be a list of strings."""
    values = fields.get(key, [])
    if not isinstance(values, list | tuple) or not all(isinstance(v, str) for v in values):
        raise RuleError("wrong-type", f"`{key}` of a rule is a list of strings")
    return tuple(values)


def by_of(fields: Mapping[str, object]) -> By:
    """Return who may answer: a rule that names roles of people means people, unless it says so."""
    usual = By.HUMAN if "approvers" in fields else By.ANY
    value = fields.get("by", usual.value)
    try:
        return By(value)
    except ValueError:
        raise RuleError(
            "wrong-value", f"`{value}` is not who can answer", help="human, reviewer or any"
        ) from None


def approvers_of(fields: Mapping[str, object], effect: Effect) -> tuple[str, ...]:
    """
    Return the roles of people who may answer; nothing where the rule does not say.

    Raises:
        RuleError: nobody is asked by such a rule, or the list is none, or names nobody.

    """
    if "approvers" not in fields:
        return ()
    roles = texts_of(fields, "approvers")
    if effect is not Effect.ASK:
        message = f"`approvers` is for rules that ask; this one is in `{effect}`"
        raise RuleError("wrong-form", message, help="leave it out: nobody is asked")
    if not roles:
        # INVARIANT: a list that names nobody never becomes everybody.
        raise RuleError(
            "wrong-value",
            "`approvers` names nobody",
            help="leave it out where everybody may answer; a rule in `deny` asks nobody",
        )
    for role in roles:
        if not ROLE_NAME.fullmatch(role):
            message = f"`{role}` cannot be a role of people"
            raise RuleError("wrong-value", message, help="letters, digits and . _ -")
    return tuple(dict.fromkeys(roles))


def until_of(value: object) -> datetime | None:
    """
    Return when a rule ends: a date means the end of that day, in UTC.

    Raises:
        RuleError: it is neither an ISO date nor an ISO time.

    """
    if value is None:
        return None
    if isinstance(value, str):
        try:
            day = len(value) == len("2026-01-31")
            value = date.fromisoformat(value) if day else datetime.fromisoformat(value)
        except ValueError:
            raise RuleError(
                "wrong-value", f"`{value}` is not an ISO date or time", help="such as 2026-12-31"
            ) from None
    if isinstance(value, datetime):
        return value if value.tzinfo else value.replace(tzinfo=UTC)
    if isinstance(value, date):
        return datetime.combine(value, time.max, tzinfo=UTC)
    raise RuleError("wrong-type", "`until` is an ISO date or time")
