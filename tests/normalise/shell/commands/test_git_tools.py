"""Tests of the table of the programs around git."""

from __future__ import annotations

from tests.normalise.shell.commands.told import cases, told
from tests.tables import each_row

CASES = cases("""
read: git lfs env
read: git-lfs env
read: git lfs status --porcelain
read: git lfs ls-files -l
read: git lfs locks --local
network: git lfs locks
read: git lfs version
read: git lfs track
read: git lfs track --dry-run '*.bin'
read: git lfs prune --dry-run
read: git lfs logs last
read: git lfs pointer --file=a.bin
write: git lfs track '*.bin'
write: git lfs untrack '*.bin'
write: git lfs install
write: git lfs prune
write network: git lfs push origin main
write network: git lfs pull
write network: git lfs fetch --all
write network: git lfs migrate import --everything
network: git lfs migrate info
write: git lfs checkout
unknown: git lfs made-up
unknown: git lfs env --made-up
write: git filter-repo --path src
write: git-filter-repo --invert-paths --path a.bin
destroy write: git filter-repo --force --path src
destroy write: git-filter-repo -f --path src
code write: git filter-repo --commit-callback 'x = 1'
destroy write: git filter-repo --force --replace-text --help
write: bfg --strip-blobs-bigger-than 10M shop.git
write: bfg --delete-files a.bin
unknown write: bfg --made-up
read: git crypt status
write: git crypt status -f
secret write: git-crypt export-key key.bin
secret: git-crypt unlock key.bin
secret write: git-crypt init
read: pre-commit --version
read: pre-commit validate-config .pre-commit-config.yaml
read: pre-commit sample-config
write network code: pre-commit run --all-files
write network code: pre-commit install
write network: pre-commit autoupdate
write network: pre-commit clean
unknown: pre-commit made-up
code: tig
code: lazygit
code: gitui
code: gitk
read: gita ls
read: gita ll -g
write network code: gita fetch
code: gita shell ls
read: gt log --stack
read: gt ls
write network code: gt submit
write network code: gt sync
read: repo status
read: repo list -n
read: repo manifest
write: repo manifest -o default.xml
code: repo forall
write network code: repo sync
write network code: repo selfupdate
read: stg series -a
read: stg show
write code: stg push
read: scalar list
write network code: scalar clone https://example.org/a
""")


@each_row(("command", "expected"), CASES)
def test_viewing_is_told_from_changing_and_running(command: str, expected: set[str]) -> None:
    """The programs around git read, change or run code by their subcommand and options."""
    assert expected == told(command)
