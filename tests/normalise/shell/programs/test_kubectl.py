"""Tests of how kubectl's subcommands that can show secrets are read."""

from __future__ import annotations

import shlex

import pytest

from proctor.normalise.shell.knowledge.classify import classify
from proctor.normalise.shell.meaning.argument import Argument
from tests.normalise.shell.commands.classes import classes
from tests.tables import each_row

KINDS = [
    "secret x",
    "secrets",
    "secret/x",
    "SECRET x",
    "pods,secrets",
    "secrets.v1. x",
    "pod/a secret/x",
]
SHOWING = [
    "-o yaml",
    "-ojson",
    "-o=yaml",
    "--output json",
    "--output=yaml",
    "-Ao json",
    "--template={{.}}",
]
NAMES = ["", "-o name", "-owide", "--output=name", "-A", "--show-labels"]


@each_row("kind", KINDS)
@each_row("output", SHOWING)
def test_the_content_of_a_secret_is_seen(kind: str, output: str) -> None:
    """A format that shows a secret's content counts as one, wherever it stands."""
    assert classes(f"kubectl get {kind} {output}") == {"read", "secret"}
    assert classes(f"kubectl get {output} {kind}") == {"read", "secret"}


@each_row("kind", KINDS)
@each_row("output", NAMES)
def test_the_names_of_secrets_are_no_secret(kind: str, output: str) -> None:
    """A list of the names of secrets only reads."""
    assert classes(f"kubectl get {kind} {output}") == {"read"}


@each_row("kind", ["pods", "deploy/secret", "cm secret", "sealedsecrets", "-n secret pods"])
@each_row("output", SHOWING)
def test_other_objects_may_be_shown(kind: str, output: str) -> None:
    """What is only named like a secret, or lies in a namespace of that name, only reads."""
    assert classes(f"kubectl get {kind} {output}") == {"read"}


def test_a_format_that_is_not_certain_counts_as_one_that_shows() -> None:
    """A word that is only known at run time may ask for the content."""
    words = [Argument(word) for word in ("kubectl", "get", "secret", "x", "-o")]
    reading = classify([*words, Argument("$FORMAT", "it is a variable")])
    assert "secret" in reading.classes


@each_row(
    "command",
    [
        "kubectl exec web -- rm -r /srv/app",
        "kubectl exec -it -n shop web -c app -- rm -r /srv/app",
        "kubectl exec -f web.yaml -- rm -r /srv/app",
        "kubectl run tmp --image=app -- rm -r /srv/app",
        "kubectl debug web -it --image=app -- rm -r /srv/app",
        "oc rsh web rm -r /srv/app",
    ],
)
def test_the_command_in_a_pod_is_found(command: str) -> None:
    """What runs inside a pod is a command of its own."""
    reading = classify([Argument(word) for word in shlex.split(command)])
    assert [[word.value for word in inner.words] for inner in reading.inners] == [
        ["rm", "-r", "/srv/app"]
    ]


@pytest.mark.parametrize("command", ["kubectl exec", "kubectl exec web", "kubectl exec -it web --"])
def test_a_session_without_a_command_is_unknown(command: str) -> None:
    """Where no command stands behind the pod, nobody knows what will run."""
    assert "unknown" in classes(command)


@pytest.mark.parametrize("output", ["-o go-template-file=a.tpl", "--output=jsonpath-file=a.tpl"])
def test_a_template_in_a_file_is_a_file_that_is_read(output: str) -> None:
    """A format's template is shown as it is written, so its file counts as read."""
    reading = classify([Argument(word) for word in shlex.split(f"kubectl get pods {output}")])
    assert [(use.path.value, use.role) for use in reading.uses] == [("a.tpl", "r")]
