"""Tests of the table of gh."""

from __future__ import annotations

from tests.normalise.shell.commands.told import cases, told
from tests.tables import each_row

CASES = cases("""
read: gh
read: gh --version
read: gh pr view https://github.com/ada/shop/pull/3
read: gh pr view 3 --json title
read: gh repo view ada/shop
network: gh pr view https://host.example/ada/shop/pull/3
network: gh repo view host.example/ada/shop
code: gh copilot list
read: gh agent-task list
read: gh run list -w build.yml -b main -s failure -L 3
read: gh run view 12 --job 34 --log-failed
read: gh run watch 12 --exit-status -i 5
read: gh search prs --review approved --merged-at '>2024-01-01'
read: gh search repos --topic cli --sort stars --order desc
read: gh search commits --author ada --merge
read: gh project item-list 1 --owner ada --format json
read: gh project field-list 1 --owner ada
read: gh ruleset check --default
read: gh cache list -k npm -S size -O asc
read: gh variable get COLOR --env shop
read: gh repo license view mit
read: gh repo autolink list
read: gh codespace logs -c shop
read: gh pr checks 12 --watch --fail-fast -i 5
read: gh issue develop --list 3
read: gh release list --exclude-drafts -O asc
read: gh gist view abc --raw -f a.py
read: gh workflow view build.yml -y -r main
read: gh extension search --owner ada --sort stars
read: gh org list -L 5
read: gh help pr
read: gh pr --help
read: gh pr create --title x --help
read: gh status -o shop
read: gh browse --no-browser src/app.py:3
read: gh pr list --state closed -L 5 --json number,title --jq '.[].title'
read: gh -R ada/shop pr list
read: gh pr view 12 --comments
read: gh pr view 12 --web
read: gh pr diff 12 --name-only
read: gh pr checks 12 --watch
read: gh pr status
read: gh issue list -l bug -a @me
read: gh issue view 3 -c
read: gh issue develop 3 --list
read: gh run list -w build.yml -b main
read: gh run view 12 --log-failed
read: gh run watch 12
read: gh workflow list --all
read: gh workflow view build.yml --yaml
read: gh release list
read: gh release view v2.0
read: gh repo view ada/shop
read: gh repo list ada --topic cli
read: gh repo set-default --view
read: gh repo deploy-key list
read: gh search code 'def main' --language python
read: gh search prs --author @me
read: gh secret list
read: gh variable get NAME
read: gh cache list --key npm-
read: gh gist view abc
read: gh label list --search bug
read: gh ruleset check main
read: gh project item-list 1 --owner ada
read: gh org list
read: gh auth status
read: gh config get editor
read: gh extension list
read: gh cs list
read: gh ssh-key list
read: gh attestation verify app.tgz --owner ada
read: gh api repos/ada/shop
secret: gh auth token
secret: gh auth status --show-token
secret: gh auth status -t
secret: gh config get oauth_token -h github.com
secret: gh auth git-credential get
secret: gh pr list --json title --jq 'env'
network: gh attestation verify oci://example.org/app --owner ada
destroy destroy-outside: gh repo delete ada/shop --yes
destroy destroy-outside: gh api -X DELETE repos/ada/shop
write network: gh pr create --fill
write network: gh pr merge 12 --squash
write network: gh pr review 12 --approve
write network: gh issue create --title x
write network: gh issue delete 3
write network: gh release create v2.1 app.tgz
write network: gh release download v2.0
write network: gh run download 12
write: gh run rerun 12
write network code: gh workflow run build.yml
write network code: gh pr checkout 12
write network code: gh repo clone ada/shop
write network code: gh extension install ada/gh-x
code: gh extension exec x
code: gh extension exec x --help
code: gh codespace ssh
write code: gh alias set co 'pr checkout'
write code: gh config set pager less
write network: gh secret set NAME
write: gh ssh-key delete 12
write network: gh auth login
unknown: gh made-up
unknown: gh pr list --stat closed
unknown: gh pr view 12 --made-up
""")


@each_row(("command", "expected"), CASES)
def test_looking_is_told_from_acting_and_showing_tokens(command: str, expected: set[str]) -> None:
    """Looking at GitHub reads; what changes it, runs code or shows a token says so."""
    assert expected == told(command)
