"""The file of what is kept of an upstream's tools."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from proctor.errors import UsageError
from proctor.tools.meeting import met
from proctor.tools.pin_file import (
    FOLDER,
    LARGEST,
    DamagedError,
    content,
    path_in,
    read_entries,
    text_of,
    upstream_files,
)
from tests.tables import each_row
from tests.tools.upstream_tools import listed

FIRST, LATER = "2026-11-16T09:00:00Z", "2026-11-16T10:00:00Z"
GET = listed("get", read_only=True)
KEPT = met(met(None, [GET, listed("drop")], FIRST).entries, [listed("get", "Other")], LATER)
GOOD = text_of("github", KEPT.entries)


def test_what_is_written_is_what_is_read() -> None:
    """Seen, changed and gone tools come back as they were."""
    assert read_entries(GOOD, "github") == KEPT.entries


def without(key: str) -> Any:
    """Return the rows of a file in which the first tool lacks a key."""
    said = json.loads(GOOD)
    del said["tools"]["get"][key]
    return said


def having(**changes: Any) -> Any:
    """Return the rows of a file in which the first tool says something else."""
    said = json.loads(GOOD)
    said["tools"]["get"].update(changes)
    return said


def seen(**changes: Any) -> Any:
    """Return the rows of a file in which the look at the first tool says something else."""
    return having(seen={**json.loads(GOOD)["tools"]["get"]["seen"], **changes})


@each_row(
    "said",
    [
        None,
        [],
        {},
        {**json.loads(GOOD), "version": 2},
        {**json.loads(GOOD), "upstream": "gitlab"},
        {**json.loads(GOOD), "tools": []},
        {**json.loads(GOOD), "tools": {"get": None}},
        {**json.loads(GOOD), "tools": {"get\n": json.loads(GOOD)["tools"]["get"]}},
        without("seen"),
        without("changed"),
        without("pinned_at"),
        having(pinned_at=True),
        having(trusted=True),
        having(changed=[]),
        seen(hash="sha256:1"),
        seen(hash=None),
        seen(hints=["yes", None, None, None]),
        seen(hints=[1, None, None, None]),
        seen(hints=[True] * 5),
        seen(parts=[]),
        seen(likeness=[]),
        seen(likeness=[1, 2]),
        seen(at=1),
    ],
)
def test_what_we_did_not_write_so_is_damaged(said: Any) -> None:
    """Nothing of a file counts in which anything is not as it should be."""
    with pytest.raises(DamagedError):
        read_entries(json.dumps(said).encode(), "github")


@pytest.mark.parametrize("data", [b"", GOOD[:-9], b"\xff", b"[" * 100_000], ids=range(4))
def test_what_is_no_json_is_damaged(data: bytes) -> None:
    """Half a file is not a file with fewer tools."""
    with pytest.raises(DamagedError):
        read_entries(data, "github")


@each_row("name", ["", "../x", "a/b", "A", "a__b", "x" * 33, "-a", "a.json", "a\n"])
def test_a_name_leads_nowhere_else(name: str) -> None:
    """What cannot be an upstream's name never becomes a path."""
    with pytest.raises(UsageError):
        path_in(Path("/srv/home"), name)


def test_only_a_file_of_ones_own_is_read(tmp_path: Path) -> None:
    """What others can write, a pipe, a folder, a dead link and too much are nothing to trust."""
    odd = {name: tmp_path / name for name in ("open", "pipe", "folder", "link", "large")}
    odd["open"].write_bytes(GOOD)
    odd["open"].chmod(0o622)
    os.mkfifo(odd["pipe"], 0o600)
    odd["folder"].mkdir()
    odd["link"].symlink_to(tmp_path / "nowhere")
    odd["large"].touch(0o600)
    os.truncate(odd["large"], LARGEST + 1)

    assert {name: content(path) for name, path in odd.items()} == dict.fromkeys(odd, b"")
    assert content(tmp_path / "missing") is None


def test_files_are_found_by_the_names_of_upstreams(tmp_path: Path) -> None:
    """What is not called as an upstream's file is none, and one that cannot be read is empty."""
    folder = tmp_path / FOLDER
    folder.mkdir(parents=True)
    for name in ("github.json", "A.json", ".new-x", "notes.txt"):
        (folder / name).touch(0o600)
        (folder / name).write_bytes(GOOD)
    (folder / "odd.json").mkdir()

    assert upstream_files(tmp_path) == {f"{FOLDER}/github.json": GOOD, f"{FOLDER}/odd.json": b""}
    assert upstream_files(tmp_path / "nowhere") == {}
