"""What command patterns mean, in each direction."""

from __future__ import annotations

from proctor.policy.command_patterns import covers, glob_match, meets, read_command_pattern
from proctor.terms.action import Command, Redirect
from tests.tables import each_row


def command(line: str) -> Command:
    """Make a command of plain words."""
    return Command(tuple(line.split()))


@each_row(
    ("pattern", "line", "allow", "deny"),
    [
        ("git push *", "git push", True, True),
        ("git push *", "git push origin", True, True),
        ("git push:*", "git push origin", True, True),
        ("git push", "git push", True, True),
        ("git push", "git push origin", False, False),
        ("git push", "git push -v", False, True),
        ("git push *", "git pushx", False, False),
        ("git push *", "/usr/bin/git push", True, True),
        ("git push *", "/opt/x/git push", False, True),
        ("git push *", "git -C x push", False, True),
        ("git push *", "git --git-dir x push", False, True),
        ("git push --force *", "git push origin --force", False, True),
        ("git push --force *", "git push -f", False, True),
        ("git push --force *", "git push", False, False),
        ("git push --force *", "git push --force-with-lease", False, False),
        ("rm -rf *", "rm -fr x", False, True),
        ("rm -rf *", "rm --recursive --force x", False, True),
        ("rm -rf *", "rm -r x", False, False),
        ("rm -rf /", "rm -rf /", True, True),
        ("rm -rf /", "rm -rf /tmp", False, False),
        ("rm -rf*", "rm -rfv x", True, True),
        ("* --help", "x y --help", True, True),
        ("npm run *:fix", "npm run a:fix", True, True),
        ("npm run *:fix", "npm run a:b", False, False),
        ("curl -X POST *", "curl -XPOST u", False, True),
        ("curl -X POST *", "curl --request=POST u", False, True),
        ("curl -X POST *", "curl -X GET u", False, False),
        ("*", "anything at all", True, True),
        ("*push*", "git push", True, True),
        ("kubectl delete *", "kubectl -n x delete y", False, True),
        ("find -delete *", "find . -name x -delete", False, True),
        ("dd of=/dev/*", "dd if=x of=/dev/sda", False, False),
        ("dd of=/dev/*", "dd of=/dev/sda", True, True),
    ],
)
def test_allow_is_literal_and_deny_is_generous(
    pattern: str, line: str, allow: bool, deny: bool
) -> None:
    """Deny and ask see through order, spelling and place; allow does not."""
    read = read_command_pattern(pattern)

    assert (covers(read, command(line)), meets(read, command(line))) == (allow, deny)


def test_whatever_an_allow_covers_a_deny_meets() -> None:
    """The generous direction never misses what the literal one sees."""
    patterns = ["a *", "a b", "a -x *", "a *c", "* b", "a 'b c'", "a:*", "a -x y"]
    lines = ["a", "a b", "a -x", "a -x y", "a c", "x b", "a b c", "/bin/a b"]

    for pattern in map(read_command_pattern, patterns):
        for line in lines:
            assert not covers(pattern, command(line)) or meets(pattern, command(line))


def test_an_assignment_that_is_not_harmless_is_no_allow() -> None:
    """The words are then not all that counts, unless the rule has them."""
    dangerous = Command(("git", "log"), (("PAGER", "x"),), harmless=False)

    assert not covers(read_command_pattern("git log"), dangerous)
    assert covers(read_command_pattern("PAGER=x git log"), dangerous)
    assert meets(read_command_pattern("git log"), dangerous)


def test_a_redirection_in_a_pattern_must_be_there() -> None:
    """A rule whose words contain a redirection covers only a command that has it."""
    pattern = read_command_pattern("date > x")

    assert pattern.redirects == (Redirect(">", "x"),)
    assert covers(pattern, Command(("date",), redirects=(Redirect(">", "x"),)))
    assert not covers(pattern, Command(("date",)))
    assert not covers(pattern, Command(("date",), redirects=(Redirect(">>", "x"),)))


@each_row(
    ("text", "compound"),
    [("a && b", True), ("a; b", True), ("a | b", True), ("a $(b)", True), ("a 2>&1", False),
     ("a '&& b'", False), ("a &> x", False), ("a\\;", False)],
)  # fmt: skip
def test_an_operator_makes_a_pattern_compound(text: str, compound: bool) -> None:
    """Only a whole command can match such a pattern."""
    assert read_command_pattern(text).compound is compound


@each_row(
    ("glob", "text", "matches"),
    [
        ("", "", True), ("*", "", True), ("a*", "a", True), ("*a", "ba", True), ("a*b*c",
        "axbyc", True),
        ("a*b*c", "acb", False), ("a*a", "a", False), ("a", "b", False), ("a?", "a?", True),
        ("*" * 50 + "b", "a" * 100_000, False), ("a*" * 500 + "b", "a" * 100_000, False),
    ],
)  # fmt: skip
def test_a_glob_of_stars(glob: str, text: str, matches: bool) -> None:
    """Only `*` is wild, and no pattern makes it slow."""
    assert glob_match(glob, text) is matches
