"""Texts that are typed into an editor."""

from __future__ import annotations

from proctor.normalise.shell.knowledge.classify import classify
from proctor.normalise.shell.knowledge.reading import Inner, Reading
from proctor.normalise.shell.meaning.argument import Argument
from tests.tables import each_row


def read(*words: str) -> Reading:
    """Return what is found out about a command."""
    return classify([Argument(word) for word in words])


@each_row(
    "words",
    [
        ("vim", "-c", "!rm x"),
        ("vim", "+!rm x", "a"),
        ("ex", "-c", ":!rm x", "a"),
        ("nvim", "--cmd", "!rm x"),
        ("vi", "-c", ":r !rm x"),
        ("vim", "-c", "%!rm x"),
    ],
)
def test_a_command_for_a_shell_is_found(words: tuple[str, ...]) -> None:
    """It stands behind a `!`."""
    assert [Inner(text="rm x")] == read(*words).inners


@each_row("text", ["set number", "42", "/todo", "wq", "syntax on", "normal G", ""])
def test_plain_moves_and_settings_hide_nothing(text: str) -> None:
    """They run no command; an editor is code and writes all the same."""
    reading = read("vim", "-c", text, "a")

    assert (None, {"code", "write", "read"}) == (reading.hidden, set(reading.classes))


@each_row("text", ["call system('rm x')", "so x.vim", "exe 'x'", "2|!rm x", "ter"])
def test_other_texts_may_hide_a_command(text: str) -> None:
    """The editor's language can run one in many ways."""
    assert read("vim", "-c", text).hidden is not None
    assert read("vim", f"+{text}").hidden is not None


def test_its_version_only_reads() -> None:
    """An editor that is only asked about opens nothing."""
    assert {"read"} == set(read("vim", "--version").classes)
