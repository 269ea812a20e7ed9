"""What tar reads and writes."""

from __future__ import annotations

import pytest

from proctor.normalise.shell.knowledge.reading import Reading
from proctor.normalise.shell.meaning.argument import Argument
from proctor.normalise.shell.programs.tar import read
from tests.normalise.shell.programs.paths import doubted, touched
from tests.tables import each_row


@each_row(
    ("command", "expected"),
    [
        ("tar tf a.tar", "r:a.tar"),
        ("tar tvf a.tar src", "r:a.tar"),
        ("tar xzf a.tgz", "w:. r:a.tgz"),
        ("tar xf a.tar -C /srv", "w:/srv r:a.tar"),
        ("tar -C /srv -C app -xf a.tar", "w:/srv/app r:a.tar"),
        ("tar cf - src", "r:src+"),
        ("tar cbf 20 a.tar src", "w:a.tar r:src+"),
        ("tar czf a.tgz -C /srv app /etc/x", "w:a.tgz r:/srv/app+ r:/etc/x+"),
        ("tar cf - --remove-files src", "d:src+ r:src+"),
        ("tar cf host:a src", "r:src+ url:host:a"),
        ("tar tf a.tar -I 'zstd -T0'", "r:a.tar runs:zstd -T0"),
        ("tar tf a.tar --checkpoint-action=exec=id", "r:a.tar runs:id"),
    ],
)
def test_the_mode_decides_what_is_read_and_written(command: str, expected: str) -> None:
    """The archive, the names and the folder are told as tar would use them."""
    assert expected == touched(command)


@pytest.mark.parametrize("command", ["tar cf - -C", "tar tf", "tar", "tar tf a"])
def test_a_word_that_is_not_known_makes_it_uncertain(command: str) -> None:
    """A word that is not known is never taken for harmless."""
    assert doubted(command, unknown="$x") is not None


def test_a_name_without_an_entry_is_unknown() -> None:
    """The reader trusts no name that has no table."""
    reading = Reading()
    read([Argument("no-such-tar")], reading)
    assert reading.unknown is not None
