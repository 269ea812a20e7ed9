"""Whether a call that a program let run was decided so, and what is said where it was not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from proctor.server.accepted_calls import (
    MANY,
    MOST_ALARMS,
    NEVER_ASKED,
    NOT_A_PERSON,
    REFUSED,
    Accepted,
    Floods,
    accepted_by,
    alarm_record,
    wrong_with,
)
from proctor.server.decided_calls import Told
from proctor.terms.record import Outcome
from tests.server.telling import CALL, a_session, decided


def accepted(tmp_path: Path, **more: Any) -> Accepted:
    """Return a call that a program says it let run."""
    made = accepted_by(a_session(tmp_path), decided(**more), due=1.0)
    assert made is not None
    return made


def told(*decisions: str) -> list[Told]:
    """Return what is known of a call."""
    return [Told(word, f"u-{word}", "tool:bash:make") for word in decisions]


def test_a_call_that_ran_is_read(tmp_path: Path) -> None:
    """Everything that names the call and who let it run is taken."""
    made = accepted(tmp_path, agent_id="sub-1")

    assert (
        made.call, made.tool, made.source, made.mode, made.told_session, made.subagent, made.due,
    ) == (("arch-1", CALL), "Bash", "hook", "default", "8c1f", "sub-1", 1.0)  # fmt: skip


@pytest.mark.parametrize(
    "event",
    [
        decided(decision="reject"),
        decided(tool_name="AskUserQuestion"),
        decided(tool_name="ExitPlanMode"),
        decided(tool_use_id=""),
        decided(tool_use_id=7),
    ],
    ids=["rejected", "a question of its own", "a plan of its own", "no id", "an odd id"],
)
def test_what_did_not_run_or_cannot_be_known_is_passed_over(tmp_path: Path, event: Any) -> None:
    """Only a call that ran, that is ours to decide and that has a name, is looked at."""
    assert accepted_by(a_session(tmp_path), event, due=1.0) is None


@pytest.mark.parametrize("word", ["accept", "allow", "", 1, None])
def test_a_word_that_is_not_known_may_be_a_yes(tmp_path: Path, word: Any) -> None:
    """Whatever is not plainly a no is looked at."""
    event = {key: value for key, value in decided(decision=word).items() if value is not None}

    assert accepted_by(a_session(tmp_path), event, due=1.0) is not None


@pytest.mark.parametrize(
    ("decisions", "source", "wrong"),
    [
        (["allow"], "hook", ""),
        (["allow"], "config", ""),
        (["ask_approved"], "hook", ""),
        (["ask_dialog", "ask_approved"], "hook", ""),
        (["ask_dialog"], "user_temporary", ""),
        (["ask_dialog", "dialog_approved"], "user_permanent", ""),
        (["ask_dialog", "ask_denied"], "user_temporary", ""),
        (["ask_dialog"], "hook", NOT_A_PERSON),
        (["ask_dialog", "dialog_approved"], "hook", NOT_A_PERSON),
        (["ask_dialog", "dialog_unknown"], "config", NOT_A_PERSON),
        (["ask_dialog"], "", NOT_A_PERSON),
        (["deny"], "config", REFUSED),
        (["ask_denied"], "user_temporary", REFUSED),
        (["ask_timeout"], "hook", REFUSED),
        (["a word of later"], "hook", REFUSED),
        ([], "hook", NEVER_ASKED),
        ([], "user_temporary", NEVER_ASKED),
        (["alarm"], "hook", NEVER_ASKED),
    ],
)
def test_what_lets_a_call_run(
    tmp_path: Path, decisions: list[str], source: str, wrong: str
) -> None:
    """A yes does, or a dialog that a person answered; nothing else."""
    assert wrong_with(accepted(tmp_path, source=source), told(*decisions)) == wrong


@pytest.mark.parametrize("outcome", list(Outcome))
def test_every_outcome_is_a_yes_or_none(tmp_path: Path, outcome: Outcome) -> None:
    """Whoever adds an outcome says here whether it lets a call run that a hook accepted."""
    fine = not wrong_with(accepted(tmp_path), told(outcome.value))

    assert fine is (outcome in {Outcome.ALLOW, Outcome.ASK_APPROVED})


def test_an_alarm_says_what_it_contradicts(tmp_path: Path) -> None:
    """It has the action and the uid of what was decided, and the program's word for who let it."""
    record = alarm_record(accepted(tmp_path, source="config"), REFUSED, told("deny"), b"key")

    said = (record.decision, record.decider, record.why, record.action_string, record.about)
    whose = (record.call_id, record.agent_name, record.role)

    assert said == ("alarm", "telemetry", REFUSED, "tool:bash:make", "u-deny")
    assert whose == (CALL, "arch-1", "coder")
    assert record.detail == "the program says: let run by `config`"


def test_an_alarm_has_one_name(tmp_path: Path) -> None:
    """The same call is the same record, whoever looks; without the key nobody knows its name."""
    one, same, other, foreign = (
        alarm_record(accepted(tmp_path, tool_use_id=call_id), NEVER_ASKED, [], key).uid
        for call_id, key in [("c-1", b"key"), ("c-1", b"key"), ("c-2", b"key"), ("c-1", b"another")]
    )

    assert (one == same, len({one, other, foreign}), len(one) <= 64) == (True, 3, True)


def test_a_flood_is_told_once(tmp_path: Path) -> None:
    """So many alarms of an agent are kept, then one that says that there are more; others go on."""
    floods = Floods()
    made = [floods.instead(accepted(tmp_path), REFUSED) for _ in range(MOST_ALARMS + 20)]
    other = accepted(tmp_path)._replace(session=a_session(tmp_path, "other"))

    assert made == [REFUSED] * MOST_ALARMS + [MANY] + [""] * 19
    assert floods.instead(other, REFUSED) == REFUSED
