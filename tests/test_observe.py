"""Looking at the host: links, folders, settings of git."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

import proctor
from proctor import Effect, Policy, ToolCall
from proctor.normalise import normalise
from proctor.observe import observe, surroundings, with_links
from proctor.pipeline import Pipeline
from proctor.terms.decision import Source


@pytest.fixture
def user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Have a home folder that is ours alone."""
    home = tmp_path / "home" / "ada"
    home.mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.delenv("PROCTOR_HOME", raising=False)
    return home


def test_links_are_followed(tmp_path: Path) -> None:
    """A link, a link in the middle, and a file that is not there yet lead somewhere."""
    (tmp_path / "real" / "deep").mkdir(parents=True)
    (tmp_path / "link").symlink_to("real")
    (tmp_path / "down").symlink_to("real/deep")
    (tmp_path / "loop").symlink_to("loop")
    base = str(tmp_path.resolve())

    known = surroundings(cwd=tmp_path, root=tmp_path, home=tmp_path / "home")

    def links(paths: list[str]) -> Mapping[str, str]:
        return with_links(known, paths).links

    assert links([f"{base}/link/new", f"{base}/real/x"]) == {f"{base}/link/new": f"{base}/real/new"}
    assert links([f"{base}/down/../x"]) == {f"{base}/down/../x": f"{base}/real/x"}
    # These lead where they seem to, however they are written.
    assert links([f"{base}/link/../x", f"{base}/./real//x", f"{base}/real/"]) == {}
    assert set(links([f"{base}/loop", "/a\0b"])) <= {f"{base}/loop"}


def test_a_link_out_of_the_project_is_no_way_out(tmp_path: Path, user: Path) -> None:
    """An allow of the project's files does not hold for where a link leads."""
    root = tmp_path.resolve() / "shop"
    (root / "docs").mkdir(parents=True)
    (root / "docs" / "out").symlink_to("/etc")
    (root / "docs" / "in").symlink_to(root / "docs")
    around = surroundings(cwd=root, root=root, home=user / ".proctor")
    pipeline = Pipeline(Policy.of(allow=["Edit(docs/**)"], deny=["Read(//etc/**)"]), around)

    def effect(tool: str, path: str) -> Effect:
        return pipeline.decide(ToolCall(tool=tool, input={"file_path": path})).effect

    assert effect("Edit", "docs/a") is Effect.ALLOW
    assert effect("Edit", "docs/in/a") is Effect.ALLOW
    assert effect("Edit", "docs/out/passwd") is Effect.ASK
    assert effect("Read", "docs/out/passwd") is Effect.DENY


def test_a_call_has_its_own_folder_and_time(tmp_path: Path, user: Path) -> None:
    """The folder of a call is where its paths begin; the rest stays."""
    around = surroundings(cwd=tmp_path, root=tmp_path, home=user / ".proctor")

    seen = observe(ToolCall(tool="Bash", input={"command": "ls"}, cwd="/srv/./a/../b"), around)

    assert (seen.cwd, seen.root, seen.start) == ("/srv/b", str(tmp_path), str(tmp_path))
    assert seen.now >= around.now


@pytest.mark.parametrize("cwd", ["", "a", "./a", "~"])
def test_a_folder_that_is_not_absolute_is_not_known(cwd: str, tmp_path: Path, user: Path) -> None:
    """Such a call is malformed, and so never allowed."""
    around = surroundings(cwd=tmp_path, root=tmp_path, home=user / ".proctor")
    call = ToolCall(tool="Read", input={"file_path": "a"}, cwd=cwd)

    assert Pipeline(Policy.of(allow=["Read"]), around).decide(call).effect is Effect.ASK


def test_the_programs_own_files_are_known(tmp_path: Path, user: Path) -> None:
    """Where Proctor is installed is a fact that the guard needs."""
    around = surroundings(cwd=tmp_path, root=tmp_path, home=user / ".proctor")

    assert any(folder.endswith("/proctor") for folder in around.program)


def test_a_project_behind_a_link_is_one_place(tmp_path: Path) -> None:
    """Where the project lies behind a link, its own files do not lead out of it."""
    real, link = tmp_path / "real", tmp_path / "link"
    (real / "docs").mkdir(parents=True)
    (real / "out").symlink_to("/etc")
    link.symlink_to(real)
    known = surroundings(cwd=link, root=link, home=tmp_path / "home")

    def leads(path: str) -> str:
        call = ToolCall(tool="Read", input={"file_path": path}, cwd=str(link))
        return normalise(call, observe(call, known)).parts[0].touches[0].path.real

    assert leads("docs/a.md") == f"{link}/docs/a.md"
    assert leads(f"{real}/docs/a.md") == f"{link}/docs/a.md"
    assert leads("out/passwd") == "/etc/passwd"


@pytest.mark.parametrize("file", ["bin/proctor", "{package}/policy/guard.py"])
def test_our_own_program_is_not_written_whoever_decides(file: str) -> None:
    """It is known where the command is, also in a program that has us as a library."""
    package = Path(proctor.__file__).parent
    path = Path(sys.executable).parent.parent / file.format(package=package)
    call = ToolCall(tool="Write", input={"file_path": str(path), "content": "exit 0"})
    decision = Policy.of(otherwise="allow").decide(call)

    assert (decision.effect, decision.finding.source) == (Effect.DENY, Source.GUARD)
