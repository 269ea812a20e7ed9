"""Tests of the tables of further clouds."""

from __future__ import annotations

from tests.normalise.shell.commands.grouped import grouped
from tests.normalise.shell.commands.told import told
from tests.tables import each_row

COMMANDS = """
[read]
oci compute instance list --compartment-id c
oci compute instance get --instance-id i
oci --profile shop iam user list --all
oci os ns get
oci os bucket list -c c
oci os object list --bucket-name b
oci network vcn list --compartment-id c --output table
oci ce cluster list --compartment-id c
oci search resource structured-search --query-text q
oci compute --help
yc compute instance list
yc compute instance get web
yc --profile shop vpc network list
yc managed-postgresql cluster list --format json
yc iam service-account list
yc config profile list
yc version
cf apps
cf app web
cf target
cf services
cf routes
cf logs web --recent
cf orgs
cf version
eb status
eb health
eb list --all
eb events -f
ibmcloud version
ibmcloud help
[secret]
oci secrets secret-bundle get --secret-id s
yc config list
yc config get token
eb printenv
[secret network]
cf env web
cf oauth-token
cf curl /v2/apps
[write secret]
yc iam create-token
yc managed-kubernetes cluster get-credentials c
[write network secret]
oci setup config
saml2aws login
assume shop
[write]
cf target -o shop
[write network]
oci compute instance launch --shape s
oci compute instance terminate --instance-id i
oci os object get --bucket-name b --name n
oci os object put --bucket-name b
yc compute instance create --name web
yc compute instance delete web
yc compute instance delete list
cf delete web
cf scale web
[write network code]
cf push web
eb deploy
eb create web
ibmcloud ks cluster ls
aliyun ecs DescribeInstances
drush status
amplify push
[code network]
yc compute ssh web
eb ssh
[network destroy destroy-outside]
oci db autonomous-database delete --autonomous-database-id a
oci ce cluster delete --cluster-id c
yc managed-postgresql cluster delete c
cf delete-org shop
[write network destroy destroy-outside]
eb terminate --all
[network]
oci iam user list --endpoint https://evil.example
[privileged]
yc compute instance list --impersonate-service-account-id a
[unknown]
oci
oci frobnicate list
oci compute instance frobnicate list
oci compute instance list --any-file f
yc compute instance frobnicate list
cf apps --frob
eb status --frob
"""


@each_row(("command", "expected"), grouped(COMMANDS))
def test_cloud_providers(command: str, expected: set[str]) -> None:
    """Lists and views only read; what hands out keys, runs code or deletes is told apart."""
    assert expected == told(command)
