"""What a mode makes of a part: the table of modes, as data, and how it is read."""

from __future__ import annotations

from enum import Enum

from proctor.policy.inside import relative
from proctor.terms.action import Action, Does, Part
from proctor.terms.decision import Finding, Source
from proctor.terms.effect import ALLOW, ASK, DENY, Effect
from proctor.terms.kind import SHELL
from proctor.terms.mode import Mode
from proctor.terms.rule import By

# Tuples, because a look-up in a set would hash the member anew each time.
EVERYTHING = tuple(Does)
ONLY_READS = (Does.READ, Does.IDLE)


class Fallback(Enum):
    """What a mode says of a part that no rule matched."""

    ALLOW = "allow"
    INSIDE = "allow inside the working folders, else otherwise"
    NOT_OUTSIDE = "allow, but outside the working folders otherwise"
    OTHERWISE = "otherwise"
    DENY = "deny"


class Row:
    """
    One mode: the fallback for each kind of part, and what it asks or runs at all.

    `asks` is what a matched ask still asks about, `runs` what an allow rule can
    let run; anything else is denied.
    """

    __slots__ = ("asks", "delegate", "edit", "other", "read", "runs")

    def __init__(  # noqa: PLR0913 - a column of the table each
        self,
        read: Fallback,
        edit: Fallback,
        delegate: Fallback,
        other: Fallback,
        *,
        asks: tuple[Does, ...] = EVERYTHING,
        runs: tuple[Does, ...] = EVERYTHING,
    ) -> None:
        self.read = read
        self.edit = edit
        self.delegate = delegate
        self.other = other
        self.asks = asks
        self.runs = runs


_ALLOW, _ELSE, _DENY = Fallback.ALLOW, Fallback.OTHERWISE, Fallback.DENY
_INSIDE, _NOT_OUTSIDE = Fallback.INSIDE, Fallback.NOT_OUTSIDE
# The same for what is compared on every decision.
_READ, _EDIT, _DELEGATE, _IDLE = Does.READ, Does.EDIT, Does.DELEGATE, Does.IDLE
FROM_IDLE, FROM_OTHERWISE, FROM_MODE = Source.IDLE, Source.OTHERWISE, Source.MODE
_BYPASS = Mode.BYPASS
# `auto` of Claude Code: it edits as in acceptEdits, and a model answers its own dialogs.
AUTO = Mode.ACCEPT_EDITS
_HANDS_ON = (*ONLY_READS, Does.DELEGATE)

TABLE: dict[Mode, Row] = {
    Mode.DEFAULT: Row(_ELSE, _ELSE, _ELSE, _ELSE),
    Mode.ACCEPT_EDITS: Row(_NOT_OUTSIDE, _INSIDE, _ELSE, _ELSE),
    Mode.BYPASS: Row(_ALLOW, _ALLOW, _ALLOW, _ALLOW),
    Mode.DONT_ASK: Row(_DENY, _DENY, _DENY, _DENY, asks=()),
    Mode.PLAN: Row(_ALLOW, _DENY, _DENY, _DENY, asks=ONLY_READS, runs=ONLY_READS),
    Mode.DELEGATE: Row(_ALLOW, _DENY, _ALLOW, _DENY, asks=_HANDS_ON, runs=_HANDS_ON),
}

# The modes in which it matters where a part works.
BY_PLACE = tuple(
    mode
    for mode, row in TABLE.items()
    if {_INSIDE, _NOT_OUTSIDE} & {row.read, row.edit, row.delegate, row.other}
)
# What changes the folder in which the rest of a command line works.
MOVING = ("cd", "chdir", "pushd", "popd")
UNMATCHED = ("", *(f"no rule matches; otherwise: {effect}" for effect in Effect))


def tighten(finding: Finding, mode: Mode) -> Finding:
    """Apply a mode to what guard, tools or rules said; it can only become stricter."""
    if finding.effect is DENY:
        return finding
    row, does = TABLE[mode], finding.part.does
    # The mode decides then, not the rule that it overrules; the reason names that one.
    if finding.effect is ALLOW and does not in row.runs:
        why = f"the mode {mode} denies what {does.value}, even where {finding.rule} allows it"
        return finding._replace(effect=DENY, source=FROM_MODE, why=why, rule=None)
    if finding.effect is ASK and does not in row.asks:
        asks = f"{finding.rule} would ask: " if finding.rule and finding.rule.why else ""
        why = f"the mode {mode} does not ask: {asks}{finding.why}"
        return finding._replace(effect=DENY, source=FROM_MODE, why=why, rule=None)
    return finding


def fallback(
    part: Part, mode: Mode, otherwise: Effect, folders: tuple[str, ...], *, moves: bool = False
) -> Finding:
    """
    Answer for a part that no rule matched.

    Args:
        part: the part.
        mode: the mode that counts.
        otherwise: what holds where the mode has no answer.
        folders: the working folders, in a mode that asks where a part works.
        moves: whether its command line may leave the folder in which it begins.

    """
    said = cell(part, mode)
    if otherwise is DENY:
        said = _DENY if said is _DENY else _ELSE
    if said is _INSIDE:
        said = _ALLOW if part.touches and inside(part, folders) else _ELSE
    elif said is _NOT_OUTSIDE:
        placed = bool(part.touches) or not (moves and part.kind is SHELL)
        said = _ALLOW if placed and inside(part, folders) else _ELSE
    # A part that does nothing follows the rest; it speaks for itself only when it is alone.
    source = FROM_IDLE if part.does is _IDLE else None
    if said is _ELSE:
        return Finding(part, otherwise, source or FROM_OTHERWISE, UNMATCHED[otherwise])
    effect = ALLOW if said is _ALLOW else DENY
    verb = "allows" if effect is ALLOW else "denies"
    why = f"no rule matches, and the mode {mode} {verb} what {part.does.value}"
    return Finding(part, effect, source or FROM_MODE, why)


def cell(part: Part, mode: Mode) -> Fallback:
    """Return the cell of the table for a part."""
    row = TABLE[mode]
    if part.destructive and mode is not _BYPASS:
        # Nothing that destroys runs because of a mode, whatever else it is.
        return row.other if row.other is not _ALLOW else _ELSE
    if part.does in (_READ, _IDLE):
        return row.read
    if part.does is _EDIT:
        return row.edit
    return row.delegate if part.does is _DELEGATE else row.other


def inside(part: Part, folders: tuple[str, ...]) -> bool:
    """Say whether nothing that a part touches lies outside the working folders, links followed."""
    paths = [path for t in part.touches for path in (t.path.absolute, t.path.real)]
    return all(
        any(relative(path, folder) is not None for folder in folders)
        for path in (*paths, *part.repositories)
    )


def may_move(action: Action) -> bool:
    """Say whether parts of a command line may work in another folder than the one it begins in."""
    commands = [part.command for part in action.parts if part.command]
    return action.around.strays or any(
        word in MOVING for command in commands for word in command.words
    )


def unread(part: Part, mode: Mode, otherwise: Effect) -> Finding:
    """Answer for a part that could not be read: never a yes."""
    stopped = mode in (Mode.PLAN, Mode.DELEGATE, Mode.DONT_ASK) or otherwise is DENY
    effect = DENY if stopped else ASK
    return Finding(part, effect, Source.UNREAD, f"it cannot be read: {part.unread}", by=By.ANY)


def reported(mode: str | None, *, follow_bypass: bool) -> Mode | None:
    """Return the mode that an agent program reports, in our terms."""
    if mode is None:
        return None
    if mode == "auto":
        return AUTO
    known = next((m for m in Mode if m.value == mode), Mode.DEFAULT)
    return Mode.DEFAULT if known is _BYPASS and not follow_bypass else known
