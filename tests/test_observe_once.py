"""A call is read once where a second reading would say the same, and twice where it would not."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from proctor import Effect, Policy, ToolCall
from proctor.normalise import looked_for, lookups, normalise, patterns, repositories
from proctor.observe import (
    TOP,
    folder_of,
    observed,
    real_path,
    settings_of,
    surroundings,
    with_git,
    with_links,
    with_matches,
)
from proctor.observe_project import with_code_files
from proctor.pipeline import Pipeline
from proctor.rehearse.cases import read_cases
from proctor.terms.surroundings import Surroundings
from tests.realistic_inputs import INPUTS

CASES = sorted((Path(__file__).parent / "cases" / "decisions").glob("*.yaml"))
TAME = '[core]\n\tbare = false\n[remote "origin"]\n\turl = https://example.com/a.git\n'
EVIL = "[core]\n\tfsmonitor = ./x\n"
ALIAS = "[alias]\n\tst = !rm -rf docs\n\tlg = log -p\n"
COMMANDS = (
    "git status", "git st", "git lg", "git -C sub status", "git -C tame log", "git -C evil diff",
    "cd evil && git status", "cd link-to-evil && git log", "git -C none status", "cat link-to-env",
    "cat docs/link-out/a > outside/b", "cd link-to-etc; cat passwd", "rm -rf outside", "ls ..",
    "cp .env docs/link-out", "cat ./sub/../link-to-env", "git show HEAD:.env", "git push -f",
    "cat loop/x", "bash -c 'git -C alias st'", "git -C alias st -x", "cd alias && git status",
)  # fmt: skip


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Have a project with links, and with repositories of every kind below it."""
    folder = tmp_path.resolve() / "shop"
    for name in ("sub", "docs", "src", "secrets"):
        (folder / name).mkdir(parents=True)
    for name, settings in (("", ""), ("tame", TAME), ("evil", EVIL), ("alias", ALIAS)):
        repository = folder / name / ".git"
        for inner in ("objects", "refs"):
            (repository / inner).mkdir(parents=True)
        (repository / "HEAD").write_text("ref: refs/heads/main\n")
        (repository / "config").write_text(settings)
    (folder / ".env").write_text("TOKEN=x\n")
    (folder / "link-to-env").symlink_to(".env")
    (folder / "link-to-etc").symlink_to("/etc")
    (folder / "link-to-evil").symlink_to("evil")
    (folder / "docs" / "link-out").symlink_to(folder.parent / "elsewhere")
    (folder / "outside").symlink_to("docs")
    (folder / "loop").symlink_to("loop")
    (folder.parent / "behind").symlink_to(folder)
    monkeypatch.setenv("HOME", str(folder.parent))
    return folder


def around_of(root: Path) -> Surroundings:
    """Return what is known of a project before any call."""
    return surroundings(cwd=root, root=root, home=root.parent / ".proctor", start=root)


def assert_as_read_twice(call: ToolCall, known: Surroundings) -> None:
    """Hold what one look gives against two readings with all that was found in between."""
    seen = observed(call, known)
    before = known._replace(cwd=seen.around.cwd, now=seen.around.now)
    first = normalise(call, before)
    linked = with_matches(with_links(before, lookups(first)), patterns(first))
    around = with_code_files(with_git(linked, repositories(first)), looked_for(first))

    assert around == seen.around
    assert normalise(call, around) == seen


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_every_case_is_read_as_if_it_were_read_twice(path: Path, root: Path) -> None:
    """What the cases call is the same action either way, in any folder of the project."""
    known = around_of(root)
    calls = [case.call for case in read_cases(path).cases if case.call]
    for call in calls:
        assert_as_read_twice(call._replace(cwd=str(root / (call.cwd or "."))), known)
        assert_as_read_twice(call._replace(cwd=str(root / "evil")), known)
        assert_as_read_twice(call._replace(cwd=str(root / "link-to-evil")), known)


@pytest.mark.parametrize(
    "place", ["shop", "shop/tame", "shop/evil", "shop/alias", "behind", "none"]
)
@pytest.mark.parametrize("command", COMMANDS)
def test_commands_among_links_and_repositories_too(command: str, place: str, root: Path) -> None:
    """Links and settings that matter are seen, from inside and from behind a link."""
    cwd = str(root.parent / place)
    call = ToolCall(tool="Bash", input={"command": command}, cwd=cwd)

    assert_as_read_twice(call, around_of(root))
    assert_as_read_twice(call, around_of(root.parent / "behind"))
    assert_as_read_twice(call._replace(cwd=None), around_of(root))


@pytest.mark.parametrize("tool", sorted(INPUTS))
def test_every_tool_too(tool: str, root: Path) -> None:
    """What is known before a call, true or not, is not taken for what the call finds."""
    call = ToolCall(tool=tool, input=INPUTS[tool], cwd=str(root))
    stale = around_of(root)._replace(
        links={f"{root}/src/cart.py": "/etc/passwd"},
        git_config={str(root): {"alias.status": "!make"}},
    )

    assert_as_read_twice(call, around_of(root))
    assert_as_read_twice(call, stale)


def test_nothing_of_the_disk_is_kept_from_call_to_call(root: Path) -> None:
    """A link or a setting that an agent makes between two equal calls counts in the second."""
    pipeline = Pipeline(Policy.of(allow=["Read(/**)", "Bash(@read)"]), around_of(root))
    read = ToolCall(tool="Read", input={"file_path": "src/new/a"}, cwd=str(root))
    status = ToolCall(tool="Bash", input={"command": "git status"}, cwd=str(root / "tame"))
    before = [pipeline.decide(call).effect for call in (read, status)]

    (root / "src" / "new").symlink_to("/etc")
    (root / "tame" / ".git" / "config").write_text(EVIL)
    after = [pipeline.decide(call).effect for call in (read, status)]

    assert before == [Effect.ALLOW, Effect.ALLOW]
    assert after == [Effect.ASK, Effect.ASK]


def test_an_action_string_follows_links(root: Path) -> None:
    """`check` reads a string again where a path of it leads elsewhere."""
    pipeline = Pipeline(Policy.of(allow=["Read"], deny=["Read(//etc/**)"]), around_of(root))

    assert pipeline.check("tool:view:docs/a").effect is Effect.ALLOW
    assert pipeline.check("tool:view:link-to-etc/passwd").effect is Effect.DENY


PATHS = (
    "", "sub", "sub/", "sub/.", "sub/..", "sub//x", "none/a/b", "link-to-evil", "link-to-evil/x",
    "link-to-evil/..", "docs/link-out/x", "loop", "loop/x", "loop/../sub", ".env/x", "x" * 300,
    "/".join(["deep"] * 1200), "outside/link-out/../a",
)  # fmt: skip


@pytest.mark.parametrize("path", PATHS)
def test_a_place_is_where_the_system_says(path: str, root: Path) -> None:
    """Whatever was looked up before it, a folder leads where it really leads."""
    full = f"{root}/{path}"
    known = dict(TOP)
    for other in (f"{root}/sub/x", f"{root}/link-to-evil/y", f"{root}/loop/z"):
        real_path(other, known)

    assert real_path(full, dict(TOP)) == os.path.realpath(full)
    assert real_path(full, known) == os.path.realpath(full)
    assert real_path(full, known) == os.path.realpath(full)


def test_a_folder_that_no_system_takes_is_not_known(root: Path) -> None:
    """A null byte or half a character in it makes the folder unknown, and raises nothing."""
    known = around_of(root)

    assert [folder_of(cwd, known, dict(TOP)) for cwd in ("/a\0b", "/\ud800")] == ["", ""]
    assert folder_of(f"//{root}//sub/", known, dict(TOP)) == f"{root}/sub"


def test_the_ends_of_lines_are_alike(tmp_path: Path) -> None:
    """A file with the line ends of another system has the same settings."""
    (tmp_path / "config").write_bytes(b"[core]\r\n\tbare = false\r[user]\r\n\tname = \xff\n")

    found = settings_of(str(tmp_path / "config"))

    assert found == {"core.bare": "false", "user.name": "\ufffd"}
