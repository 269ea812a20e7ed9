"""Looking at the host: home, project root, links."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from proctor import Effect, Policy, ToolCall
from proctor.normalise import normalise
from proctor.observe import observe, proctor_home, project_root, surroundings, with_links
from proctor.pipeline import Pipeline


@pytest.fixture
def user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Have a home folder that is ours alone."""
    home = tmp_path / "home" / "ada"
    home.mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.delenv("PROCTOR_HOME", raising=False)
    return home


def test_proctors_home_is_in_the_users_home(user: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """PROCTOR_HOME moves `~/.proctor`; a `~` in it is expanded."""
    assert proctor_home() == user / ".proctor"
    monkeypatch.setenv("PROCTOR_HOME", "/srv/proctor")
    assert proctor_home() == Path("/srv/proctor")
    monkeypatch.setenv("PROCTOR_HOME", "~/p")
    assert proctor_home() == user / "p"
    monkeypatch.setenv("PROCTOR_HOME", "")
    assert proctor_home() == user / ".proctor"


def test_the_root_is_the_nearest_folder_with_a_repository(user: Path) -> None:
    """A `.git` folder upward makes the root, and the nearest one wins."""
    inner = user / "work" / "shop" / "vendor" / "lib"
    inner.mkdir(parents=True)
    (user / "work" / "shop" / ".git").mkdir()
    home = user / ".proctor"

    assert project_root(inner, home) == user / "work" / "shop"
    (inner.parent / ".git").mkdir()
    assert project_root(inner, home) == inner.parent


def test_a_worktree_has_a_file_instead(user: Path) -> None:
    """In a worktree or a submodule `.git` is a file."""
    tree = user / "work" / "tree"
    (tree / "a").mkdir(parents=True)
    (tree / ".git").write_text("gitdir: /elsewhere\n")

    assert project_root(tree / "a", user / ".proctor") == tree


def test_a_folder_of_rules_makes_a_root_too(user: Path) -> None:
    """`.proctor/` counts as `.git` does; a file of that name does not."""
    shop = user / "shop"
    (shop / "a").mkdir(parents=True)
    (shop / ".proctor").write_text("")
    assert project_root(shop / "a", user / ".proctor") == shop / "a"
    (shop / ".proctor").unlink()
    (shop / ".proctor").mkdir()
    assert project_root(shop / "a", user / ".proctor") == shop


def test_the_home_folder_is_never_a_root(user: Path) -> None:
    """A `.git` or Proctor's own `.proctor` in the home folder makes no project of everything."""
    (user / ".git").mkdir()
    (user / ".proctor").mkdir()
    (user / "a").mkdir()

    assert project_root(user / "a", user / ".proctor") == user / "a"
    assert project_root(user, user / ".proctor") == user


def test_a_link_to_the_home_folder_is_never_a_root(tmp_path: Path, user: Path) -> None:
    """Under another name the home folder is still no project, and neither is its parent's link."""
    (user / ".git").mkdir()
    (user / "sub").mkdir()
    link = tmp_path / "link-to-home"
    link.symlink_to(user)

    assert project_root(link / "sub", user / ".proctor") == link / "sub"
    (user / "sub" / ".git").mkdir()
    assert project_root(link / "sub", user / ".proctor") == link / "sub"
    (user / "sub" / "deep").mkdir()
    assert project_root(link / "sub" / "deep", user / ".proctor") == link / "sub"


def test_the_parent_of_a_moved_home_is_never_a_root(tmp_path: Path, user: Path) -> None:
    """Wherever PROCTOR_HOME lies, the folder around it is no project."""
    moved = tmp_path / "srv" / ".proctor"
    moved.mkdir(parents=True)
    start = tmp_path / "srv" / "a"
    start.mkdir()

    assert project_root(start, moved) == start


def test_without_any_mark_the_start_is_the_root(user: Path) -> None:
    """A folder in no project is its own root."""
    start = user / "x" / "y"
    start.mkdir(parents=True)

    assert project_root(start, user / ".proctor") == start


def test_links_are_followed(tmp_path: Path) -> None:
    """A link, a link in the middle, and a file that is not there yet lead somewhere."""
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    (tmp_path / "loop").symlink_to("loop")
    base = str(tmp_path.resolve())

    known = surroundings(cwd=tmp_path, root=tmp_path, home=tmp_path / "home")

    def links(paths: list[str]) -> Mapping[str, str]:
        return with_links(known, paths).links

    assert links([f"{base}/link/new", f"{base}/real/x"]) == {f"{base}/link/new": f"{base}/real/new"}
    assert links([f"{base}/link/../x"]) == {f"{base}/link/../x": f"{base}/x"}
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
