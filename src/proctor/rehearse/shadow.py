"""
Rules that can never decide, because another of the same policy always does first.

Only what is plain is found: the same pattern, or a wider one of the same form.
Each rule has one key; `wider_keys` lists the keys under which a rule would stand
that answers everything it answers. So a rule is compared with its few possible
wider ones, not with all others, and only texts are looked at, never calls.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase

from proctor.policy.index import EVERY_STRING
from proctor.policy.strict_index import EVERY_FILE as FOR_EVERY_FILE
from proctor.policy.whatever_follows import is_for_workspace
from proctor.terms.action_strings import string_of
from proctor.terms.catalogue import Catalogue, ToolInfo
from proctor.terms.effect import Effect
from proctor.terms.kind import Kind
from proctor.terms.role import Permissions
from proctor.terms.rule import Form, Rule

Key = tuple[str, str, str]

REGEX_MARKS = frozenset(r".^$*+?{}[]\|()")
PATHS = (Kind.READ, Kind.EDIT)
# Of a deny or ask these are for calls of the tool only, not for what commands touch.
EVERY_FILE = FOR_EVERY_FILE - EVERY_STRING
# An ask rule of these kinds matches more than an allow rule of the same text:
# through wrappers, through links, in more spellings.
GENEROUS = (Kind.SHELL, Kind.READ, Kind.EDIT, Kind.FETCH)
LONGEST = 200


def shadowing(policies: Sequence[Permissions], catalogue: Catalogue) -> dict[Rule, Rule]:
    """
    Return the rules that decide in none of the policies that have them, with their shadows.

    So are asks for every use of a tool that a wider allow leaves next to nothing.

    A parent's rule that one child overrules still decides elsewhere, and its
    author has done nothing wrong.
    """
    found: dict[Rule, Rule] = {}
    alive: set[Rule] = set()
    for permissions in policies:
        shadows = dict(find_shadows(permissions, catalogue, nearly=True))
        found |= shadows
        alive |= set(permissions.rules) - set(shadows)
    return {rule: wider for rule, wider in found.items() if rule not in alive}


def find_shadows(
    permissions: Permissions, catalogue: Catalogue, *, nearly: bool = False
) -> Iterator[tuple[Rule, Rule]]:
    """Yield each rule of a policy that another one always precedes, with that other."""
    in_order = sorted(permissions.rules, key=lambda rule: permissions.order.index(rule.effect))
    seen: defaultdict[Key, list[int]] = defaultdict(list)
    globs: list[int] = []
    for at, rule in enumerate(in_order):
        near = {place for key in wider_keys(rule, catalogue) for place in seen.get(key, ())}
        near |= {place for place in globs if glob_covers(in_order[place], rule, catalogue)}
        earlier = (in_order[place] for place in sorted(near))
        wider = next(
            (one for one in earlier if may_precede(one, rule, catalogue, nearly=nearly)), None
        )
        if wider is not None:
            yield rule, wider
        seen[own_key(rule, catalogue)].append(at)
        if rule.form is Form.TOOL and set("*?") & set(rule.tool):
            globs.append(at)


def covers(wider: Rule, rule: Rule, catalogue: Catalogue) -> bool:
    """Say whether every call that meets `rule` plainly meets `wider` too."""
    if own_key(wider, catalogue) in wider_keys(rule, catalogue):
        return True
    return wider.form is Form.TOOL and glob_covers(wider, rule, catalogue)


def may_precede(wider: Rule, rule: Rule, catalogue: Catalogue, *, nearly: bool = False) -> bool:
    """
    Say whether a wider rule that comes first leaves nothing over.

    One that ends earlier does, and so does one that another person answers: the
    approvers of every ask that matches count. An allow is literal where an ask is
    generous, so it leaves something to the ask; one for the workspace leaves what is outside.
    The same for an equal tool (`Write(docs/**)` beside `Edit(docs/**)`) is not too much: whoever
    writes both names both programs' tools. With `nearly`, of an ask for every use of a tool only
    broken calls, and what lies outside of the workspace, may be left over.
    """
    across = wider.form is Form.STRING and rule.form is not Form.STRING
    if is_twin(wider, rule, catalogue) or (across and wider.effect is not Effect.ALLOW):
        return False
    if wider.effect is Effect.ALLOW and wider.form is Form.STRING and not nearly:
        reach = [is_for_workspace(one.pattern or "") for one in (wider, rule)]
        if reach == [True, False]:
            return False
    if wider.until is not None and (rule.until is None or rule.until > wider.until):
        return False
    if wider.effect is rule.effect:
        answered = not rule.approvers or set(rule.approvers) == set(wider.approvers)
        return wider.by is rule.by and answered
    if wider.effect is not Effect.ALLOW:
        return True
    if rule.form is Form.STRING or set("*?") & set(rule.tool):
        return False
    if rule.pattern is None and nearly:
        return True
    return catalogue.get(rule.tool).kind not in GENEROUS


def is_twin(one: Rule, other: Rule, catalogue: Catalogue) -> bool:
    """Say whether two rules differ only by the name of an equal tool."""
    same = one.effect is other.effect and one.pattern == other.pattern
    return same and one.tool != other.tool and own_key(one, catalogue) == own_key(other, catalogue)


def own_key(rule: Rule, catalogue: Catalogue) -> Key:
    """Return the one key of a rule: its form, its tool, its pattern in one spelling."""
    if rule.form is Form.STRING:
        return ("string", "", rule.text)
    tool = catalogue.get(rule.tool)
    if rule.form is Form.TOOL or rule.pattern is None:
        return ("tool", tool.name, "")
    if rule.form is Form.REGEX:
        return ("regex", tool.name, rule.pattern)
    return ("pattern", family(rule, catalogue), one_spelling(tool.kind, rule.pattern))


def family(rule: Rule, catalogue: Catalogue) -> str:
    """Return what stands for all tools that a pattern holds for: one for all that edit."""
    tool = catalogue.get(rule.tool)
    return "edit" if tool.kind is Kind.EDIT else tool.name


def one_spelling(kind: Kind, pattern: str) -> str:
    """Return a pattern in one of the ways in which it can be written."""
    if kind is Kind.SHELL and pattern.endswith(":*"):
        return f"{pattern.removesuffix(':*')} *"
    if kind is Kind.FETCH and not set("*?/{") & set(pattern):
        return f"domain:{pattern.removeprefix('domain:').lower().rstrip('.')}"
    if kind in PATHS and pattern.endswith("/") and pattern.strip("/"):
        return f"{pattern}**"
    return pattern


def wider_keys(rule: Rule, catalogue: Catalogue) -> list[Key]:
    """Return its own key and those of every plainly wider rule."""
    own = own_key(rule, catalogue)
    if rule.form is Form.STRING:
        wider = {*wider_strings(rule.text)} - (set() if literal(rule) else EVERY_FILE)
        return [own, *(("string", "", text) for text in wider)]
    tool = catalogue.get(rule.tool)
    keys = [own]
    if rule.effect is Effect.ASK and rule.pattern is None:
        keys += [("string", "", text) for text in strings_of(tool)]
    if not reaches_beyond(rule, catalogue):
        keys.append(("tool", tool.name, ""))
    if rule.form is Form.PATTERN and rule.pattern is not None:
        keys += [("pattern", own[1], pattern) for pattern in wider_patterns(tool.kind, own[2])]
    return keys


def strings_of(tool: ToolInfo) -> Iterator[str]:
    """Yield the patterns over action strings that plainly match every call of a tool."""
    text = string_of(tool, ".*")
    yield from {text, *wider_strings(text)}


def literal(rule: Rule) -> bool:
    """Say whether a rule matches just what it says."""
    return rule.effect is Effect.ALLOW


def reaches_beyond(rule: Rule, catalogue: Catalogue) -> bool:
    """
    Say whether a rule can meet calls of other tools than its own.

    A path pattern holds for its whole family, and so does a regex of deny and ask; the patterns
    of those, as URL patterns do, for what a command touches. A bare name is that tool alone.
    """
    kind = catalogue.get(rule.tool).kind
    if rule.form is Form.REGEX:
        return kind is Kind.EDIT and not literal(rule)
    return rule.form is Form.PATTERN and (
        kind in PATHS or (kind is Kind.FETCH and not literal(rule))
    )


def wider_patterns(kind: Kind, pattern: str) -> Iterator[str]:
    """Yield the patterns of one kind that plainly match whatever this one matches."""
    match kind:
        case Kind.SHELL:
            return wider_commands(pattern)
        case Kind.READ | Kind.EDIT:
            return wider_paths(pattern)
        case Kind.FETCH:
            return wider_domains(pattern)
        case _:
            return (f"{pattern[:end]}*" for end in literal_starts(pattern, frozenset("*?")))


def wider_commands(pattern: str) -> Iterator[str]:
    """Yield `git *` for `git push *`, for `git push` and for `git`."""
    yield "*"
    # A rule that spells out a redirection covers it too, which no wider one does.
    if not set("<>") & set(pattern) and not pattern.startswith("@"):
        words = pattern.split(" ")
        for end, word in enumerate(words, start=1):
            if "*" in word:
                return
            yield f"{' '.join(words[:end])} *"


def wider_paths(pattern: str) -> Iterator[str]:
    """Yield `docs/**` for `docs/a/**` and `docs/*.md`; not for `docs`, a name at any depth."""
    segments = pattern.split("/")
    if ".." in segments:
        return
    for end in range(1, len(segments)):
        folder = "/".join(segments[:end])
        if folder.strip("/") and folder.count("{") == folder.count("}"):
            yield f"{folder}/**"


def wider_domains(pattern: str) -> Iterator[str]:
    """Yield the domains above a domain."""
    yield "*"
    if pattern.startswith("domain:"):
        labels = pattern.removeprefix("domain:").split(".")
        for start in range(1, len(labels)):
            yield f"domain:{'.'.join(labels[start:])}"


def wider_strings(text: str) -> Iterator[str]:
    """Yield `tool:bash:git .*` for `tool:bash:git push.*`."""
    starts = literal_starts(text, REGEX_MARKS)
    if alternates(text[starts[-1] :]):
        return
    for end in starts:
        # `a?` makes the last character optional.
        if text[end : end + 1] not in ("?", "*", "{"):
            yield f"{text[:end]}.*"


def literal_starts(pattern: str, marks: frozenset[str]) -> range:
    """Return the lengths of all starts of a pattern that hold no mark."""
    end = next((at for at, char in enumerate(pattern) if char in marks), len(pattern))
    return range(min(end, LONGEST) + 1)


def alternates(pattern: str) -> bool:
    """Say whether a bar outside groups may begin another pattern; in doubt it does."""
    if "|" in pattern and set("\\[") & set(pattern):
        return True
    depth = 0
    for char in pattern:
        depth += (char == "(") - (char == ")")
        if char == "|" and depth == 0:
            return True
    return False


def glob_covers(glob: Rule, rule: Rule, catalogue: Catalogue) -> bool:
    """Say whether a bare tool with wildcards (`mcp__*`, `*`) covers another rule."""
    if rule.form is Form.STRING:
        return False
    if glob.tool == "*":
        return True
    if reaches_beyond(rule, catalogue):
        return False
    return not set("*?") & set(rule.tool) and fnmatchcase(rule.tool, glob.tool.replace("[", "[[]"))
