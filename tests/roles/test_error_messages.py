"""What people read when a role file is wrong; the texts are in tests/golden/role_errors."""

from __future__ import annotations

from pathlib import Path

from proctor.errors import RoleProblems
from proctor.policy.profiles import PROFILES
from proctor.roles.permissions import Known
from proctor.roles.read import read_role_file
from proctor.terms.catalogue import BUILT_IN
from tests.tables import each_row

GOLDEN = Path(__file__).parent.parent / "golden" / "role_errors"
FILES = sorted(GOLDEN.glob("*.yaml"))


@each_row("path", FILES, ids=lambda path: path.stem)
def test_the_problems_of_a_file_read_as_they_should(path: Path) -> None:
    """Every problem with code, line, caret and help, in order."""
    file = read_role_file(path.read_bytes(), f"roles/{path.name}", Known(BUILT_IN, PROFILES))

    assert path.with_suffix(".txt").read_text() == RoleProblems(file.problems).render() + "\n"
