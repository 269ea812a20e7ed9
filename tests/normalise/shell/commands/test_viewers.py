"""Tests of the tables of programs that compare and show files, pagers and editors."""

from __future__ import annotations

from tests.normalise.shell.commands.grouped import grouped
from tests.normalise.shell.commands.told import told
from tests.tables import each_row

COMMANDS = r"""
[read]
info --apropos=x
info --output=-
diff a b
diff -u a b
diff -ruN old new
diff -U5 --color=always a b
diff --brief --recursive old new
diff -y -W 120 a b
diff -5 a b
diff --unif a b
diff3 -m a b c
sdiff -s a b
cmp -l a b
cmp -n 100 a b
colordiff -u a b
wdiff -3 a b
diffstat -p1 a.patch
delta --side-by-side a b
difft a b
patch --dry-run -p1 -i a.patch
patch -p1 --dry-run
less a
less -RS a
less +G a
less +/word a
less -N +F a.log
less --RAW-CONTROL-CHARS a
more a
bat a
bat -pp a
bat --style=plain --paging=never -r 1:20 a
bat -l json a
bat --pager=less a
batcat -A a
bat --list-themes
man git
man 3 printf
man -k network
man -w ls
apropos word
whatis ls
tldr tar
pygmentize -l python a.py
mdcat --local a.md
code --list-extensions
code --version
xdg-mime query filetype a.pdf
xdg-settings get default-web-browser
vim --version
[write]
info -o out
patch -p1 -i a.patch
patch a b.patch
less -o log a
less --log-file=log a
bat cache --build
diffstat -o out a.patch
pygmentize -o out.html a.py
[code]
bat --pager=sh a
less +!id a
less -k keys a
less '--lesskey-content=x' a
man -P 'sh -c id' ls
man --pager=cat ls
man --html=firefox ls
man -H ls
bat --lessopen a
diff3 --diff-program=x a b c
delta --config evil a b
[code write]
vim a
vi -c ':!id' a
nano a
emacs --batch -l x.el
ed a
ex a
view a
code a
subl a
sdiff -o out a b
[code network]
xdg-open https://example.org
[network]
glow a.md
mdcat a.md
[write network]
tldr --update
[unknown]
less --frobnicate a
diff --frobnicate a b
bat --frob a
man --frobnicate ls
[network write]
code --list-extensions --install-extension x
[read]
bat -h
bat -V
diff -u3 a b
diff -u10 a b
[read]
pager a.txt
pygmentize -O style=monokai a.py
[code]
info --init-file=x
pager '+!id' a.txt
[unknown]
info ls
info -d docs x
info ./x.info
info -f x.info
info --output=- ls
man -M docs tok
man --manpath=docs tok
pygmentize -f html -O full,cssfile=/srv/x.css a.py
pygmentize -P cssfile=/srv/x.css a.py
"""


@each_row(("command", "expected"), grouped(COMMANDS))
def test_each_command_does_what_stands_above_it(command: str, expected: set[str]) -> None:
    """A command has the classes in brackets above it; `read` is left out beside others."""
    assert expected == told(command)
