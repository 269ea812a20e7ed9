"""Where a command may run."""

from __future__ import annotations

from proctor.terms.surroundings import Surroundings
from tests.normalise.shell.meaning.telling import folders
from tests.tables import each_row

HERE = "/home/ada/shop"


@each_row(
    ("line", "places"),
    [
        ("x", [HERE]),
        ("cd sub && x", [f"{HERE}/sub"]),
        ("cd sub; x", [f"{HERE}/sub", HERE]),
        ("cd sub || exit 1; x", [f"{HERE}/sub"]),
        ("cd sub || x", [f"{HERE}/sub", HERE]),
        ("cd sub && y || x", [f"{HERE}/sub", HERE]),
        ("! cd sub && x", [f"{HERE}/sub", HERE]),
        ("cd sub && cd .. && x", [HERE]),
        ("cd sub && { x; }", [f"{HERE}/sub"]),
        ("cd sub && for i in 1; do x; done", [f"{HERE}/sub"]),
        ("cd sub && (y; x)", [f"{HERE}/sub"]),
        ("cd sub && y && { z; }; x", [f"{HERE}/sub", HERE]),
        ("cd sub && cd $PWD/a && x", [f"{HERE}/sub/a"]),
        ("(cd sub); x", [HERE]),
        ("cd sub | x", [HERE]),
        ("cd sub & x", [HERE]),
        ("cd sub && y & x", [HERE]),
        ("y=$(cd sub); x", [HERE]),
        ("cd && x", ["/home/ada"]),
        ("cd ~/a && x", ["/home/ada/a"]),
        ('cd "" && x', [HERE]),
        ("cd -- sub && x", [f"{HERE}/sub"]),
        ("cd -L sub && x", [f"{HERE}/sub"]),
        ("command cd sub && x", [f"{HERE}/sub"]),
        ("builtin cd sub && x", [f"{HERE}/sub"]),
        ("time cd sub && x", [f"{HERE}/sub"]),
        ("eval 'cd sub' && x", [f"{HERE}/sub"]),
        ("f() { cd sub; }; f && x", [f"{HERE}/sub"]),
        ("A=sub; cd $A && x", [f"{HERE}/sub"]),
        ("if y; then cd sub; fi; x", [f"{HERE}/sub", HERE]),
        ("HOME=/srv; cd && x", ["/srv"]),
        ("cd() { y; }; cd sub && x", [HERE]),
    ],
)
def test_a_cd_moves_what_follows(line: str, places: list[str], around: Surroundings) -> None:
    """Where it may have failed, both places count; a shell of its own moves nothing else."""
    found = folders(line, around)

    assert found is not None
    assert sorted(found) == sorted(places)


@each_row(
    "line",
    [
        "cd $A && x", "cd - && x", "cd -P sub && x", "cd ~bob; x", "cd a b; x", "cd *; x",
        "pushd sub && x", "popd; x", "set -P; x", "set -o physical; x", "CDPATH=/srv cd sub && x",
        "CDPATH=/srv; cd sub && x", "HOME=$A; cd && x", "HOME=/srv cd && x", "eval $A; x",
        "$A sub; x", "command -x cd sub; x", "while cd a; do y; done; x", "cd /proc/self/cwd; x",
        "f() { x; }",
    ],
)  # fmt: skip
def test_after_an_unknown_place_none_is_certain(line: str, around: Surroundings) -> None:
    """Then relative paths mean nothing."""
    assert folders(line, around) is None


def test_places_do_not_multiply(around: Surroundings) -> None:
    """Many moves that may have failed are given up."""
    assert folders("cd a; cd b; cd c; cd d; x", around) is None
