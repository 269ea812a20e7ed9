"""
The digests of `hashlib`, without what it loads besides.

`hashlib` loads OpenSSL, which takes longer than a whole decision of the hook. The
functions are the same ones, or give the same digests; where an interpreter does
not have them by themselves, they come from `hashlib`.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hashlib import blake2b, sha256

__all__ = ["blake2b", "sha256"]

PARTS = {"blake2b": "_blake2", "sha256": "_sha256"}


def __getattr__(name: str) -> object:
    """Load a digest when it is first asked for."""
    if name not in PARTS:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    try:
        part = __import__(PARTS[name])
    except ImportError:
        import hashlib as part  # noqa: PLC0415 - only where there is no such part

    found: object = getattr(part, name)
    globals()[name] = found
    return found
