"""
What a role would do with a call, for somebody who only wants to know.

As `proctor explain` has it: the decision and nothing else. Nothing is kept, nobody is asked, and
no remembered answer is looked up. What is asked here comes from a browser, so the machine is
looked at inside of the named project only: links and repositories elsewhere count as what they
seem, or whoever may see a page could find out what lies where.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import NamedTuple

from proctor.assemble import Proctor
from proctor.errors import UsageError, did_you_mean
from proctor.nodes import visible
from proctor.normalise import (
    looked_for,
    lookups,
    normalise,
    opened,
    patterns,
    read_string,
    repositories,
)
from proctor.observe import may_match, with_git, with_links
from proctor.observe_project import project_variables, with_code_files
from proctor.pipeline import Joint, Pipeline
from proctor.policy.decide import decide
from proctor.policy.strictest import strictest
from proctor.server.bodies import DECODE
from proctor.terms.action import Action
from proctor.terms.call import ToolCall
from proctor.terms.catalogue import Catalogue
from proctor.terms.decision import Decision
from proctor.terms.role import Role
from proctor.terms.surroundings import Surroundings

# Where a call is made that is made nowhere; nothing is looked for there.
MADE_UP = "/made-up-project"
STRING = "tool:"
LONGEST_WORD = 500
Reading = Callable[[Surroundings], Action]


class Wanted(NamedTuple):
    """
    A call that somebody wonders about.

    `said` is the tool's whole input, or a text: what it works on, or its input as JSON. `cwd` is
    in a project that is known, and empty for a call that is made nowhere. `mode` is empty for
    the role's own.
    """

    tool: str
    said: object = None
    role: str = "guarded"
    mode: str = ""
    cwd: str = ""


class Explained(NamedTuple):
    """A decision, the role behind it, the modes that count, and the paths not looked at."""

    decision: Decision
    role: Role
    modes: tuple[str, ...]
    unlooked: tuple[str, ...] = ()


def explained(home: Path, wanted: Wanted) -> Explained:
    """
    Decide a call under a role.

    Raises:
        NotFound: there is no such role.
        RoleProblems, ConfigProblems: it does not load.
        UsageError: this is no call, or there is no such mode.

    """
    whole = wanted.tool.startswith(STRING)
    for word in ("" if whole else wanted.tool, wanted.role, wanted.mode):
        if len(word) > LONGEST_WORD:
            raise UsageError(f"a tool, a role or a mode has at most {LONGEST_WORD} letters")
    proctor = Proctor.for_role(
        wanted.role, cwd=wanted.cwd or MADE_UP, home=home, mode=wanted.mode or None
    )
    unlooked: set[str] = set()
    read = reading_of(wanted, proctor.policy.catalogue)
    decision = decided(proctor.pipeline, read, bool(wanted.cwd), unlooked)
    modes = {mode.value: None for one in each(proctor.pipeline) for mode in one.policy.own_modes}
    return Explained(decision, proctor.role, tuple(modes), tuple(sorted(unlooked)))


def decided(pipeline: Pipeline, read: Reading, looks: bool, unlooked: set[str]) -> Decision:
    """Decide what is read, under every policy of a chain: the strictest wins."""
    found = [
        decide(looked_at(read, one.around, looks, unlooked), one.policy) for one in each(pipeline)
    ]
    return found[0] if len(found) == 1 else strictest(found)


def each(pipeline: Pipeline) -> tuple[Pipeline, ...]:
    """Return the policies of a chain one by one."""
    return tuple(pipeline.all_of) if isinstance(pipeline, Joint) else (pipeline,)


def looked_at(read: Reading, around: Surroundings, looks: bool, unlooked: set[str]) -> Action:
    """
    Read a call, and again with what its project's links and repositories say.

    INVARIANT: what lies outside of the project is not looked at.
    """
    if looks:
        here = project_variables(around, around.root, top=around.root)
        around = around.of_call(variables=here)
    first = read(around)
    worked_in = {folder for _, folder in looked_for(first)}
    paths, places = lookups(first), repositories(first) | worked_in
    inside = {path for path in paths | places if is_inside(path, around.root)}
    # Through which links a pattern leads is not looked at here: it may be any folder.
    below = {one for one in opened(first) if looks and is_inside(one, around.root)}
    unlooked |= (
        (paths | places) - inside
        | (patterns(first) - opened(first))
        | set(filter(may_match, below))
    )
    if not looks:
        return first  # what is made up has no links
    seen = with_git(with_links(around, paths & inside), places & inside)
    wanted = {look for look in looked_for(first) if look[1] in inside}
    seen = with_code_files(seen, wanted, top=around.root)
    return first if seen is around else read(seen)


def is_inside(path: str, root: str) -> bool:
    """Say whether a path lies in a folder; one that goes upwards may lead anywhere."""
    return f"{path}/".startswith(f"{root.rstrip('/')}/") and ".." not in path.split("/")


def reading_of(wanted: Wanted, catalogue: Catalogue) -> Reading:
    """
    Return how a call is read: a tool with its input, or a whole `tool:…` string.

    Raises:
        UsageError: it is neither.

    """
    if not wanted.tool.startswith(STRING):
        return partial(normalise, call_of(wanted, catalogue))
    if wanted.said not in (None, ""):
        raise UsageError("a `tool:…` string stands alone", help="leave the input out")

    def read(around: Surroundings) -> Action:
        try:
            return read_string(wanted.tool, around)
        except ValueError as error:
            raise UsageError(str(error)) from None

    return read


def call_of(wanted: Wanted, catalogue: Catalogue) -> ToolCall:
    """
    Make a call of a tool's name and what was written after it.

    Raises:
        UsageError: the tool or its target is missing, or the tool needs its whole input.

    """
    tool, said = wanted.tool, wanted.said
    if not tool:
        raise UsageError("which tool?", help="such as Bash, Read, WebFetch")
    if not isinstance(said, str):
        return ToolCall(tool=tool, input={} if said is None else said)
    if said.lstrip().startswith("{"):
        return ToolCall(tool=tool, input=read_input(said))
    if not catalogue.knows(tool):
        hint = did_you_mean(tool, catalogue.names) or "give its whole input as a JSON object"
        raise UsageError(f"`{visible(tool)}` is not a tool that is known", help=hint)
    fields = catalogue.get(tool).fields
    if not said.strip():
        if fields:
            raise UsageError(f"what shall `{visible(tool)}` work on?")
        return ToolCall(tool=tool, input={})
    if not fields:
        message = f"`{visible(tool)}` has no field of which we know that it is the target"
        raise UsageError(message, help="give its whole input as a JSON object")
    return ToolCall(tool=tool, input={fields[0]: said})


def read_input(text: str) -> Mapping[str, object]:
    """
    Read the whole input of a tool.

    Raises:
        UsageError: it is no JSON; whoever means a command `{ ls; }` can say so.

    """
    hint = 'a target that begins with `{` goes into it: {"command": "{ ls; }"}'
    try:
        return dict(DECODE(text))
    except (ValueError, RecursionError):
        message = "what begins with `{` is the whole input as JSON, and this is none"
        raise UsageError(message, help=hint) from None
