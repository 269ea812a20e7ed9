"""Who writes in a home."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from proctor.audit.identity import FILE, digest, load_identity
from proctor.errors import StoreError

KEY = b"k" * 32
LOAD = """
import sys
from pathlib import Path
from proctor.audit.identity import load_identity
sys.stdin.readline()
print(load_identity(Path(sys.argv[1])))
"""


def test_an_identity_is_made_once_and_stays(tmp_path: Path) -> None:
    """The second look gives what the first has made."""
    home = tmp_path / "deep" / "home"
    made = load_identity(home)

    assert made == load_identity(home)
    assert (8, 32, os.uname().nodename) == (len(made.home), len(made.key), made.host)
    assert stat.S_IMODE((home / FILE).stat().st_mode) == 0o600


def test_the_host_can_be_named(tmp_path: Path) -> None:
    """A name from the config takes the place of the machine's own."""
    assert load_identity(tmp_path, "anvil").host == "anvil"


def test_many_that_come_first_agree(tmp_path: Path) -> None:
    """Of twelve processes that start at once, all get the same identity."""
    started = [
        subprocess.Popen(
            [sys.executable, "-c", LOAD, str(tmp_path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(12)
    ]
    for process in started:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    said = {process.communicate()[0] for process in started}

    assert said == {f"{load_identity(tmp_path)}\n"}


def test_one_that_was_killed_in_the_middle_is_no_hindrance(tmp_path: Path) -> None:
    """What an earlier start has left half done is begun anew."""
    (tmp_path / "identity.json.new").write_text('{"home": "0a')

    assert load_identity(tmp_path) == load_identity(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == [FILE]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        "{}",
        '{"home": 1, "key": 2}',
        '{"home": "0a0b0c0d", "key": "00"}',
        '{"home": "x", "key": "' + "00" * 32 + '"}',
        "\udcff",
        "[" * 3000,
    ],
)
def test_a_damaged_file_is_told_and_left_as_it_is(tmp_path: Path, text: str) -> None:
    """A new identity would begin new chains, so a person decides that."""
    damaged = text.encode(errors="surrogateescape")
    (tmp_path / FILE).write_bytes(damaged)

    with pytest.raises(StoreError, match=r"damaged|cannot be read"):
        load_identity(tmp_path)
    assert damaged == (tmp_path / FILE).read_bytes()


def test_a_home_that_is_a_file_is_told(tmp_path: Path) -> None:
    """What cannot be a home is said in a sentence."""
    (tmp_path / "home").write_text("")

    with pytest.raises(StoreError, match="cannot be read or written"):
        load_identity(tmp_path / "home")


def test_a_link_in_place_of_the_file_is_refused(tmp_path: Path) -> None:
    """A key is not read from wherever somebody points to."""
    (tmp_path / "other").write_text(json.dumps({"home": "0a0b0c0d", "key": "00" * 32}))
    (tmp_path / FILE).symlink_to(tmp_path / "other")

    with pytest.raises(StoreError, match="cannot be read or written"):
        load_identity(tmp_path)


def test_the_digest_is_that_of_the_value_and_the_key() -> None:
    """The order of keys does not count; value and key do."""
    one = digest(KEY, {"a": 1, "b": [2, "é"]})

    assert (one, 32) == (digest(KEY, {"b": [2, "é"], "a": 1}), len(one))
    assert one != digest(KEY, {"a": 1, "b": [2, "e"]})
    assert one != digest(b"l" * 32, {"a": 1, "b": [2, "é"]})


def test_what_cannot_be_compared_has_a_digest_of_its_own() -> None:
    """An endless, a deep or an odd input gets a digest that nothing else has, and no error."""
    endless: list[object] = []
    endless.append(endless)
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    odd = {1: "a", "b": 2}

    digests = {digest(KEY, value) for value in (endless, endless, deep, odd, odd)}

    assert len(digests) == 5
    assert digest(KEY, "\ud800") == digest(KEY, "\ud800")
    assert digest(KEY, {"a": {1, 2}}) == digest(KEY, {"a": {1, 2}})
