"""What people would say in a trial, and what becomes of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from proctor.errors import ChannelError
from proctor.testing import Trial, allow, deny

PUSH = {"command": "git push origin main"}


@pytest.fixture(autouse=True)
def user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a home of the user that nobody has made."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("PROCTOR_HOME", raising=False)


@pytest.mark.parametrize(
    ("answers", "ask", "words"),
    [
        ([], "Bash", "(nobody answers in this trial)"),
        ([allow("Read")], "Bash", "(no answer of this trial is about it)"),
    ],
)
def test_a_question_without_an_answer_says_so(answers: list[Any], ask: str, words: str) -> None:
    """Nobody waited, so no time is named; to the record it is as ever a question timed out."""
    with Trial(ask=[ask], answers=answers) as trial:
        outcome = trial.call("Bash", PUSH)

    assert not outcome
    assert outcome.why.endswith(words)
    assert outcome.record.decision == "ask_timeout"


def test_an_answer_that_does_not_count_says_why(tmp_path: Path) -> None:
    """Whoever lets the wrong person answer reads that in the trial."""
    home = tmp_path / "team"
    (home / "roles").mkdir(parents=True)
    (home / "roles" / "builder.yaml").write_text("permissions:\n  ask: [Bash]\n")
    (home / "config.yaml").write_text(
        "people:\n  ada: {roles: [lead]}\napprovers: {builder: [lead]}\n"
    )

    with Trial("builder", home=home, answers=[allow(user="mallory")]) as trial:
        outcome = trial.call("Bash", PUSH)

    assert not outcome
    assert "(the answer in this trial does not count: " in outcome.why
    assert outcome.record.decision == "ask_timeout"


def test_answers_that_nobody_was_given_are_named() -> None:
    """A script that has more to say than was asked is seen, and is no error."""
    push, twice, read = (
        deny("No.", action="*git push*"),
        deny("No.", action="*push*"),
        allow("Read"),
    )
    trial = Trial(ask=["Bash"], answers=[push, twice])
    assert list(trial.unused) == [push, twice]
    with trial:
        trial.call("Bash", PUSH)
        assert list(trial.unused) == [twice]
        trial.answer(read, allow())
        trial.call("Bash", PUSH)

    assert list(trial.unused) == [twice, read]


@pytest.mark.parametrize(
    ("wrong", "message", "help_"),
    [
        (
            {"answer": "allow", "scope": "sesion"},
            "an answer cannot be read: `sesion` is no scope",
            "did you mean `session`?",
        ),
        (
            {"answer": "allow", "scope": 7},
            "an answer cannot be read: `7` is no scope",
            "one of once, session, time, always",
        ),
        (
            {"answer": "allow", "tol": "Bash"},
            "an answer cannot be read: `tol` is no part of it",
            "did you mean `tool`?",
        ),
        (
            {"answer": "maybe"},
            "an answer cannot be read: `answer` is `allow` or `deny`",
            None,
        ),
    ],
)
def test_an_answer_with_a_slip_is_an_error(
    wrong: dict[str, Any], message: str, help_: str | None
) -> None:
    """It speaks of an answer, since that is what was written."""
    with pytest.raises(ChannelError) as caught:
        Trial(ask=["Bash"], answers=[wrong])

    assert (caught.value.message, caught.value.help) == (message, help_)


def test_a_slip_is_an_error_where_it_is_written() -> None:
    """`allow` and `deny` read what they are given at once."""
    with pytest.raises(ChannelError, match="`sesion` is no scope"):
        allow(scope="sesion")
    with pytest.raises(ChannelError, match="an answer cannot be read: `words` is a text"):
        deny(words=7)  # type: ignore[arg-type]
