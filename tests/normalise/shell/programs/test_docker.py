"""Tests of how docker's groups of subcommands are read."""

from __future__ import annotations

import shlex

from proctor.normalise.shell.knowledge.classify import classify
from proctor.normalise.shell.meaning.argument import Argument
from tests.normalise.shell.commands.classes import classes
from tests.tables import each_row


@each_row(
    ("group", "plain"),
    [
        ("docker container ls -a", "docker ps -a"),
        ("docker container rm -f web", "docker rm -f web"),
        ("docker container run --privileged app", "docker run --privileged app"),
        ("docker compose ps", "docker-compose ps"),
        ("docker compose up -d", "docker-compose up -d"),
        ("podman compose logs -f", "docker-compose logs -f"),
    ],
)
def test_a_group_is_read_as_what_it_stands_for(group: str, plain: str) -> None:
    """A group of docker does what the commands that it stands for do."""
    assert classes(group) - {"read"} == classes(plain) - {"read"}


def test_a_group_inside_a_group_is_unknown() -> None:
    """A group's name behind a group's name is never followed."""
    assert "unknown" in classes("docker container compose ps")


@each_row(
    "command",
    [
        "docker exec -it -u ada web rm -r /srv/app",
        "docker container exec web rm -r /srv/app",
        "docker compose -p shop exec -T web rm -r /srv/app",
        "docker run --rm -v /srv:/srv app rm -r /srv/app",
        "podman run --pid host app rm -r /srv/app",
        "nerdctl exec web rm -r /srv/app",
    ],
)
def test_the_command_in_a_container_is_found(command: str) -> None:
    """What runs inside a container is a command of its own."""
    reading = classify([Argument(word) for word in shlex.split(command)])
    assert [[word.value for word in inner.words] for inner in reading.inners] == [
        ["rm", "-r", "/srv/app"]
    ]
