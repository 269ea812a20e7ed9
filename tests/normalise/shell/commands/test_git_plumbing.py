"""Tests of the table of git's rarer subcommands."""

from __future__ import annotations

from tests.normalise.shell.commands.told import cases, told
from tests.tables import each_row

CASES = cases("""
read: git interpret-trailers --parse msg.txt
write: git interpret-trailers --in-place --trailer a=b msg.txt
read: git merge-file -p a b c
write: git merge-file a b c
read: git replace
read: git replace -l
write: git replace abc def
write: git replace -d abc
code write: git replace --edit abc
write: git update-ref refs/heads/x abc
write: git update-ref -d refs/heads/x
read: git notes
read: git notes show HEAD
read: git notes --ref=ci list
write: git notes add -m x
read: git notes prune -n
write: git notes prune
code: git notes edit
read: git refs list
write: git refs migrate --ref-format=reftable
read: git repo info --all
write: git rerere
read: git rerere status
read: git rerere diff
write: git rerere clear
read: git sparse-checkout list
write: git sparse-checkout set src
write: git init
write: git init --bare shop.git
code: git difftool
code: git mergetool
code: git difftool -x ./x
write: git maintenance run
write: git maintenance start
read: git commit-graph verify
write: git commit-graph write
read: git multi-pack-index verify
write: git multi-pack-index write
write: git bugreport
read: git fast-export main
write: git fast-export --export-marks=x main
write: git fast-export --output=x main
write: git fast-import
network: git request-pull main https://example.org/a
network code: git send-email a.patch
write network code: git svn fetch
write network code: git subtree pull
secret: git credential fill
secret: git credential-store get
secret: git-credential-cache get
code: git daemon
code: git instaweb
code: git gui
code: git hook run pre-commit
unknown code: git for-each-repo --config=x status
unknown write code: git filter-branch --all
write: git update-index --skip-worktree a
write: git read-tree HEAD
write: git checkout-index -a
write: git write-tree
write: git commit-tree abc
write: git gc
destroy write: git gc --prune=now
write: git gc --prune=2.weeks.ago
write: git prune-packed
write: git repack -d
read: git prune -n
destroy write: git prune
write: git pack-refs --all
read: git verify-pack -v a.idx
read: git patch-id --stable
read: git stripspace
read: git version --build-options
unknown: git notes made-up
unknown write: git gc --made-up
""")


@each_row(("command", "expected"), CASES)
def test_rare_subcommands_are_told_apart(command: str, expected: set[str]) -> None:
    """A rare subcommand reads only where its table entry says so."""
    assert expected == told(command)
