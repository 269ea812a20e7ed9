"""
How the tools of upstreams are shown to the person who decides about them.

Their texts are a stranger's: every line of them stands behind a mark that nothing else has,
control characters are spelled out, and what is left out is said.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice

from proctor.cli.render import LABEL, both_ends, count, out
from proctor.tools.meeting import Standing, State, standing_of
from proctor.tools.pin_file import Entry, pin_command, tool_id
from proctor.tools.pinned_texts import Texts
from proctor.tools.pins import SeenUpstream
from proctor.tools.upstream_json import diff, held_first, hints_text, marks, pretty

DIFF_STYLES = {"+": "green", "-": "red", "@": "cyan"}
STATE_STYLES = {State.HELD: "bold red", State.PINNED: "green", State.SEEN: "yellow"}
MOST_LINES = 200
MARK = "  | "
NOT_SEEN = (
    "none was seen yet: no gateway has started it, or it fails; "
    "`proctor audit events --kind upstream-down` says so"
)
TROUBLE = "held, all of them: {}"


def show_upstreams(upstreams: Sequence[SeenUpstream]) -> None:
    """Print every upstream with its tools, those that are held first."""
    for number, upstream in enumerate(upstreams):
        if number:
            out()
        out((upstream.name, "bold"), f"  {count(len(upstream.entries), 'tool')}")
        if upstream.trouble:
            out("  ", (TROUBLE.format(upstream.trouble), "bold red"))
        elif not upstream.entries:
            out(f"  {NOT_SEEN}")
        rows = held_first(upstream)
        width = max((len(name) for name, _, _ in rows), default=0) + 2
        for name, entry, standing in rows:
            state = (standing.state.value.ljust(8), STATE_STYLES.get(standing.state, ""))
            out("  ", state, name.ljust(width), about(entry, standing))
            if standing.state is State.HELD:
                out(" " * 10, (f"look at it: {pin_command(upstream.name, name)}", "bold"))


def about(entry: Entry, standing: Standing) -> str:
    """Return what to know of a tool on its line."""
    said = [standing.why] if standing.why else []
    if entry.pinned_at:
        said.append(f"pinned by {entry.pinned_by}, {entry.pinned_at}")
    else:
        said.append(f"first seen {entry.seen.at}")
    said += [f"not listed since {entry.gone}"] if entry.gone else []
    said += [", ".join(marks(entry))] if marks(entry) else []
    return "; ".join(said)


def show_tool(upstream: str, name: str, entry: Entry, texts: Texts) -> None:
    """Print all that a person has to see before they pin a tool."""
    standing = standing_of(entry)
    state = (standing.state.value, STATE_STYLES.get(standing.state, ""))
    out((tool_id(upstream, name), "bold"), "  ", state, f"  {about(entry, standing)}")
    now = texts.get(entry.latest.hash)
    if now is None:
        out("  its text is not kept: start the gateway, so that it lists the tool again")
        return
    before = texts.get(entry.seen.hash)
    if entry.changed is not None and before is not None:
        out(("What has changed:", "bold"))
        show_lines(list(diff(before, now)), styles=DIFF_STYLES)
    show_fact("Title", now.get("title"))
    out(("Description:", "bold"))
    show_lines(str(now.get("description") or "(none)").split("\n"))
    out(("Input schema:", "bold"))
    show_lines(pretty(now.get("inputSchema")))
    if now.get("outputSchema") is not None:
        out(("Output schema:", "bold"))
        show_lines(pretty(now.get("outputSchema")))
    show_fact("Says", hints_text(now.get("hints")))
    show_fact("Hash", entry.latest.hash)


def show_fact(label: str, value: object) -> None:
    """Print one line, if there is anything to say."""
    if value:
        out((f"{label}:".ljust(LABEL), "bold"), both_ends(str(value)))


def show_lines(lines: Sequence[str], *, styles: Mapping[str, str] | None = None) -> None:
    """Print lines of a foreign text, each behind its mark; both ends of it if it is long."""
    half = MOST_LINES // 2
    long = len(lines) > MOST_LINES
    for line in islice(lines, half if long else None):
        out(MARK, (both_ends(line), (styles or {}).get(line[:1], "")))
    if long:
        out("  ", (f"{len(lines) - 2 * half:,} lines are not shown, see --json", "bold red"))
        for line in lines[-half:]:
            out(MARK, (both_ends(line), (styles or {}).get(line[:1], "")))
