"""Digests without what `hashlib` loads besides."""

from __future__ import annotations

import hashlib

import pytest

from proctor import quick_digest


@pytest.mark.parametrize("text", [b"", b"a", b"x" * 1000])
def test_the_digests_are_those_of_hashlib(text: bytes) -> None:
    """With and without a key, they are the same."""
    assert hashlib.sha256(text).hexdigest() == quick_digest.sha256(text).hexdigest()
    assert (
        hashlib.blake2b(text, key=b"k", digest_size=16).hexdigest()
        == quick_digest.blake2b(text, key=b"k", digest_size=16).hexdigest()
    )


def test_there_are_no_others() -> None:
    """A name that is none is an error, as of any module."""
    with pytest.raises(AttributeError, match="no attribute 'md5'"):
        getattr(quick_digest, "md5")  # noqa: B009 - a type checker would say so at once
