"""Words are the same everywhere."""

from __future__ import annotations

from proctor.audit.stores.words import findable, found_by, words_of
from tests.tables import each_row


@each_row(
    ("text", "words"),
    [
        ("tool:bash:git push --force", ["tool", "bash", "git", "push", "force"]),
        ("it's 2nd_try", ["it", "s", "2nd", "try"]),
        ("Zoë ΣΊΣΥΦΟΣ 東京", ["zoë", "σίσυφος", "東京"]),
        ('"a" AND NOT b*', ["a", "and", "not", "b"]),
        ("  \t\0_-*", []),
        ("", []),
    ],
)
def test_words_are_runs_of_letters_and_digits(text: str, words: list[str]) -> None:
    """Whatever is neither letter nor digit only stands between words."""
    assert words_of(text) == words


@each_row(
    ("action", "detail", "text"),
    [
        ("tool:view:a.py", "", "tool view a py"),
        ("tool:view:a.py", "Not yet", "tool view a py _ not yet"),
        ("", "Not yet", "_ not yet"),
        ("x", "!", "x"),
        ("", "", ""),
    ],
)
def test_action_and_detail_are_kept_apart(action: str, detail: str, text: str) -> None:
    """Between the words of one and of the other stands what is no word."""
    assert findable(action, detail) == text


@each_row("text", ["git push", "git pu", "git", "push origin", "yes"])
def test_words_next_to_each_other_are_found(text: str) -> None:
    """All words but the last are whole."""
    assert found_by("git push origin _ yes", words_of(text))


@each_row("text", ["push git", "gi push", "it", "origin yes", "", "-"])
def test_other_words_are_not_found(text: str) -> None:
    """No order, end or border is overlooked, and no word finds nothing."""
    assert not found_by("git push origin _ yes", words_of(text))


@each_row("at", range(128))
def test_a_text_has_the_same_words_beside_one_of_another_language(at: int) -> None:
    """Whether a text is ASCII makes it quicker, and nothing else."""
    text = f"A{chr(at)}b {chr(at)}"

    assert [*words_of(text), "ß"] == words_of(f"{text} ß")
