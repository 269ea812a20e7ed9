"""Tests of the table of git's subcommands that look at history and files."""

from __future__ import annotations

from tests.normalise.shell.commands.told import cases, told
from tests.tables import each_row

CASES = cases("""
read: git
read: git --version
read: git --help
read: git -h
read: git status
read: git status -sb --ignored=matching
read: git -C ../shop status --porcelain=v2
read: git --no-pager log -5
read: git --git-dir=/srv/app/.git --work-tree=/srv/app status
read: git log
read: git log --full-diff -p -- src
read: git log -L :main:src/shop.c
read: git log --cherry-mark --left-right main...shop
read: git log --date=format:%Y --format=%ad -1
read: git diff --merge-base main --stat=200,100
read: git shortlog -sne --no-merges main..shop
read: git blame -w -C -C -L 1,9 src/shop.c
read: git grep -e a --and -e b -- src
read: git rev-list --left-right --count main...HEAD
read: git --exec-path
read: git log --oneline --graph --all --decorate -n 20
read: git log -p --since=yesterday --author 'Ada L' -- src
read: git log -S needle --pickaxe-regex --format='%h %s'
read: git log -L 10,20:src/app.py
read: git log -3 --stat --no-merges main..topic
read: git show HEAD~2 --stat
read: git show v2.0:README.md
read: git diff --cached --name-only
read: git diff -w -U5 main...topic -- src
read: git diff --no-index a b
read: git diff -Oorder.txt --word-diff=color
read: git diff-tree -r --no-commit-id --name-only HEAD
read: git rev-list --count HEAD
read: git range-diff main topic@{1} topic
read: git reflog
read: git reflog show main -5
read: git shortlog -sne --all
read: git blame -L 5,+10 -w src/app.py
read: git annotate src/app.py
read: git grep -nI -e TODO -- '*.py'
read: git grep -A 3 --count pattern
read: git ls-files -oz --exclude-standard
read: git ls-tree -r --name-only HEAD
read: git cat-file -p HEAD
read: git cat-file blob HEAD:setup.py
read: git describe --tags --always --dirty
read: git rev-parse --abbrev-ref HEAD
read: git rev-parse --git-dir
read: git show-ref --heads
read: git show-branch --all
read: git for-each-ref --sort=-committerdate --format='%(refname)' refs/heads
read: git merge-base --is-ancestor main topic
read: git merge-tree --write-tree main topic
read: git cherry -v main
read: git name-rev HEAD
read: git fsck --full
read: git count-objects -vH
read: git check-ignore -v build
read: git var GIT_EDITOR
read: git help rebase
read: git hash-object setup.py
read: git ls-remote
read: git ls-remote --tags origin 'v2*'
read: git verify-commit HEAD
read: git-log --oneline
write: git log --output=log.txt
write: git log --output log.txt
write: git show --output=x HEAD
write: git diff --output x
write: git rev-list --output=x HEAD
write: git shortlog --output=x
write: git blame --output=x f
write: git fsck --lost-found
write: git hash-object -w setup.py
destroy write: git reflog expire --expire=now --all
destroy write: git reflog delete HEAD@{1}
code: git diff --ext-diff
code: git show --textconv HEAD:a.bin
code: git cat-file --filters HEAD:a
code: git grep -O pattern
code: git grep --open-files-in-pager=less pattern
code: git grep -nOvi pattern
code: git help -w log
code: git --exec-path=/tmp/x status
code: git --config-env=core.pager=X log
code: git ls-remote --upload-pack=./x origin
network: git ls-remote https://example.org/a.git
network: git ls-remote git@example.org:a
network: git ls-remote ../other
unknown: git log --outp=x
unknown: git log --diff output
unknown: git blame -- --output=x f
unknown: git log --made-up
unknown: git frobnicate
unknown: git -x status
unknown: git ls-remote --made-up origin
""")


@each_row(("command", "expected"), CASES)
def test_looking_is_told_from_what_writes_or_runs(command: str, expected: set[str]) -> None:
    """A subcommand that looks at history reads, unless an option writes, runs or is unknown."""
    assert expected == told(command)


@each_row(
    "command",
    [
        "git log --format --output=x",
        "git log --author -n --output=x",
        "git log -U --output=x",
        "git log --since -1 --output=x",
        "git diff --stat --output=x",
        "git diff -M --output=x",
        "git rev-list -L --output=x HEAD",
        "git stash list -S -n --output=x",
        "git reflog -c --output=x",
        "git log --author -L 1,2:f -n --output=x",
        "git fast-export --tag-of-filtered-object --output=x",
        "git rev-list --git-dir --output=x HEAD",
    ],
)
def test_no_option_hides_the_one_behind_it(command: str) -> None:
    """An option takes the next word only where git does, so `--output` is never overlooked."""
    assert {"read"} != told(command)
