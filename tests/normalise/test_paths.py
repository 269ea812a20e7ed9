"""Canonical forms of paths."""

from __future__ import annotations

import pytest

from proctor.normalise.paths import path_form, shown, too_long, well_formed
from proctor.terms.action import PathForm
from proctor.terms.path_text import tidy
from proctor.terms.surroundings import Surroundings
from tests.tables import each_row


@each_row(
    ("written", "absolute"),
    [
        ("a", "/home/ada/shop/a"),
        ("./a/./b", "/home/ada/shop/a/b"),
        ("a//b/", "/home/ada/shop/a/b"),
        ("../x", "/home/ada/x"),
        ("a/../../x", "/home/ada/x"),
        ("../../../../../x", "/x"),
        ("/etc/passwd", "/etc/passwd"),
        ("//etc//passwd", "/etc/passwd"),
        ("/", "/"),
        ("~", "/home/ada"),
        ("~/x", "/home/ada/x"),
        ("a~b", "/home/ada/shop/a~b"),
        ("a\nb", "/home/ada/shop/a\nb"),
        (" a ", "/home/ada/shop/ a "),
    ],
)
def test_a_path_is_made_absolute(written: str, absolute: str, around: Surroundings) -> None:
    """`~` is expanded, `.`, `..` and doubled slashes are resolved."""
    form = path_form(written, around)

    assert form is not None
    assert (form.written, form.absolute, form.real) == (written, absolute, absolute)


@each_row("written", ["", "a\0b", "\ud800", "~bob", "~bob/x", "~+"])
def test_what_no_file_system_takes_has_no_form(written: str, around: Surroundings) -> None:
    """An empty path, a null byte, half a character and a stranger's home have no form."""
    assert path_form(written, around) is None


def test_a_link_is_followed_from_the_surroundings(around: Surroundings) -> None:
    """Where a path really leads comes in as a value, found by the path before its dots go."""
    linked = around._replace(links={"/home/ada/shop/l/../x": "/etc/x"})

    assert path_form("l/../x", linked) == PathForm(
        "l/../x", "/home/ada/shop/x", "/etc/x", "/home/ada/shop/l/../x"
    )


def test_a_folder_of_its_own_counts(around: Surroundings) -> None:
    """A command that runs elsewhere has its paths there."""
    form = path_form("x", around, "/srv")

    assert form is not None
    assert form.absolute == "/srv/x"


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("/home/ada/shop/a/b", "a/b"),
        ("/home/ada/shop", "."),
        ("/home/ada/shopping", "/home/ada/shopping"),
        ("/etc", "/etc"),
    ],
)
def test_a_path_is_shown_relative_inside_the_project(path: str, text: str) -> None:
    """Inside the project a path is relative, outside it is absolute."""
    assert shown(path, "/home/ada/shop") == text


def test_tidying_twice_changes_nothing() -> None:
    """A tidy path stays as it is."""
    assert tidy(tidy("/a/./b/../../..//c/")) == tidy("/a/./b/../../..//c/") == "/c"


@each_row(
    ("text", "fine"), [("a", True), ("é☃", True), ("a\n", True), ("\0", False), ("\udfff", False)]
)
def test_text_is_well_formed_if_a_program_could_take_it(text: str, fine: bool) -> None:
    """Null bytes and halves of characters are what no program takes."""
    assert well_formed(text) is fine


@pytest.mark.parametrize(
    ("path", "long"),
    [("a" * 4096, False), ("a" * 4097, True), ("\u00e4" * 2048, False), ("\u00e4" * 2049, True)],
)
def test_a_path_is_as_long_as_its_bytes(path: str, long: bool) -> None:
    """No file system takes more than so many bytes."""
    assert too_long(path) is long
