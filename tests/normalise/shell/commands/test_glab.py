"""Tests of the table of glab, hub and tea."""

from __future__ import annotations

from tests.normalise.shell.commands.told import cases, told
from tests.tables import each_row

CASES = cases("""
read: glab version
read: glab mr list --assignee ada
read: glab mr view 3 --comments
read: glab mr diff 3
read: glab mr approvers 3
read: glab issue list -l bug
read: glab issue view 3
read: glab ci list
read: glab ci status --live
read: glab ci trace 12
read: glab ci get -p 12
read: glab release list
read: glab release view v2.0
read: glab repo view ada/shop
read: glab repo search -s shop
read: glab repo list --mine
read: glab label list
read: glab schedule list
read: glab variable list
read: glab config get editor
read: glab auth status
read: glab alias list
read: glab token list
read: glab user events
read: glab mr create --help
read: glab api projects/1/merge_requests
read: glab api groups/1 --paginate
secret: glab auth status -t
secret: glab config get token
secret: glab variable get NAME
secret: glab variable export
secret: glab variable list --output=json
secret: glab api projects/1/variables
secret: glab api projects/1/variables/NAME
secret: glab ci get --with-variables
secret: glab token create bot
secret write: glab securefile download 1 --path x
destroy destroy-outside: glab repo delete ada/shop
destroy destroy-outside: glab api -X DELETE projects/1
network: glab ci lint .gitlab-ci.yml
write network: glab mr create --fill
write network: glab mr merge 3
write network: glab mr approve 3
write network: glab issue close 3
write network: glab release create v2.1
write network: glab release download v2.0
write network: glab variable set NAME x
write network code: glab ci run
write network code: glab ci retry 12
code: glab ci view
write network code: glab mr checkout 3
write network code: glab repo clone ada/shop
write code: glab alias set co 'mr checkout'
write code: glab config set editor vi
write: glab api projects/1/issues -f title=x
write network: glab auth login
unknown: glab made-up
unknown: glab mr list --made-up
read: hub issue show 3
read: hub pr list -s open
write network: hub pr checkout 3
write network code: hub push
read: tea issues
read: tea pulls list
read: tea whoami
write: tea issues create -t x
write secret: tea logins add
unknown: tea made-up
""")


@each_row(("command", "expected"), CASES)
def test_looking_is_told_from_acting_on_other_forges(command: str, expected: set[str]) -> None:
    """Looking at a forge reads; what changes it, runs code or shows a token says so."""
    assert expected == told(command)
