"""
`NamedTuple` as `typing` has it, without `typing`.

The hook starts for every tool call, and `typing` alone takes longer to import than most
decisions take. A class is written just as with the original, and a type checker sees that.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NamedTuple as NamedTuple  # noqa: PLC0414 - it is handed on
else:
    from collections import namedtuple

    # What a class body has that is not its own.
    NOT_COPIED = frozenset({"__annotations__", "__module__", "__qualname__", "__slots__"})

    class Making(type):
        """Makes a named tuple of a class body: its annotations are the fields."""

        def __new__(meta, name, bases, body):  # noqa: D102, ANN001, ANN204 - see the class
            if not bases:
                return super().__new__(meta, name, bases, body)
            fields = tuple(body.get("__annotations__", ()))
            given = [field for field in fields if field in body]
            if given != list(fields[len(fields) - len(given) :]):
                message = f"{name}: a field without a default stands behind one that has one"
                raise TypeError(message)
            defaults = [body[field] for field in given]
            module = body["__module__"]
            made = namedtuple(name, fields, defaults=defaults, module=module)  # noqa: PYI024 - made here
            made.__annotations__ = body.get("__annotations__", {})
            made.__qualname__ = body["__qualname__"]
            for key, value in body.items():
                if key not in fields and key not in NOT_COPIED:
                    setattr(made, key, value)
            return made

    class NamedTuple(metaclass=Making):
        """What a named tuple is derived from; it has no instances of its own."""
