"""Kept policies: the same decisions as the role, as long as no file has changed."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from proctor.assemble import Proctor
from proctor.pipeline import Pipeline
from proctor.policy.policy import Policy
from proctor.roles.content_key import content_key
from proctor.roles.kept_policy import (
    FOLDER,
    KeptPolicy,
    file_name,
    last_good,
    read_kept,
    write_kept,
)
from proctor.roles.trust import trust
from proctor.terms.call import ToolCall
from proctor.terms.effect import Effect
from proctor.terms.record import Standing
from tests.tools.catalogues import defined, index_text

ROLE = """
name: builder
tools: [Bash, Read, deploy_site]
permission_mode: acceptEdits
additional_directories: [docs]
permissions:
  allow: [Bash(make *), {tool: Read, regex: "[.]md$"}]
  ask: [{rule: Bash(make release *), by: human, approvers: [lead]}]
  deny:
    - {rule: Bash(make deploy *), why: Ask the release train.}
    - {rule: Bash(make test *), until: 2001-01-01}
    - deploy_site
"""
CONFIG = """
tools:
  deploy_site: {kind: other, description: Deploy it, fields: [site], destructive: true}
"""
CALLS = [
    *(
        ToolCall(tool="Bash", input={"command": command})
        for command in ("make", "make deploy", "make release x", "make test", "ls", "make > a")
    ),
    ToolCall(tool="Read", input={"file_path": "a.md"}),
    ToolCall(tool="Read", input={"file_path": "a.py"}),
    ToolCall(tool="Write", input={"file_path": "a.py", "content": ""}),
    ToolCall(tool="deploy_site", input={"site": "shop"}),
]


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """Give a home with a role and a tool of its own."""
    home = tmp_path / "home"
    (home / "roles").mkdir(parents=True)
    (home / "roles" / "builder.yaml").write_text(ROLE)
    (home / "config.yaml").write_text(CONFIG)
    return home


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """Give a project."""
    root = tmp_path / "shop"
    (root / ".git").mkdir(parents=True)
    return root


def key_of(house: Path, shop: Path) -> str:
    """Return the key of everything that is there now."""
    return content_key(str(house), str(shop))


def keep(house: Path, shop: Path, role: str = "builder") -> Pipeline:
    """Load a role and keep its policy."""
    key = key_of(house, shop)
    pipeline = Proctor.for_role(role, cwd=shop, home=house).pipeline
    kept = KeptPolicy(
        policy=pipeline.policy,
        standing=Standing(role, "", "abc", str(shop)),
        reviewer={"enabled": True, "model": "haiku", "instructions": "be kind"},
        redact=("shop-[0-9]+",),
        host="anvil",
    )
    write_kept(str(house), str(shop), role, kept, content=key)
    return pipeline


def found(house: Path, shop: Path, role: str = "builder") -> KeptPolicy | None:
    """Return what is kept."""
    return read_kept(str(house), str(shop), role)


def effects(policy: Policy, pipeline: Pipeline) -> list[tuple[Effect, str]]:
    """Return what a policy says of all calls."""
    other = Pipeline(policy, pipeline.around)
    return [(decision.effect, decision.why) for decision in map(other.decide, CALLS)]


def the_file(house: Path) -> Path:
    """Return the one file that is kept."""
    (path,) = (house / FOLDER).iterdir()
    return path


def test_a_kept_policy_decides_as_the_role(house: Path, shop: Path) -> None:
    """Everything that a decision and its record need comes back as it was."""
    pipeline = keep(house, shop)
    kept = found(house, shop)

    assert kept is not None
    assert pipeline.policy.dump() == kept.policy.dump()
    assert effects(pipeline.policy, pipeline) == effects(kept.policy, pipeline)
    assert pipeline.policy.catalogue.tools == kept.policy.catalogue.tools
    assert Standing("builder", "", "abc", str(shop)) == kept.standing
    assert kept.reviewer == {"enabled": True, "model": "haiku", "instructions": "be kind"}
    assert (kept.redact, kept.host, kept.trouble) == (("shop-[0-9]+",), "anvil", "")


def test_a_kept_policy_has_the_tools_of_catalogues(house: Path, shop: Path) -> None:
    """What was declared in Python is known without a server too, with all that is believed."""
    add_home_catalogue(house, shop)
    keep(house, shop)
    kept = found(house, shop)

    assert kept is not None
    assert defined("look", "read_only").info == kept.policy.catalogue.get("look")


def test_it_is_written_for_its_user_alone(house: Path, shop: Path) -> None:
    """The folder and the file are closed to others, and nothing else is left in it."""
    keep(house, shop)
    keep(house, shop)

    assert f"{file_name(str(shop), 'builder')}" == the_file(house).name
    assert [path.stat().st_mode & 0o777 for path in (house / FOLDER, the_file(house))] == [
        0o700,
        0o600,
    ]


def change_role(house: Path, shop: Path) -> None:
    """Change a rule."""
    (house / "roles" / "builder.yaml").write_text(ROLE.replace("make *", "mace *"))


def change_role_and_its_time(house: Path, shop: Path) -> None:
    """Change a rule, and hide when."""
    file = house / "roles" / "builder.yaml"
    before = file.stat()
    file.write_text(ROLE.replace("make *", "mace *"))
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))


def add_role(house: Path, shop: Path) -> None:
    """Add another role."""
    (house / "roles" / "other.yaml").write_text("name: other\n")


def change_config(house: Path, shop: Path) -> None:
    """Change a tool."""
    (house / "config.yaml").write_text(CONFIG.replace("true", "false"))


def remove_config(house: Path, shop: Path) -> None:
    """Remove the config."""
    (house / "config.yaml").unlink()


def add_to_project(house: Path, shop: Path) -> None:
    """Give the project a role."""
    (shop / ".proctor" / "roles").mkdir(parents=True)
    (shop / ".proctor" / "roles" / "builder.yaml").write_text(ROLE)


def add_home_catalogue(house: Path, shop: Path) -> None:
    """Give the home a catalogue of tools."""
    (house / "tools").mkdir()
    (house / "tools" / "index.yaml").write_text(index_text(defined("look", "read_only")))


def add_catalogue(house: Path, shop: Path) -> None:
    """Give the project a catalogue of tools."""
    (shop / ".proctor" / "tools").mkdir(parents=True)
    (shop / ".proctor" / "tools" / "index.yaml").write_text(index_text(defined("look")))


def trust_project(house: Path, shop: Path) -> None:
    """Trust the project."""
    trust(shop, house)


def link_in_project(house: Path, shop: Path) -> None:
    """Put a link into the project."""
    (shop / ".proctor").mkdir()
    (shop / ".proctor" / "config.yaml").symlink_to(house / "config.yaml")


def close_role(house: Path, shop: Path) -> None:
    """Put a link in the place of the role."""
    file = house / "roles" / "builder.yaml"
    file.rename(house / "roles" / "moved")
    file.symlink_to(house / "roles" / "moved")


@pytest.mark.parametrize(
    "change",
    [
        change_role, change_role_and_its_time, add_role, change_config, remove_config,
        add_to_project, link_in_project, close_role, add_home_catalogue, add_catalogue,
    ],
)  # fmt: skip
def test_any_change_of_a_file_counts(
    house: Path, shop: Path, change: Callable[[Path, Path], None]
) -> None:
    """What a role may be made of has another content: the policy is compiled anew."""
    keep(house, shop)
    change(house, shop)

    assert found(house, shop) is None


def test_trust_counts(house: Path, shop: Path) -> None:
    """A project that is trusted has another key than before, and none for its neighbour."""
    add_to_project(house, shop)
    keep(house, shop)
    other = shop.parent / "other"
    (other / ".git").mkdir(parents=True)
    keep(house, other)
    trust_project(house, shop)

    assert found(house, shop) is None
    assert found(house, other) is not None


def test_nothing_else_counts(house: Path, shop: Path) -> None:
    """What no role is made of may change, and so may times."""
    keep(house, shop)
    (house / "spool").mkdir()
    (shop / "README.md").write_text("x")
    os.utime(house / "roles" / "builder.yaml", (1, 1))

    assert found(house, shop) is not None


def test_the_files_of_before_are_those_that_count(house: Path, shop: Path) -> None:
    """A policy is kept under the content that it was made of, whatever came meanwhile."""
    key = key_of(house, shop)
    pipeline = Proctor.for_role("builder", cwd=shop, home=house).pipeline
    change_role(house, shop)
    kept = KeptPolicy(pipeline.policy, Standing(role="builder"))
    write_kept(str(house), str(shop), "builder", kept, content=key)

    assert found(house, shop) is None


@pytest.mark.parametrize("cut", [0, 1, 32, 33, 200, -1])
def test_half_a_file_is_none(house: Path, shop: Path, cut: int) -> None:
    """A file that was cut anywhere is not used, and no last good policy either."""
    keep(house, shop)
    file = the_file(house)
    file.write_bytes(file.read_bytes()[:cut])

    assert found(house, shop) is None
    assert last_good(str(house), str(shop), "builder") is None


@pytest.mark.parametrize(
    "text",
    [b"", b"\n", b"{}", b"x" * 32 + b"\n{}", b"\xff\xfe", b"[" * 100_000],
    ids=["empty", "a newline", "no checksum", "a wrong checksum", "binary", "deep"],
)
def test_rubbish_is_none(house: Path, shop: Path, text: bytes) -> None:
    """Whatever stands there is not used unless it is ours and whole."""
    keep(house, shop)
    the_file(house).write_bytes(text)

    assert found(house, shop) is None


@pytest.mark.parametrize("mode", [0o644, 0o660, 0o602, 0o700])
def test_what_others_could_have_written_is_none(house: Path, shop: Path, mode: int) -> None:
    """A file that is not closed to others is not trusted, nor one in an open folder."""
    keep(house, shop)
    the_file(house).chmod(mode)
    by_file = found(house, shop)
    the_file(house).chmod(0o600)
    (house / FOLDER).chmod(0o770)
    by_folder = found(house, shop)
    (house / FOLDER).chmod(0o700)

    assert by_file is by_folder is None
    assert found(house, shop) is not None


def test_another_role_or_project_is_none(house: Path, shop: Path) -> None:
    """A file under the name of another role is not its policy."""
    keep(house, shop)
    other = house / FOLDER / file_name(str(shop), "guarded")
    other.write_bytes(the_file(house).read_bytes())
    other.chmod(0o600)

    assert found(house, shop, "guarded") is None


@pytest.mark.parametrize("role", ["../../etc/x", "a/b", "", ".", "a\0b", "ä", "x" * 500])
def test_no_name_of_a_role_leads_elsewhere(house: Path, shop: Path, role: str) -> None:
    """Whatever a role is called, its file lies in the folder of kept policies."""
    name = file_name(str(shop), role)

    assert name.isascii()
    assert "/" not in name
    assert len(name) < 150
    assert found(house, shop, role) is None


def test_the_last_good_denies(house: Path, shop: Path) -> None:
    """Whatever the files say now, what was denied is denied, and nothing is allowed."""
    pipeline = keep(house, shop)
    (house / "roles" / "builder.yaml").write_text("permissions: [")
    kept = last_good(str(house), str(shop), "builder")

    assert kept is not None
    before, after = effects(pipeline.policy, pipeline), effects(kept.policy, pipeline)
    assert Effect.ALLOW not in {effect for effect, _ in after}
    assert all(
        now is Effect.DENY
        for (was, _), (now, _) in zip(before, after, strict=True)
        if was is Effect.DENY
    )


def test_too_much_is_not_kept(house: Path, shop: Path) -> None:
    """Where there are more files than anybody has, there is no key and nothing is kept."""
    many = house / "roles" / "many"
    many.mkdir()
    for number in range(3_001):
        (many / f"{number}.txt").touch()
    keep(house, shop)

    assert key_of(house, shop) == ""
    assert not (house / FOLDER).exists()
    assert found(house, shop) is None


def test_what_was_kept_longest_ago_is_forgotten(house: Path, shop: Path) -> None:
    """Projects come and go: the folder does not grow for ever, and the newest stays."""
    (house / FOLDER).mkdir(mode=0o700)
    for number in range(1_000):
        file = house / FOLDER / f"{number}.json"
        file.touch()
        os.utime(file, (number, number))
    keep(house, shop)
    left = {path.name for path in (house / FOLDER).iterdir()}

    assert len(left) == 500
    assert {"999.json", file_name(str(shop), "builder")} <= left
    assert "1.json" not in left


def test_pipes_and_loops_are_no_reason_to_wait(house: Path, shop: Path) -> None:
    """What cannot be read is told apart from what is not there, at once."""
    before = key_of(house, shop)
    os.mkfifo(house / "roles" / "pipe.yaml")
    (shop / ".proctor").symlink_to(shop)
    (shop / "roles").symlink_to(shop)

    assert before != key_of(house, shop) != ""
