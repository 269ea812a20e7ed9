"""The core utilities for files: what lists, what writes, what deletes."""

from __future__ import annotations

from tests.normalise.shell.commands.classes import classes
from tests.normalise.shell.commands.grouped import grouped
from tests.tables import each_row

COMMANDS = r"""
[read]
ls
ls -la --color=auto /srv/app
ls -1tr --group-directories-first
ls --recur /srv/app
gls -lh
dir -a
stat a.txt
stat -c %s a.txt
stat -f%z a.txt
stat --format=%n --dereference a.txt
readlink -f a
greadlink -f a
realpath --relative-to=/srv /srv/app
basename /srv/app/a.txt .txt
basename -a -s .py a.py b.py
dirname a/b
pathchk -p a/b
df -hT /srv
df --output=size,avail
du -sh /srv/app
du -d1 -x --exclude=node_modules .
du --max-d=1
dircolors -p
sync
dd if=a bs=1M count=1
dd if=a of=/dev/null status=none
dd --help
cp --help
rm --version
[write]
cp a b
cp -r a b/
cp -t b a1 a2
cp --targ=b a1 a2
mv a b
mv -t b a1 a2
rm a
rmdir -p a/b
unlink a
link a b
ln -s a b
ln -sfn a b
install -m 755 a /srv/bin/a
install -d /srv/bin
mkdir -p a/b
mkfifo -m 600 p
touch a.txt
touch -r b a.txt
mktemp -d
mktemp -t name
truncate -s 0 a.log
split -l 100 a.txt part-
csplit a.txt 10 20
chmod 644 a.txt
chmod -x a.sh
chmod -R u+rwX,go-w a
chmod --reference=b a
chown ada a.txt
chown -R ada:ada a
chgrp --recursive staff a
chcon -t httpd_sys_content_t a
[write read]
dd if=a of=b
dd if=/dev/zero of=disk.img bs=1M count=10
[write privileged]
mknod d b 8 0
[write code]
install -s --strip-program=./strip a b
[write destroy destroy-outside]
rm -rf --no-preserve-root x
rm --no-pre x
chmod -R --no-preserve-root 000 x
[write unknown]
cp --frobnicate a b
mv --what a b
[read unknown]
ls --frobnicate
stat --frobnicate a
dd if=a what
dd if=a frob=1
df --frob
realpath --frob a
[write destroy]
rm -rf build
rm --recursive --force build
shred -n 3 a.txt
shred -u a.txt
[write destroy unknown]
rm -rq a
"""


@each_row(("command", "expected"), grouped(COMMANDS))
def test_commands_have_their_classes(command: str, expected: set[str]) -> None:
    """Each command has exactly the classes of what it does."""
    assert expected == classes(command)
