"""Tests of the table of the other systems for versions."""

from __future__ import annotations

from tests.normalise.shell.commands.told import cases, told
from tests.tables import each_row

CASES = cases("""
read: hg status -mard
read: hg st
read: hg log -l 5 -r 'branch(default)' --template '{node}'
read: hg log -Gp
read: hg diff -c tip --stat
read: hg annotate -un app.py
read: hg cat -r tip app.py
read: hg identify -n
read: hg incoming
read: hg config ui.username
read: hg bookmarks
read: hg branch
read: hg resolve -l
read: hg --version
read: sl smartlog
read: sl status
write: hg cat -r tip -o x app.py
write: hg incoming --bundle=x
write: hg bookmark topic
write: hg bookmark -d topic
write: hg branch topic
write: hg branch -C
write code: hg commit -m x
write code: hg rebase -d tip
write network code: hg push
write network code: hg pull -u
write: hg strip tip
write network code: sl pull
secret code: hg config --edit
secret: hg config
read: hg config ui.username
code: hg serve
code unknown: hg --config alias.x='!sh' x
code: hg --config extensions.x=./x.py status
code: hg --conf extensions.x=./x.py status
code: hg outgoing --ssh ./x
unknown: hg made-up
unknown: hg identify https://example.org/a
read: svn status
read: svn st -q
read: svn info
read: svn log -l 5 app.py
read: svn diff -r 4:5
read: svn cat app.py
read: svn ls
read: svn blame app.py
network: svn log https://example.org/a
network: svn ls svn+ssh://example.org/a
network: svn cat file:///srv/a
code: svn diff --diff-cmd ./x
code: svn log --diff --diff-cmd ./x
code: svn info --config-option=config:tunnels:x=./x
secret: svn auth --show-passwords
write network: svn update
write network code: svn commit -m x
write: svn add app.py
write: svn revert -R .
read: jj log -r @ --no-graph
read: jj st
read: jj diff --git
read: jj op log
read: jj file show app.py
read: jj bookmark list
read: jj config list
read: jj git remote list
code: jj diff --tool ./x
code: jj log --config ui.pager=./x
code: jj config edit
write code: jj config set --user ui.pager less
write code: jj new
write code: jj squash -i
write: jj undo
write network: jj git push
unknown: jj log --tool-made-up
read: fossil status
read: fossil timeline -n 5
read: fossil branch list
code: fossil diff --command ./x
code: fossil ui
write network code: fossil sync
network code: cvs log app.py
network code: cvs -d :ext:example.org:/a log
write network code: cvs commit
read: darcs log --last=3
write network code: darcs push
""")


@each_row(("command", "expected"), CASES)
def test_looking_is_told_from_changing_in_other_systems(command: str, expected: set[str]) -> None:
    """Looking at history reads in each system, unless a word names a tool or an address."""
    assert expected == told(command)
