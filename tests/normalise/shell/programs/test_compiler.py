"""Tests of how compilers are called."""

from __future__ import annotations

from tests.normalise.shell.commands.told import told


def test_checking_the_syntax_writes_nothing() -> None:
    """A compiler that only checks writes nothing; what it includes, its errors can show."""
    assert {"unknown"} == told("gcc -Wall -fsyntax-only main.c")
    assert {"write"} == told("gcc -Wall main.c")


def test_options_from_a_file_are_not_certain() -> None:
    """A file of options may load a plug-in, wherever it stands."""
    assert {"unknown"} == told("gcc -fsyntax-only @options main.c")
    assert {"unknown"} == told("clang -fsyntax-only main.c @options")


def test_what_it_is_fed_is_not_certain() -> None:
    """A text may include any file, which would be shown, whether it is in a file or not."""
    assert {"unknown"} == told("gcc -E main.c")
    assert {"unknown"} == told("gcc -E -x c -")


def test_plug_ins_are_not_certain() -> None:
    """Every way to load one is unknown or code."""
    assert {"unknown"} == told("gcc -fsyntax-only -fplugin=./x.so main.c")
    assert {"unknown"} == told("clang -fsyntax-only -mllvm -load=./x.so main.c")
    assert {"code", "unknown"} == told("gcc -fsyntax-only -B./bin main.c")
