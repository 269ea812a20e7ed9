"""Which files a patch changes."""

from __future__ import annotations

from proctor.normalise.patches import patched_files
from tests.tables import each_row


@each_row(
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
        ("*** Update File: a\n--- a/b\n+++ b/b\n", ["a", "b"]),
        ("*** Update File: a\nrename from c\nrename to d\ncopy to e", ["a", "c", "d", "e"]),
        ("  *** Add File:a\n\t*** Delete File:\tb\r\n", ["a", "b"]),
        ("*** add file: a\n***Update File: b\n*** Move to : c", ["a", "b", "c"]),
        ("diff --git a/run b/run\nold mode 100644\nnew mode 100755", ["run"]),
        ('--- "a/\\303\\244"\n+++ "b/x\\ty"', ["\u00e4", "x\ty"]),
        ("*** Add File: a\r*** Delete File: b", ["a\r*** Delete File: b", "a", "b"]),
        ("*** Add File:\n*** Move to: ", []),
        ("+*** Delete File: a", []),
    ],
)
def test_every_file_of_a_patch_is_found(patch: str, files: list[str]) -> None:
    """Added, changed, deleted and moved files are all found, each once, in any form of header."""
    assert list(patched_files(patch)) == files


@each_row(
    ("patch", "deleted"),
    [
        ("*** Add File: a\n*** Delete File: b", ["b"]),
        ("--- a/x\n+++ /dev/null\n", ["x"]),
        ("diff --git a/x b/x\ndeleted file mode 100644", ["x"]),
        ("*** Update File: a\n*** Delete File: a", ["a"]),
        ("*** Update File: a", []),
    ],
)
def test_what_a_patch_deletes_is_known(patch: str, deleted: list[str]) -> None:
    """Whichever form of header says so, a deleted file is known as one."""
    assert [name for name, gone in patched_files(patch).items() if gone] == deleted


def test_a_header_of_blanks_names_what_no_path_is() -> None:
    """A header with a hundred thousand blanks names its file, and its whole line."""
    line = "*** Add File: a" + " " * 100_000

    assert patched_files(line) == {"a": False, line: False}
