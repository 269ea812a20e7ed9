"""`proctor audit`, as a person types it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from proctor.audit.export import FIELDS
from proctor.audit.owner import OwnerLock
from proctor.audit.spool import Spool, record_line
from proctor.cli import render
from proctor.cli.audit_filters import complete_agent
from proctor.cli.audit_pages import style_of
from proctor.terms.record import Outcome
from tests.audit.homes import a_record
from tests.cli.conftest import Complete, Golden, Proctor
from tests.cli.kept import HOSTILE, at, keep, some
from tests.cli.terminal import on_terminal
from tests.cli.zones import in_zone
from tests.tables import each_row


@pytest.fixture(autouse=True)
def _utc() -> Iterator[None]:
    """Live where the clocks show UTC."""
    with in_zone("UTC"):
        yield


def numbers(proctor: Proctor, *words: str) -> list[int]:
    """Return the numbers of the records that a list has."""
    return [row["n"] for row in json.loads(proctor("audit", "list", "--json", *words).out)]


# list


@pytest.mark.usefixtures("kept")
def test_a_list_has_the_newest_at_the_bottom(proctor: Proctor, golden: Golden) -> None:
    """A line has number, time, agent, decision, action, and who answered."""
    result = proctor("audit", "list")

    assert (result.status, result.err) == (0, "")
    golden("cli/audit-list.txt", result.out)


@pytest.mark.usefixtures("kept")
def test_a_list_as_json_has_everything_newest_first(proctor: Proctor) -> None:
    """Each is an object with the columns of a record, its number and its place in its chain."""
    rows = json.loads(proctor("audit", "list", "--json").out)

    assert [row["n"] for row in rows] == [5, 4, 3, 2, 1]
    assert all(set(row) == set(FIELDS) for row in rows)
    assert [(row["host"], row["seq"]) for row in rows] == [
        ("anvil", 2), ("anvil", 3), ("anvil", 1), ("anvil", 2), ("anvil", 1),
    ]  # fmt: skip
    assert rows[3]["action_string"] == "tool:bash:git push origin main"
    assert rows[3]["input"] == {"command": "git push origin main"}


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["--agent", "docs-1"], [5, 3]),
        (["--role", "writer"], [5]),
        (["--decision", "deny"], [4, 3]),
        (["--tool", "Read"], [5]),
        (["--tool", "view"], [5]),
        (["--tool", "bash"], [4, 3, 2, 1]),
        (["--person", "ada"], [2]),
        (["--person", "grace"], [4]),
        (["--session", "s-2"], [3]),
        (["--host", "anvil"], [5, 4, 3, 2, 1]),
        (["--host", "other"], []),
        (["--since", "2026-06-01T10:00"], [5, 4, 3]),
        (["--until", "2026-06-01T10:30"], [2, 1]),
        (["--since", "2026-06-01", "--until", "2026-06-02"], [5, 4, 3, 2, 1]),
        (["--since", "1h"], []),
        (["--text", "git push"], [2]),
        (["--text", "GIT pu"], [2]),
        (["--text", "push git"], []),
        (["--text", "bad idea"], [4]),
        (["--decision", "deny", "--agent", "docs-1"], [3]),
        (["--limit", "2"], [5, 4]),
        (["-n", "2", "--before", "4"], [3, 2]),
        (["--before", "0"], []),
        (["--before", "-1"], []),
        (["--before", "9" * 30, "--limit", "9" * 30], [5, 4, 3, 2, 1]),
    ],
)
@pytest.mark.usefixtures("kept")
def test_each_filter_finds_its_own(proctor: Proctor, words: list[str], found: list[int]) -> None:
    """A filter, and several together, give exactly the records that meet them."""
    assert numbers(proctor, *words) == found


def test_a_name_that_a_shell_would_run_is_not_offered(home: Path) -> None:
    """Agents choose their names; what completes is a plain word."""
    keep(home, *(at(8, "make", agent=name) for name in ("a-1", "a$(id)", "a;id", "a b", "-a", "")))

    assert complete_agent("") == ["a-1"]
    assert complete_agent("b") == []


@pytest.mark.usefixtures("kept")
def test_a_list_that_is_cut_says_how_to_go_on(proctor: Proctor) -> None:
    """Where there are older ones, and only there, it names the option for the next page."""
    cut, whole = proctor("audit", "list", "-n", "2"), proctor("audit", "list", "-n", "5")

    assert (len(cut.out.splitlines()), cut.err) == (2, "older ones: --before 4\n")
    assert (len(whole.out.splitlines()), whole.err) == (5, "")


@pytest.mark.usefixtures("kept")
def test_nothing_found_is_said_and_is_no_error(proctor: Proctor) -> None:
    """Nobody is left to wonder whether the command worked."""
    result = proctor("audit", "list", "--agent", "nobody")

    assert (result.status, result.out, result.err) == (0, "", "no record is like that\n")
    assert proctor("audit", "list", "--agent", "nobody", "--json").out == "[]\n"


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["--decision", "ask_aproved"], "`ask_aproved` is not a decision"),
        (["--since", "some day"], "`some day` is not a moment"),
        (["--text", "***"], "`--text` looks for words, and `***` has none"),
        (["--limit", "0"], "Invalid value for '--limit'"),
    ],
)
def test_a_filter_that_is_none_is_a_wrong_call(
    proctor: Proctor, words: list[str], error: str
) -> None:
    """It is refused with a sentence and status 2: it must not look like "nothing found"."""
    result = proctor("audit", "list", *words)

    assert (result.status, result.out) == (2, "")
    assert error in result.err


def test_a_mistyped_decision_gets_a_suggestion(proctor: Proctor) -> None:
    """The nearest one is named."""
    assert "ask_approved" in proctor("audit", "list", "--decision", "ask_aproved").err


def test_an_empty_home_has_nothing_and_stays_empty(proctor: Proctor, home: Path) -> None:
    """Looking makes nothing, and finds all of nothing whole."""
    listed, stats = proctor("audit", "list"), proctor("audit", "stats")
    verified, exported = proctor("audit", "verify"), proctor("audit", "export")

    assert (listed.status, listed.out, listed.err) == (0, "", "nothing is kept yet\n")
    assert (stats.status, stats.out) == (0, "no records\n")
    assert (verified.status, verified.out) == (0, "whole: no records in no chains\n")
    assert (exported.status, exported.out, exported.err) == (0, "", "nothing is kept yet\n")
    assert not home.exists()


def test_what_was_spooled_is_taken_in_where_no_owner_runs(proctor: Proctor, home: Path) -> None:
    """Whoever looks then sees it, marked as spooled, and it is taken in once."""
    spooled = a_record(action_string="tool:bash:spooled one")
    Spool(home).put([record_line(spooled)])
    first, second = (json.loads(proctor("audit", "list", "--json").out) for _ in range(2))

    assert [(row["action_string"], row["spooled"]) for row in first] == [
        ("tool:bash:spooled one", True)
    ]
    assert second == first
    assert proctor("audit", "verify").status == 0


def test_what_was_spooled_is_left_to_an_owner(proctor: Proctor, home: Path) -> None:
    """While somebody owns the home, whoever looks writes nothing."""
    keep(home, at(8, "make"))
    Spool(home).put([record_line(a_record())])
    lock = OwnerLock(home)
    assert lock.try_take()
    try:
        assert numbers(proctor) == [1]
    finally:
        lock.release()
    assert numbers(proctor) == [2, 1]


# Nothing that an agent said writes to the terminal


@pytest.mark.parametrize(
    "words",
    [["list"], ["list", "--json"], ["show", "1"], ["show", "1", "--json"], ["export"], ["stats"]],
)
def test_control_characters_never_reach_a_terminal(
    proctor: Proctor, home: Path, words: list[str]
) -> None:
    """Whatever stands in an action, a name or a role is spelled out."""
    names = {"role": HOSTILE, "detail": HOSTILE, "answered_by": HOSTILE, "cwd": HOSTILE}
    keep(home, a_record(HOSTILE, action_string=HOSTILE, **names, input={HOSTILE: HOSTILE}))
    result = proctor("audit", *words)

    assert result.status == 0
    assert result.out.replace("\n", "").isprintable()
    assert not set(result.out) & set("\x1b\r\x07\u202e")


def test_on_a_terminal_a_line_of_a_list_is_not_wider_than_that(home: Path) -> None:
    """A long action is cut; in a pipe it is not."""
    keep(home, at(8, "echo " + "long " * 50))
    shown = on_terminal(home, "audit", "list", COLUMNS="80", NO_COLOR="1")

    assert [len(line) for line in shown.splitlines()] == [80]
    assert shown.rstrip().endswith("…")


# show


@pytest.mark.usefixtures("kept")
def test_show_has_everything_that_is_kept_of_one(proctor: Proctor) -> None:
    """What is empty is left out; an input is JSON."""
    shown = dict(line.split(None, 1) for line in proctor("audit", "show", "2").out.splitlines())
    data = json.loads(proctor("audit", "show", "2", "--json").out)

    assert set(data) == set(FIELDS)
    assert set(shown) == {name for name, value in data.items() if value not in ("", None, 0)}
    assert shown["timestamp"] == "2026-06-01 09:30:00 (2026-06-01T09:30:00.000Z)"
    assert shown["input"] == '{"command":"git push origin main"}'
    assert (shown["answered_by"], shown["seq"]) == ("ada", "2")


@pytest.mark.parametrize("number", ["99", "0", "9" * 30])
@pytest.mark.usefixtures("kept")
def test_a_number_that_is_not_there_is_said_to_be_none(proctor: Proctor, number: str) -> None:
    """However large it is."""
    result = proctor("audit", "show", number)

    assert (result.status, result.out) == (2, "")
    assert f"there is no record {number}" in result.err


# stats


@pytest.mark.usefixtures("kept")
def test_stats_count_and_draw(
    proctor: Proctor, golden: Golden, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Over time, by decision, by who decided, by tool and by role."""
    monkeypatch.setenv("NO_COLOR", "1")
    result = proctor("audit", "stats")

    assert (result.status, result.err) == (0, "")
    golden("cli/audit-stats.txt", result.out)


@pytest.mark.usefixtures("kept")
def test_stats_as_json_are_counts(proctor: Proctor) -> None:
    """One object for each hour, decision, tool, role and decider; filters count."""
    rows = json.loads(proctor("audit", "stats", "--json", "--agent", "docs-1").out)

    assert rows == [
        {"hour": "2026-06-01T10", "decision": "deny", "tool": "Bash", "role": "locked",
         "decider": "otherwise", "number": 1},
        {"hour": "2026-06-01T12", "decision": "allow", "tool": "Read", "role": "writer",
         "decider": "rule", "number": 1},
    ]  # fmt: skip


@pytest.mark.parametrize("stamp", ["0001-01-01T00", "1970-01-01T00", "9999-12-31T23"])
def test_a_clock_that_was_wrong_does_not_spoil_the_chart(
    proctor: Proctor, home: Path, stamp: str
) -> None:
    """The newest days are drawn, however far away the others are."""
    keep(home, *some(), a_record(timestamp=f"{stamp}:00:00.000Z"))
    lines = proctor("audit", "stats").out.splitlines()

    assert lines[0] == "6 records"
    assert len(lines[2]) <= 72
    assert lines[3].startswith("by the day, ")
    assert "█" in lines[2]


# Help and completion


@pytest.mark.parametrize("words", [[], ["list"], ["verify"], ["export"]])
def test_help_has_examples(proctor: Proctor, words: list[str]) -> None:
    """Whoever looks for help sees how others use it."""
    assert "Examples:" in proctor("audit", *words, "--help").out


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        (["list", "--decision", "ask_"], [word for word in Outcome if word.startswith("ask_")]),
        (["list", "--tool", "WebF"], ["WebFetch"]),
        (["stats", "--role", "guar"], ["guarded"]),
        (["list", "--agent", "do"], ["docs-1"]),
        (["ver"], ["verify"]),
    ],
)
@pytest.mark.usefixtures("kept")
def test_what_is_typed_completes(complete: Complete, typed: list[str], offered: list[str]) -> None:
    """Decisions, tools, roles, agents and commands complete in the shell."""
    assert set(offered) <= set(complete(" ".join(["proctor", "audit", *typed])))


@each_row("outcome", list(Outcome))
def test_every_decision_has_a_colour_that_is_known(outcome: Outcome) -> None:
    """An alarm stands out among them all."""
    assert style_of(outcome.value) in render.CODES
    assert (style_of(outcome.value) == "bold red") is (outcome is Outcome.ALARM)
