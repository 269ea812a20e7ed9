"""Tests of reading `gh api` and `glab api`."""

from __future__ import annotations

from tests.normalise.shell.commands.told import cases, told
from tests.tables import each_row

CASES = cases("""
read: gh api user
read: gh api repos/{owner}/{repo}/pulls --paginate
read: gh api -X GET search/issues -f q=bug
read: gh api -XGET search/issues -fq=bug
read: gh api --method=get search/issues -f q=bug
read: gh api -X HEAD user
read: gh api user -i --silent -H 'Accept: text/plain'
read: gh api user --jq .login -t '{{.login}}' --cache 1h
read: gh api user --hostname github.com
read: gh api https://api.github.com/user
read: gh api -X DELETE repos/ada/shop --help
read: gh api graphql -f query='query { viewer { login } }'
read: gh api graphql -f query='{ viewer { login } }' -F first=3
read: gh api graphql -f query='query($n: Int) { viewer { login } }' --paginate
write: gh api graphql -f query='mutation { addStar(input: {}) { clientMutationId } }'
write: gh api graphql -f query='query A { viewer { login } } mutation B { x }'
write: gh api graphql
write: gh api graphql -f query='query { a(x: "#") } mutation B { x }'
write: gh api -X PUT repos/ada/shop/contents/graphql -f query='{ a }'
write: gh api -X DELETE repos/ada/shop/git/refs/heads/graphql -f query='{ a }'
secret: glab api https://gitlab.com/api/v4/projects/1/variables
secret: glab api projects/1/secure_files/2/download
secret: glab api graphql -f query='{ project { ciVariables { nodes { value } } } }'
unknown: glab api projects/1/%76ariables
read: glab api projects/ada%2Fshop/issues
write: gh api graphql -f query='{ a }' -f query='{ b }'
write network: gh api graphql -F query=@ask.graphql
write: gh api repos/ada/shop/issues -f title=x
write: gh api repos/ada/shop/issues --raw-field title=x
write: gh api repos/ada/shop/issues --field=title=x
write network: gh api repos/ada/shop/issues --input body.json
network: gh api user -X GET -F a=@secret.txt
write: gh api -X PATCH repos/ada/shop
write: gh api --method PUT user/starred/ada/shop
write: gh api -X DELETE repos/ada/shop/issues/3
destroy destroy-outside: gh api -X DELETE repos/ada/shop
destroy destroy-outside: gh api -XDELETE /repos/ada/shop/
destroy destroy-outside: gh api --method=delete orgs/ada
destroy destroy-outside: glab api --method DELETE projects/1
network: gh api user --hostname example.org
network: gh api https://example.org/x
secret: gh api user --jq '$ENV'
secret: glab api projects/1/variables?per_page=9
unknown: gh api
unknown: gh api a b
unknown: gh api user --made-up
unknown: gh api user -ix
unknown: gh api user -H 'X-HTTP-Method-Override: DELETE'
""")


@each_row(("command", "expected"), CASES)
def test_a_request_is_judged_by_its_method_and_its_address(
    command: str, expected: set[str]
) -> None:
    """A GET and a plain query read; fields, other methods, files and other hosts do more."""
    assert expected == told(command)
