"""Tests of the tables of the command lines of online services."""

from __future__ import annotations

from tests.normalise.shell.commands.grouped import grouped
from tests.normalise.shell.commands.told import told
from tests.tables import each_row

COMMANDS = """
[read]
stripe version
stripe customers list --limit 3
stripe charges retrieve ch_1
stripe get /v1/charges
stripe logs tail
sentry-cli info
sentry-cli projects list
sentry-cli releases list
jira me
jira issue list --plain
jira issue view SHOP-1 --comments 3
mc ls s3/shop
mc du s3/shop
mc stat s3/shop/a
mc tree -d s3/shop
s3cmd ls s3://shop
s3cmd info s3://shop/a
s3cmd del -n s3://shop/a
s5cmd ls s3://shop
s5cmd du s3://shop
databricks clusters list
databricks jobs get 1
databricks current-user me
databricks secrets list-scopes
databricks api get /api/2.0/clusters/list
sf version
sf plugins
sf org list --all
sf org list limits -o shop
sf data query -q 'SELECT Id FROM Account' -o shop
sf sobject describe -s Account
eas whoami
openstack server list -f json
openstack image show a
openstack --os-cloud shop network list --long
wp cli version
shopify version
[secret]
databricks secrets get-secret a b
databricks auth token
databricks api get /api/2.0/secrets/get
sf org display
sf org list --json
s3cmd signurl s3://shop/a +60
s5cmd presign s3://shop/a
[write]
sf plugins install a
[write network]
stripe customers create
mc rb a
mc rm s3/shop/a
s3cmd del s3://shop/a
s5cmd rm s3://shop/a
databricks clusters delete a
openstack server delete web
openstack server create web
jira issue create
[write network code]
stripe listen
eas build
eas build:list
wp plugin install a
sf project deploy start
snow sql --query a
shopify app deploy
s5cmd run commands.txt
[code network]
openstack server ssh web
sf org open
[write network destroy destroy-outside]
mc rb --force s3/shop
s3cmd rb -r s3://shop
mc rm -r --force --dangerous s3
[unknown]
mc ls --frob a
s5cmd ls --frob
jira issue list --frob
stripe customers list --frob 3
sf data query --frob a
"""


@each_row(("command", "expected"), grouped(COMMANDS))
def test_online_services(command: str, expected: set[str]) -> None:
    """Lists and views only read; what shows keys, runs code or deletes is told apart."""
    assert expected == told(command)
