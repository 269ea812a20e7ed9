"""What the role `coder` lets an agent do beyond its project with the programs that it allows."""

from __future__ import annotations

import pytest

from proctor import Effect, ToolCall
from proctor.normalise import normalise
from proctor.policy.decide import decide
from proctor.policy.policy import Policy
from proctor.roles.check import example_surroundings
from proctor.terms.catalogue import BUILT_IN
from tests.roles.conftest import House
from tests.roles.conftest import house as house  # noqa: PLC0414 - a fixture
from tests.tables import each_row


@pytest.fixture
def coder(house: House) -> Policy:
    """Return the rules of the built-in role."""
    role = house.load("coder")
    return Policy.compile(role.permissions, tools=role.tools)


def effect(policy: Policy, tool: str, **fields: str) -> Effect:
    """Decide a call."""
    around = example_surroundings(BUILT_IN)
    return decide(normalise(ToolCall(tool=tool, input=fields), around), policy).effect


OUTSIDE = [
    "pytest --basetemp=../home tests",
    "pytest --basetemp ../other",
    "pytest --baset=../other",
    "python -m pytest --basetemp=~ tests",
    "pytest --basetemp=src tests",
    "pytest --junitxml=../x.xml",
    "pytest --cov-report=html:../x",
    "pytest -o cache_dir=../x",
    "pytest --alluredir=/srv/x --clean-alluredir",
    "go test -coverprofile=../x ./...",
    "go test -outputdir /srv/x ./...",
    "go test ./... -args -test.cpuprofile=../x",
    "cargo test --target-dir ../x",
    "cargo test --target-dir=/srv/x",
    "npm test -- --outputFile=../x",
    "npm test --cache ../x",
    "make -C ../other clean",
    "make clean BUILD=/srv/x",
    "git diff --output=../x",
]
INSIDE = [
    "pytest -q tests", "pytest --junitxml=report.xml --cov-report=html:build/cov tests",
    "pytest --log-file=/dev/null", "pytest --junitxml=/tmp/x.xml", "go test ./... -run TestA/b",
    "go test -coverprofile=c.out ./...", "cargo test --target-dir target/x", "make -C src test",
    "npm test -- --outputFile=report.json", "git commit -m 'Read /etc/hosts: it is there'",
    "git add -A", "make test V=1",
]  # fmt: skip


@each_row("command", OUTSIDE)
def test_options_that_write_or_delete_outside_are_asked(coder: Policy, command: str) -> None:
    """A rule for a program allows no write beyond the project, and no emptied folder."""
    assert effect(coder, "Bash", command=command) is Effect.ASK


@each_row("command", INSIDE)
def test_ordinary_builds_and_tests_run(coder: Policy, command: str) -> None:
    """What stays in the project, or goes where nothing is kept, is not asked about."""
    assert effect(coder, "Bash", command=command) is Effect.ALLOW


SECRETS = [
    "~/.claude.json", "~/.claude/.credentials.json", "~/.git-credentials", "~/.kube/config",
    "~/.docker/config.json", "~/.config/gh/hosts.yml", "~/.pgpass", "/etc/shadow", ".env",
    "~/.ssh/id_rsa", "~/.aws/credentials", "~/.netrc", "~/.npmrc", "~/.pypirc", "certs/a.pem",
    "/proc/self/environ", "/proc/7/mem", "/proc/7/maps",
]  # fmt: skip


@each_row("path", SECRETS)
def test_secrets_are_asked(coder: Policy, path: str) -> None:
    """By a command, by Read and by Grep."""
    seen = [
        effect(coder, "Bash", command=f"cat {path}"),
        effect(coder, "Read", file_path=path),
        effect(coder, "Grep", pattern="x", path=path),
    ]

    assert seen == [Effect.ASK] * 3
