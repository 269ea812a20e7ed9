"""The core utilities for text: reading, and the few options that write or run."""

from __future__ import annotations

from tests.normalise.shell.commands.classes import classes
from tests.normalise.shell.commands.grouped import grouped
from tests.tables import each_row

COMMANDS = r"""
[read]
cat a.txt b.txt
cat -A a.txt
tac a.txt
head a.txt
head -20 a.txt
head -n20 -q a.txt b.txt
head -c 10 a.txt
tail -f a.log
tail -n +5 a.txt
tail -20f a.log
tail --lines=5 --retry a.log
sort a.txt
sort -k2,2n -t: a.txt
sort -nru a.txt
sort --rev --uniq a.txt
sort -T /srv/tmp -S 1G --parallel=4 a.txt
uniq -c a.txt
uniq --count a.txt
wc -l a.txt b.txt
cut -d: -f1 a.txt
cut -c1-10 --complement a.txt
tr a-z A-Z
tr -d '\n'
nl -ba a.txt
fold -sw 80 a.txt
fmt -60 a.txt
pr -2 -h title a.txt
paste -d, a b
paste -sd+ a
join -t, -1 2 -2 1 a b
comm -12 a b
expand -t4 a
unexpand -a a
od -An -tx1 a
od -c a
ptx -w 80 a
tsort a
shuf -n 1 a
shuf -i 1-10
sum a
cksum -a sha256 a
md5sum a b
sha256sum -c sums.txt
b2sum --tag a
sha512sum --check --quiet sums.txt
base64 a
base64 -d a
base64 -w0 a
base32 --decode a
basenc --base64url -d a
seq 10
seq 10 -1 1
seq -w 1 0.5 3
seq -s, 5
numfmt --to=iec 1024
expr 1 + 2
expr -1 + 2
yes
yes no
bc -l
bc -lq a.bc
gsort -V a
[read write]
sort -o b a
sort -ob a
sort -nro b a
sort a -o b
sort --out=b a
uniq a b
uniq -c a b
shuf -o b a
shuf --output=b a
base64 -i a -o b
base64 a b
base64 --output=b a
[read code]
sort --compress-program=./x a
sort --compress=gzip a
[code]
dc
dc -e '2 2 + p'
[read unknown]
sort --frobnicate a
cat --frob a
head -n
uniq a b c
tr a b c
ptx -G a b
join a b c
wc -Q a
[read]
base64 -i a -o -
base64 --output=- a
base64 -d -o - a
[read]
wc --files0-from=list
"""


@each_row(("command", "expected"), grouped(COMMANDS))
def test_commands_have_their_classes(command: str, expected: set[str]) -> None:
    """Each command has exactly the classes of what it does."""
    assert expected == classes(command)
