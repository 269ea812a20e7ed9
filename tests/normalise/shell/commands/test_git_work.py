"""Tests of the table of git's subcommands for branches, settings and what is in work."""

from __future__ import annotations

from tests.normalise.shell.commands.told import cases, told
from tests.tables import each_row

CASES = cases("""
read: git branch
read: git branch -avv
read: git branch --list 'feat/*'
read: git branch -l topic
read: git branch --contains HEAD~3
read: git branch --merged main
read: git branch --no-merged
read: git branch --points-at HEAD
read: git branch --sort -committerdate --format '%(refname)'
read: git branch --show-current
write: git branch topic
write: git branch -v topic
write: git branch --sort --list topic
write: git branch -d topic
write: git branch -vD topic
write: git branch --del topic
write: git branch -m old new
write: git branch -u origin/main
write: git branch --list -D topic
unknown: git branch --list --no-list topic
unknown: git branch --list --no-l topic
code: git branch --edit-description
read: git tag
read: git tag -l 'v2*'
read: git tag -n3
read: git tag --points-at HEAD
read: git tag -v v2.0
write: git tag v2.1
write: git tag -a v2.1 -m 'Two one'
write: git tag -d v2.0
read: git remote
read: git remote -v
read: git remote get-url origin
read: git remote show origin
network: git remote show https://example.org/a
write network: git remote add up https://example.org/a
write: git remote remove up
write network: git remote update
read: git config user.name
read: git config --global --get user.email
read: git config -l --show-origin
read: git config --get-regexp '^alias'
read: git config get user.name
write: git config user.name Ada
write: git config user.name --list x
write: git config --global --unset user.name
write: git config set core.pager less
code: git config -e
code: git config --global --edit
read: git symbolic-ref HEAD
write: git symbolic-ref HEAD refs/heads/x
read: git stash list --stat
read: git stash show -p stash@{1}
write: git stash
write: git stash push -m later
write: git stash pop
destroy write: git stash drop stash@{0}
destroy: git stash clear
write: git stash show --output=x
read: git worktree list --porcelain
read: git worktree prune --dry-run
write: git worktree prune
write code: git worktree add ../b topic
write: git worktree remove -f ../b
read: git submodule
read: git submodule status --recursive
write network code: git submodule update --init
read: git bisect log
code: git bisect view
write code: git bisect start
code unknown: git bisect view tool
read: git bisect view --stat
write: git add .
read: git add -n .
read: git add --dry-run .
code write: git add -e
write: git rm -r old
read: git rm -n old
write: git mv a b
destroy write: git clean -fd
destroy write: git clean -fdx
read: git clean -nd
read: git clean --dry-r
unknown destroy write: git clean -f --no-dry-run
write code: git commit -m 'Say it'
write code: git commit -m --dry-run
read: git commit --dry-run
read: git commit --short
write: git commit -p --dry-run
read: git commit -v --dry-run
destroy write: git reset --hard HEAD~1
destroy write: git reset --hard
write: git reset --soft HEAD~1
write code: git checkout main
destroy write code: git checkout -- src
destroy write code: git checkout .
destroy write code: git checkout -f main
write code: git checkout main
destroy write code: git switch --discard-changes main
destroy write: git restore src
write: git restore --staged src
destroy write: git restore --staged --worktree src
destroy write: git restore -SW src
write code: git switch -c topic
write: git restore --staged .
write code: git merge topic
write code: git cherry-pick abc123
write code: git rebase main
read: git rebase --show-current-patch
""")


@each_row(("command", "expected"), CASES)
def test_listing_is_told_from_changing(command: str, expected: set[str]) -> None:
    """The same subcommand lists without a name and changes with one, or with an option for it."""
    assert expected == told(command)


def test_the_command_of_each_step_is_a_command_of_its_own() -> None:
    """What bisect, rebase and submodule run is looked at for itself."""
    assert {"write", "code"} == told("git bisect run make test")
    assert {"write", "code"} == told("git rebase -x 'rm -rf x' main")
    assert {"read"} == told("git submodule foreach git status")
