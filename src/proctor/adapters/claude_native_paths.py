"""
Path patterns of ours in the grammar of Claude Code, which is gitignore's with anchors.

Ours say `//x` for an absolute path, `~/x` for the home, `/x` for the root of the project, a
name without a slash for any depth, and anything else for the working folder. Theirs take
`/x` for a place beside the settings file, so that everything is written from `//` or `~/`.

A pattern is left out where theirs would mean more. It always covers what lies below a folder
that it names; ours does so only for `x/**` and for names in a deny. What theirs does beyond
that cannot be helped: it ignores case, and what may not be read cannot be created either.
"""

from __future__ import annotations

from fnmatch import fnmatchcase

from proctor.terms.lazy_pattern import lazy
from proctor.terms.named_tuple import NamedTuple

# What gitignore, or the reader of the rule, takes for something else than itself.
UNSAFE = lazy(r"[\[\]!\\#()\x00-\x1f\x7f\ud800-\udfff]|:\*|^\s|\s$")
WILD_IN_ROOT = lazy(r"[*?{}]")
# An old version drops a file with a rule in which a star stands anywhere else.
STAR_IN_PLACE = lazy(r"^\*|\*$|\*\*|/\*|\*\.")
MOST_ALTERNATIVES = 64
DEEPER = "**"


class Anchored(NamedTuple):
    """A pattern as we read it: where it begins, how many folders above that, and the rest."""

    anchor: str
    up: int
    glob: str


def read_anchor(text: str) -> Anchored:
    """Read where a path pattern of ours begins."""
    if text.endswith("/") and text.strip("/"):
        text += DEEPER
    for anchor in ("//", "~/", "/"):
        if text.startswith(anchor):
            return Anchored(anchor, 0, text[len(anchor) :])
    anchored, up = "/" in text, 0
    while text.startswith(("./", "../")):
        up += text.startswith("..")
        text = text.partition("/")[2]
    return Anchored("./" if anchored else "", up, text)


def native_paths(pattern: str, *, root: str, deny: bool) -> tuple[str, ...]:
    """Return a path pattern in their grammar; nothing where it has no form there."""
    if pattern.startswith("@") or UNSAFE.search(pattern):
        return ()
    anchored = read_anchor(pattern)
    found = (placed(anchored, glob, root, deny=deny) for glob in alternatives(anchored.glob))
    return tuple(text for text in found if text and ("*" not in text or STAR_IN_PLACE.search(text)))


def placed(anchored: Anchored, glob: str, root: str, *, deny: bool) -> str:
    """Return one alternative of a pattern with their anchor; empty where it has no form."""
    segments = [segment for segment in glob.split("/") if segment not in ("", ".")]
    name = not anchored.anchor
    if not segments or ".." in segments or "~" in segments[0]:
        return ""
    if not ends_alike(segments[-1], deny=deny, name=name):
        return ""
    rest = "/".join(segments)
    if anchored.anchor in ("//", "~/"):
        return anchored.anchor + rest
    anywhere = name or (anchored.anchor == "./" and rest.startswith(f"{DEEPER}/"))
    if deny and anywhere:
        return f"//{rest}" if segments[0] == DEEPER else f"//{DEEPER}/{rest}"
    if not root.startswith("/") or UNSAFE.search(root) or WILD_IN_ROOT.search(root):
        return ""
    folder = above(root, anchored.up)
    if name and rest != DEEPER:
        rest = f"{DEEPER}/{rest}"
    return f"/{folder}/{rest}"


def ends_alike(last: str, *, deny: bool, name: bool) -> bool:
    """
    Say whether a pattern that ends so covers below it what ours covers.

    Only what looks like a file may go without `/**`, and only in a deny: an agent can make
    a folder of any name.
    """
    if last == DEEPER:
        return True
    return deny and (name or ("." in last and last.strip("*?.") != ""))


def above(folder: str, up: int) -> str:
    """Return the folder so many steps above, without a slash at its end."""
    folder = folder.rstrip("/")
    for _ in range(up):
        folder = folder.rpartition("/")[0]
    return folder


def alternatives(glob: str) -> list[str]:
    """Write out `{a,b}`; nothing where that would be too many."""
    found = [glob]
    while any(brace_in(one) for one in found):
        found = [text for one in found for text in first_brace_out(one)]
        if len(found) > MOST_ALTERNATIVES:
            return []
    return found


def first_brace_out(glob: str) -> list[str]:
    """Write out the first braces of a glob."""
    span = brace_in(glob)
    if span is None:
        return [glob]
    start, end = span
    return [f"{glob[:start]}{one}{glob[end + 1 :]}" for one in at_commas(glob[start + 1 : end])]


def brace_in(glob: str) -> tuple[int, int] | None:
    """Return where the first braces with a comma in them open and close."""
    for start, char in enumerate(glob):
        if char != "{":
            continue
        depth = 0
        for end in range(start, len(glob)):
            depth += {"{": 1, "}": -1}.get(glob[end], 0)
            if depth == 0:
                break
        if depth == 0 and "," in glob[start:end]:
            return start, end
    return None


def at_commas(inside: str) -> list[str]:
    """Split what stands in braces at the commas that no inner braces hold."""
    found, depth = [""], 0
    for char in inside:
        depth += {"{": 1, "}": -1}.get(char, 0)
        if char == "," and depth == 0:
            found.append("")
        else:
            found[-1] += char
    return found


def name_match(glob: str, name: str) -> bool:
    """Compare the name of a tool with a glob; such names have no brackets."""
    return fnmatchcase(name, glob)
