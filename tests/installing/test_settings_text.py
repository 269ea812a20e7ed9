"""The text of settings with our hooks in it, and out of it."""

from __future__ import annotations

import json
from textwrap import dedent
from typing import Any

import pytest
from hypothesis import given

from proctor.installing.settings_shape import Unfit
from proctor.installing.settings_text import Ours, before_of, has_ours, with_hooks, without_hooks
from tests.installing.files import EXECUTABLE, groups_for
from tests.installing.generated import settings_files
from tests.tables import each_row

OURS = Ours(groups_for(EXECUTABLE), frozenset({EXECUTABLE}))
ONE = Ours(
    {"Stop": [{"hooks": [{"type": "command", "command": EXECUTABLE}]}]}, frozenset({EXECUTABLE})
)


def test_an_empty_file_becomes_one_with_our_hooks() -> None:
    """No file, an empty one and `{}` all become the same settings."""
    wanted = {"hooks": OURS.groups, "disableAllHooks": False}

    assert [json.loads(with_hooks(text, OURS)) for text in (None, "", " \n", "{}")] == [wanted] * 4


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(
            '{"a":1}',
            '{"a":1,"hooks":{"Stop":[{"hooks":[{"type":"command","command":"%"}]}]},'
            '"disableAllHooks":false}',
            id="all on one line, without blanks",
        ),
        pytest.param(
            '{"a": 1, "disableAllHooks": true}',
            '{"a": 1, "disableAllHooks": false, "hooks": {"Stop": [{"hooks": '
            '[{"type": "command", "command": "%"}]}]}}',
            id="all on one line, with blanks",
        ),
        pytest.param(
            '{\r\n\t"hooks": {\r\n\t\t"Stop": [\r\n\t\t\t{"hooks": []}\r\n\t\t]\r\n\t},'
            '\r\n\t"disableAllHooks": false\r\n}',
            '{\r\n\t"hooks": {\r\n\t\t"Stop": [\r\n\t\t\t{"hooks": []},\r\n\t\t\t{\r\n\t\t\t\t'
            '"hooks": [\r\n\t\t\t\t\t{\r\n\t\t\t\t\t\t"type": "command",\r\n\t\t\t\t\t\t'
            '"command": "%"\r\n\t\t\t\t\t}\r\n\t\t\t\t]\r\n\t\t\t}\r\n\t\t]\r\n\t},'
            '\r\n\t"disableAllHooks": false\r\n}',
            id="tabs and CRLF",
        ),
        pytest.param(
            '\ufeff{\n   "model": "caf\\u00e9"\n}\n',
            '\ufeff{\n   "model": "caf\\u00e9",\n   "hooks": {\n      "Stop": [\n         {\n'
            '            "hooks": [\n               {\n                  "type": "command",\n'
            '                  "command": "%"\n               }\n            ]\n         }\n'
            '      ]\n   },\n   "disableAllHooks": false\n}\n',
            id="three blanks, a byte order mark and an escape",
        ),
    ],
)
def test_a_file_keeps_its_manner(before: str, after: str) -> None:
    """What is added is laid out as the rest, and the rest stays as it is."""
    assert after.replace("%", EXECUTABLE) == with_hooks(before, ONE)


@given(text=settings_files())
def test_nothing_of_others_changes(text: str) -> None:
    """Ours go in and come out again; what everybody else wrote says the same throughout."""
    there = with_hooks(text, OURS)
    back = without_hooks(there, OURS.programs, before_of(text))
    plain = json.loads(text.removeprefix("\ufeff"))

    assert with_hooks(there, OURS) == there
    assert has_ours(there, OURS.programs)
    assert json.loads(there.removeprefix("\ufeff"))["disableAllHooks"] is False
    assert json.loads(back.removeprefix("\ufeff")) == plain


@given(text=settings_files().filter(lambda text: "disableAllHooks" not in text))
def test_every_sign_of_others_stays(text: str) -> None:
    """An edit only adds: every sign of the old text is in the new one, in its order."""
    there = iter(with_hooks(text, OURS))

    assert all(sign in there for sign in text if sign not in " \t\r\n")


@given(text=settings_files())
def test_what_somebody_adds_later_stays(text: str) -> None:
    """Taking ours out of a file that others have hooked into meanwhile leaves theirs."""
    other = Ours(groups_for("/srv/other/hook"), frozenset({"/srv/other/hook"}))
    both = with_hooks(with_hooks(text, OURS), other)
    left = without_hooks(both, OURS.programs, before_of(text))
    data: dict[str, Any] = json.loads(left.removeprefix("\ufeff"))

    assert not has_ours(left, OURS.programs)
    assert has_ours(left, other.programs)
    assert data["hooks"] == json.loads(with_hooks(text, other).removeprefix("\ufeff"))["hooks"]


def test_an_older_entry_of_ours_is_replaced() -> None:
    """Another timeout, an event that we no longer want, an entry twice: all go."""
    old = with_hooks(
        '{"model": "opus"}', Ours(groups_for(EXECUTABLE, "Setup", "Stop"), OURS.programs)
    )
    old = old.replace("600", "60")
    new = json.loads(with_hooks(old, OURS))

    assert new == {"model": "opus", "hooks": OURS.groups, "disableAllHooks": False}


def test_a_hook_of_somebody_else_in_our_entry_stays() -> None:
    """Only our own hook leaves an entry that has others too."""
    text = json.dumps(
        {"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "/srv/say"},
                                       {"type": "command", "command": f"'{EXECUTABLE}'"},
                                       {"type": "command", "command": EXECUTABLE}]}]}}
    )  # fmt: skip

    assert json.loads(without_hooks(text, OURS.programs, None)) == {
        "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "/srv/say"}]}]}
    }


@pytest.mark.parametrize("said", ["true", "null", '"yes"', "1"])
def test_the_switch_comes_back_as_it_was(said: str) -> None:
    """Whatever `disableAllHooks` was, it is false with us and that again without us."""
    text = f'{{"disableAllHooks": {said}, "a": 1}}'
    there = with_hooks(text, OURS)

    assert json.loads(there)["disableAllHooks"] is False
    assert without_hooks(there, OURS.programs, before_of(text)) == text


def test_a_switch_that_somebody_turned_stays_turned() -> None:
    """Who set `disableAllHooks` after us keeps it."""
    there = with_hooks("{}", OURS).replace('"disableAllHooks": false', '"disableAllHooks": true')

    assert json.loads(without_hooks(there, OURS.programs, before_of("{}"))) == {
        "disableAllHooks": True
    }


@each_row(
    ("text", "code", "message", "offset"),
    [
        ("[]", "wrong-type", "a settings file is an object: `{…}`", 0),
        ('"x"', "wrong-type", "a settings file is an object: `{…}`", 0),
        ('{"hooks": []}', "wrong-type", "`hooks` is an object with a list for each event", 10),
        ('{"hooks": null}', "wrong-type", "`hooks` is an object with a list for each event", 10),
        ('{"hooks": {"Stop": {}}}', "wrong-type", "the hooks of `Stop` are a list: `[…]`", 19),
        ('{"hooks": {"Stop": [1]}}', "wrong-type",
         "an entry of `Stop` is an object with `hooks`", 20),
        ('{"hooks": {"Stop": [{}]}}', "wrong-type", "an entry of `Stop` has a list `hooks`", 20),
        ('{"hooks": {"Stop": [{"hooks": 1}]}}', "wrong-type",
         "an entry of `Stop` has a list `hooks`", 30),
        ('{"hooks": {"Stop": [{"hooks": ["x"]}]}}', "wrong-type",
         "a hook of `Stop` is an object with `type`", 31),
        ('{"hooks": {}, "hooks": {}}', "duplicate-key", "`hooks` is there twice", 14),
        ('{"hooks": {"Stop": [], "Stop": []}}', "duplicate-key", "`Stop` is there twice", 23),
        ('{"disableAllHooks": true, "disableAllHooks": false}', "duplicate-key",
         "`disableAllHooks` is there twice", 26),
        ('{"a": }', "bad-json", "a value was expected, not `}`", 6),
    ],
)  # fmt: skip
def test_what_we_cannot_edit_is_refused(text: str, code: str, message: str, offset: int) -> None:
    """A file that the program would read otherwise than we, or not at all, is left alone."""
    with pytest.raises(Unfit) as caught:
        with_hooks(text, OURS)

    wrong = caught.value
    assert (code, message, offset) == (wrong.code, wrong.message, wrong.offset)


def test_a_duplicate_elsewhere_is_none_of_our_business() -> None:
    """A key that is there twice where we edit nothing stays there twice."""
    text = '{"env": {"A": "1", "A": "2"}, "model": "x", "model": "y"}'

    assert with_hooks(text, OURS).startswith(text[:-1])


def test_a_removed_entry_leaves_the_lists_of_before() -> None:
    """Lists that were there, even empty ones, stay; those that came with us go."""
    text = dedent(
        """\
        {
          "hooks": {
            "Stop": []
          }
        }
        """
    )

    assert without_hooks(with_hooks(text, OURS), OURS.programs, before_of(text)) == text
