"""Paths through links that differ from process to process."""

from __future__ import annotations

from proctor.terms.process_links import behind_link, leads_anywhere, may_reach, read_way
from tests.tables import each_row


@each_row(
    ("path", "anywhere"),
    [
        ("/proc/self/cwd", True), ("/proc/self/cwd/.env", True), ("/proc/12/root/etc", True),
        ("/proc/self/fd/3", True), ("/proc/self/task/7/cwd/x", True), ("/proc/7/exe", True),
        ("//proc/./self/root/x", True), ("/proc/7/map_files/1-2", True),
        ("/proc/self/cwd/../x", True), ("/srv/../proc/self/cwd/x", True), ("/dev/fd/3/x", True),
        ("/dev/stdin/x", True), ("/dev/stdin/..", True), ("/dev/fd/../cwd", True),
        ("/dev/f?/../root/x", True), ("/proc/thread-self/../../root/x", True),
        ("/proc/net/../cwd/x", True), ("/pro?/*/r*t/x", True),
        ("/proc/self/fd", False), ("/proc/cpuinfo", False), ("/proc/self/../cpuinfo", False),
        ("/proc/self/status", False), ("/dev/null", False), ("/dev/fd/3", False),
        ("/dev/stdin", False), ("/home/proc/self/cwd/x", False), ("/srv/../home/x", False),
        ("/proc/net/dev", False), ("/dev/fd/", False), ("/a/../" * 100_000, False),
    ],
)  # fmt: skip
def test_a_link_of_a_process_leads_anywhere(path: str, anywhere: bool) -> None:
    """Where such a link leads for the agent cannot be known, `..` behind it included."""
    assert leads_anywhere(path) is anywhere


@each_row(
    ("path", "link", "names"),
    [
        ("/proc/self/root/home/ada", "/proc/self/root", ("home", "ada")),
        ("/proc/self/cwd/../h/./x", "/proc/self/cwd", ("h", "x")),
        ("/proc/self/cwd/a/../../b", "/proc/self/cwd", ("b",)),
        ("/dev/fd/../root/x", "/proc/self/root", ("x",)),
        ("/dev/stdin/../x", "/proc/self/fd/0", ("x",)),
        ("/dev/fd/3/x", "/proc/self/fd/3", ("x",)),
        ("/proc/thread-self/../7/root", "/proc/self/task/7/root", ()),
    ],
)
def test_names_behind_a_link_are_kept(path: str, link: str, names: tuple[str, ...]) -> None:
    """They say what the path may mean; reading the result again changes nothing."""
    assert behind_link(path) == (link, names)
    assert behind_link(read_way(path)[0]) == (link, names)


@each_row(
    ("names", "reach"),
    [
        ("home/ada/.proctor/token", True), ("ada/.proctor", True), (".proctor/x/y", True),
        ("home", True), ("ada", True), ("home/a*/.p*/token", True),
        ("home/bob", False), ("srv/.proctor2", False), ("token", False), ("*", False), ("", False),
    ],
)  # fmt: skip
def test_names_may_reach_a_folder(names: str, reach: bool) -> None:
    """Whatever the unknown place is: they may be the end of the way there, or a part of it."""
    assert may_reach(tuple(names.split("/")), "/home/ada/.proctor", hidden=False) is reach
