"""What is left of what a program prints: text, whatever it tells the terminal."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from proctor.agents.output_text import OutputText, lines_of
from tests.tables import each_row

CONTROLS = {chr(code) for code in (*range(32), *range(127, 160))} - {"\n", "\t"}


def read(data: bytes) -> str:
    """Return the text of everything at once."""
    return OutputText().read(data, last=True)


@each_row(
    ("printed", "text"),
    [
        (b"plain \xc3\xa4\n", "plain \u00e4\n"),
        (b"\x1b[31mred\x1b[0m", "red"),
        (b"\x1b[38;2;1;2;3mcolour\x1b[m", "colour"),
        (b"\x1b]0;a title\x07shown", "shown"),
        (b"\x1b]52;c;cGFzcw==\x1b\\shown", "shown"),
        (b"\x1bPq#1~\x1b\\shown", "shown"),
        (b"\x1b_command\x1b\\shown", "shown"),
        (b"two\x1b[3Cwords", "two   words"),
        (b"two\x1b[Cwords", "two words"),
        (b"two\x1b[12Gwords", "two words"),
        (b"one\x1b[2;5Htwo\x1b[1Bthree", "one\ntwo\nthree"),
        (b"10%\r20%\r\ndone", "10%\n20%\ndone"),
        (b"a\x1b(Bb\x1b7c\x1b=d\x1bcend", "abcdend"),
        (b"a\x08\x00\x7f\x0eb", "ab"),
        ("a\x9b31mb\x9dtitle\x9cc".encode(), "abc"),
        (b"\xff\xfe", "\ufffd\ufffd"),
        (b"\x1b]never ends", "]never ends"),
        (b"tab\there", "tab\there"),
        (b"far\x1b[99999999Caway", "far" + " " * 200 + "away"),
    ],
)
def test_control_sequences_are_taken_out(printed: bytes, text: str) -> None:
    """Moves become room or a new line, all else is nothing."""
    assert read(printed) == text


@given(st.binary(max_size=200) | st.text("\x1b[]PX^_0;1mHC\x07\\\x9b\x9c\r\nab ", max_size=60).map(
    str.encode
))  # fmt: skip
def test_nothing_that_a_terminal_obeys_is_ever_left(data: bytes) -> None:
    """Whatever was printed, also half sequences and nonsense."""
    assert not CONTROLS & set(read(data))


@given(
    st.lists(
        st.sampled_from(
            [b"\x1b[31m", b"ab", b"\x1b]0;t\x07", b"\r\n", "\u00e4".encode(), b"\x1b[2C", b"\x1b(B"]
        ),
        max_size=12,
    ),
    st.integers(1, 5),
)
def test_pieces_are_read_as_the_whole(printed: list[bytes], size: int) -> None:
    """It does not matter where a piece ends: in a sequence, or in a letter."""
    data = b"".join(printed)
    text = OutputText()
    pieces = [text.read(data[at : at + size]) for at in range(0, len(data), size)]

    assert "".join(pieces) + text.read(b"", last=True) == read(data)


def test_a_sequence_without_an_end_is_not_waited_for_forever() -> None:
    """What follows is shown again after some thousand letters."""
    text = OutputText()
    text.read(b"\x1b]" + b"x" * 5000)

    assert text.read(b"\nshown\n").endswith("shown\n")


def test_lines_are_without_blanks_at_their_ends() -> None:
    """Of empty ones that follow each other one is left."""
    assert lines_of("\n\na  \n\n\n\nb\n") == ["a", "", "b", ""]


@each_row("start", ["\x9d", "\x90a", "\x1b]", "\x1bP\x1b", "\x1b[1;", "\x1b "])
def test_a_flood_of_starts_without_an_end_is_read_in_one_go(start: str) -> None:
    """Nobody who looks at the output waits for hours: each start is looked at once."""
    text = OutputText().read((start * 300_000 + "end").encode(), last=True)

    assert "\x1b" not in text
    assert text.endswith(("end", "nd"))


def test_a_number_without_an_end_is_no_number() -> None:
    """A move by thousands of digits moves nothing, and breaks nothing."""
    text = OutputText().read(b"a\x1b[" + b"9" * 10_000 + b"Cb", last=True)

    assert (text[0], text[-1], "\x1b" in text) == ("a", "b", False)
