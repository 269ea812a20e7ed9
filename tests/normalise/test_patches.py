"""Which files a patch changes."""

from __future__ import annotations

import pytest

from proctor.normalise.patches import patched_files


@pytest.mark.parametrize(
    ("patch", "files"),
    [
        ("", []),
        ("nothing", []),
        ("*** Begin Patch\n*** Add File: a\n+x\n*** End Patch", ["a"]),
        ("*** Update File: a b.txt \n*** Move to: c\n*** Delete File: d", ["a b.txt", "c", "d"]),
        ("--- a/x\n+++ b/x\n@@\n", ["x"]),
        ("--- /dev/null\n+++ b/new\n", ["new"]),
        ("--- a/x\t2026-01-01\n+++ b/y\t2026-01-01\n", ["x", "y"]),
        ("*** Update File: a\n*** Update File: a", ["a"]),
    ],
)
def test_every_file_of_a_patch_is_found(patch: str, files: list[str]) -> None:
    """Added, changed, deleted and moved files are all found, each once."""
    assert patched_files(patch) == files
