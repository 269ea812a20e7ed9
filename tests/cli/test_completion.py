"""The script for bash completes names with a colon."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.cli.conftest import COMMAND, Complete, Proctor, Write
from tests.tools.catalogues import defined, index_text

ASK = """
source "$1"; shift
COMP_WORDBREAKS=$1; COMP_LINE=$2; COMP_CWORD=$3; shift 3
COMP_WORDS=("$@")
_proctor_completion "$PROGRAM"
printf '%s\\n' "${COMPREPLY[@]}"
"""
COLON = "\"'@><=;|&(:"


def asked(script: Path, line: str, *words: str, breaks: str = COLON) -> list[str]:
    """Return what bash would offer for the last of the words that it made of a line."""
    args = ["bash", "--norc", "-c", ASK, "bash", str(script), breaks, line, str(len(words) - 1)]
    done = subprocess.run(
        [*args, *words],
        env={"PROGRAM": str(COMMAND), "PATH": "/usr/bin:/bin", **homes(script)},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.stderr == ""
    return done.stdout.split()


def homes(script: Path) -> dict[str, str]:
    """Return where the homes of the test are."""
    user = script.parent / "user"
    return {"HOME": str(user), "PROCTOR_HOME": str(user / ".proctor")}


@pytest.fixture
def script(process: Proctor, project: Path) -> Path:
    """Have the script in a file."""
    path = project.parent / "completion.sh"
    path.write_text(process("--show-completion", "bash").out)
    return path


@pytest.mark.parametrize(
    ("line", "words", "found"),
    [
        ("proctor tools show task:a", ["task", ":", "a"], ["add", "approve"]),
        ("proctor tools show chain:", ["chain", ":"], ["new", "status"]),
        ("proctor tools  show\tchain:n", ["chain", ":", "n"], ["new"]),
        ("proctor tools show spawn_impl", ["spawn_impl"], ["spawn_impl_session"]),
        ("proctor tools show task:zz", ["task", ":", "zz"], []),
    ],
)
def test_a_name_with_a_colon_is_one_word(
    script: Path, line: str, words: list[str], found: list[str]
) -> None:
    """Bash breaks it in three; what it shall put behind the colon is offered."""
    assert sorted(asked(script, line, "proctor", "tools", "show", *words)) == found


def test_a_word_behind_such_a_name_is_another(script: Path) -> None:
    """A blank ends a name also where a colon stands before it."""
    line = "proctor role edit a:b --add-tool chain:n"
    words = ["proctor", "role", "edit", "a", ":", "b", "--add-tool", "chain", ":", "n"]

    assert asked(script, line, *words) == ["new"]


def test_where_a_colon_breaks_nothing_the_whole_name_is_offered(script: Path) -> None:
    """Some people take the colon out of COMP_WORDBREAKS: then all of the word is replaced."""
    words = ["proctor", "tools", "show", "chain:n"]

    assert asked(script, " ".join(words), *words, breaks=" \t\n=") == ["chain:new"]


def test_what_is_installed_is_the_same_script(process: Proctor, script: Path) -> None:
    """`--install-completion bash` writes what `--show-completion bash` prints."""
    result = process("--install-completion", "bash")
    installed = script.parent / "user/.bash_completions/proctor.sh"

    assert (result.status, installed.read_text()) == (0, script.read_text().rstrip("\n"))


def test_only_roles_that_are_there_are_offered_for_a_change(
    proctor: Proctor, complete: Complete
) -> None:
    """A deleted role completes where its history is wanted, and only there."""
    proctor("role", "create", "Reader One")
    proctor("role", "create", "Reader Two")
    proctor("role", "delete", "reader-two", "--yes")

    assert complete("proctor role edit rea") == ["reader-one"]
    assert complete("proctor role delete rea") == ["reader-one"]
    assert complete("proctor role history rea") == ["reader-one", "reader-two"]
    assert complete("proctor role restore rea") == ["reader-one", "reader-two"]


def test_what_is_no_id_gets_into_no_shell(project: Path, write: Write, complete: Complete) -> None:
    """A cloned project may call its roles and categories as it likes; nobody is offered that."""
    write(".proctor/roles/index.yaml", "roles:\n  - id: 'evil;make'\n  - id: $(make)\n")
    catalogue = index_text(defined("look", "read_only", category="evil;make"))
    write(".proctor/tools/index.yaml", catalogue)

    assert complete("proctor role edit ") == []
    assert complete("proctor tools list --category ev") == []
    assert complete("proctor tools show loo") == ["look"]
    assert project.exists()


def test_categories_of_ones_own_complete(
    proctor: Proctor, write: Write, complete: Complete
) -> None:
    """Those that some tool is in are offered, and no other."""
    module = 'from proctor import tool\n\n\n@tool(category="shop", read_only=True)\n'
    write("shop.py", f'{module}def price() -> str:\n    """Return a price."""\n    return "1"\n')
    synced = proctor("tools", "sync", "--module", "shop")

    assert (synced.status, synced.err) == (0, "")
    assert complete("proctor tools list --category sh") == ["shop"]
    assert complete("proctor tools list --category fi") == ["filesystem"]
