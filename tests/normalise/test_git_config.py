"""git's configuration files, read as git itself reads them."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proctor.normalise.git_config import MOST_SETTINGS, NOT_READ, read_git_config
from tests.amounts import amount

# Pieces of which files are made: whole lines, beginnings, and what joins or hides them.
PIECES = [
    "[core]", "[core]\n", '[remote "Origin"]\n', '[a "b\\"c"] ', "[A.B]\n", '[filter "x"]',
    "\tfsmonitor = x\n", "pager=y\n", " bare\n", "Name = Value\n", "a = 1", "b", " = ", "\n", " ",
    "\\\n", "\\", '"', "#", ";", "# note \\\n", "; note\n", "\r\n", "\t", '"a;b" c', "\\n", "\\t",
    "\\\\", '\\"', "\\x", "é", "]", "[", "-", "x-y = 2\n",
    '"1 "', "\u00a0", '" "',
]  # fmt: skip


def real(text: str, folder: Path) -> dict[str, str] | None:
    """Return what git itself reads in a file; None if it refuses it."""
    path = folder / "config"
    path.write_bytes(text.encode())
    command = ["git", "config", "--file", str(path), "--list", "-z"]
    done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode:
        return None
    pairs = [row.partition("\n") for row in done.stdout.decode().split("\0") if row]
    return {name: value if equals else "true" for name, equals, value in pairs}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[core]\n\tfsmonitor = /srv/x\n\tbare = false\n",
        "[core] fsmonitor = x\n",
        "[core]\n bare\n",
        "[Core]\n FsMonitor = X\n",
        '[remote "Origin"]\n url = a\n url = b\n',
        '[remote "a b\\"c\\\\d"]\n url = x\n',
        "[a.B]\n c = d\n",
        "[a]\n b = one \\\n two\n",
        '[a]\n b = "one ; # two" three ; four\n',
        "[a]\n b = x\\ty\\nz\\\\\n",
        "# [core]\n; x = y\n[a] ; note\n b = c # note \\\n d = e\n",
        "[a]\r\n b = c\r\n",
        "[a]\n b =\n c = \n",
        "[a]\n b = c",
        "[a] [b] c = d\n",
        "[include]\n path = ../x\n",
        '[includeIf "gitdir:~/x/"]\n path = y\n',
        "[a]\n b-c2 = d\n",
        '[a]\n b = " c " \n d = e\\n\n',
        '[a]\n b = \\"c\\"\n',
    ],
)
def test_a_file_is_read_as_git_reads_it(text: str, tmp_path: Path) -> None:
    """Names in lower case but for the middle, values without quotes, the last one counts."""
    assert read_git_config(text) == real(text, tmp_path)


@pytest.mark.parametrize(
    "text",
    ["[core\n", '[a "b]\n c = d\n', "[a]\n 1b = c\n", "[a]\n b c = d\n", "[]\n a = b\n",
     "[a]\n b # note\n"],
)  # fmt: skip
def test_what_git_refuses_is_harmless_to_nobody(text: str, tmp_path: Path) -> None:
    """Such a file gives one setting, and that is none that runs nothing."""
    assert real(text, tmp_path) is None
    assert read_git_config(text) == NOT_READ


def test_a_file_with_too_many_settings_is_not_read() -> None:
    """It is not looked at in part: what is left out might run code."""
    lines = [f"a{number} = x" for number in range(MOST_SETTINGS + 1)]

    assert read_git_config("\n".join(["[s]", *lines])) == NOT_READ
    assert len(read_git_config("\n".join(["[s]", *lines[:-1]]))) == MOST_SETTINGS


@settings(max_examples=amount(75, 600), deadline=None)
@given(pieces=st.lists(st.sampled_from(PIECES), max_size=14))
def test_no_setting_that_git_sees_is_missed(
    pieces: list[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Whatever the file, git sees what we see, or we say that it was not read."""
    text = "".join(["[top]\n", *pieces])
    seen = real(text, tmp_path_factory.getbasetemp())
    found = read_git_config(text)

    # Of a tab inside a value some releases of git make a blank.
    assert seen is None or found == NOT_READ or no_tabs(found) == no_tabs(seen)


def no_tabs(found: dict[str, str]) -> dict[str, str]:
    """Return settings with blanks for tabs."""
    return {name: value.replace("\t", " ") for name, value in found.items()}


def test_what_is_kept_of_a_text_is_nobodys_to_change() -> None:
    """Each reader of the same text has settings of its own."""
    text = "[core]\n\tbare = false\n"
    read_git_config(text)["core.bare"] = "true"

    assert read_git_config(text) == {"core.bare": "false"}
