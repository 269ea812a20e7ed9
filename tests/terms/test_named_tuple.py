"""Named tuples without `typing`."""

from __future__ import annotations

import pickle

import pytest

from proctor.terms.named_tuple import NamedTuple


class Point(NamedTuple):
    """A point."""

    x: int
    y: int = 0
    tags: tuple[str, ...] = ()

    @property
    def sum(self) -> int:
        """Return both together."""
        return self.x + self.y

    @classmethod
    def of(cls, text: str) -> Point:
        """Read one."""
        x, y = map(int, text.split())
        return cls(x, y)


def test_it_is_a_tuple_with_names() -> None:
    """Fields stand in their order, by position, by name, and with their defaults."""
    point = Point(1, tags=("a",))

    assert Point._fields == ("x", "y", "tags")
    assert point._asdict() == {"x": 1, "y": 0, "tags": ("a",)}
    assert repr(point) == "Point(x=1, y=0, tags=('a',))"
    assert tuple(point) == (1, 0, ("a",))


def test_a_class_has_its_own_methods_and_words() -> None:
    """Methods, properties, class methods and the docstring are those of the body."""
    assert Point.of("2 3").sum == 5
    assert Point.__doc__ == "A point."
    assert Point.__module__ == __name__


def test_replace_makes_another() -> None:
    """A changed copy is a new tuple; a name that is none is refused."""
    assert Point(1)._replace(y=4) == Point(1, 4)
    with pytest.raises(ValueError, match="z"):
        Point(1)._replace(z=1)  # type: ignore[call-arg]  # this is what is tried


def test_a_missing_or_unknown_field_is_an_error() -> None:
    """Nothing is filled in that has no default."""
    with pytest.raises(TypeError):
        Point()  # type: ignore[call-arg]  # this is what is tried
    with pytest.raises(TypeError):
        Point(1, z=2)  # type: ignore[call-arg]  # this is what is tried


def test_a_field_without_default_behind_one_with_one_is_refused() -> None:
    """As with `typing`: the order would be lost else."""
    with pytest.raises(TypeError, match="behind"):
        type(NamedTuple)(  # type: ignore[misc]  # for a checker it is the one of `typing`
            "Odd",
            (NamedTuple,),
            {
                "__module__": __name__,
                "__qualname__": "Odd",
                "__annotations__": {"x": "int", "y": "int"},
                "x": 1,
            },
        )


def test_it_can_be_pickled() -> None:
    """A tuple that travels to another process is the same there."""
    assert pickle.loads(pickle.dumps(Point(1, 2))) == Point(1, 2)  # noqa: S301 - our own bytes
