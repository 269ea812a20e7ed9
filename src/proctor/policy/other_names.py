"""
Which deny and ask rules name a tool by another name than its action strings have.

`tool:git_push:.*` names a tool whose strings begin with `tool:git:push`. Whoever wrote it took it
for a protection, so such a rule is also tried on a call's string under the name that it has.
"""

from __future__ import annotations

import re

from proctor.policy.index import EVERY_STRING
from proctor.policy.patterns import literal_prefix
from proctor.policy.whatever_follows import begin_alike
from proctor.terms.action_strings import SAME_STRING_AS_EDIT, named_start, string_start
from proctor.terms.effect import ALLOW
from proctor.terms.rule import Form

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from proctor.terms.catalogue import Catalogue, ToolInfo
    from proctor.terms.rule import Rule

PREFIX = "tool:"
# What stands behind it says what a text is not: a name there is excepted, not named.
EXCEPT = re.compile(r"\(\?<?!")
WORD = re.compile(r"[\w:-]+", re.ASCII)


def other_names(
    rules: Sequence[Rule], catalogue: Catalogue
) -> list[tuple[str, str, str, list[int]]]:
    """
    Return, for each other name of a tool that deny and ask rules have, who has it.

    Each row has the tool whose calls alone it is about (empty: all with such strings), how
    their strings begin, how they begin under the other name, and the numbers of the rules.
    """
    strict = [
        (number, rule.pattern or "")
        for number, rule in enumerate(rules)
        if rule.effect is not ALLOW and rule.form is Form.STRING
    ]
    if not strict:
        return []
    found = []
    for tool, name in renamed(catalogue):
        if numbers := [number for number, pattern in strict if names_tool(pattern, name)]:
            alone = tool.name if tool.name in SAME_STRING_AS_EDIT else ""
            found.append((alone, string_start(tool), named_start(name), numbers))
    return found


def renamed(catalogue: Catalogue) -> Iterator[tuple[ToolInfo, str]]:
    """Return every name of a tool under which its calls have no action string."""
    for tool in catalogue.tools:
        for name in other_names_of(tool):
            if catalogue.get(name) is tool:
                yield tool, name


def other_names_of(tool: ToolInfo) -> list[str]:
    """Return the names of a tool that its action strings do not begin with."""
    start = string_start(tool)
    return [name for name in tool.names if named_start(name) != start]


def names_tool(pattern: str, name: str) -> bool:
    """
    Say whether a pattern over action strings names a tool, in full or by how its name begins.

    A pattern for whatever there is (`tool:.*`) names none, and neither does one that names
    a tool to leave it out: `tool:(?!read_file:).*`.
    """
    if pattern in EVERY_STRING:
        return False
    prefix = literal_prefix(pattern)
    if len(prefix) > len(PREFIX):
        return begin_alike(prefix, named_start(name))
    before = EXCEPT.split(pattern, maxsplit=1)[0]
    return name in before and any(
        name in (word, word.removeprefix(PREFIX).rstrip(":")) or f"{PREFIX}{name}:" in word
        for word in WORD.findall(before)
    )
