"""`proctor tools pin`, `unpin` and `upstreams`: which tools of MCP servers are believed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from proctor.cli import render
from proctor.cli.as_person import confirm
from proctor.cli.json_option import JsonOption
from proctor.cli.role_places import person
from proctor.cli.upstream_page import show_tool, show_upstreams
from proctor.errors import NotFound, ProctorError, UsageError, did_you_mean
from proctor.home import proctor_home, project_root
from proctor.nodes import visible
from proctor.tools.pin_file import Entry
from proctor.tools.pins import Change, Pins, SeenUpstream
from proctor.tools.upstream_json import tool_json, upstream_json

NOTHING_PINNED, NOTHING_FORGOTTEN = "nothing was pinned", "nothing was forgotten"
ABOVE = "the above"
NONE_SEEN = (
    "no tool of an upstream was seen yet: a gateway writes down what its upstreams list; "
    "`proctor audit events --kind upstream-down` lists those that fail"
)


def complete_seen(incomplete: str) -> list[str]:
    """Return upstreams and their tools that begin so; a shell that completes sees no error."""
    try:
        seen = Pins(proctor_home()).all()
    except (ProctorError, OSError):
        return []
    words = [up.name for up in seen] + [f"{up.name}/{tool}" for up in seen for tool in up.entries]
    return sorted(word for word in words if word.startswith(incomplete))


WhichArgument = Annotated[
    str,
    typer.Argument(
        metavar="UPSTREAM[/TOOL]",
        autocompletion=complete_seen,
        help="An upstream, or one tool of it.",
    ),
]
YesOption = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")]


def pin(
    which: WhichArgument,
    *,
    everything: Annotated[
        bool,
        typer.Option("--all", help="Ask once for all tools of the upstream, not for each."),
    ] = False,
    shown: Annotated[
        str,
        typer.Option("--hash", metavar="HASH", help="Only if the text still has this digest."),
    ] = "",
    yes: YesOption = False,
    as_json: JsonOption = False,
) -> None:
    """
    Believe a tool of an MCP server as it is now, after showing what it says.

    Shows description, schema, hints and what has changed. A pinned tool is believed where it
    says that it only reads, and one that was held is offered again. If its text changes after
    this, it is held until you pin it again.
    """
    pins, upstream, tools = chosen(which)
    if shown and "/" not in which:
        raise UsageError("--hash is for one tool", help="name it: UPSTREAM/TOOL")
    waiting = {name: entry for name, entry in tools.items() if not entry.is_pinned}
    texts = pins.texts(upstream.name)
    if as_json and waiting and not yes:
        # Nobody at a terminal has seen what is asked about: this is a dry run.
        render.out_json([tool_json(upstream.name, *item, texts) for item in waiting.items()])
    done: list[Change] = []
    for group in [tuple(waiting)] if everything else [(name,) for name in waiting]:
        if not as_json:
            for name in group:
                show_tool(upstream.name, name, waiting[name], texts)
        if agreed(upstream.name, group, yes=yes, blind=as_json):
            hashes = {name: shown or waiting[name].latest.hash for name in group}
            done += pinned(pins, upstream.name, hashes)
    if as_json:
        render.out_json([change._asdict() for change in done])
    elif waiting:
        tell(done)
    else:
        render.out(f"nothing to pin: {visible(which)} is pinned as it is")
    if len(done) < len(waiting):
        raise typer.Exit(1)


def pinned(pins: Pins, upstream: str, hashes: Mapping[str, str]) -> list[Change]:
    """Pin tools whose texts a person was shown, each of them on record."""
    by, keep = person(), recorded(pins.home)
    return [pins.pin(upstream, tool, shown, by, keep=keep) for tool, shown in hashes.items()]


def agreed(upstream: str, tools: tuple[str, ...], *, yes: bool, blind: bool) -> bool:
    """
    Ask the person about tools that they have been shown.

    Raises:
        UsageError: nobody is there to ask.

    """
    which = f"{upstream}/{tools[0]}" if len(tools) == 1 else f"these {len(tools)} of {upstream}"
    try:
        confirm(f"Pin {which}?", yes=yes, blind=blind, nothing=NOTHING_PINNED, shown=ABOVE)
    except typer.Exit:
        return False  # the next one may be as it should
    return True


def unpin(
    which: WhichArgument,
    *,
    forget: Annotated[
        bool,
        typer.Option(
            "--forget",
            help="Forget that it was ever seen: what is listed next is seen for the first time.",
        ),
    ] = False,
    yes: YesOption = False,
    as_json: JsonOption = False,
) -> None:
    """
    Take pins back: of the tools' hints only those count again that make things stricter.

    What is held stays held. With --forget all that is kept of the upstream or tool goes, which
    is also how a damaged file is left behind.
    """
    keep = recorded(proctor_home())
    if forget:
        pins, name, tool = Pins(proctor_home()), *split(which)
        if tool and tool not in pins.seen(name).entries:
            chosen(which)
        asked = f"Forget {visible(which)}? What it lists next is taken as it is."
        confirm(asked, yes=yes, blind=as_json, nothing=NOTHING_FORGOTTEN)
        done = [pins.forget(name, tool, person(), keep=keep)]
    else:
        pins, upstream, tools = chosen(which)
        had = [tool for tool, entry in tools.items() if entry.pinned_at]
        if not had:
            raise NotFound(f"nothing of `{visible(which)}` is pinned")
        done = [pins.unpin(upstream.name, tool, person(), keep=keep) for tool in had]
    if as_json:
        render.out_json([change._asdict() for change in done])
        return
    tell(done)


def upstreams(
    name: Annotated[
        str,
        typer.Argument(metavar="[UPSTREAM]", autocompletion=complete_seen, help="Only this one."),
    ] = "",
    *,
    as_json: JsonOption = False,
) -> None:
    """
    List the upstream MCP servers and the tools that were seen of them, the held ones first.

    `seen` tools are offered, and their hints only make things stricter; `pinned` ones are
    believed; `held` ones wait for `proctor tools pin`, and nobody can call them.
    """
    pins = Pins(proctor_home())
    found = [seen_of(pins, name)] if name else [*pins.all(), *not_seen(pins)]
    if as_json:
        render.out_json([upstream_json(up, pins.texts(up.name)) for up in found])
    elif found:
        show_upstreams(found)
    else:
        render.out(NONE_SEEN)


def split(which: str) -> tuple[str, str]:
    """Return the upstream and the tool that a word names; no tool where it names all."""
    name, slash, tool = which.partition("/")
    if slash and not tool:
        raise UsageError(
            f"`{visible(which)}` names no tool", help=f"`{visible(name)}` is all of it"
        )
    return name, tool


def chosen(which: str) -> tuple[Pins, SeenUpstream, dict[str, Entry]]:
    """
    Return the tools that a word names; of a whole upstream those that it lists now.

    Raises:
        NotFound: there is none such.
        ProctorError: what is kept of the upstream is damaged.

    """
    name, tool = split(which)
    pins = Pins(proctor_home())
    upstream = seen_of(pins, name)
    if upstream.trouble:
        message = f"what is kept of `{name}` is damaged: {upstream.trouble}"
        raise ProctorError(message, help=f"`proctor tools unpin {name} --forget`: a new start")
    if not tool:
        return pins, upstream, {n: e for n, e in upstream.entries.items() if not e.gone}
    if tool not in upstream.entries:
        hint = did_you_mean(tool, list(upstream.entries)) or "`proctor tools upstreams` lists them"
        raise NotFound(f"no tool `{visible(tool)}` of `{name}` was ever seen", help=hint)
    return pins, upstream, {tool: upstream.entries[tool]}


def not_seen(pins: Pins) -> list[SeenUpstream]:
    """Return the upstreams of the config that have never listed a tool; they may not even start."""
    from proctor.config import load_config  # noqa: PLC0415 - for this alone

    try:
        settings = load_config(pins.home, project_root(Path.cwd(), pins.home)).upstreams
    except ProctorError:
        return []  # what is wrong with a config is told where it counts
    known = {up.name for up in pins.all()}
    return [SeenUpstream(one.name, {}) for one in settings if one.name not in known]


def seen_of(pins: Pins, name: str) -> SeenUpstream:
    """
    Return what is kept of an upstream.

    Raises:
        NotFound: it was never seen; the error names one that may be meant.

    """
    try:
        return pins.seen(name)
    except NotFound as error:
        near = did_you_mean(name, [up.name for up in pins.all()])
        raise NotFound(error.message, help=near or error.help) from None


def recorded(home: Path) -> Callable[[Change], None]:
    """Return what keeps a change as an event; one that cannot be kept does not happen."""

    def keep(change: Change) -> None:
        from proctor.audit.handing_in import hand_in  # noqa: PLC0415 - only for a change
        from proctor.audit.ids import new_uid, timestamp  # noqa: PLC0415 - the same
        from proctor.keepers import keeping_of  # noqa: PLC0415 - the same
        from proctor.terms.event import Event  # noqa: PLC0415 - the same

        said: dict[str, Any] = change._asdict()
        event = Event(
            uid=new_uid(),
            timestamp=timestamp(),
            host="",
            home="",
            kind=f"tool-{change.what}",
            body={key: said[key] for key in ("upstream", "tool", "hash", "by")},
        )
        hand_in(str(home), event, patterns=keeping_of(home).redact)

    return keep


def tell(done: Iterable[Change]) -> None:
    """Say what was done."""
    for change in done:
        which = f"{change.upstream}/{change.tool}" if change.tool else change.upstream
        render.out((f"{change.what} {which}", "green" if change.what == "pinned" else ""))
