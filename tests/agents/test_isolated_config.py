"""A configuration folder of an agent's own, in which its program finds everything answered."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from proctor.agents.isolated_config import is_trusted, repository_of, seed_config


def seeded(tmp_path: Path, **more: Any) -> dict[str, Any]:
    """Make the folder, and return what the program finds there."""
    said: dict[str, Any] = {
        "version": "2.1.325",
        "cwd": "/srv/app",
        "environ": {},
        "user": tmp_path / "user",
        **more,
    }
    folder = tmp_path / "claude"
    seed_config(folder, **said)
    found: dict[str, Any] = json.loads((folder / ".claude.json").read_text())
    return found


def test_a_new_folder_has_an_answer_to_every_dialog(tmp_path: Path) -> None:
    """Onboarding, theme, key and trust are there, for its user alone."""
    found = seeded(tmp_path, environ={"ANTHROPIC_API_KEY": "sk-0123456789abcdefghijklmnop"})

    assert found == {
        "hasCompletedOnboarding": True,
        "lastOnboardingVersion": "2.1.325",
        "theme": "dark",
        "numStartups": 1,
        "hasSeenAutoDefaultNudge": True,
        "projects": {"/srv/app": {"hasTrustDialogAccepted": True}},
        "customApiKeyResponses": {"approved": ["6789abcdefghijklmnop"], "rejected": []},
    }
    folder = tmp_path / "claude"
    assert [path.stat().st_mode & 0o777 for path in (folder, folder / ".claude.json")] == [
        0o700,
        0o600,
    ]


def test_the_key_itself_is_not_written(tmp_path: Path) -> None:
    """Only its end is, as the program does it."""
    key = "sk-0123456789abcdefghijklmnop"
    found = seeded(tmp_path, environ={"ANTHROPIC_API_KEY": key})

    assert key not in json.dumps(found)


def test_the_theme_is_the_persons(tmp_path: Path) -> None:
    """What they chose in their own program holds here too; nothing else of it does."""
    user = tmp_path / "user"
    user.mkdir()
    (user / ".claude.json").write_text(json.dumps({"theme": "light", "oauthAccount": {"a": 1}}))
    found = seeded(tmp_path)

    assert (found["theme"], "oauthAccount" in found) == ("light", False)


def test_what_the_program_has_written_stays(tmp_path: Path) -> None:
    """A second start adds what is missing, and takes nothing away."""
    seeded(tmp_path)
    path = tmp_path / "claude" / ".claude.json"
    own = {
        **json.loads(path.read_text()),
        "theme": "light",
        "numStartups": 7,
        "projects": {"/srv/app": {"lastCost": 3}, "/srv/lib": {"hasTrustDialogAccepted": True}},
        "customApiKeyResponses": {"approved": ["a"], "rejected": ["b"]},
    }
    path.write_text(json.dumps(own))
    found = seeded(tmp_path, environ={"ANTHROPIC_API_KEY": "k" * 30})

    assert {
        **own,
        "projects": {
            "/srv/app": {"lastCost": 3, "hasTrustDialogAccepted": True},
            "/srv/lib": {"hasTrustDialogAccepted": True},
        },
        "customApiKeyResponses": {"approved": ["a", "k" * 20], "rejected": ["b"]},
    } == found


def test_the_repository_is_trusted_too(tmp_path: Path) -> None:
    """The program asks by the root of the repository, from wherever in it."""
    (tmp_path / "shop" / ".git").mkdir(parents=True)
    (tmp_path / "shop" / "src").mkdir()
    found = seeded(tmp_path, cwd=str(tmp_path / "shop" / "src"))

    assert {str(tmp_path / "shop"), str(tmp_path / "shop" / "src")} == set(found["projects"])


def test_bypass_is_agreed_to_only_where_the_role_says_it(tmp_path: Path) -> None:
    """Then the program's own question about it is answered, in its state and its settings."""
    before = seeded(tmp_path)
    assert not (tmp_path / "claude" / "settings.json").exists()
    after = seeded(tmp_path, bypass=True)
    settings = json.loads((tmp_path / "claude" / "settings.json").read_text())

    assert (
        before.get("bypassPermissionsModeAccepted"),
        after["bypassPermissionsModeAccepted"],
        settings,
    ) == (None, True, {"skipDangerousModePermissionPrompt": True})


def test_a_link_that_an_agent_has_made_is_not_followed(tmp_path: Path) -> None:
    """Nothing is read through it, nothing is written through it, and a pipe holds nobody up."""
    secret = tmp_path / "secret.json"
    secret.write_text(json.dumps({"token": "x"}))
    (tmp_path / "claude").mkdir()
    (tmp_path / "claude" / ".claude.json").symlink_to(secret)
    found = seeded(tmp_path)
    (tmp_path / "claude" / ".claude.json").unlink()
    os.mkfifo(tmp_path / "claude" / ".claude.json")
    again = seeded(tmp_path)

    assert ("token" in found, {"token": "x"}) == (False, json.loads(secret.read_text()))
    assert found == again


def test_damaged_state_is_made_anew(tmp_path: Path) -> None:
    """Whatever stands there, the program finds its answers."""
    whole = seeded(tmp_path)
    path = tmp_path / "claude" / ".claude.json"
    for text in ("", "[]", "{", '{"projects": 3, "customApiKeyResponses": []}'):
        path.write_text(text)
        assert whole["projects"] == seeded(tmp_path)["projects"]


def test_trust_of_a_folder_holds_for_those_below_it(tmp_path: Path) -> None:
    """What was never trusted, or cannot be read, is not."""
    state = {"projects": {"/srv/app": {"hasTrustDialogAccepted": True}, "/srv/lib": {}}}
    (tmp_path / ".claude.json").write_text(json.dumps(state))
    folders = ("/srv/app", "/srv/app/src", "/srv/lib", "/srv", "/srv/application")

    assert [is_trusted(tmp_path, one) for one in folders] == [True, True, False, False, False]
    assert not is_trusted(tmp_path / "nowhere", "/srv/app")
    (tmp_path / ".claude.json").write_text('{"projects": {"/srv/app": true}}')
    assert not is_trusted(tmp_path, "/srv/app")


def test_in_a_repository_only_its_root_counts(tmp_path: Path) -> None:
    """Of a worktree the main checkout; a repository inside of a trusted one is another."""
    shop, tree = tmp_path / "shop", tmp_path / "tree"
    (shop / ".git" / "worktrees" / "tree").mkdir(parents=True)
    (shop / "src").mkdir()
    (shop / "inner" / ".git").mkdir(parents=True)
    tree.mkdir()
    (tree / ".git").write_text(f"gitdir: {shop}/.git/worktrees/tree\n")
    state = {"projects": {str(shop): {"hasTrustDialogAccepted": True}}}
    (tmp_path / ".claude.json").write_text(json.dumps(state))
    folders = (shop, shop / "src", tree, shop / "inner", tmp_path)

    assert [is_trusted(tmp_path, str(one)) for one in folders] == [True, True, True, False, False]
    assert {str(tree), str(shop)} == set(seeded(tmp_path, cwd=str(tree))["projects"])


def test_a_git_file_that_says_something_else_names_nobody_else(tmp_path: Path) -> None:
    """A submodule has a folder of its own, and a damaged one only itself."""
    for text in ("gitdir: ../.git/modules/x\n", "", "gitdir: \n", "gitdir: /srv/app\n"):
        (tmp_path / ".git").write_text(text)
        assert repository_of(str(tmp_path)) == str(tmp_path)
