"""Plain data, packed and not."""

from __future__ import annotations

from proctor.policy.packing import pack, unpacked


def test_what_is_packed_comes_back() -> None:
    """Lists, texts and numbers are what they were; what is not packed stays as it is."""
    value = [[1, 'a "quoted"\ttext', None, True, {"k": ["é", "\u2028"]}]]

    assert value == unpacked(pack(value)) == unpacked(value)
    assert pack(value).isascii()
