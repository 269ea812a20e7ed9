"""The settings of the tmux server in which agents run."""

from __future__ import annotations

from pathlib import Path

import pytest

from proctor.agents.engine import Engine
from proctor.agents.tmux_program import literal, quoted
from proctor.agents.tmux_settings import KEY, mark_of, settings_text
from tests.agents.terminals import scripted, shows, terminals

KEYS = {"a", "n", "l", "r", "[", "d", "?", "PPage", KEY}
ROOT = {"MouseDown1Pane", "MouseDrag1Pane", "WheelUpPane"}


def bound(engine: Engine, table: str) -> set[str]:
    """Return the keys of a table."""
    return {line.split()[3] for line in engine.tell("list-keys", "-T", table).splitlines()}


def test_only_our_keys_are_there(engine: Engine) -> None:
    """Behind the prefix are those of the manual and no others; before it only the mouse."""
    engine.ensure()

    assert (bound(engine, "prefix"), bound(engine, "root")) == (KEYS, ROOT)


@pytest.mark.parametrize(
    ("flags", "option", "value"),
    [
        ("-gv", "prefix", KEY),
        ("-gv", "mouse", "on"),
        ("-gv", "history-limit", "20000"),
        ("-gv", "set-titles", "off"),
        ("-gv", "update-environment", ""),
        ("-gv", "status-position", "bottom"),
        ("-sv", "escape-time", "0"),
        ("-sv", "exit-empty", "off"),
        ("-sv", "set-clipboard", "external"),
        ("-wgv", "allow-rename", "off"),
        ("-wgqv", "allow-passthrough", "off"),
        ("-wgv", "remain-on-exit", "on"),
        ("-wgv", "window-size", "latest"),
    ],
)
def test_the_server_has_what_we_want(engine: Engine, flags: str, option: str, value: str) -> None:
    """Each setting that something depends on is as it should be."""
    engine.ensure()

    assert engine.tell("show-options", flags, option) == (f"{value}\n" if value else "")


@pytest.mark.parametrize(
    "name", ["plain", "with space", "qu'ote\"s", "#(touch RAN)", "$HOME;{}~", "\udcff"]
)
def test_any_home_is_only_a_name(tmp_path: Path, name: str) -> None:
    """Whatever a folder is called, tmux reads the settings whole and runs nothing of it."""
    home = tmp_path / name
    with terminals(home) as engine:
        engine.ensure()
        code = "import os; print(ascii(os.environ['PROCTOR_HOME'])); input()"
        engine.start("arch-1", [*scripted()[:2], "-c", code], "/", size=(400, 5))
        shows(engine, "arch-1", ascii(str(home)))
        mark = engine.tell("show-options", "-gv", "@settings").strip()

    assert mark == mark_of(settings_text(home))
    assert not list(tmp_path.rglob("RAN"))


def test_the_same_program_writes_the_same_settings(tmp_path: Path) -> None:
    """Two processes never renew each other's settings for nothing."""
    assert settings_text(tmp_path) == settings_text(tmp_path)
    assert settings_text(tmp_path) != settings_text(tmp_path / "other")


def test_words_and_texts_are_quoted() -> None:
    """The end of a word is not the end of a command, and no text ends its own quotes."""
    assert [literal(word) for word in ("a", "a;", ";", "a;b")] == ["a", "a\\;", "\\;", "a;b"]
    assert quoted('a "b" $c \\d\n') == '"a \\"b\\" \\$c \\\\d "'
