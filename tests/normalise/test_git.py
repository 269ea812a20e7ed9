"""The action strings of git through the shell."""

from __future__ import annotations

from proctor.normalise.git import git_strings
from tests.tables import each_row


@each_row(
    ("command", "strings"),
    [
        ("git status", ()),
        ("git", ()),
        ("ls push origin", ()),
        ("git init", ("tool:git:init",)),
        ("git commit -m x", ("tool:git:commit",)),
        ("git push", ("tool:git:push  ",)),
        ("git push origin", ("tool:git:push origin ",)),
        ("git push origin main", ("tool:git:push origin main",)),
        ("git push -u origin main --tags", ("tool:git:push origin main",)),
        ("git push -o x origin main", ("tool:git:push origin main",)),
        ("git push --repo=origin", ("tool:git:push origin ",)),
        ("git push --repo origin", ("tool:git:push origin ",)),
        ("git -C x -c a=b push origin main", ("tool:git:push origin main",)),
        ("/usr/bin/git push origin main", ("tool:git:push origin main",)),
        ("git push o a b", ("tool:git:push o a", "tool:git:push o b")),
        (
            "git push o +x:refs/heads/main",
            ("tool:git:push o +x:refs/heads/main", "tool:git:push o x:refs/heads/main",
             "tool:git:push o main"),
        ),
        ("git branch x", ("tool:git:branch x",)),
        ("git branch", ()),
        ("git branch -D x", ("tool:git:branch x",)),
        ("git checkout -b x", ("tool:git:branch x",)),
        ("git checkout x", ()),
        ("git switch -c x", ("tool:git:branch x",)),
        ("gh pr create --base main", ("tool:git:merge_request main",)),
        ("gh pr create --base=main", ("tool:git:merge_request main",)),
        ("gh -R o/r pr create", ("tool:git:merge_request ",)),
        ("glab mr create -b dev", ("tool:git:merge_request dev",)),
        ("gh pr view", ()),
    ],
)  # fmt: skip
def test_a_git_command_has_the_strings_of_the_git_tools(
    command: str, strings: tuple[str, ...]
) -> None:
    """Options are stepped over, and every ref has a string under each of its names."""
    assert git_strings(command.split()) == strings


def test_nothing_has_no_string() -> None:
    """No words, no string."""
    assert git_strings(()) == ()
