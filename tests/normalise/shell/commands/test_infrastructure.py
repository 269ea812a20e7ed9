"""Tests of the tables of pulumi, cdk and their kind."""

from __future__ import annotations

from tests.normalise.shell.commands.grouped import grouped
from tests.normalise.shell.commands.told import told
from tests.tables import each_row

COMMANDS = """
[read]
pulumi version
pulumi whoami
pulumi stack
pulumi stack ls -a
pulumi stack history
pulumi stack output
pulumi stack output url --json
pulumi config
pulumi -C infra stack ls
pulumi plugin ls
pulumi stack tag ls
cdk --help
cdk --version
cdk -h
cdktf --version
sam validate -t template.yaml --lint
sam list resources --stack-name shop
sam logs -n handler --stack-name shop
consul version
consul members -detailed
consul info
consul catalog services
consul kv get -recurse app/
consul operator raft list-peers
consul validate conf.hcl
consul -help
nomad version
nomad status
nomad job status web
nomad job plan web.nomad
nomad node status -self
nomad alloc logs -f abc
nomad alloc fs abc
nomad server members
boundary version
[write network code]
pulumi up
pulumi refresh
cdk deploy --all
cdk destroy Shop
cdk bootstrap
cdk init app
sls remove
sam build
sam deploy
sam local invoke
boundary connect
waypoint up
[network code]
pulumi preview
pulumi frobnicate
cdktf deploy
serverless deploy
copilot svc deploy
consul exec ls
[destroy destroy-outside]
pulumi destroy
pulumi destroy --yes
cdktf destroy
sst remove
[write]
pulumi stack rm dev
pulumi stack export --file s.json
pulumi config set a b
[secret]
pulumi stack output --show-secrets
pulumi config --show-secrets
[secret]
pulumi config get password
pulumi env open dev
[code]
pulumi logs
cdk synth
cdk ls
cdk diff Shop
cdk ls --app 'node app.js'
nomad alloc exec abc ls
[unknown]
pulumi stack ls --frobnicate
[write network]
consul kv put a b
nomad job run web.nomad
nomad job stop web
[write network unknown]
consul kv delete -recurse a
nomad job action -job web x
[write secret]
consul acl token list
nomad var get a
nomad acl token list
[network]
consul members -http-addr=https://c.example
[read]
cdk version
cdk doctor
cdk doctor --verbose
cdk docs
cdk context
cdk context --json
cdk context -j
cdk notices
cdk notices --unacknowledged
[write]
cdk context --clear
cdk context --reset 3
cdk context -e 3
[code]
cdk doctor --plugin ./p.js
cdk doctor -p ./p.js
[code]
cdk list --long
cdk metadata Shop
cdk deploy-all
[write network code]
cdk acknowledge 123
cdk watch
"""


@each_row(("command", "expected"), grouped(COMMANDS))
def test_each_command_has_exactly_its_classes(command: str, expected: set[str]) -> None:
    """A command does what stands above it in brackets, no more and no less."""
    assert told(command) == expected
