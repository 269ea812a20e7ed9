"""What a model is told of what a tool returned."""

from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from proctor.tools.result import text_of
from tests.tables import each_row


class Colour(Enum):
    """A colour."""

    GREEN = "green"


@dataclass
class Tea:
    """A kind of tea."""

    name: str
    colour: Colour


class Silent:
    """Something that has no words."""

    def __str__(self) -> str:
        """Fail."""
        raise RuntimeError


@each_row(
    ("value", "text"),
    [
        ("as it is\n", "as it is\n"),
        (None, "done"),
        (4.2, "4.2"),
        (True, "true"),
        ({"tea": ["green", 1]}, '{"tea": ["green", 1]}'),
        (Tea("sencha", Colour.GREEN), '{"name": "sencha", "colour": "green"}'),
        ({"a", "b"}, '["a", "b"]'),
        ([Path("/srv/app")], '["/srv/app"]'),
        (b"x", "b'x'"),
        (Silent(), "a value of the type Silent"),
    ],
)
def test_a_value_is_told_in_words_or_as_json(value: object, text: str) -> None:
    """A text is told as it is, what JSON can hold as JSON, and anything else in its own words."""
    assert text_of(value) == text
