"""
How agents are shown: a line each, in columns that fit.

INVARIANT: every text is made plain before it is measured, so that nothing an agent is called
or calls moves a column. Red is what waits for a person, and comes first.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import datetime

from proctor.agents.listing import Listed
from proctor.cli.render import Piece
from proctor.home import user_home
from proctor.server.agent_states import EXITED, exited
from proctor.terms.plain import plain

COLUMNS = ("name", "role", "state", "since", "waiting", "tokens", "cost", "cwd", "clients")
# Numbers stand at the right of their columns.
AT_RIGHT = frozenset({"since", "waiting", "tokens", "cost", "clients"})
# So much of each is shown at most; of a folder its end, of all else its beginning.
WIDEST = {"name": 40, "role": 40, "state": 60, "cwd": 60}
# Where there is little room these are left out, one after the other, before a folder gets
# shorter than this,
LEFT_OUT = ("clients", "cost", "tokens")
ROOMY = 20
# and then these are cut, each to so much; what comes twice is cut further the second time.
CUT_TO = (
    ("cwd", 12), ("role", 12), ("state", 26), ("name", 12), ("state", 18), ("role", 4),
    ("cwd", 3), ("state", 7), ("name", 4),
)  # fmt: skip
GAP = "  "
NOTHING = "-"
UNCHECKED = "unchecked"
MARK = ", "
STYLES = {
    "blocked": "bold red",
    "lost": "yellow",
    "idle": "dim",
    "exited": "dim",
}
THOUSAND = 1000
UNITS = (("d", 86_400), ("h", 3600), ("m", 60), ("s", 1))

Line = list[Piece]


def lines_of(agents: Sequence[Listed], *, width: int | None = None) -> list[Line]:
    """Return the lines that show some agents; with a width, none is longer."""
    rows = [cells_of(one) for one in agents]
    table = [dict(zip(COLUMNS, COLUMNS, strict=True)), *rows]
    widths = {name: max(len(row[name]) for row in table) for name in COLUMNS}
    if width is not None:
        narrow(widths, width)
    shown: list[Line] = [[(fitted(table[0], widths), "bold")]]
    for one, row in zip(agents, rows, strict=True):
        shown.append(line_of(one, row, widths))
        if one.trouble:
            shown.append([f"{GAP}{GAP}", (plain(one.trouble), "yellow")])
    return [cut(line, width) for line in shown]


def narrow(widths: dict[str, int], width: int) -> None:
    """Make columns fit into a terminal: the least important go, others are cut."""
    for name in LEFT_OUT:
        if over(widths, width) <= max(widths["cwd"] - ROOMY, 0):
            break
        del widths[name]
    for name, least in CUT_TO:
        spare = max(widths[name] - least, 0)
        widths[name] -= min(spare, max(over(widths, width), 0))


def over(widths: dict[str, int], width: int) -> int:
    """Return by how much columns are wider than a terminal."""
    return sum(widths.values()) + len(GAP) * (len(widths) - 1) - width


def line_of(one: Listed, row: dict[str, str], widths: dict[str, int]) -> Line:
    """Return the line of an agent: what it does in its colour, all of it red where it waits."""
    style = STYLES.get(one.word, "")
    if one.word == "blocked":
        return [(fitted(row, widths), style)]
    names = list(widths)
    at = names.index("state")
    before = GAP.join(padded(row, name, widths) for name in names[:at])
    behind = GAP.join(padded(row, name, widths) for name in names[at + 1 :])
    return [f"{before}{GAP}", (padded(row, "state", widths), style), f"{GAP}{behind}".rstrip()]


def cells_of(one: Listed) -> dict[str, str]:
    """Return what is shown of an agent, column by column."""
    return {
        "name": begun(one.name, WIDEST["name"]),
        "role": marked(role_of(one), "sandbox" * one.sandbox),
        "state": marked(
            begun(state_of(one), WIDEST["state"]), f"{one.messages} held" if one.messages else ""
        ),
        "since": age(one.since),
        "waiting": str(one.questions) if one.questions else NOTHING,
        "tokens": many(one.tokens),
        "cost": f"${one.cost:,.2f}" if one.cost else NOTHING,
        "cwd": ended(from_home(one.cwd), WIDEST["cwd"]) or NOTHING,
        "clients": str(one.clients) if one.clients else NOTHING,
    }


def role_of(one: Listed) -> str:
    """Return an agent's role, that of its run's stage now, and what was changed for it alone."""
    stage = f"now {begun(one.stage_role, WIDEST['role'])}" if one.stage_role else ""
    role = begun(one.role, WIDEST["role"])
    if not one.checked:
        return marked(role, UNCHECKED) if role else UNCHECKED
    return marked(marked(role or NOTHING, stage), begun(one.overrides, WIDEST["role"]))


def state_of(one: Listed) -> str:
    """Return what an agent does, and with what it has ended."""
    return exited(one.exit_code, one.signal) if one.state == EXITED else one.state


def marked(text: str, mark: str) -> str:
    """Return a text with a mark behind it, if there is one."""
    return f"{text}{MARK}{mark}" if mark else text


def cut_before_mark(text: str, most: int) -> str:
    """Return the beginning of a text, plain, with its mark where that fits."""
    before, _, mark = text.rpartition(MARK)
    room = most - len(MARK) - len(mark)
    if len(text) <= most or not before or room < 1:
        return begun(text, most)
    return f"{begun(before, room)}{MARK}{mark}"


def from_home(folder: str) -> str:
    """Return a folder as people write it: `~` is the home of whoever looks."""
    try:
        home = user_home()
    except RuntimeError:
        return folder
    near = folder == home or (len(home) > 1 and folder.startswith(f"{home}/"))
    return f"~{folder[len(home) :]}" if near else folder


def fitted(row: dict[str, str], widths: dict[str, int]) -> str:
    """Return a whole line."""
    return GAP.join(padded(row, name, widths) for name in widths).rstrip()


def padded(row: dict[str, str], name: str, widths: dict[str, int]) -> str:
    """Return one cell, as wide as its column."""
    text = (ended if name == "cwd" else cut_before_mark)(row[name], widths[name])
    return text.rjust(widths[name]) if name in AT_RIGHT else text.ljust(widths[name])


def begun(text: str, most: int) -> str:
    """Return the beginning of a text, plain."""
    shown = plain(text[: 4 * most])
    return shown if len(shown) <= most else f"{shown[: most - 1]}…"


def ended(text: str, most: int) -> str:
    """Return the end of a text, plain."""
    shown = plain(text[-4 * most :])
    return shown if len(shown) <= most else f"…{shown[len(shown) - most + 1 :]}"


def cut(line: Line, width: int | None) -> Line:
    """Return a line that is no longer than the terminal is wide."""
    if width is None:
        return line
    left, short = width, Line()
    for piece in line:
        text, style = (piece, "") if isinstance(piece, str) else piece
        short.append((text[:left], style))
        left -= min(len(text), left)
    return short


def age(since: str, now: float | None = None) -> str:
    """Return for how long something has been so: `3m`."""
    try:
        begun_at = datetime.fromisoformat(since).timestamp()
    except (ValueError, OverflowError, OSError):
        return NOTHING
    seconds = max((time.time() if now is None else now) - begun_at, 0.0)
    for unit, length in UNITS:
        if seconds >= length:
            return f"{int(seconds // length)}{unit}"
    return "0s"


def many(number: int | None) -> str:
    """Return a number of tokens, short: `1.2M`."""
    if not number:
        return NOTHING
    for unit, size in (("M", THOUSAND**2), ("k", THOUSAND)):
        if number >= size:
            return f"{number / size:,.1f}{unit}"
    return str(number)
