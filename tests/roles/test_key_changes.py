"""A line of the history says which keys a change changed."""

from __future__ import annotations

from proctor.roles.history import Version, What
from proctor.roles.key_changes import key_changes
from tests.tables import each_row


def version(before: str | None, after: str | None) -> Version:
    """Return a change of a text."""
    said = {"role": "a", "by": "ada", "at": "2026-11-16T10:00:00Z", "file": "roles/a.yaml"}
    return Version(number=2, what=What.UPDATED, before=before, after=after, **said)


@each_row(
    ("before", "after", "line"),
    [
        ("name: A\nupdatedAt: x\n", "name: B\nupdatedAt: y\n", "name=B"),
        ("tools: [Read, Grep]\n", "tools: [Read, Glob]\n", "tools +Glob -Grep"),
        ("tools: [a, b]\n", "tools: [b, a]\n", "tools (order)"),
        ("tools: [a]\nmodel: opus\n", "{}\n", "tools -a (gone), model (gone)"),
        ("tools: []\n", "tools: [a, b, c, d, e]\n", "tools +a +b +c and 2 more"),
        ("{}\n", "permissions: {otherwise: deny}\n", "permissions.otherwise=deny"),
        (
            "permissions: {deny: [Bash], otherwise: ask}\n",
            "permissions: {deny: [Bash, Write], otherwise: deny}\n",
            "permissions.deny +Write, permissions.otherwise=deny",
        ),
        ("{}\n", f"instructions: {'long ' * 20}\n", "instructions"),
        ("{}\n", 'model: "a\\u001b[2Jb"\n', "model=a\\x1b[2Jb"),
        ("name: A\n", "name: A # the first\n", "only comments"),
        ("name: [\n", "name: A\n", ""),
        ("- a\n", "name: A\n", ""),
        (None, "name: A\n", ""),
        ("name: A\n", None, ""),
    ],
)
def test_the_keys_that_are_different_are_named(
    before: str | None, after: str | None, line: str
) -> None:
    """Of lists what came and went, of short values the new one; never a control character."""
    assert key_changes(version(before, after)) == line
