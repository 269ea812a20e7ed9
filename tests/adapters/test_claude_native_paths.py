"""Our path patterns in Claude Code's grammar."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from proctor.adapters.claude_native_paths import alternatives, native_paths
from proctor.policy.path_index import PathIndex
from proctor.terms.surroundings import Surroundings
from tests.adapters.ground import HOME, ROOT
from tests.tables import each_row


@each_row(
    ("pattern", "deny", "allow"),
    [
        ("//etc/**", ("//etc/**",), ("//etc/**",)),
        ("//etc/hosts.deny", ("//etc/hosts.deny",), ()),
        ("~/.ssh/**", ("~/.ssh/**",), ("~/.ssh/**",)),
        ("~/.netrc", ("~/.netrc",), ()),
        ("/docs/**", ("//srv/app/docs/**",), ("//srv/app/docs/**",)),
        ("/docs/", ("//srv/app/docs/**",), ("//srv/app/docs/**",)),
        ("/**", ("//srv/app/**",), ("//srv/app/**",)),
        ("docs/**", ("//srv/app/docs/**",), ("//srv/app/docs/**",)),
        ("./docs/**", ("//srv/app/docs/**",), ("//srv/app/docs/**",)),
        ("../other/**", ("//srv/other/**",), ("//srv/other/**",)),
        ("../../../x/**", ("//x/**",), ("//x/**",)),
        ("src/**/*.go", ("//srv/app/src/**/*.go",), ()),
        ("**/.ssh/**", ("//**/.ssh/**",), ("//srv/app/**/.ssh/**",)),
        ("**", ("//**",), ("//srv/app/**",)),
        ("./**", ("//srv/app/**",), ("//srv/app/**",)),
        (".env", ("//**/.env",), ()),
        ("*.pem", ("//**/*.pem",), ()),
        ("vendor", ("//**/vendor",), ()),
        ("*", ("//**/*",), ()),
        ("{.env,*.key}", ("//**/.env", "//**/*.key"), ()),
        ("/{a,b}/**", ("//srv/app/a/**", "//srv/app/b/**"), ("//srv/app/a/**", "//srv/app/b/**")),
        ("{a/b.c,d.e}", ("//srv/app/a/b.c", "//srv/app/d.e"), ()),
        # Ours is for these alone; theirs would be for all that lies below as well.
        ("/docs", (), ()),
        ("/docs/*", (), ()),
        ("/docs/*.*", (), ()),
        # What theirs reads in another way.
        ("/app/[id].tsx", (), ()),
        ("!x.y", (), ()),
        ("/a/#b.c", (), ()),
        ("/a(b).c", (), ()),
        ("/a\\*.c", (), ()),
        ("/a:*", (), ()),
        ("/a/../b.c", (), ()),
        ("@secret", (), ()),
        ("//", (), ()),
        ("/", (), ()),
        ("~", (), ()),
        ("{~/x.y,z.y}", ("//srv/app/z.y",), ()),
        # An old version would drop the whole file for such a star.
        ("/a/b*c.d", (), ()),
    ],
)
def test_a_pattern_is_written_from_the_root(
    pattern: str, deny: tuple[str, ...], allow: tuple[str, ...]
) -> None:
    """A pattern is written as an absolute path, where that means the same."""
    assert deny == native_paths(pattern, root=ROOT, deny=True)
    assert allow == native_paths(pattern, root=ROOT, deny=False)


@each_row("root", ["/srv/[app]", "/srv/a*", "/srv/{a,b}", "srv", "", "/srv/a\n"])
def test_a_root_that_is_a_pattern_is_not_written(root: str) -> None:
    """Where the name of the project would be read as a pattern, nothing rests on it."""
    assert native_paths("docs/**", root=root, deny=True) == ()
    assert native_paths("docs/**", root=root, deny=False) == ()
    assert native_paths(".env", root=root, deny=True) == ("//**/.env",)


def test_the_root_of_everything_is_a_root() -> None:
    """A project at `/` has one slash less."""
    assert native_paths("docs/**", root="/", deny=True) == ("//docs/**",)


def test_too_many_alternatives_are_none() -> None:
    """Braces that come to very many patterns are left out."""
    assert len(alternatives("{a,b}" * 6)) == 64
    assert alternatives("{a,b}" * 7) == []
    assert alternatives("{" * 50 + "a,b") == ["{" * 50 + "a,b"]
    assert alternatives("{a,{b,c}d}x{e}") == ["ax{e}", "bdx{e}", "cdx{e}"]


AROUND = Surroundings(
    cwd=ROOT,
    home=HOME,
    root=ROOT,
    start=ROOT,
    proctor_home="/home/ada/.proctor",
    now=datetime(2026, 1, 1, tzinfo=UTC),
)
SEGMENTS = st.sampled_from(["a", "b", "c.d", ".env", "*", "**", "*.d", "?", "{a,b}", "..", "a*"])
PATTERNS = st.builds(
    lambda start, segments, end: start + "/".join(segments) + end,
    st.sampled_from(["//", "~/", "/", "./", "../", "", "{a,c.d}", "//srv/app/", "//srv/"]),
    st.lists(SEGMENTS, min_size=1, max_size=3),
    st.sampled_from(["", "", "/**", "/"]),
)
PATHS = st.builds(
    lambda start, segments: "/".join([start, *segments]),
    st.sampled_from(["/srv/app", "/srv", "/home/ada", "", "/srv/app/a"]),
    st.lists(st.sampled_from(["a", "b", "c.d", ".env", "x.d", "ab"]), min_size=1, max_size=3),
)


def taken(pattern: str, path: str) -> bool:
    """Say whether gitignore takes a path, or a folder above it, for the pattern."""
    rest = pattern[1:] if pattern.startswith("//") else HOME + pattern[1:]
    regex = ""
    for segment in rest.strip("/").split("/"):
        if segment == "**":
            regex += "(?:/[^/]+)*" if regex or rest != "/**" else "(?:/[^/]+)+"
        else:
            regex += "/" + re.escape(segment).replace(r"\*", "[^/]*").replace(r"\?", "[^/]")
    if rest.endswith("/**"):
        regex += "/[^/]+"
    return re.match(f"{regex}(?:/|$)", path) is not None


@given(PATTERNS, PATHS)
def test_a_native_deny_denies_what_ours_does(pattern: str, path: str) -> None:
    """No path meets a written deny without meeting ours, if what looks like a file is one."""
    index = PathIndex([(0, pattern)], "re2", generous=True)
    for form in native_paths(pattern, root=ROOT, deny=True):
        below = form.removesuffix("/**") == form and path.count("/") > 1
        inner = re.search(r"(c\.d|\.env|x\.d)/", path)
        if taken(form, path) and not (below and inner):
            assert index.hits(path, AROUND), form


@given(PATTERNS, PATHS)
def test_a_native_allow_allows_what_ours_does(pattern: str, path: str) -> None:
    """No path meets a written allow without meeting ours."""
    index = PathIndex([(0, pattern)], "re2", generous=False)
    for form in native_paths(pattern, root=ROOT, deny=False):
        assert not taken(form, path) or index.hits(path, AROUND), form
