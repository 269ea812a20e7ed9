"""util-linux: lists of the system read, messages and links write."""

from __future__ import annotations

from tests.normalise.shell.commands.classes import classes
from tests.normalise.shell.commands.grouped import grouped
from tests.tables import each_row

COMMANDS = r"""
[read]
getopt -o ab: -l all,back: -- -a x
mcookie
uuidgen
uuidgen -r
uuidparse -J
namei -l /srv/app
namei -mo /srv/app
mountpoint -q /srv
findmnt
findmnt -t ext4 -o TARGET,SOURCE
findmnt -T /srv/app
findmnt --json --target /srv
findmnt -rn
findfs LABEL=root
lslogins
lslogins -u
lsns -t net
lsns -J
lslocks
lslocks -p 1
lsipc -m
lsfd -p 1
lsfd -i4
lsmem
lsmem --summary=only
lsirq
lscpu
lscpu -e
lscpu -p=cpu,core
lscpu --json
ipcs -a
ipcs -m -p
fincore a.txt
waitpid 123
isosize a.iso
irqtop -b
utmpdump a
lastlog2
logger --no-act hello
[read write]
utmpdump -o b a
lastlog2 -C -u ada
[write]
ipcrm -m 1
ipcrm --all=shm
fallocate -l 1G a
fallocate --dig-holes a
hardlink a
hardlink -c a b
logger hello
logger -t name hello
renice -n 5 -p 123
renice 5 123
choom -n 0 ls
[read]
hardlink -n a
hardlink --dry-run a
[write network]
logger -n log.example.com hello
[write code]
rename s/a/b/ a.txt
rename -n s/a/b/ a.txt
[code]
scriptreplay -t a b
[privileged]
pivot_root a b
[privileged unknown]
fsfreeze -f /srv
rtcwake -m mem
[code unknown]
uclampset -m 5 ls
[read unknown]
lscpu --frobnicate
findmnt --frob
lsns -Q x
uuidgen --frob
findfs a b
mountpoint a b
[write unknown]
fallocate --frob a
fallocate a b
ipcrm --frob
renice --frob
"""


@each_row(("command", "expected"), grouped(COMMANDS))
def test_commands_have_their_classes(command: str, expected: set[str]) -> None:
    """Each command has exactly the classes of what it does."""
    assert expected == classes(command)
