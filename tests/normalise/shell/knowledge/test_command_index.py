"""The index of all commands, and every entry of every table that it leads to."""

from __future__ import annotations

import ast
import re
import runpy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from proctor.normalise.shell.knowledge.command_index import LINE, family_of
from proctor.normalise.shell.knowledge.table import Spec, blocks, every_name, parse_block
from tests.tables import each_row

ROOT = Path(__file__).parents[4]
SHELL = ROOT / "src" / "proctor" / "normalise" / "shell"
FILES = sorted(path for path in (SHELL / "commands").glob("*.py") if path.stem != "__init__")
# `env -` is `env -i`, and `su -` begins a session of its own: with them, `-` is no operand.
DASH_IS_AN_OPTION = {"env.words", "genv", "su", "runuser"}


def walk(spec: Spec) -> Iterator[Spec]:
    """Return an entry and all that is nested in it, parsed."""
    yield spec
    for index, (names, _) in enumerate(spec.subcommands):
        yield from walk(spec.child(index, names[0]))


def specs(family: str) -> Iterator[Spec]:
    """Return every entry of a family and every subcommand, afresh."""
    for name, block in blocks(family).items():
        yield from walk(parse_block(block, name, None))


def name_of(path: Path) -> str:
    """Return the name of a family for a test's id."""
    return path.stem


# Options that name a file or a folder of settings, and those that only sound so.
SETTINGS = re.compile(
    r"--?(?:[\w-]+-)?(?:(?:kube|ts|xc|user)?conf(?:ig)?(?:s|-?file|-?path|-?dir)?|rc-?file|homedir"
    r"|defaults-file|settings(?:-file|-path)?|ini|taskfile|justfile|init-file)"
)
NO_SETTINGS = {"--old-config", "--print-config", "--add-config-file", "--no-config"}
every_family = pytest.mark.parametrize("path", FILES, ids=name_of)


@pytest.fixture(scope="module")
def script() -> dict[str, Any]:
    """Load the script that writes the index, without running it."""
    return runpy.run_path(str(ROOT / "scripts" / "index-commands"))


def test_the_index_is_what_the_script_would_write(script: dict[str, Any]) -> None:
    """Whoever edits a table and forgets the index finds out here."""
    families = {path.stem: script["names_of"](path) for path in FILES}
    words = [word for family, names in families.items() for word in (f"|{family}", *names)]

    expected = script["HEAD"] + script["wrapped"](words) + script["TAIL"]
    assert (SHELL / "knowledge" / "command_index.py").read_text(encoding="utf-8") == expected


@pytest.mark.parametrize(
    ("table", "problem"),
    [
        ("frob = harmless", "family: `frob` has the unknown class `harmless`"),
        ("frob = read x* r*", "family: `frob` has two operands with a star"),
        (
            "frob = read\n  a = read\n    b = read path",
            "family: `frob a b` has the unknown operand",
        ),
        ("frob = read\nfrob = read", "family: `frob` has two entries"),
    ],
)
def test_the_script_complains_about_every_entry(
    script: dict[str, Any], tmp_path: Path, table: str, problem: str
) -> None:
    """Also about one that stands below others, which nothing else parses before it is needed."""
    path = tmp_path / "family.py"
    path.write_text(f'COMMANDS = r"""\n{table}\n"""\n', encoding="utf-8")

    (found,) = script["wrong_in"](path)
    assert found.startswith(problem)


@every_family
def test_the_script_finds_nothing_wrong(script: dict[str, Any], path: Path) -> None:
    """The tables as they are pass."""
    assert list(script["wrong_in"](path)) == []


@every_family
def test_the_script_finds_the_names_that_the_tables_have(
    path: Path, script: dict[str, Any]
) -> None:
    """The script reads a file as text, the engine as a table; both see the same commands."""
    text = next(
        ast.literal_eval(node.value)
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "COMMANDS"
    )

    assert every_name(text) == script["names_of"](path) == list(blocks(path.stem))


def test_no_command_is_in_two_families() -> None:
    """One name has one entry, so that no table is silently passed over."""
    found = [(name, path.stem) for path in FILES for name in blocks(path.stem)]

    assert len(dict(found)) == len(found)
    assert dict(found) == {name: family_of(name) for name, _ in found}


def test_the_index_has_no_other_names_than_the_tables() -> None:
    """Every word of the index is a family behind a bar, or a command that one of them has."""
    words = [word for word in LINE.split() if word[0] != "|"]

    assert sorted(words) == sorted(name for path in FILES for name in blocks(path.stem))


@each_row(
    "name",
    ["", " ", "git tig", "|vcs", "vcs", "|", "gi", "it", "git ", " git", "git\n", "GIT", "\ud800"],
)
def test_only_a_whole_name_is_found(name: str) -> None:
    """Neither a piece of a name, nor two of them, nor that of a family is a command."""
    assert family_of(name) is None


@every_family
def test_options_that_name_settings_run_code(path: Path) -> None:
    """Settings name programs, plug-ins and other files, so their role is `conf`, never `r`."""
    found = [
        f"{spec.name} {option}"
        for spec in specs(path.stem)
        for option, ways in spec.options.items()
        if SETTINGS.fullmatch(option)
        and option not in NO_SETTINGS
        and any(way.role in ("r", "n") for way in ways)
    ]

    assert found == []


@every_family
def test_a_family_is_a_docstring_and_a_text(path: Path) -> None:
    """Its file says what it is about, and holds nothing but its table."""
    docstring, *rest = ast.parse(path.read_text(encoding="utf-8")).body

    assert isinstance(docstring, ast.Expr)
    assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    kept = [ast.unparse(node).partition(" = ")[0] for node in rest]
    assert kept in (["COMMANDS"], ["from __future__ import annotations", "COMMANDS"])


@every_family
def test_every_entry_can_be_read(path: Path) -> None:
    """Each entry and each nested subcommand parses, and has classes of its own."""
    found = list(specs(path.stem))

    assert found
    assert [spec.name for spec in found if not spec.classes] == []


@every_family
def test_an_entry_has_one_star_at_most(path: Path) -> None:
    """With two roles for any number of words nobody could tell which word is which."""
    stars = {spec.name: sum(one.many for one in spec.operands) for spec in specs(path.stem)}

    assert {name: many for name, many in stars.items() if many > 1} == {}


@every_family
def test_a_reader_that_an_entry_names_is_there(path: Path) -> None:
    """`@by:NAME` and the roles that are programs have a file that reads them."""
    named = {spec.special for spec in specs(path.stem)} - {""}
    roles = {one.role for spec in specs(path.stem) for one in spec.operands}
    named |= roles & {"sed", "awk", "jq", "sql"}

    assert {name for name in named if not (SHELL / "programs" / f"{name}.py").is_file()} == set()


@every_family
def test_options_that_take_an_operand_away_are_listed(path: Path) -> None:
    """`given` and `last` name options that the entry has: else they would never count."""
    missing = {
        (spec.name, option)
        for spec in specs(path.stem)
        for option in spec.given | spec.last
        if option not in spec.options
    }

    assert missing == set()


@every_family
def test_a_single_dash_is_seldom_an_option(path: Path) -> None:
    """A stray `-` in a line of options would make standard input one."""
    listed = {spec.name for spec in specs(path.stem) if "-" in spec.own}

    assert listed - DASH_IS_AN_OPTION == set()


@every_family
def test_ruin_has_a_reason(path: Path) -> None:
    """What is refused for good says why: a command, an operand or an option that destroys."""
    silent = {
        spec.name
        for spec in specs(path.stem)
        if "destroy" in {*spec.classes, *(c for one in spec.operands for c in one.classes)}
        and not spec.why
    }
    silent |= {
        f"{spec.name} {option}"
        for spec in specs(path.stem)
        for option in spec.own
        for way in spec.options[option]
        if "destroy" in (*way.classes, *way.instead) and not way.why
    }

    assert silent == set()
