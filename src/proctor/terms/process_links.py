"""
Links of procfs that lead elsewhere in every process, and paths that lead through them.

What is behind `/proc/self/cwd` or `/proc/7/fd/3` for an agent cannot be known here. A path is read
name by name, as a kernel does it, because `..` behind a link is not the folder before it:
`/dev/fd/..` is `/proc/self`.
"""

from __future__ import annotations

from proctor.terms.path_text import LONGEST_PATH
from proctor.terms.wildcards import fits, is_wild

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

# In the folder of a process: the links, and the folders that hold links.
LINKS, HOLDERS = ("cwd", "root", "exe"), ("fd", "map_files", "ns")
# Links to what a process has open; by themselves they are as harmless as `-`.
STREAMS = {"stdin": "0", "stdout": "1", "stderr": "2"}
# Links to folders of procfs, and where `..` leads from there.
PARENTS = {
    "/dev/fd": "/proc/self",
    "/proc/thread-self": "/proc/self/task",
    "/proc/net": "/proc/self",
}
DEEPEST = 7


def onward(place: str, known: int, name: str) -> tuple[str, int]:
    """
    Return where one name leads from a real place, by what is known of procfs without a look.

    Args:
        place: an absolute path.
        known: how much of it is a link that differs from process to process; 0 if none is in it.
        name: a name, `.` or `..`; behind such a link `..` leads to a place as unknown as before.

    """
    stream = "" if known else open_file(place)
    if stream:
        place, known = stream, len(stream)
    if name in ("", "."):
        return place, known
    if name == "..":
        if known:
            return (place if len(place) <= known else place.rpartition("/")[0]), known
        return parent(place), 0
    place = f"{place}/{name}" if place != "/" else f"/{name}"
    return place, known or (len(place) if is_link_of_process(place) else 0)


def read_way(path: str) -> tuple[str, int]:
    """
    Return where an absolute path leads by its text, and how much of that is such a link.

    What is behind the link keeps its names, so that it can be seen what they may mean.
    """
    place, known = "/", 0
    if may_lead(path):
        for name in path[: LONGEST_PATH + 1].split("/")[1 if path[:1] == "/" else 0 :]:
            place, known = onward(place, known, name)
    return place, known


def leads_anywhere(path: str) -> bool:
    """Say whether an absolute path leads through a link that differs from process to process."""
    return may_lead(path) and read_way(path)[1] > 0


def behind_link(path: str) -> tuple[str, tuple[str, ...]] | None:
    """Return the first such link on a path, and the names behind it; None if there is none."""
    place, known = read_way(path)
    if not known:
        return None
    behind = place[known + 1 :]
    return place[:known], tuple(behind.split("/")) if behind else ()


def may_lead(path: str) -> bool:
    """Say whether a path may lead through such a link at all; most are done here."""
    if path.lstrip("/.").startswith(("proc", "dev")) or ".." in path:
        return True
    return is_wild(path.partition("/")[2].partition("/")[0])


def is_of_procfs(link: str) -> bool:
    """Say whether a link has another target in each process, one that `onward` knows."""
    return link == "/proc/self" or link in PARENTS or bool(open_file(link))


def parent(folder: str) -> str:
    """Return the folder above one; with wildcards, above a link that they may stand for."""
    if folder in PARENTS:
        return PARENTS[folder]
    names = folder.split("/", 3)[1:]
    if len(names) == 2 and is_wild(folder):  # noqa: PLR2004 - so many are in each of the links
        for link, above in PARENTS.items():
            if all(
                may_be(name, [one]) for name, one in zip(names, link[1:].split("/"), strict=True)
            ):
                return above
    return folder.rpartition("/")[0] or "/"


def open_file(path: str) -> str:
    """Return the name in `/proc` of what `/dev/stdin` or `/dev/fd/3` stands for; else nothing."""
    names = path.split("/", 4)[1:]
    if len(names) not in (2, 3) or not may_be(names[0], ("dev",)):
        return ""
    if len(names) == 3:  # noqa: PLR2004 - /dev/fd/3
        return f"/proc/self/fd/{names[2]}" if may_be(names[1], ("fd",)) else ""
    return next(
        (f"/proc/self/fd/{n}" for one, n in STREAMS.items() if may_be(names[1], (one,))), ""
    )


def is_link_of_process(path: str) -> bool:
    """Say whether a path, which may have wildcards, is such a link in the folder of a process."""
    names = path.split("/", DEEPEST)[1:]
    if not 3 <= len(names) < DEEPEST or not may_be(names[0], ("proc",)):  # noqa: PLR2004 - /proc/1/cwd
        return False
    ways = [names[2:]]
    if may_be(names[2], ("task",)):
        ways.append(names[4:])
    return any(
        may_be(way[0], LINKS) or (len(way) > 1 and may_be(way[0], HOLDERS)) for way in ways if way
    )


def may_be(segment: str, names: Iterable[str]) -> bool:
    """Say whether a segment is one of some names, or has wildcards that may stand for one."""
    if not is_wild(segment):
        return segment in names
    return any(fits(segment, name, hidden=False) for name in names)


def may_reach(names: Sequence[str], folder: str, *, hidden: bool) -> bool:
    """
    Say whether names behind an unknown place may lead to a folder, into it or above it.

    Wildcards alone stand for everything, and say nothing of any folder.
    """
    if not any(map(str.isalnum, "".join(names))):
        return False
    wanted = folder.strip("/").split("/")
    return any(
        all(fits(name, one, hidden=hidden) for name, one in zip(names, wanted[at:], strict=False))
        for at in range(len(wanted))
    )
