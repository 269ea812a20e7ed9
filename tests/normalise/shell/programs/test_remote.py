"""Operands that may be on other machines."""

from __future__ import annotations

from tests.normalise.shell.programs.paths import touched
from tests.tables import each_row


@each_row(
    ("command", "expected"),
    [
        ("rsync a b c", "r:a r:b w:c"),
        ("rsync -a a b", "r:a+ w:b"),
        ("rsync -a --delete a b", "r:a+ w:b+"),
        ("rsync -n a b", "r:a r:b"),
        ("rsync a", "r:a"),
        ("rsync a host:b", "r:a url:host:b"),
        ("rsync ./a:b c", "r:./a:b w:c"),
        ("rsync -e 'ssh -p 2' a host:b", "r:a url:host:b runs:ssh -p 2"),
        ("scp host:a b", "w:b url:host:a"),
        ("borg list repo::a", "r:repo::a"),
        ("borg list host:repo::a", "url:host:repo::a"),
        ("restic -r sftp:host:/r snapshots", "url:sftp:host:/r"),
        ("rclone ls name:a", "r:name:a"),
    ],
)
def test_a_colon_before_the_first_slash_is_another_machine(command: str, expected: str) -> None:
    """What is here is told as a path, what is not as a place that is contacted."""
    assert expected == touched(command)
