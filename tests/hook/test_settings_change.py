"""The hook asked whether settings may change in a session that runs."""

from __future__ import annotations

import json

import pytest

from tests.hook.rig import FakeServer, Rig, Said, says


def change(source: str, path: str = "/srv/shop/.claude/settings.json") -> bytes:
    """Return what the program says when a settings file has changed."""
    said = {
        "session_id": "5f2c9a",
        "hook_event_name": "ConfigChange",
        "source": source,
        "file_path": path,
    }
    return json.dumps(said).encode()


@pytest.mark.parametrize("source", ["project_settings", "local_settings"])
def test_without_a_server_a_projects_change_is_refused_and_kept(rig: Rig, source: str) -> None:
    """An agent's code may write there, and would switch us off."""
    said = rig.install().run(change(source))

    assert (said.status, said.out) == (2, "")
    assert "they count from the next session on" in said.err
    assert [row["kind"] for row in rig.rows("event")] == ["config-change"]


def test_a_users_harmless_change_counts(rig: Rig) -> None:
    """Who picks another model goes on working."""
    file = rig.project / "settings.json"
    file.write_text('{"model": "opus"}')

    assert rig.install().run(change("user_settings", str(file))) == Said(0, "")


def test_what_the_server_refuses_is_refused(rig: Rig) -> None:
    """Its words are for whoever sits there."""
    with FakeServer(rig.home, says("{id} 2 Proctor: not now\n")):
        assert rig.install().run(change("project_settings")) == Said(2, "", "Proctor: not now\n")


def test_a_hook_whose_package_is_gone_refuses(rig: Rig) -> None:
    """What nobody has looked at does not count."""
    said = rig.install(package="/nowhere").run(change("user_settings"))

    assert said.status == 2
