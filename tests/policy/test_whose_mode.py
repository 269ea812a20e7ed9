"""Whose mode counts, and where acceptEdits accepts edits."""

from __future__ import annotations

from pathlib import Path

import pytest

from proctor import Policy, Proctor
from proctor.normalise import normalise
from proctor.policy.decide import decide
from proctor.terms.call import ToolCall
from proctor.terms.effect import Effect
from proctor.terms.mode import Mode
from proctor.terms.role import Permissions
from proctor.terms.surroundings import Surroundings
from tests.policy.mode_table import CALLS, UNMATCHED, cells, effect
from tests.tables import each_row

ALLOW, ASK, DENY = Effect.ALLOW, Effect.ASK, Effect.DENY
DEFAULT, EDITS, BYPASS = Mode.DEFAULT, Mode.ACCEPT_EDITS, Mode.BYPASS


@each_row(("call", "mode", "word"), cells(UNMATCHED))
def test_a_role_without_a_mode_takes_the_reported_one(
    call: str, mode: Mode, word: str, around: Surroundings
) -> None:
    """What the agent program reports counts, but for bypassPermissions, which is default."""
    wanted = ASK if word == "E" or mode is BYPASS else Effect.of(word)

    assert effect(Policy.of(), call, around, mode.value) is wanted


@each_row("call", CALLS)
@each_row(
    ("reported", "same"),
    [("auto", "acceptEdits"), ("bypassPermissions", "default"), ("yolo", "default"),
     ("", "default"), ("PLAN", "default"), (None, "default")],
)  # fmt: skip
def test_a_reported_mode_in_other_words(
    call: str, reported: str | None, same: str, around: Surroundings
) -> None:
    """`auto` is acceptEdits; bypass, an unknown mode and none at all are default."""
    policy = Policy.of()

    assert effect(policy, call, around, reported) is effect(policy, call, around, same)


@each_row("call", CALLS)
def test_follow_bypass_believes_a_reported_bypass(call: str, around: Surroundings) -> None:
    """With `follow_bypass` a reported bypassPermissions is what it says."""
    policy = Policy.compile(Permissions(), follow_bypass=True)

    assert effect(policy, call, around, "bypassPermissions") is ALLOW


@each_row("call", CALLS)
@each_row("own", Mode)
@each_row("reported", [mode for mode in Mode if mode is not BYPASS])
def test_of_two_modes_the_stricter_counts(
    call: str, own: Mode, reported: Mode, around: Surroundings
) -> None:
    """A role with a mode gets the stricter answer of its own and the reported mode."""
    alone = [effect(Policy.of(mode=mode), call, around) for mode in (own, reported)]

    assert effect(Policy.of(mode=own), call, around, reported.value) is max(alone)


def test_the_stricter_mode_counts_part_by_part(around: Surroundings) -> None:
    """Two modes are compared for each part: plan lets a read pass that acceptEdits asks about."""
    policy = Policy.of(allow=["Bash(echo *)"], mode=EDITS)
    call = ToolCall(tool="Bash", input={"command": "echo a > b.txt"}, mode="default")
    decision = decide(normalise(call, around), policy)

    assert [finding.effect for finding in decision.because] == [ALLOW, ASK]
    assert effect(Policy.of(mode=EDITS), "read outside", around, "plan") is ASK


@each_row("reported", [None, "plan", "dontAsk", "bypassPermissions", "auto"])
@each_row("own", [None, *Mode])
def test_a_mode_of_the_command_line_replaces_both(
    own: Mode | None, reported: str | None, around: Surroundings
) -> None:
    """`--mode` counts alone, whatever role and program say."""
    for forced in Mode:
        policy = Policy.of(mode=own).in_mode(forced)
        plain = Policy.of(mode=forced)

        assert [effect(policy, call, around, reported) for call in CALLS] == [
            effect(plain, call, around) for call in CALLS
        ]


def test_the_mode_of_a_role_file_and_of_the_caller(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A role's `permission_mode` counts, and a mode given by the caller replaces it."""
    monkeypatch.setenv("HOME", str(tmp_path))
    roles, project = tmp_path / ".proctor" / "roles", tmp_path / "shop"
    roles.mkdir(parents=True)
    project.mkdir()
    (roles / "planner.yaml").write_text(
        "name: planner\npermission_mode: plan\npermissions: {allow: [Bash]}\n"
    )
    home = tmp_path / ".proctor"
    call = ToolCall(tool="Bash", input={"command": "npm test"}, mode="acceptEdits")
    planned = Proctor.for_role("planner", cwd=project, home=home).decide(call)
    free = Proctor.for_role("planner", cwd=project, home=home, mode=DEFAULT).decide(call)

    assert (planned.effect, free.effect) == (DENY, ALLOW)


@each_row(
    ("path", "wanted"),
    [
        ("src/cart.py", ALLOW),
        ("/home/ada/shop", ALLOW),
        ("/home/ada/start/a", ALLOW),
        ("/srv/data/a", ALLOW),
        ("~/notes/a", ALLOW),
        ("/home/ada/shop/vendor/lib/a", ALLOW),
        ("/home/ada/shopping/a", ASK),
        ("/srv/data/../other/a", ASK),
        ("/srv/database/a", ASK),
        ("/home/ada/elsewhere/a", ASK),
        ("leads-out/a", ASK),
        ("../start/../x", ASK),
    ],
)
@each_row("tool", ["Read", "Write", "Edit", "MultiEdit", "NotebookEdit"])
def test_accept_edits_accepts_inside_the_working_folders(
    tool: str, path: str, wanted: Effect, around: Surroundings
) -> None:
    """Start, project root and additional folders are working folders, links followed."""
    around = around._replace(
        start="/home/ada/start",
        links={"/home/ada/shop/leads-out/a": "/etc/a"},
    )
    policy = Policy.compile(
        Permissions(), mode=EDITS, additional_directories=("/srv/data/", "~/notes", "vendor/lib")
    )
    call = ToolCall(tool=tool, input={"file_path": path})

    assert decide(normalise(call, around), policy).effect is wanted


def test_the_folder_of_a_call_is_no_working_folder(around: Surroundings) -> None:
    """An agent that moves somewhere else takes no permission along."""
    around = around._replace(cwd="/home/ada/elsewhere")

    assert effect(Policy.of(mode=EDITS), "edit", around) is ASK
