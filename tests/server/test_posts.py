"""Roles at work: a change counts, and one that breaks a role never loosens it."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path

import pytest

from proctor.errors import NotFound, ProctorError, UsageError
from proctor.roles.file_times import signed
from proctor.roles.kept_policy import read_kept
from proctor.server.posts import SECONDS, Posts
from proctor.terms.call import ToolCall
from proctor.terms.effect import Effect
from tests.tools.catalogues import defined, index_text

ROLE = """
name: builder
permissions:
  allow: [Bash(make *)]
  deny: [Bash(make deploy *)]
  otherwise: {otherwise}
"""
MAKE = ToolCall(tool="Bash", input={"command": "make"})
DEPLOY = ToolCall(tool="Bash", input={"command": "make deploy"})


@pytest.fixture
def house(tmp_path: Path, shop: Path) -> Path:
    """Give a home with a role."""
    (tmp_path / "home" / "roles").mkdir(parents=True)
    write(tmp_path / "home", ROLE.format(otherwise="ask"))
    return tmp_path / "home"


def write(house: Path, text: str) -> None:
    """Write the role, at a moment of its own."""
    file = house / "roles" / "builder.yaml"
    file.write_text(text)
    time.sleep(2 * SECONDS)
    os.utime(file, ns=(time.time_ns(), time.time_ns()))


def effects(posts: Posts, shop: Path) -> tuple[Effect, Effect]:
    """Return what becomes of what the role allows, and of what it denies."""
    pipeline = posts.get("builder", str(shop)).pipeline
    return pipeline.decide(MAKE).effect, pipeline.decide(DEPLOY).effect


def test_a_change_counts(house: Path, shop: Path) -> None:
    """A rule that is taken away no longer allows, and the revision tells the policies apart."""
    posts = Posts(house)
    before = posts.get("builder", str(shop)).standing
    assert effects(posts, shop) == (Effect.ALLOW, Effect.DENY)

    write(house, ROLE.format(otherwise="deny").replace("make *", "cmake *"))

    assert effects(posts, shop) == (Effect.DENY, Effect.DENY)
    assert before.policy_revision != posts.get("builder", str(shop)).standing.policy_revision


def test_a_change_of_the_homes_catalogue_counts(house: Path, shop: Path) -> None:
    """A tool that is written down while agents run is known at their next call, and tells so."""
    posts = Posts(house)
    before = posts.get("builder", str(shop)).standing
    (house / "tools").mkdir()
    (house / "tools" / "index.yaml").write_text(index_text(defined("look", "read_only")))
    time.sleep(2 * SECONDS)

    after = posts.get("builder", str(shop))
    assert after.pipeline.policy.catalogue.get("look") == defined("look", "read_only").info
    assert before.policy_revision != after.standing.policy_revision


@pytest.mark.parametrize("otherwise", ["ask", "allow"])
def test_a_role_that_does_not_load_keeps_its_denies(
    house: Path, shop: Path, otherwise: str
) -> None:
    """While its file is wrong, what it denied is denied and all else is asked, saying why."""
    write(house, ROLE.format(otherwise=otherwise))
    posts = Posts(house)
    assert effects(posts, shop) == (Effect.ALLOW, Effect.DENY)

    write(house, "permissions: [")
    pipeline = posts.get("builder", str(shop)).pipeline

    assert effects(posts, shop) == (Effect.ASK, Effect.DENY)
    assert pipeline.decide(MAKE).why.startswith("the role `builder` does not load: ")


@pytest.mark.parametrize("mode", ["bypassPermissions", "acceptEdits"])
def test_no_mode_loosens_a_role_that_does_not_load(house: Path, shop: Path, mode: str) -> None:
    """Neither its own mode nor the one that the program reports allows anything then."""
    write(house, f"permission_mode: {mode}\n" + ROLE.format(otherwise="allow"))
    posts = Posts(house)
    posts.get("builder", str(shop))
    write(house, "permissions: [")
    pipeline = posts.get("builder", str(shop)).pipeline
    edit = ToolCall(tool="Write", input={"file_path": "a", "content": ""}, mode=mode)

    assert Effect.ASK is pipeline.decide(edit).effect


def test_a_role_that_is_mended_counts_again(house: Path, shop: Path) -> None:
    """Once the file is right again, so are its allows."""
    posts = Posts(house)
    posts.get("builder", str(shop))
    write(house, "permissions: [")
    assert effects(posts, shop) == (Effect.ASK, Effect.DENY)

    write(house, ROLE.format(otherwise="ask"))

    assert effects(posts, shop) == (Effect.ALLOW, Effect.DENY)


def test_a_role_that_is_deleted_keeps_its_denies(house: Path, shop: Path) -> None:
    """A file that is gone is a role that does not load."""
    posts = Posts(house)
    posts.get("builder", str(shop))
    (house / "roles" / "builder.yaml").unlink()
    time.sleep(2 * SECONDS)

    assert effects(posts, shop) == (Effect.ASK, Effect.DENY)


def test_a_role_that_never_loaded_is_an_error(house: Path, shop: Path) -> None:
    """Nobody decides under a role that is not there."""
    with pytest.raises(NotFound):
        Posts(house).get("bulider", str(shop))


def test_a_project_that_links_to_itself_ends(house: Path, shop: Path) -> None:
    """A loop of links in a project's folder is not followed for ever."""
    (shop / ".proctor").mkdir()
    (shop / ".proctor" / "roles").symlink_to(shop / ".proctor")

    assert len(signed(house, str(shop))) < 50


@pytest.mark.parametrize("name", ["a" * 256, "é" * 128, "a" * 3_000])
def test_a_folder_that_no_system_has_is_a_wrong_request(house: Path, shop: Path, name: str) -> None:
    """A name that is too long is told of, and is no failure of ours."""
    with pytest.raises(UsageError, match="is no folder: no system has such a name"):
        Posts(house).get("builder", f"{shop}/{name}/x")


def test_folders_that_lead_nowhere_are_no_failure_of_ours(house: Path, shop: Path) -> None:
    """What leads in a circle, through a file, or nearly too far is a folder or a wrong request."""
    (shop / "loop").symlink_to("loop")
    (shop / "file").touch()
    posts = Posts(house)
    for place in (
        f"{shop}/loop/x",
        f"{shop}/file/x",
        *("/ab" * count for count in range(1350, 1366)),
    ):
        with suppress(ProctorError):
            assert posts.get("builder", place).standing.role == "builder"


def test_a_long_name_that_is_one_works(house: Path, shop: Path) -> None:
    """The longest name that a system has is a folder like any other."""
    place = shop / ("a" * 255)
    place.mkdir()

    assert Posts(house).get("builder", str(place)).standing.role == "builder"


def test_a_role_that_broke_while_nobody_ran_keeps_its_denies(house: Path, shop: Path) -> None:
    """A new server knows the last good denies of the one before it, and nothing that allowed."""
    assert effects(Posts(house), shop) == (Effect.ALLOW, Effect.DENY)
    write(house, "permissions: [")
    posts = Posts(house)
    post = posts.get("builder", str(shop))

    assert effects(posts, shop) == (Effect.ASK, Effect.DENY)
    assert post.pipeline.decide(MAKE).why.startswith("the role `builder` does not load: ")
    assert (post.standing.role, post.standing.project) == ("builder", str(shop))


def test_what_is_loaded_is_kept_for_hooks(house: Path, shop: Path) -> None:
    """A hook that finds no server decides by the same policy, with the same revision."""
    post = Posts(house).get("builder", str(shop))
    kept = read_kept(str(house), str(shop), "builder")

    assert kept is not None
    assert kept.policy.dump() == post.pipeline.policy.dump()
    assert kept.standing == post.standing


def test_a_role_counts_also_where_nothing_can_be_kept(house: Path, shop: Path) -> None:
    """The home may be one that cannot be written: then hooks load the role themselves."""
    (house / "compiled").write_text("")

    assert effects(Posts(house), shop) == (Effect.ALLOW, Effect.DENY)
