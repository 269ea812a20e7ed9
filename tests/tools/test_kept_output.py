"""An output is kept within a size, and it is said what was left out."""

from hypothesis import given, settings
from hypothesis import strategies as st

from proctor.tools.kept_output import KeptOutput


def test_a_short_output_is_kept_whole() -> None:
    """Up to the size nothing is left out."""
    kept = KeptOutput(10)
    kept.add(b"01234")
    kept.add(b"56789")

    assert (kept.text(), kept.cut) == ("0123456789", False)


def test_a_long_output_keeps_its_beginning_and_its_end() -> None:
    """In between stands how much was left out."""
    kept = KeptOutput(4)
    for _ in range(1000):
        kept.add(b"abcdefgh")

    assert (kept.text(), kept.cut) == ("ab\n[… 7,996 bytes are left out here …]\ngh", True)
    assert len(kept.tail) <= 4 * 2 + 8


def test_what_is_no_text_is_marked() -> None:
    """Bytes that are no text, and null bytes, become signs that one can see."""
    kept = KeptOutput(100)
    kept.add(b"a\xff\0b")

    assert kept.text() == "a\ufffd\u2400b"


@settings(deadline=None)
@given(st.lists(st.binary(max_size=9)), st.integers(1, 40))
def test_the_size_holds_however_it_comes(chunks: list[bytes], most: int) -> None:
    """However the output comes in pieces, the same is kept of it."""
    kept, at_once = KeptOutput(most), KeptOutput(most)
    for chunk in chunks:
        kept.add(chunk)
    at_once.add(b"".join(chunks))

    assert (at_once.text(), at_once.cut) == (kept.text(), kept.cut)
