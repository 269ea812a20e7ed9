"""Tests of the tables of the command lines of build services."""

from __future__ import annotations

from tests.normalise.shell.commands.classes import classes
from tests.normalise.shell.commands.grouped import grouped
from tests.tables import each_row

COMMANDS = """
[secret]
gitlab-runner list
[read write]
circleci policy settings --enabled
[read]
circleci policy settings
argo list
[code read]
argo list --kubeconfig=./k.yaml
[read]
circleci version
circleci help
circleci orb list
circleci orb info shop/tools
circleci orb source shop/tools@1.0
circleci context list
circleci context show github shop prod
circleci namespace list
circleci project list
circleci config pack src
circleci diagnostic
travis status
travis history --limit 5
travis logs 12
travis branches
travis whoami
drone info
drone build ls shop/web
drone build info shop/web 3
drone repo ls
drone secret ls
drone lint .drone.yml
buildkite-agent --version
buildkite-agent meta-data get release
argo list -A
argo get run-1 -o json
argo logs run-1 -f
argo lint flow.yaml
argo template list
argo cron get nightly
argo version --short
argo -n shop watch run-1
tsh status
tsh ls -v
tsh clusters
tsh version
tsh db ls
tsh kube ls
teleport version
[network]
circleci config validate
circleci config process .circleci/config.yml
tsh ssh ada@host ls
[write network]
circleci orb publish a.yml shop/tools@1
circleci orb delete shop/tools
circleci context delete github shop prod
circleci context remove-secret github shop prod KEY
circleci namespace delete shop
circleci pipeline delete 1
circleci setup
travis restart 12
travis encrypt a=b
travis env set A b
drone build stop shop/web 3
buildkite-agent artifact upload a
argo delete run-1
argo stop run-1
argo template delete x
[network code]
circleci local execute
travis console
drone exec
buildkite-agent start
[read network]
circleci --host https://ci.example orb list
drone -s https://d.example repo ls
argo -s argo.example:2746 list
tsh --proxy=t.example ls
[read unknown]
circleci orb list --frobnicate
argo list --frobnicate
[secret]
travis token
buildkite-agent secret get a
buildkite-agent env get
argo auth token
[write network unknown]
drone secret add --name a
[write network code]
argo submit flow.yaml
tsh login
tsh scp a host:b
jenkins-cli build shop
[secret privileged]
tctl users ls
[code privileged]
teleport start
gitlab-runner register
"""


@each_row(("command", "expected"), grouped(COMMANDS))
def test_each_command_has_exactly_its_classes(command: str, expected: set[str]) -> None:
    """A command does what stands above it in brackets, no more and no less."""
    assert classes(command) == expected
