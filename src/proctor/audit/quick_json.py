"""JSON of one form, written over and over: `json.dumps` makes a new encoder for each text."""

from __future__ import annotations

from json import JSONEncoder, encoder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def json_writer(
    *,
    default: Callable[[object], object] | None = None,
    sort_keys: bool = False,
    allow_nan: bool = True,
) -> Callable[[object], str]:
    """
    Return what writes a value as JSON in ASCII, without blanks; the same as `json.dumps` does.

    Args:
        default: makes something of what JSON cannot hold; without it that is a TypeError.
        sort_keys: whether the keys of objects come in order, not as they are.
        allow_nan: whether NaN and Infinity are written; else they are a ValueError.

    """
    plain = JSONEncoder(
        separators=(",", ":"),
        default=default,
        sort_keys=sort_keys,
        allow_nan=allow_nan,
        check_circular=False,
    )
    make = getattr(encoder, "c_make_encoder", None)
    if make is None:
        return plain.encode
    # What contains itself ends by its depth: a RecursionError.
    pieces = make(
        None,
        plain.default,
        encoder.encode_basestring_ascii,
        None,
        plain.key_separator,
        plain.item_separator,
        sort_keys,
        plain.skipkeys,
        plain.allow_nan,
    )
    return lambda value: "".join(pieces(value, 0))
