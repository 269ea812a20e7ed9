"""Read a raw action string, `tool:bash:npm test`, as if a tool had been called."""

from __future__ import annotations

import re

from proctor.errors import RuleError
from proctor.normalise.calls import normalise
from proctor.normalise.patches import patched_files
from proctor.terms.action import Action, Does, Part
from proctor.terms.action_strings import SPECIAL, STRING_NAMES, string_name, string_of
from proctor.terms.call import ToolCall
from proctor.terms.catalogue import MCP_PREFIX, Catalogue, ToolInfo
from proctor.terms.rule import Form, Rule
from proctor.terms.surroundings import Surroundings

PREFIX = "tool:"
# How a rule over action strings begins that means one tool; `tool:bash:*` repeats the colon.
ONE_TOOL = re.compile(r"tool:[A-Za-z0-9_-]+:(?![*+?{])(?!.*\|tool:)", re.DOTALL)
CANONICAL = {string: tool for tool, string in STRING_NAMES.items()}


def read_string(string: str, around: Surroundings, *, mode: str | None = None) -> Action:
    """
    Read an action string into an action.

    INVARIANT: the answer is that of the call. A string with another name of a tool is read as
    the string that its calls have: no call has the one that was written.

    Raises:
        ValueError: it does not begin with `tool:` and a name.

    """
    if not string.startswith(PREFIX) or len(string) == len(PREFIX):
        message = f"`{string}` is not an action string: it has the form tool:<name>:<detail>"
        raise ValueError(message)
    special = special_tool(string)
    if special:
        info = around.catalogue.get(special)
        detail = string[len(fixed_start(special)) :]
    else:
        name, detail = split(string[len(PREFIX) :], around.catalogue)
        info = around.catalogue.get(CANONICAL.get(name, name))
        if info.name in SPECIAL or name != string_name(info):
            made = action_of(info, detail, around, mode)
            return made or opaque(string_of(info, detail), info, around, mode)
    made = action_of(info, detail, around, mode) or opaque(string, info, around, mode)
    return made._replace(string=string)


def action_of(
    info: ToolInfo, detail: str, around: Surroundings, mode: str | None = None
) -> Action | None:
    """Read a detail as the call that has it for its target; None if no one field holds it."""
    if not info.fields or info.category == "git":
        return None
    call = ToolCall(tool=info.name, input={info.fields[0]: detail}, mode=mode)
    if info.name == "apply_patch" and detail and not patched_files(detail):
        # In action strings the detail of a patch is the path that it changes.
        header = "*** Update File: "
        call = call._replace(input={info.fields[0]: header + detail})
    return normalise(call, around)


def fixed_start(tool: str) -> str:
    """Return how the action strings of a git or self-edit tool begin."""
    return SPECIAL[tool][0].partition("{")[0]


def special_tool(string: str) -> str | None:
    """Return the git or self-edit tool whose action string this is."""
    for tool, (template, _) in SPECIAL.items():
        fixed = fixed_start(tool)
        if string == fixed.rstrip(" :") or (fixed != template and string.startswith(fixed)):
            return tool
    return None


def split(rest: str, catalogue: Catalogue) -> tuple[str, str]:
    """Split name and detail; a known name may have a colon of its own."""
    pieces = rest.split(":")
    for count in (1,) if rest.startswith(MCP_PREFIX) else (2, 1):
        name = ":".join(pieces[:count])
        if catalogue.knows(CANONICAL.get(name, name)):
            return name, ":".join(pieces[count:])
    return pieces[0], ":".join(pieces[1:])


def opaque(string: str, info: ToolInfo, around: Surroundings, mode: str | None) -> Action:
    """Make the action of a string whose detail is the whole target."""
    detail = string.split(":", 2)[2] if string.count(":") > 1 else ""
    shown = normalise(ToolCall(tool=info.name, input={}), around)
    part = Part(
        tool=info.name,
        kind=info.kind,
        text=detail or string,
        strings=(string,),
        targets=(detail,),
        does=Does.OTHER if shown.parts[0].malformed else shown.parts[0].does,
        destructive=info.annotations.destructive,
    )
    return Action(
        tool=info.name, kind=info.kind, string=string, parts=(part,), around=around, mode=mode
    )


def read_example(rule: Rule, example: str, around: Surroundings) -> Action:
    """
    Read an example of a rule: the target of its tool, or for a `tool:` rule an action string.

    Raises:
        RuleError: the rule means no single tool, and the example is no action string.

    """
    if rule.form is Form.STRING:
        return read_string(example_string(rule, example), around)
    info = around.catalogue.get(rule.tool)
    return action_of(info, example, around) or opaque(
        f"{PREFIX}{rule.tool}:{example}", info, around, None
    )


def example_string(rule: Rule, example: str) -> str:
    """
    Return the action string that an example of a `tool:` rule stands for.

    Raises:
        RuleError: see `read_example`.

    """
    if example.startswith(PREFIX) and len(example) > len(PREFIX):
        return example
    if start := ONE_TOOL.match(rule.text):
        return f"{start[0]}{example}"
    raise RuleError(
        "bad-example",
        f"`{example}` is not an action string, and the rule does not name a single tool",
        help=f"write the tool too, such as `tool:bash:{example.removeprefix(PREFIX) or 'ls'}`",
    )
