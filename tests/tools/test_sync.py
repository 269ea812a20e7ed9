"""Writing down which tools the code has."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import pytest

from proctor.errors import ConfigProblems, ProctorError, UsageError
from proctor.roles.find import RoleShelf
from proctor.roles.trust import trust
from proctor.tools import sync as sync_module
from proctor.tools.catalogue import catalogue_of
from proctor.tools.index_file import HEADER, hash_of
from proctor.tools.index_reader import read_index
from proctor.tools.registry import Registry
from proctor.tools.sync import sync
from tests.tools.shops import DEPLOY, PRICE, Shop


def test_all_tools_of_the_code_are_written_down(shop: Shop) -> None:
    """Our own and the module's, in order, with header, time and digest."""
    done = shop.sync()
    text = shop.index.read_text()
    index = read_index(text.encode(), "x").index
    declared = (*Registry.built_in(), sys.modules[shop.module].deploy.definition)

    assert text.splitlines()[0] == HEADER
    assert [tool.metadata() for tool in declared] == [tool.metadata() for tool in index.tools]
    assert (hash_of(declared), (shop.module,)) == (index.source_hash, index.modules)
    assert index.generated_at.endswith("Z")
    assert tuple(tool.id for tool in declared) == done.added
    assert [shop.index, shop.index.with_name("categories.yaml")] == list(done.files)


def test_unchanged_code_leaves_every_file_untouched(shop: Shop) -> None:
    """Not a byte changes, not even the time: nothing is written at all."""
    shop.sync()
    before = {path: path.stat() for path in shop.index.parent.iterdir()}
    shop.code("# a comment\n" + DEPLOY)
    done = shop.sync()

    assert (
        done.unchanged, done.files, done.added, done.changed, done.gone,
    ) == (True, (), (), (), {})  # fmt: skip
    assert before == {path: path.stat() for path in shop.index.parent.iterdir()}


def test_what_is_new_and_what_has_changed_is_told(shop: Shop) -> None:
    """A tool more, and one that is described otherwise."""
    shop.sync()
    shop.code(DEPLOY.replace("online", "live") + PRICE)
    done = shop.sync()

    assert (
        done.added, done.changed, done.gone, done.unchanged,
    ) == (("price_of",), ("deploy",), {}, False)  # fmt: skip


def test_a_file_that_somebody_edited_is_written_anew(shop: Shop) -> None:
    """The catalogue says what the code says, whatever was made of it."""
    shop.sync()
    before = shop.index.read_text()
    shop.index.write_text(before.replace("destructive", "read_only"))
    shop.sync()

    assert before.splitlines()[4:] == shop.index.read_text().splitlines()[4:]


def test_a_gone_tool_is_told_with_the_roles_that_name_it(shop: Shop) -> None:
    """Lists of tools and rules count, further names too; the role is left as it is."""
    shop.code(DEPLOY + PRICE)
    shop.sync()
    shop.role("seller", "tools: [price_of, Read]\n")
    shop.role("boss", "permissions: {ask: [ship]}\n")
    shop.code("")
    done = shop.sync()

    assert done.gone == {"deploy": (), "ship": ("boss",), "price_of": ("seller",)}
    assert read_index(shop.index.read_bytes(), "x").index.gone == ("ship", "price_of")
    trust(shop.root, shop.home)
    problems = RoleShelf(shop.home, shop.root).problems()
    assert [problem.code for problem in problems] == ["gone-tool", "gone-tool"]


def test_a_gone_tool_stays_gone_until_nobody_names_it(shop: Shop) -> None:
    """It is told each time; when the role is put right it is forgotten."""
    shop.sync()
    shop.role("boss", "tools: [deploy]\n")
    shop.code("")
    shop.sync()
    again = shop.sync()
    shop.role("boss", "tools: [Read]\n")
    last = shop.sync()

    assert (again.gone, again.unchanged) == ({"deploy": ("boss",)}, True)
    assert (last.gone, read_index(shop.index.read_bytes(), "x").index.gone) == ({}, ())


@pytest.mark.parametrize(
    ("role", "rules", "gone"),
    [
        ("deployer", "name: Re-deployer of deploy-bots\ntools: [Read, redeploy_all]\n", ()),
        ("boss", "tools: [Read]\n# no more deploy, please\n", ("deploy",)),
        ("boss", "permissions: {deny: ['tool:deploy:.*']}\n", ("deploy",)),
        ("boss", "permissions: {deny: ['deploy*']}\n", ("deploy",)),
    ],
)
def test_a_gone_tool_is_kept_where_its_whole_name_stands(
    shop: Shop, role: str, rules: str, gone: tuple[str, ...]
) -> None:
    """A longer name that has its letters in it is another one."""
    shop.sync()
    shop.role(role, rules)
    shop.code("")
    shop.sync()

    assert read_index(shop.index.read_bytes(), "x").index.gone == gone


def test_a_tool_that_comes_back_is_not_gone(shop: Shop) -> None:
    """It is new then."""
    shop.sync()
    shop.role("boss", "tools: [deploy]\n")
    shop.code("")
    shop.sync()
    shop.code(DEPLOY)
    done = shop.sync()

    assert (done.added, done.gone) == (("deploy",), {})
    assert read_index(shop.index.read_bytes(), "x").index.gone == ()


def test_what_a_broken_role_names_is_not_forgotten(shop: Shop) -> None:
    """Once the role is put right, the tool is gone and not unknown."""
    shop.sync()
    shop.role("boss", "tools: [deploy\n")
    shop.code("")
    done = shop.sync()

    assert done.gone == {"deploy": ()}
    assert read_index(shop.index.read_bytes(), "x").index.gone == ("deploy",)


def test_a_tool_that_a_profile_names_is_not_forgotten(shop: Shop) -> None:
    """Else the config would not load any more, and no role with it."""
    shop.sync()
    config = "profiles: {careful: {deny: [deploy]}}\n"
    (shop.root / ".proctor/config.yaml").write_text(config)
    shop.code("")
    done = shop.sync()
    trust(shop.root, shop.home)
    problems = RoleShelf(shop.home, shop.root).problems()

    assert done.gone == {"deploy": ()}
    assert [problem.code for problem in problems] == ["gone-tool"]


def test_a_home_forgets_no_tool(shop: Shop) -> None:
    """Roles of projects that are not here may name it."""
    sync(None, [shop.module], shop.home)
    shop.code("")
    sync(None, [shop.module], shop.home)
    index = read_index((shop.home / "tools/index.yaml").read_bytes(), "x").index

    assert index.gone == ("deploy", "ship")


def test_the_modules_of_last_time_are_remembered(shop: Shop) -> None:
    """A trusted project need not name them again."""
    shop.sync()
    trust(shop.root, shop.home)
    shop.code(DEPLOY + PRICE)

    assert sync(shop.root, None, shop.home).added == ("price_of",)


def test_what_a_strangers_catalogue_names_is_not_imported(shop: Shop) -> None:
    """Nobody has trusted the project: its code runs only where a person names it."""
    shop.sync()
    shop.code("raise SystemExit('it ran')\n")

    with pytest.raises(UsageError) as refused:
        sync(shop.root, None, shop.home)
    assert refused.value.help is not None
    assert refused.value.help.endswith(f"proctor tools sync --module {shop.module}")
    assert shop.module not in sys.modules


def test_a_module_that_came_after_the_trust_is_not_imported(shop: Shop) -> None:
    """A pull cannot add code to what a person runs by habit."""
    shop.sync()
    trust(shop.root, shop.home)
    text = shop.index.read_text()
    shop.index.write_text(text.replace(f'["{shop.module}"]', f'["{shop.module}", "this"]'))

    with pytest.raises(UsageError, match="nobody has trusted the modules"):
        sync(shop.root, None, shop.home)


def test_without_modules_our_own_tools_are_written(shop: Shop) -> None:
    """A first run needs no module."""
    done = sync(shop.root, None, shop.home)

    assert tuple(tool.id for tool in Registry.built_in()) == done.added


def test_a_broken_catalogue_is_written_anew_where_the_modules_are_named(shop: Shop) -> None:
    """It says nothing that is needed then; else it alone knew the modules."""
    shop.index.parent.mkdir(parents=True)
    shop.index.write_text("tools: {}\n")

    with pytest.raises(ConfigProblems):
        sync(shop.root, None, shop.home)
    assert "deploy" in shop.sync().added


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("import nothing_of_that_name\n", "cannot be imported"),
        ("raise SystemExit(0)\n", "cannot be imported"),
        (DEPLOY.replace("ship", "Bash"), "Bash"),
        (DEPLOY.replace("def deploy", "def read_file"), "read_file"),
    ],
)
def test_a_module_that_cannot_be_used_changes_nothing(shop: Shop, code: str, words: str) -> None:
    """The error says what is wrong, and no file is written."""
    shop.code(code)

    with pytest.raises(ProctorError, match=words):
        shop.sync()
    assert not shop.index.exists()


def test_what_a_module_prints_is_not_our_answer(
    shop: Shop, capfd: pytest.CaptureFixture[str]
) -> None:
    """It goes where errors go, so that JSON stays JSON."""
    shop.code("print('hello')\n" + DEPLOY)
    shop.sync()

    assert capfd.readouterr() == ("", "hello\n")


def test_a_tool_that_the_config_declares_is_not_declared_again(shop: Shop) -> None:
    """The config would not load any more: the problem is told, and nothing is written."""
    (shop.root / ".proctor").mkdir()
    (shop.root / ".proctor/config.yaml").write_text("tools: {deploy: {read_only: true}}\n")

    with pytest.raises(ConfigProblems) as refused:
        shop.sync()
    assert [problem.code for problem in refused.value.problems] == ["known-tool"]
    assert not shop.index.exists()


def test_a_name_of_the_homes_tools_cannot_be_taken(shop: Shop) -> None:
    """A further name that is another tool's is refused before it is written."""
    sync(None, [shop.module], shop.home)
    shop.code(DEPLOY.replace("def deploy", "def launch"))

    with pytest.raises(ConfigProblems, match="cannot be called `ship`"):
        shop.sync()


def links(shop: Shop) -> dict[str, Callable[[], None]]:
    """Return the ways to put a link in the way."""
    aside = shop.home.parent / "aside"
    aside.mkdir()

    def folder() -> None:
        (shop.root / ".proctor").symlink_to(aside)

    def inner() -> None:
        (shop.root / ".proctor").mkdir()
        (shop.root / ".proctor/tools").symlink_to(aside)

    def file() -> None:
        shop.index.parent.mkdir(parents=True)
        shop.index.symlink_to(aside / "index.yaml")

    return {"folder": folder, "inner": inner, "file": file}


@pytest.mark.parametrize("which", ["folder", "inner", "file"])
def test_nothing_is_written_through_a_link(shop: Shop, which: str) -> None:
    """A link of a project's cannot lead a person's write elsewhere."""
    links(shop)[which]()

    with pytest.raises(ProctorError):
        shop.sync()
    assert list((shop.home.parent / "aside").iterdir()) == []


def test_the_home_is_no_project(shop: Shop) -> None:
    """Whoever stands beside the home is told how to write there."""
    with pytest.raises(UsageError) as refused:
        sync(shop.home.parent, [shop.module], shop.home)
    assert refused.value.help == "use --home"


def test_a_homes_catalogue_is_its_users_alone(shop: Shop) -> None:
    """It counts in every project, without anybody's trust."""
    done = sync(None, [shop.module], shop.home)

    assert done.path.stat().st_mode & 0o777 == 0o600
    assert catalogue_of(shop.root, shop.home).get("ship").annotations.destructive


def test_a_catalogue_that_is_too_large_is_refused(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What could not be read again is not written."""
    monkeypatch.setattr(sync_module, "MAX_GENERATED", 1000)

    with pytest.raises(ProctorError, match="more than 0 KiB"):
        shop.sync()
    assert not shop.index.exists()


def test_those_who_sync_at_once_leave_a_whole_file(shop: Shop) -> None:
    """Each writes under a lock, and puts its file in place in one step."""
    code = "import sys; from pathlib import Path; from proctor.tools.sync import sync; "
    code += "sync(Path(sys.argv[1]), sys.argv[3:], Path(sys.argv[2]))"
    words = [sys.executable, "-c", code, str(shop.root), str(shop.home), shop.module]
    started = [subprocess.Popen(words, cwd=shop.root) for _ in range(3)]

    assert [process.wait(60) for process in started] == [0, 0, 0]
    assert read_index(shop.index.read_bytes(), "x").problems == ()
    assert {p.name for p in shop.index.parent.iterdir()} == {"index.yaml", "categories.yaml"}


def test_a_persons_categories_are_kept(shop: Shop) -> None:
    """What tools need is added behind them, once."""
    path = shop.index.with_name("categories.yaml")
    path.parent.mkdir(parents=True)
    path.write_text("categories:\n  - id: release\n    name: Going live\n")
    shop.sync()
    text = path.read_text()
    shop.code(DEPLOY + PRICE)
    shop.sync()

    assert text.startswith("categories:\n  - id: release\n    name: Going live\n  - id: filesystem")
    assert path.read_text().startswith(text)
    assert path.read_text().count("id: shop") == 1
