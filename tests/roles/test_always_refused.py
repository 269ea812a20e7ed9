"""Where *always* writes nothing, or takes back what it wrote."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

import pytest

from proctor import ToolCall
from proctor.errors import ProctorError, UsageError
from proctor.roles.always import plan, put, write
from proctor.roles.role_place import Files
from proctor.roles.trust import pinned
from proctor.roles.write import locked_folder
from proctor.terms.role import Trust
from tests.roles.conftest import House
from tests.roles.test_always import EDIT, NPM, ROLE, decided, planned


def test_a_list_that_two_roles_share_is_left_alone(house: House) -> None:
    """The other role would get the rule as well."""
    house.at_home(
        "roles/index.yaml",
        "roles:\n  - id: one\n    permissions: {allow: &few [Read]}\n"
        "  - id: two\n    permissions: {allow: *few}\n",
    )

    assert planned(house, "one") is None


def test_a_project_role_that_nobody_trusted_is_not_written(house: House) -> None:
    """Its allows would not count."""
    house.in_project("roles/tester.yaml", ROLE)

    assert planned(house, "tester") is None


@pytest.mark.parametrize("other", ["roles/tester.yaml", "roles/other.yaml", "config.yaml"])
def test_what_changed_since_it_was_trusted_is_not_trusted_unseen(house: House, other: str) -> None:
    """Any file: trusting again would trust that one as well."""
    house.in_project("roles/tester.yaml", ROLE)
    house.trust()
    house.in_project(other, "profiles: {}\n" if other == "config.yaml" else f"{ROLE}# more\n")

    assert planned(house, "tester") is None


def test_a_project_file_that_changes_meanwhile_is_not_trusted(house: House) -> None:
    """Between the words and the answer an agent has added a line."""
    house.in_project("roles/tester.yaml", ROLE)
    house.trust()
    lasting = planned(house, "tester")
    house.in_project("roles/evil.yaml", "permissions: {allow: [Bash]}\n")
    before = pinned(house.root, house.home)

    assert lasting
    with pytest.raises(UsageError):
        write(lasting, by="ada", on="2026-11-16")
    assert before == pinned(house.root, house.home)
    assert house.load("evil").trust is Trust.UNTRUSTED


@pytest.mark.parametrize(
    "text",
    [
        f"{ROLE}# one line more\n",
        ROLE.replace("Read   # reading", "Bash(git *)"),
        ROLE.replace("deny: [Bash(curl *)]", "ask: [Bash(npm *)]"),
        "not: [a role\n",
    ],
)
def test_a_file_that_changed_since_it_was_shown_is_left_alone(house: House, text: str) -> None:
    """What is written is what was shown, into what was there then."""
    file = house.at_home("roles/tester.yaml", ROLE)
    lasting = planned(house, "tester")
    file.write_text(text)

    assert lasting
    with pytest.raises(ProctorError):
        write(lasting, by="ada", on="2026-11-16")
    assert text == file.read_text()


def test_a_file_that_is_gone_or_a_link_is_left_alone(house: House, tmp_path: Path) -> None:
    """Nothing is written through a link, and nothing is made anew."""
    file = house.at_home("roles/tester.yaml", ROLE)
    lasting = planned(house, "tester")
    real = tmp_path / "elsewhere.yaml"
    file.rename(real)

    assert lasting
    with pytest.raises(ProctorError):
        write(lasting, by="ada", on="2026-11-16")
    file.symlink_to(real)
    with pytest.raises(ProctorError):
        write(lasting, by="ada", on="2026-11-16")
    assert planned(house, "tester") is None
    assert (real.read_text(), file.is_symlink()) == (ROLE, True)


def test_a_file_that_was_made_meanwhile_is_left_alone(house: House) -> None:
    """Somebody has written a role of that name: it is theirs."""
    lasting = planned(house, "guarded", EDIT)
    file = house.at_home("roles/guarded.yaml", ROLE)

    assert lasting
    with pytest.raises(UsageError):
        write(lasting, by="ada", on="2026-11-16")
    assert file.read_text() == ROLE


@pytest.mark.parametrize("by", ["", "  "])
def test_nobody_writes_no_rule(house: House, by: str) -> None:
    """An answer has a name."""
    file = house.at_home("roles/tester.yaml", ROLE)
    lasting = planned(house, "tester")

    assert lasting
    with pytest.raises(UsageError):
        write(lasting, by=by, on="2026-11-16")
    assert file.read_text() == ROLE


def test_a_project_that_cannot_be_trusted_gets_its_old_file_back(house: House) -> None:
    """A rule that nobody trusted would stand there for nothing."""
    file = house.in_project("roles/tester.yaml", ROLE)
    house.trust()
    before = pinned(house.root, house.home)
    lasting = planned(house, "tester")
    assert before
    lock = before.folder.parent / ".lock"
    lock.unlink()
    lock.mkdir()

    assert lasting
    with pytest.raises(ProctorError):
        write(lasting, by="ada", on="2026-11-16")
    assert (file.read_text(), pinned(house.root, house.home)) == (ROLE, before)


@pytest.mark.parametrize(
    ("role", "call"), [("tester", NPM), ("mine", NPM), ("guarded", EDIT)], ids=str
)
@pytest.mark.parametrize(
    "more", ["{rule: Bash(npm test)}, Bash", "Bash(npm run x)"], ids=["too much", "too little"]
)
def test_rules_that_do_not_do_what_they_are_for_are_taken_back(
    house: House, role: str, call: ToolCall, more: str
) -> None:
    """The old file is in its place again, and the old copy is the trusted one."""
    house.at_home("roles/mine.yaml", ROLE)
    house.in_project("roles/tester.yaml", ROLE)
    house.trust()
    before = pinned(house.root, house.home)
    files = Files.read(house.home, house.root)
    lasting = planned(house, role, call)
    assert lasting
    wrong = f"permissions: {{otherwise: ask, allow: [{more}]}}\n".encode()
    lasting.file.path.parent.mkdir(exist_ok=True)
    with locked_folder(lasting.file.path) as folder, pytest.raises(ProctorError):
        put(lasting, files, wrong, folder)
    after = pinned(house.root, house.home)

    assert before
    assert after
    assert (before.files, Trust.TRUSTED) == (after.files, house.load("tester").trust)
    assert planned(house, role, call) == lasting


def test_a_folder_that_somebody_keeps_locked_does_not_hold_the_answer_up(house: House) -> None:
    """An agent may read the folder, and so lock it."""
    file = house.at_home("roles/tester.yaml", ROLE)
    lasting = planned(house, "tester")
    folder = os.open(file.parent, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        assert lasting
        with pytest.raises(ProctorError):
            write(lasting, by="ada", on="2026-11-16", patience=0.05)
    finally:
        os.close(folder)
    assert file.read_text() == ROLE


def test_a_role_whose_allows_are_its_parents_is_not_written(house: House) -> None:
    """A list of its own would replace that one."""
    house.at_home("roles/base.yaml", ROLE.replace("tester", "base"))
    house.at_home("roles/tester.yaml", "extends: base\n")

    assert planned(house, "tester") is None


@pytest.mark.parametrize(
    "permissions",
    [
        "order: deny, allow, ask\n  ask: [Read(.env)]",
        "ask: [Bash(npm *)]",
        "ask: [{rule: Bash(npm *), by: human}]",
        "deny: [Bash(npm *)]",
        "otherwise: deny",
        "allow: [Bash(npm *)]",
    ],
)
def test_where_a_rule_spoke_nothing_is_written(house: House, permissions: str) -> None:
    """And where an allow could pass over an ask elsewhere."""
    house.at_home("roles/tester.yaml", f"permissions:\n  {permissions}\n")

    assert planned(house, "tester") is None


@pytest.mark.parametrize("mode", ["plan", "delegate", "dontAsk"])
def test_a_mode_that_would_deny_it_all_the_same_writes_nothing(house: House, mode: str) -> None:
    """Also where the role has come to have it since."""
    house.at_home("roles/tester.yaml", ROLE)
    decision = decided(house, "tester", NPM)
    house.at_home("roles/tester.yaml", f"permission_mode: {mode}\n{ROLE}")

    assert plan(decision, "tester", home=house.home, root=house.root) is None


@pytest.mark.parametrize("role", ["", "../x", "a/b", "nobody", "roles/tester", "tester.yaml"])
def test_a_name_that_is_no_role_writes_nothing(house: House, role: str) -> None:
    """Whatever it looks like."""
    house.at_home("roles/tester.yaml", ROLE)
    decision = decided(house, "tester", NPM)

    assert plan(decision, role, home=house.home, root=house.root) is None


def test_a_role_file_that_would_lose_something_is_not_written(house: House) -> None:
    """Or that is broken, or whose config is."""
    house.at_home("roles/tester.yaml", ROLE)
    decision = decided(house, "tester", NPM)
    house.at_home("config.yaml", "nonsense: [\n")

    assert plan(decision, "tester", home=house.home, root=house.root) is None


@pytest.mark.parametrize("bypass", ["permission_mode: bypassPermissions", "follow_bypass: true"])
def test_a_rule_never_makes_a_bypass_count(house: House, bypass: str) -> None:
    """It does not count in a role without rules, and the first of them would change that."""
    house.at_home("roles/tester.yaml", f"{bypass}\n")

    assert planned(house, "tester", EDIT) is None
