"""What a record looks like when it is fit to be kept."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from proctor.audit.identity import digest
from proctor.audit.prepare import (
    KEPT,
    MOST_KEPT,
    READ,
    UNREADABLE,
    cut,
    prepared,
    prepared_event,
)
from proctor.audit.redaction.redact import Redactor
from proctor.audit.rows import compact, to_record, to_values
from proctor.audit.spool import LONGEST, record_line
from proctor.terms.record import Outcome, Record
from tests.amounts import amount
from tests.audit.homes import a_record, an_event
from tests.tables import each_row

KEY = b"k" * 32
REDACTOR = Redactor(())
TOKEN = "ghp_" + "a1B2c3D4e5F6" * 3
ODD = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.integers(), inner),
    max_leaves=5,
)


def ready(record: Record) -> Record:
    """Prepare a record."""
    return prepared(record, REDACTOR, KEY)


def test_a_plain_record_only_gets_its_digest() -> None:
    """What is short and holds no secret stays as it is."""
    record = a_record()

    assert record._replace(input_digest=digest(KEY, record.input)) == ready(record)


def test_secrets_are_gone_from_texts_and_input() -> None:
    """Action, reason, detail and input are redacted; the rule is the user's own and stays."""
    record = a_record(
        action_string=f"tool:bash:curl -H 'Authorization: Bearer {TOKEN}'",
        why=f"because of {TOKEN}",
        detail=f"use {TOKEN}",
        rule=f"Bash(echo {TOKEN})",
        input={"command": f"echo {TOKEN}", "env": {"PASSWORD": "hunter2"}},
    )
    kept = ready(record)

    assert TOKEN not in kept.action_string + kept.why + kept.detail + compact(kept.input)
    assert "hunter2" not in compact(kept.input)
    assert kept.rule == record.rule
    assert kept.input_digest == digest(KEY, record.input)


def test_the_digest_of_whoever_has_seen_the_input_stays() -> None:
    """A spooled record has a redacted input, and the digest of the real one."""
    assert ready(a_record(input_digest="abc")).input_digest == "abc"


def test_long_texts_are_cut_and_say_how_much_more_there_was() -> None:
    """Of a long text the beginning is kept, with the number of characters that follow."""
    record = a_record(
        action_string="tool:bash:" + "ab " * 50_000,
        cwd="/srv/" + "d" * 5_000,
        input={"content": "cd " * 50_000, "file_path": "/srv/app/a", "lines": [1, "x"]},
    )
    kept = ready(record)
    content = dict(kept.input)["content"]  # type: ignore[call-overload]  # it is a dict

    assert len(kept.action_string) <= KEPT
    assert kept.action_string.startswith("tool:bash:ab ab")
    assert kept.action_string.endswith(f"… ({150_010 - KEPT + 40} more characters)")
    assert kept.cwd.endswith(f"… ({5_005 - KEPT + 40} more characters)")
    assert content.endswith(f"… ({150_000 - KEPT + 40} more characters)")
    assert dict(kept.input)["file_path"] == "/srv/app/a"  # type: ignore[call-overload]  # likewise
    assert kept == ready(kept)


def test_no_half_of_a_secret_is_left_where_a_text_is_cut() -> None:
    """A token that the cut goes through is gone, even if all before it shrinks."""
    secret = f"{TOKEN} "
    text = secret * (READ // len(secret) + 1)
    assert text[READ] not in " g"
    kept = ready(a_record(action_string=text, input={"content": text}))

    assert TOKEN[4:12] not in kept.action_string + compact(kept.input)


def test_a_large_input_is_summed_up() -> None:
    """Instead of more than is kept, there are its keys and how large they are."""
    many = {f"key {number}": "x" * 3_000 for number in range(8)}
    kept = ready(a_record(input=many))

    assert kept.input == {"left out": dict.fromkeys(many, "3000 characters")}
    assert kept.input_digest == digest(KEY, many)


@each_row(
    "value",
    [
        ["x" * READ] * 100,
        list(range(100_000)),
        {"a": [["b"] * 5_000]},
        {"k" * 100_000: 1},
        {str(number): number for number in range(50_000)},
        {TOKEN: "y " * 200_000, "edits": ["x" * 70_000] * 9},
        json.loads("[" * 500 + "]" * 500),
        {"n": 10**4000},
        10**5000,
    ],
    ids=range(9),
)
def test_whatever_is_in_an_input_what_is_kept_is_small_and_stays_the_same(value: Any) -> None:
    """Large, long, deep and many: it is cut or summed up, and the hash of it can be checked."""
    kept = ready(a_record(input=value))
    values = to_values(kept)

    assert len(compact(kept.input)) <= MOST_KEPT
    assert TOKEN not in compact(kept.input)
    assert values == to_values(to_record(values))
    assert kept == ready(kept)


class Broken:
    """A redactor with a mistake in it."""

    def text(self, text: str) -> str:
        """Fail."""
        raise RecursionError(text)

    def value(self, value: object) -> object:
        """Fail."""
        raise ZeroDivisionError(value)


def test_what_could_not_be_redacted_is_left_out() -> None:
    """A mistake in a pattern never means that a secret is written."""
    record = a_record(why=TOKEN, input=["x" * READ] * 100)
    kept = prepared(record, Broken(), KEY)
    small = prepared(a_record(), Broken(), KEY)

    assert [kept.action_string, kept.why, kept.detail, kept.input, small.input] == [
        UNREADABLE, UNREADABLE, "", UNREADABLE, UNREADABLE,
    ]  # fmt: skip


@settings(max_examples=amount(20, 120), deadline=None)
@given(st.dictionaries(st.sampled_from(Record._fields), ODD, max_size=3))
def test_a_record_of_anything_can_be_kept(fields: dict[str, Any]) -> None:
    """Whatever stands in the fields of a record, a row comes out that stays the same."""
    kept = ready(a_record(**fields))
    row = to_values(kept)

    assert row == to_values(to_record(row))
    assert all(isinstance(value, str | int | None) for value in row)
    assert json.loads(json.dumps(row)) == list(row)


def test_no_record_makes_a_line_that_the_spool_calls_too_long() -> None:
    """Even one that is full of the longest characters is taken in, and not set aside."""
    texts: dict[str, Any] = dict.fromkeys(
        set(Record._fields) - {"question", "duration_us"}, "🦊 " * 50_000
    )
    texts["input"] = {"a": "🦊" * 9_000, "b": "🦊" * 9_000}
    kept = ready(a_record("")._replace(**texts))

    assert len(record_line(kept)) < LONGEST


def test_an_outcome_becomes_a_plain_text() -> None:
    """A store gets the word, not the name of it."""
    assert type(ready(a_record(decision=Outcome.ASK_DENIED)).decision) is str


def test_numbers_that_no_store_takes_are_left_out() -> None:
    """A number of a question that none can have is none."""
    kept = ready(a_record(question=1 << 70, duration_us=-5))

    assert (kept.question, kept.duration_us) == (None, 0)


def test_a_cut_text_is_cut_once() -> None:
    """What was cut already and is cut shorter counts what was cut the first time."""
    once = cut("x" * 9_000, 4_000)

    assert cut(once, 4_000) == once
    assert cut(once, 100) == "x" * 60 + "… (8940 more characters)"


def test_an_event_is_redacted_and_cut_too() -> None:
    """The body of an event is what an agent program said."""
    event = an_event(body={"prompt": f"use {TOKEN}"}, kind="k" * 500, agent="a" * 500)
    kept = prepared_event(event, REDACTOR)
    odd = prepared_event(an_event(body=["x"], agent=None, spooled="yes"), REDACTOR)

    assert TOKEN not in compact(kept.body)
    assert len(kept.kind) <= 100
    assert len(kept.agent) <= 200
    assert (odd.body, odd.agent, odd.spooled) == ({"value": ["x"]}, "", False)
