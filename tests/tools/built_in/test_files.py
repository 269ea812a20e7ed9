"""The file tools work on files of the workspace, and on nothing else."""

from dataclasses import replace
from pathlib import Path

import pytest

from proctor.errors import NotFound, ProctorError, UsageError
from proctor.tools.context import Context
from tests.tools.workspaces import call, context_in, wrote


@pytest.fixture
def context(tmp_path: Path) -> Context:
    """An agent in a workspace."""
    return context_in(tmp_path)


@pytest.mark.parametrize("name", ["read_file", "view"])
def test_a_file_is_read(context: Context, name: str) -> None:
    """Both names of the tool return the content as it is."""
    wrote(context.workspace, "src/a.txt", "one\r\ntwo\n")

    assert call(name, context, path="src/a.txt") == "one\r\ntwo\n"


def test_a_part_of_a_file_is_read(context: Context) -> None:
    """Lines are counted from one, and it is said how to go on."""
    wrote(context.workspace, "a.txt", "one\ntwo\nthree\nfour\n")

    said = call("read_file", context, path="a.txt", offset=2, limit=2)

    assert said == "two\nthree\n[line 3 of 4; go on with offset 4]"
    assert call("read_file", context, path="a.txt", offset=4) == "four\n"
    with pytest.raises(UsageError):
        call("read_file", context, path="a.txt", offset=0)


def test_a_long_file_is_cut(context: Context) -> None:
    """A line without end does not fill the model's memory."""
    wrote(context.workspace, "a.txt", "x" * 1_000_000)

    said = call("read_file", context, path="a.txt")

    assert said.endswith("x\n[cut after 262,144 characters]")
    assert len(said) < 300_000


@pytest.mark.parametrize("data", [b"\xff\xfe", b"a\0b"])
def test_what_is_no_text_is_not_read(context: Context, data: bytes) -> None:
    """Binary files are refused with words."""
    (context.workspace / "a.bin").write_bytes(data)

    with pytest.raises(UsageError, match="no text"):
        call("read_file", context, path="a.bin")


@pytest.mark.parametrize("name", ["write_file", "create_file"])
def test_a_file_is_written(context: Context, name: str) -> None:
    """Both names of the tool write all of a file, new or not."""
    made = call(name, context, path="a/b.txt", content="one\n")
    again = call(name, context, path="a/b.txt", content="zwölf")

    assert [made, again] == ["made a/b.txt: 4 bytes", "replaced a/b.txt: 6 bytes"]
    assert (context.workspace / "a/b.txt").read_text(encoding="utf-8") == "zwölf"


@pytest.mark.parametrize("name", ["write_file", "create_file"])
def test_only_a_new_file_is_written_where_that_is_wanted(context: Context, name: str) -> None:
    """With `createOnly` a file that is there stays as it is."""
    wrote(context.workspace, "a.txt", "old")

    with pytest.raises(UsageError, match="there already"):
        call(name, context, path="a.txt", content="new", createOnly=True)
    assert (context.workspace / "a.txt").read_text() == "old"


def test_a_text_is_replaced_where_it_stands_once(context: Context) -> None:
    """One place is replaced, line ends stay, and nothing is taken for a pattern."""
    wrote(context.workspace, "a.py", "x = f(1)\r\ny = (2)\r\n")

    call("str_replace", context, path="a.py", old_str="f(1)", new_str=r"\1")

    assert (context.workspace / "a.py").read_bytes() == b"x = \\1\r\ny = (2)\r\n"


def test_a_text_that_is_not_there_once_is_not_replaced(context: Context) -> None:
    """None and several are refused with words, unless all are wanted."""
    wrote(context.workspace, "a.py", "a b a\n")

    with pytest.raises(UsageError, match="not in"):
        call("str_replace", context, path="a.py", old_str="c", new_str="")
    with pytest.raises(UsageError, match="2 times"):
        call("str_replace", context, path="a.py", old_str="a", new_str="c")
    with pytest.raises(UsageError, match="nothing would change"):
        call("str_replace", context, path="a.py", old_str="", new_str="c")
    with pytest.raises(NotFound):
        call("str_replace", context, path="none.py", old_str="a", new_str="c")
    assert (context.workspace / "a.py").read_text() == "a b a\n"

    call("str_replace", context, path="a.py", old_str="a", new_str="c", replace_all=True)
    assert (context.workspace / "a.py").read_text() == "c b c\n"


def test_a_small_file_is_not_made_a_huge_one(context: Context) -> None:
    """How large a file would be is known before it is."""
    wrote(context.workspace, "a.txt", "a" * 1_000_000)

    with pytest.raises(UsageError, match="would be larger"):
        call(
            "str_replace", context, path="a.txt", old_str="a", new_str="b" * 1_000_000,
            replace_all=True,
        )  # fmt: skip


def test_files_are_listed(context: Context) -> None:
    """Folders, links and hidden files are shown; a repository's own files are not."""
    for path in ("src/main.py", "src/lib/x.py", ".env", ".git/config", "a.key", "b\nc"):
        wrote(context.workspace, path)
    (context.workspace / "link").symlink_to("/etc")

    listed = call("list_files", context).splitlines()

    assert listed == [
        ".env", "a.key", "b\\nc", "link@", "src/", "src/lib/", "src/main.py", "src/lib/x.py",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("pattern", "listed"),
    [
        ("src/**", ["src/", "src/lib/", "src/main.py", "src/lib/x.py"]),
        ("**/x.py", ["src/lib/x.py"]),
        ("src/**/*.py", ["src/main.py", "src/lib/x.py"]),
        ("*.py", ["top.py", "src/main.py", "src/lib/x.py"]),
        ("*", ["src/", "top.py", "src/lib/", "src/main.py", "src/lib/x.py"]),
        ("{top,none}.py", ["top.py"]),
        ("src/*.py", ["src/main.py"]),
        ("none*", ["[no file]"]),
    ],
)
def test_patterns_mean_what_they_do_in_rules(
    context: Context, pattern: str, listed: list[str]
) -> None:
    """`x/**` matches what is in `x`, and a name without a slash any depth."""
    for path in ("src/main.py", "src/lib/x.py", "top.py"):
        wrote(context.workspace, path)

    assert listed == call("list_files", context, pattern=pattern).splitlines()


def test_a_list_is_cut(context: Context) -> None:
    """So many are listed and no more, and it is said."""
    for number in range(5):
        wrote(context.workspace, f"{number}.txt")

    said = call("list_files", context, limit=2).splitlines()

    assert said == ["0.txt", "1.txt", "[cut after 2; ask for less by path or pattern]"]


def test_a_list_leaves_out_what_the_role_may_not_read(context: Context) -> None:
    """What the policy denies to read is not listed, nor what is below it."""
    for path in ("secrets/key.txt", "open.txt"):
        wrote(context.workspace, path)
    denied = str(context.workspace / "secrets")
    asked = context_in(context.workspace.parent, may_read=lambda path: not path.startswith(denied))

    assert call("list_files", asked) == "open.txt"
    assert call("search_files", asked, pattern="text") == "open.txt:1: text"
    assert call("search_files", asked, pattern="text", path="secrets/key.txt") == "[no match]"


def test_our_own_home_is_never_looked_through(context: Context) -> None:
    """Where the home lies in the workspace, it is not there for tools that look around."""
    wrote(context.workspace, "a.txt")
    wrote(context.workspace, "kept/token.txt")
    inside = replace(context, home=context.workspace / "kept")

    assert call("list_files", inside) == "a.txt"
    assert call("search_files", inside, pattern="text") == "a.txt:1: text"


@pytest.mark.parametrize("path", ["../secret.txt", "/etc/passwd", "link", "out/secret.txt", "~/x"])
@pytest.mark.parametrize(
    ("name", "more"),
    [
        ("read_file", {}),
        ("view", {}),
        ("write_file", {"content": "x"}),
        ("create_file", {"content": "x", "createOnly": True}),
        ("str_replace", {"old_str": "a", "new_str": "b"}),
        ("list_files", {}),
        ("search_files", {"pattern": "a"}),
    ],
)
def test_no_file_tool_leaves_the_workspace(
    context: Context, name: str, more: dict[str, object], path: str
) -> None:
    """Neither `..` nor a link nor an absolute path gets out, whichever tool is called."""
    secret = wrote(context.workspace.parent, "secret.txt", "a secret\n")
    (context.workspace / "link").symlink_to(secret)
    (context.workspace / "out").symlink_to(context.workspace.parent)
    before = sorted(context.workspace.parent.rglob("*"))

    with pytest.raises(ProctorError):
        call(name, context, path=path, **more)

    assert before == sorted(context.workspace.parent.rglob("*"))
    assert secret.read_text() == "a secret\n"
