"""Variables of ours in settings, and out of them."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings

from proctor.installing.putting_in import install
from proctor.installing.receipts import read_receipt, variables_in
from proctor.installing.settings_env import Variables, env_in
from proctor.installing.settings_places import SettingsPlace, project_place
from proctor.installing.settings_shape import Unfit
from proctor.installing.settings_text import Ours, before_of, with_hooks, without_hooks
from proctor.installing.taking_out import uninstall
from tests.amounts import amount
from tests.installing.files import EXECUTABLE, groups_for, managed_in, place_in, wish_for, write
from tests.installing.generated import settings_files

WANTED = {"LD_PRELOAD": "", "LD_LIBRARY_PATH": "/opt/lib"}
PROGRAMS = frozenset({EXECUTABLE})
OURS = Ours(groups_for(EXECUTABLE), PROGRAMS, Variables(WANTED))
ONE = Ours({}, PROGRAMS, Variables({"LD_PRELOAD": ""}))


@pytest.fixture
def place(tmp_path: Path) -> SettingsPlace:
    """Give a project's settings of this machine."""
    root = tmp_path / "shop"
    root.mkdir()
    return project_place(tmp_path / ".proctor", tmp_path, root)


def of(place: SettingsPlace) -> object:
    """Return the variables that the settings of a place set."""
    return json.loads(place.file.read_text()).get("env")


@given(text=settings_files())
def test_what_is_there_is_never_overwritten(text: str) -> None:
    """Ours are added beside those of others, once, and only they go again."""
    theirs = env_in(text)
    there = with_hooks(text, OURS)
    added = {name: value for name, value in WANTED.items() if name not in theirs}
    back = without_hooks(there, PROGRAMS, before_of(text), added)

    assert env_in(there) == {**added, **theirs}
    assert with_hooks(there, OURS) == there
    assert json.loads(back.removeprefix("\ufeff")) == json.loads(text.removeprefix("\ufeff"))


@settings(max_examples=amount(20, 80), deadline=None)
@given(text=settings_files())
def test_out_again_it_is_as_before_to_the_byte(text: str) -> None:
    """Whatever a file looks like, with variables too install and uninstall leave it as it was."""
    with tempfile.TemporaryDirectory() as folder:
        place = place_in(Path(folder))
        before = write(place, text)
        wish = wish_for(place, env=WANTED)
        first, second = install(place, wish), install(place, wish)

        assert (first.settings, second.settings) == (True, False)
        assert uninstall(place).settings == "restored"
        assert place.file.read_bytes() == before


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            '{"hooks":{},"disableAllHooks":false,"env":{"A":"1"}}',
            '{"hooks":{},"disableAllHooks":false,"env":{"A":"1","LD_PRELOAD":""}}',
        ),
        (
            (
                '{\r\n\t"env": {\r\n\t\t"A": "1"\r\n\t},\r\n\t"hooks": {},\r\n\t'
                '"disableAllHooks": false\r\n}'
            ),
            (
                '{\r\n\t"env": {\r\n\t\t"A": "1",\r\n\t\t"LD_PRELOAD": ""\r\n\t},\r\n\t"hooks": {},'
                '\r\n\t"disableAllHooks": false\r\n}'
            ),
        ),
        (
            '{\n  "hooks": {},\n  "disableAllHooks": false\n}\n',
            (
                '{\n  "hooks": {},\n  "disableAllHooks": false,\n  "env": {\n'
                '    "LD_PRELOAD": ""\n  }\n}\n'
            ),
        ),
    ],
)
def test_a_file_keeps_its_manner(before: str, after: str) -> None:
    """An `env` that is there gets a line more, one that is not is made, as the rest is laid out."""
    assert with_hooks(before, ONE) == after
    assert without_hooks(after, PROGRAMS, before_of(before), {"LD_PRELOAD": ""}) == before


def test_a_file_of_our_own_has_them(tmp_path: Path) -> None:
    """Managed settings, too, are ours from the first line to the last."""
    place = managed_in(tmp_path)
    install(place, wish_for(place, env=WANTED))

    assert of(place) == WANTED
    assert uninstall(place).settings == "removed"


def test_only_what_is_still_ours_goes(place: SettingsPlace) -> None:
    """A value that a person has changed since is theirs, and stays."""
    write(place, '{"model": "opus"}')
    install(place, wish_for(place, env=WANTED))
    write(place, place.file.read_text().replace("/opt/lib", "/opt/mine"))

    assert uninstall(place).settings == "edited"
    assert json.loads(place.file.read_text()) == {
        "model": "opus",
        "env": {"LD_LIBRARY_PATH": "/opt/mine"},
    }


def test_what_others_add_stays(place: SettingsPlace) -> None:
    """Beside their variable in our `env`, ours goes; an `env` that they had stays, even empty."""
    install(place, wish_for(place, env=WANTED))
    data = json.loads(place.file.read_text())
    write(place, json.dumps({**data, "env": {**WANTED, "LANG": "C"}}))
    uninstall(place)
    first = place.file.read_text()
    write(place, '{"env": {}}')
    install(place, wish_for(place, env=WANTED))
    write(place, json.dumps({**json.loads(place.file.read_text()), "model": "opus"}))
    uninstall(place)

    assert json.loads(first) == {"env": {"LANG": "C"}}
    assert json.loads(place.file.read_text()) == {"env": {}, "model": "opus"}


@pytest.mark.parametrize("touched", [False, True])
def test_another_value_takes_the_place_of_ours(place: SettingsPlace, *, touched: bool) -> None:
    """Installed anew, it says what the person has now, and what we no longer want is gone."""
    before = write(place, '{"env": {"A": "1"}}')
    install(place, wish_for(place, env={**WANTED, "LD_OLD": ""}))
    if touched:
        data = json.loads(place.file.read_text())
        write(place, json.dumps({**data, "model": "opus"}))
    install(place, wish_for(place, env={"LD_LIBRARY_PATH": "/opt/new", "LD_PRELOAD": ""}))
    kept = read_receipt(place)

    assert of(place) == {"A": "1", "LD_LIBRARY_PATH": "/opt/new", "LD_PRELOAD": ""}
    assert kept is not None
    assert kept.env == {"LD_LIBRARY_PATH": "/opt/new", "LD_PRELOAD": ""}
    assert variables_in(place.state, place.file) == kept.env
    uninstall(place)
    if touched:
        assert json.loads(place.file.read_text()) == {"env": {"A": "1"}, "model": "opus"}
    else:
        assert place.file.read_bytes() == before


def test_a_receipt_knows_only_what_we_added(place: SettingsPlace) -> None:
    """A name that a person had there is not ours, whatever its value; no file, nothing known."""
    write(place, '{"env": {"LD_PRELOAD": ""}}')
    install(place, wish_for(place, env=WANTED))

    assert variables_in(place.state, place.file) == {"LD_LIBRARY_PATH": "/opt/lib"}
    assert variables_in(place.state, place.file.with_name("other.json")) == {}
    place.receipt.write_text("[")
    assert variables_in(place.state, place.file) == {}


def test_a_receipt_of_before_is_still_read(place: SettingsPlace) -> None:
    """One that says nothing of variables has none; one that says nonsense does not count."""
    install(place, wish_for(place))
    data = json.loads(place.receipt.read_text())
    del data["env"]
    place.receipt.write_text(json.dumps(data))
    old = read_receipt(place)
    place.receipt.write_text(json.dumps({**data, "env": {"A": 1}}))

    assert old is not None
    assert old.env == {}
    assert read_receipt(place) is None


@pytest.mark.parametrize(
    ("text", "code", "message", "offset"),
    [
        ('{"env": []}', "wrong-type", "`env` is an object with a text for each name", 8),
        ('{"env": null}', "wrong-type", "`env` is an object with a text for each name", 8),
        ('{"env": {}, "env": {}}', "duplicate-key", "`env` is there twice", 12),
    ],
)
def test_what_we_cannot_edit_is_refused(text: str, code: str, message: str, offset: int) -> None:
    """An `env` that cannot be added to is left alone, and so is the file."""
    with pytest.raises(Unfit) as caught:
        with_hooks(text, OURS)

    wrong = caught.value
    assert (code, message, offset) == (wrong.code, wrong.message, wrong.offset)
