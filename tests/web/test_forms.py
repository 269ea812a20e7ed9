"""The fields of a form: strictly, and as they were written."""

from __future__ import annotations

import pytest

from proctor.errors import UsageError
from proctor.server.web.forms import Form, fields_of
from tests.tables import each_row

KNOWN = ("name", "tool", "on", "number", "text")


def form(body: str) -> Form:
    """Read a body."""
    return Form(fields_of(body.encode(), KNOWN))


def test_fields_are_read_as_they_were_written() -> None:
    """Whatever is in them; lines end as in a file, and an empty field is there."""
    read = form("name=a%20b+c&text=x%0D%0Ay%00%E2%80%AE&tool=Read&tool=&on=on")

    assert read.text("name") == "a b c"
    assert read.text("text") == "x\ny\0\u202e"
    assert read.texts("tool") == ("Read", "")
    assert (read.flag("on"), "number" in read, "on" in read) == (True, False, True)
    assert (read.text("number", "none"), read.texts("number"), read.whole("number", 7)) == (
        "none",
        (),
        7,
    )


@pytest.mark.parametrize("said", ["", "off", "0", "FALSE"])
def test_what_is_not_ticked_is_no(said: str) -> None:
    """In every way of saying so, and where it did not come at all."""
    assert not form(f"on={said}").flag("on")
    assert not form("name=x").flag("on")


@each_row(
    "body",
    ["nmae=x", "name=x&&", "name", "name=%ff", "na%6De%00=x", "name=é", "name=x;tool=y=z&q"],
)
def test_what_is_no_form_of_ours_is_refused(body: str) -> None:
    """A field that is mistyped is never without effect."""
    with pytest.raises(UsageError):
        form(body)


def test_a_doubled_field_is_not_chosen_from() -> None:
    """Of two texts, nobody knows which one was meant."""
    for take in (Form.text, Form.flag, Form.whole):
        with pytest.raises(UsageError, match="came twice"):
            take(form("name=1&name=1"), "name")


@each_row("said", ["x", "-1", "1.5", "1e3", "٣", "9" * 30, "2147483649", " 1 2"])
def test_a_number_is_a_whole_one(said: str) -> None:
    """Of plain digits, and not too large."""
    with pytest.raises(UsageError):
        Form({"number": [said]}).whole("number")
    assert Form({"number": [" 42 "]}).whole("number") == 42


def test_no_flag_is_a_yes_by_accident() -> None:
    """What is neither yes nor no is an error."""
    with pytest.raises(UsageError):
        form("on=maybe").flag("on")


def test_an_empty_body_is_an_empty_form() -> None:
    """A button alone sends nothing."""
    assert form("").fields == {}
