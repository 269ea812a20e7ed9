"""Which modules a catalogue is of, and what is said of those that are not there."""

from __future__ import annotations

import sys

import pytest

from proctor.errors import UsageError
from proctor.roles.trust import changes, trust
from proctor.tools.sync import sync
from tests.tools.shops import DEPLOY, Shop


def test_a_module_that_is_gone_is_said_with_the_way_to_drop_it(shop: Shop) -> None:
    """The command in the help is the one that helps; the others of last time stay in it."""
    (shop.root / "other_tools_of_a_test.py").write_text("")
    shop.sync(shop.module, "other_tools_of_a_test")
    trust(shop.root, shop.home)
    (shop.root / f"{shop.module}.py").unlink()
    sys.modules.pop(shop.module)

    with pytest.raises(UsageError) as refused:
        sync(shop.root, None, shop.home)
    words = (
        f"the module `{shop.module}`, which had tools at the last sync, is gone from {shop.root}"
    )
    command = "proctor tools sync --module other_tools_of_a_test"
    assert (refused.value.message, refused.value.help) == (
        words,
        f"to drop it and its tools: {command}",
    )
    assert sync(shop.root, ["other_tools_of_a_test"], shop.home).gone == {"deploy": ()}
    sys.modules.pop("other_tools_of_a_test")


def test_no_modules_drops_those_of_last_time(shop: Shop) -> None:
    """What is named replaces what was remembered, and naming none leaves our own tools."""
    shop.sync()
    trust(shop.root, shop.home)
    (shop.root / f"{shop.module}.py").unlink()
    sys.modules.pop(shop.module)

    with pytest.raises(UsageError) as refused:
        sync(shop.root, None, shop.home)
    assert refused.value.help == "to drop it and its tools: proctor tools sync --no-modules"
    done = sync(shop.root, (), shop.home)
    assert (done.modules, done.gone) == ((), {"deploy": ()})
    assert sync(shop.root, None, shop.home).unchanged


def test_who_stands_in_a_subfolder_is_told_where_to_stand(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The module lies in the project's root, and Python looks where one stands."""
    (shop.root / "docs").mkdir()
    monkeypatch.chdir(shop.root / "docs")

    with pytest.raises(UsageError, match=f"there is no module `{shop.module}`") as refused:
        shop.sync()
    assert refused.value.help == f"it is imported from where you stand: cd {shop.root}"


def test_a_module_without_tools_is_told(shop: Shop) -> None:
    """A slip in a name may hit a module that is there; that is no mistake, but said."""
    assert shop.sync(shop.module, "json").empty == ("json",)


def test_a_tool_that_was_out_and_is_back_needs_no_new_trust(shop: Shop) -> None:
    """A catalogue that says what the trusted one says has its time too, so it is the same file."""
    shop.sync()
    shop.index.write_text(
        shop.index.read_text().replace("generatedAt: 2", "generatedAt: 1")  # made long ago
    )
    trust(shop.root, shop.home)
    trusted = shop.index.read_bytes()
    shop.code("")
    shop.sync()
    assert shop.index.read_bytes() != trusted
    shop.code(DEPLOY)
    done = shop.sync()

    assert (shop.index.read_bytes(), done.unchanged) == (trusted, False)
    assert changes(shop.root, shop.home) == []


def test_a_trusted_copy_that_is_damaged_keeps_nobody_from_writing(shop: Shop) -> None:
    """It is only looked at for its time, and then it has none."""
    shop.sync()
    trust(shop.root, shop.home)
    copies = [path for path in shop.home.rglob("index.yaml") if path.is_file()]
    for path in copies:
        path.chmod(0o600)
        path.write_text("tools: {}\n")
    shop.code(DEPLOY.replace("online", "live"))

    assert copies
    assert shop.sync().changed == ("deploy",)
