"""Tests of the tables of archives and compressed files."""

from __future__ import annotations

from tests.normalise.shell.commands.grouped import grouped
from tests.normalise.shell.commands.told import told
from tests.tables import each_row

COMMANDS = r"""
[read]
tar tf a.tar
tar -tvzf a.tgz
tar --list --file=a.tar
tar ztvf a.tgz src/main.c
tar -t -f a.tar --wildcards '*.md'
tar -df a.tar
tar --compare --file a.tar src
tar cf - src
tar -czf - -C /srv app
tar -xOf a.tar notes.txt
tar --extract --to-stdout --file=a.tar notes.txt
tar tf a.tar -I zstd
tar --version
tar tf ./host:a.tar
tar tf host:a.tar --force-local
bsdtar -tvf a.zip
tar -tf a.tar --checkpoint=10 --checkpoint-action=dot
zipinfo -1 a.zip
unzip -l a.zip
unzip -Z1 a.zip
unzip -p a.zip notes.txt
unzip -tq a.zip
unzip -v
zipgrep -i word a.zip
gzip -c a
gzip -dc a.gz
gzip -cd9 a.gz
gzip -l a.gz
gzip -dt a.gz
gzip
gunzip -c a.gz
gunzip --list a.gz
bzip2 -dc a.bz2
bunzip2 --stdout a.bz2
bzip2 -t a.bz2
xz -l a.xz
xz -dc a.xz
xz --test a.xz
xz --decomp --stdout a.xz
zstd -dc a.zst
zstd -l a.zst
lz4 -dc a.lz4
brotli -dc a.br
zcat a.gz b.gz
bzcat a.bz2
xzcat a.xz
zstdcat a.zst
zless a.gz
zgrep -in word a.gz
zgrep -e word -e other a.gz
zdiff -u a.gz b.gz
7z l a.7z
7zz l -slt a.7z
7za t a.7z
7z x -so a.7z
7z h -scrcSHA256 a
unrar lb a.rar
lsar -l a.zip
ar t lib.a
ar -tv lib.a
cpio -itv
[write]
tar xf a.tar
tar xzf a.tgz -C /srv/app
tar -xvf a.tar
tar --extract --file=a.tar
tar --ext -f a.tar
tar czf a.tgz src
tar -rf a.tar b
tar --delete -f a.tar b
tar -tf a.tar --index-file=list
tar -c src
tar -cf - --remove-files src
zip -r a.zip src
unzip a.zip
unzip -o a.zip -d /srv/app
unzip -T a.zip
gzip a
gzip -9k a
gunzip a.gz
gunzip -r dir
bzip2 a
bzip2 -t -z a
xz a
xz -l -z a
xz -t --decomp a.xz
zstd -19 a
zstd -c --rm a
7z x a.7z
7z a a.7z b
unrar x a.rar
ar rcs lib.a main.o
ar x lib.a
cpio -i
[code write]
zip a.zip b -T
[code unknown]
tar tf a.tar --checkpoint-action=exec=id
[code]
tar tf a.tar -I sh
tar tIf sh a.tar
tar tf a.tar --use-compress-program="sh -c id"
tar tf a.tar --to-command=cat
tar tf a.tar --rsh-command=cat
zless +!id a.gz
[code network]
tar tf host:a.tar
tar cf host:/tmp/a.tar src
[unknown]
ar p lib.a main.o
tar tf a.tar -T list
tar tf a.tar --frobnicate
gzip --frobnicate -c a
xz --files=list -c
[write unknown]
tar
tar -xtf a.tar
7z x a.7z -o/tmp
[read]
tar --usage
tar --show-defaults
7z l -pSecret a.7z
7z l '-x!*.o' a.7z
7z l '-i!src/*' -slt a.7z
7z l -xr!build a.7z
7z t -bb3 -mmt=4 a.7z
7z h -scrcsha256 a
7z h -scrcSHA512 a
7z b -mm=LZMA -md=24
7z x -so a.7z notes.txt
7zz l -ba -an -ai!a.7z
zip -sf a.zip
zip -sU a.zip
binhex encode -c a.txt
macbinary encode --pipe a.txt
applesingle encode --to-stdout a.txt
compression_tool -h
compression_tool -encode -i a
compression_tool -decode -a lz4 -i a
compression_tool -decode
[write]
binhex encode a.txt
binhex encode -c -o a.hqx a.txt
binhex decode -c a.hqx
applesingle encode a.txt
compression_tool -encode -i a -o b
compression_tool -decode -o b
zip -s 10m a.zip src
zip -s10m a.zip src
7z a -p a.7z src
7z x -p a.7z
[unknown]
7z l -sdel a.7z
7z l -w/srv a.7z
[write unknown]
7z a -sdel a.7z src
tar --usage xf a.tar
[read]
zipsplit -t a.zip
zstd -T4 -t a.zst
zstdcat -T0 a.zst
lzip -t a.lz
pigz -t a.gz
7z h a.bin
[write]
zipsplit -n 3000 a.zip
zstd -T a.txt
lzip -F a.txt
lzip -t -o b a.lz
pigz -A -t a.txt
[unknown]
7z h @names
"""


@each_row(("command", "expected"), grouped(COMMANDS))
def test_each_command_does_what_stands_above_it(command: str, expected: set[str]) -> None:
    """A command has the classes in brackets above it; `read` is left out beside others."""
    assert expected == told(command)
