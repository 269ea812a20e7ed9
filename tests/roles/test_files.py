"""Reading a `.proctor` folder that may be hostile."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from proctor.documents import MAX_BYTES
from proctor.errors import ProctorError
from proctor.roles.files import MAX_FILES, Tree, read_tree
from tests.amounts import amount
from tests.roles.conftest import House, written


def codes(tree: Tree) -> dict[str, str]:
    """Return why files were refused."""
    return {name: why.code for name, why in tree.refused.items()}


def test_only_the_yaml_files_of_the_known_parts_are_read(tmp_path: Path) -> None:
    """Everything else is not even opened."""
    for name in ("config.yaml", "roles/a.yaml", "roles/b.yml", "tools/deep/c.yaml"):
        written(tmp_path / name, name)
    for name in ("other.yaml", "roles/a.txt", "roles/.hidden.yaml", "cache/x.yaml"):
        written(tmp_path / name, name)

    assert Tree(
        {name: name.encode() for name in ("config.yaml", "roles/a.yaml", "roles/b.yml")}
        | {"tools/deep/c.yaml": b"tools/deep/c.yaml"}
    ) == read_tree(tmp_path)


def test_a_folder_that_is_not_there_is_empty(tmp_path: Path) -> None:
    """It is no error to have none."""
    assert Tree() == read_tree(tmp_path / "nowhere")


def test_no_link_is_followed(tmp_path: Path) -> None:
    """Neither to a file nor to a folder, neither inside nor out."""
    written(tmp_path / "out/secret.yaml", "secret")
    written(tmp_path / "p/roles/real.yaml", "real")
    (tmp_path / "p/roles/in.yaml").symlink_to("real.yaml")
    (tmp_path / "p/roles/out.yaml").symlink_to(tmp_path / "out/secret.yaml")
    (tmp_path / "p/roles/folder").symlink_to(tmp_path / "out")
    (tmp_path / "p/tools").symlink_to(tmp_path / "out")
    tree = read_tree(tmp_path / "p")

    assert tree.files == {"roles/real.yaml": b"real"}
    assert dict.fromkeys(("roles/in.yaml", "roles/out.yaml", "roles/folder", "tools"), "link") == (
        codes(tree)
    )


def test_what_is_not_a_file_is_refused(tmp_path: Path) -> None:
    """Pipes, sockets, folders named like files and files named like folders."""
    (tmp_path / "roles/folder.yaml").mkdir(parents=True)
    os.mkfifo(tmp_path / "roles/pipe.yaml")
    written(tmp_path / "tools", "a file")
    with socket.socket(socket.AF_UNIX) as server:
        # A path of a socket is short, so it is bound by its relative name.
        here = Path.cwd()
        os.chdir(tmp_path / "roles")
        server.bind("socket.yaml")
        os.chdir(here)
        tree = read_tree(tmp_path)

    assert codes(tree) == {
        "roles/folder.yaml": "not-a-file",
        "roles/pipe.yaml": "not-a-file",
        "roles/socket.yaml": "not-a-file",
        "tools": "not-a-file",
    }


def test_limits_hold(tmp_path: Path) -> None:
    """Too many files, too deep, too large: each is said, and no more is read than the limit."""
    written(tmp_path / "roles/a/b/c/d/e.yaml", "deep")
    written(tmp_path / "config.yaml", b"x" * (2 * MAX_BYTES))
    for number in range(MAX_FILES + 1):
        written(tmp_path / f"tools/{number}.yaml", "")
    tree = read_tree(tmp_path)

    assert codes(tree) == {"roles/a/b/c/d": "too-much", ".": "too-much"}
    assert len(tree.files["config.yaml"]) == MAX_BYTES + 1
    assert len(tree.files) == MAX_FILES


NAMES = st.sampled_from(["config.yaml", "roles/index.yaml", "roles/coder.yaml", "roles/x.yml"])


@settings(
    max_examples=amount(20, 120),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(NAMES, st.binary(max_size=60), st.booleans())
def test_any_bytes_in_any_file_end_in_our_own_error(
    house: House, name: str, data: bytes, trusted: bool
) -> None:
    """Loading, listing and checking never fail otherwise, whether trusted or not."""
    house.in_project(name, data)
    if trusted:
        house.trust()
    shelf = house.shelf
    for problem in shelf.problems():
        problem.render().encode()
    for role in shelf.names():
        try:
            shelf.load(role)
        except ProctorError as error:
            error.render().encode()


@pytest.mark.parametrize(
    "name", ["", "\0", "../coder", "x" * 100_000, "\ud800", "a\nb", "\x1b[31m"]
)
def test_any_name_is_found_or_not_found(house: House, name: str) -> None:
    """A name is only ever compared, never made into a path."""
    with pytest.raises(ProctorError) as caught:
        house.load(name)
    caught.value.render().encode()
