"""What `docker inspect` shows of a container."""

from __future__ import annotations

from tests.normalise.shell.commands.told import told
from tests.tables import each_row


@each_row(
    "template",
    [
        "{{.State.Status}}",
        "{{json .State}}",
        "{{.Name}} {{.RestartCount}}",
        "{{range .Mounts}}{{.Source}} {{end}}",
        "{{ .NetworkSettings.IPAddress }}",
        "{{.HostConfig.RestartPolicy.Name}}",
    ],
)
def test_plain_facts_are_read(template: str) -> None:
    """A template that asks for nothing else shows nothing else."""
    assert {"read"} == told(f"docker inspect -f '{template}' web")


@each_row(
    "template",
    [
        "{{.Config.Env}}",
        "{{json .}}",
        "{{.}}",
        "{{with .State}}{{json $}}{{end}}",
        "{{json .Config}}",
        "{{index .Config.Env 0}}",
        "{{.HostConfig}}",
        "{{.State.Status}} {{json .",
        "json",
        "",
    ],
)
def test_templates_that_may_show_variables_are_secret(template: str) -> None:
    """Whatever is not known to leave them out may show them."""
    assert {"secret"} == told(f"docker inspect --format '{template}' web")


def test_all_of_a_container_is_secret() -> None:
    """Without a template everything is shown; an image has no variables of a run."""
    assert {"secret"} == told("docker inspect web")
    assert {"secret"} == told("docker container inspect web")
    assert {"secret"} == told("podman inspect web")
    assert {"read"} == told("docker image inspect web")
