"""*Always*: a rule in the role file, shown first, and nothing else changed."""

from __future__ import annotations

import stat
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import pytest

from proctor import ToolCall
from proctor.errors import UsageError
from proctor.normalise import normalise
from proctor.policy.decide import decide
from proctor.roles.always import Lasting, plan, policy_of, write
from proctor.roles.trust import shown_path
from proctor.terms.decision import Decision
from proctor.terms.effect import Effect
from proctor.terms.role import Trust
from proctor.terms.surroundings import Surroundings
from tests.roles.conftest import House, rules

NPM = ToolCall(tool="Bash", input={"command": "npm test"})
NPM_RUN = ToolCall(tool="Bash", input={"command": "npm run lint"})
EDIT = ToolCall(tool="Edit", input={"file_path": "docs/a.md"})
ROLE = """\
# what this is for
name: tester   # the name

permissions:
  otherwise: ask
  allow:
    - Read   # reading
    - "Bash(ls *)"

  # not this
  deny: [Bash(curl *)]
# the end
"""
FLOW = "permissions: {otherwise: ask, allow: [Read]}\n"
WHY = "Allowed always by ada, 2026-11-16."


def decider(house: House, role: str) -> Callable[[ToolCall], Decision]:
    """Return what decides calls under a role, as it is now."""
    around = Surroundings(
        cwd=str(house.root),
        home="/home/ada",
        root=str(house.root),
        start=str(house.root),
        proctor_home=str(house.home),
        now=datetime(2026, 11, 16, tzinfo=UTC),
    )
    shelf = house.shelf
    policy = policy_of(shelf, shelf.load(role))
    return lambda call: decide(normalise(call, around), policy)


def decided(house: House, role: str, call: ToolCall) -> Decision:
    """Decide a call under a role, as it is now."""
    return decider(house, role)(call)


def planned(house: House, role: str, call: ToolCall = NPM) -> Lasting | None:
    """Plan an *always* for a call under a role."""
    return plan(decided(house, role, call), role, home=house.home, root=house.root)


def kept(house: House, role: str, call: ToolCall = NPM) -> Lasting:
    """Plan and write it."""
    lasting = planned(house, role, call)
    assert lasting
    write(lasting, by="ada", on="2026-11-16")
    return lasting


def test_a_homes_role_gets_the_rule_and_keeps_all_else(house: House) -> None:
    """Comments, quotes, order and mode of the file are what they were."""
    file = house.at_home("roles/tester.yaml", ROLE)
    file.chmod(0o640)
    lasting = kept(house, "tester")

    assert lasting.words == (
        f"adds `Bash(npm test)` to the role `tester` ({shown_path(file)}), "
        "in every folder of every project"
    )
    assert file.read_text() == ROLE.replace(
        '    - "Bash(ls *)"\n',
        f'    - "Bash(ls *)"\n    - rule: Bash(npm test)\n      why: {WHY}\n',
    )
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert decided(house, "tester", NPM).effect is Effect.ALLOW
    assert house.shelf.problems() == []


def test_nothing_is_written_until_it_is_taken(house: House) -> None:
    """A plan is words, and the same plan every time."""
    file = house.at_home("roles/tester.yaml", ROLE)
    first, second = planned(house, "tester"), planned(house, "tester")

    assert first == second
    assert first
    assert second
    assert first.mark == second.mark
    assert file.read_text() == ROLE


def test_a_shared_role_names_the_file_from_the_top(house: House) -> None:
    """In another project `/docs/a.md` would be another file."""
    house.at_home("roles/tester.yaml", ROLE)

    assert kept(house, "tester", EDIT).rules == (f"Edit(/{house.root}/docs/a.md)",)
    assert decided(house, "tester", EDIT).effect is Effect.ALLOW


def test_a_role_of_an_index_gets_its_own_rule(house: House) -> None:
    """Those beside it stay what they are."""
    one = "roles:\n  - name: One\n    permissions: {allow: [Read]}\n"
    two = "  - id: two\n    permissions:\n      # few\n      allow: [Glob]\n"
    file = house.at_home("roles/index.yaml", one + two)
    kept(house, "two")
    kept(house, "one")
    entry = f"{{rule: Bash(npm test), why: '{WHY}'}}"

    assert file.read_text() == (
        one.replace("Read", f"Read, {entry}") + two.replace("Glob", f"Glob, {entry}")
    )


@pytest.mark.parametrize(
    ("text", "word"),
    [
        *(
            (FLOW, word)
            for word in ("a: b", "x #y", "a, b", "}", "]", "{a", "x)", ", Bash, ", "&x")
        ),
        *((ROLE, word) for word in ("a: b", "x #y", "- Bash", "Bash(rm x)", "")),
    ],
)
def test_what_a_command_says_is_one_rule_and_nothing_else(
    house: House, text: str, word: str
) -> None:
    """Whatever its words look like to YAML or to a reader of rules."""
    house.at_home("roles/tester.yaml", text)
    before = rules(house.load("tester"), Effect.ALLOW)
    lasting = kept(house, "tester", ToolCall(tool="Bash", input={"command": f"cat '/srv/x{word}'"}))

    assert [*before, *lasting.rules] == rules(house.load("tester"), Effect.ALLOW)
    assert len(lasting.rules) == 1


def test_a_built_in_profile_gets_a_file_of_the_home(house: House) -> None:
    """With `profile:`, and so with all that the role has today and tomorrow."""
    file = house.home / "roles" / "guarded.yaml"
    lasting = kept(house, "guarded", EDIT)
    rule = f"Edit(/{house.root}/docs/a.md)"

    assert lasting.words == (
        f"makes a role `guarded` in your home ({shown_path(file)}, `profile: guarded`) "
        f"with `{rule}`, for every project"
    )
    assert file.read_text() == (
        "# The built-in role `guarded`, and what somebody has allowed always.\n"
        "# Without this file it is as it was.\n"
        "name: guarded\n"
        'description: "Reads run, the rest is asked, destroying beyond the project is denied"\n'
        "permissions:\n"
        "  profile: guarded\n"
        "  allow:\n"
        f"    - rule: {rule}\n"
        f"      why: {WHY}\n"
    )
    assert decided(house, "guarded", EDIT).effect is Effect.ALLOW
    assert house.shelf.problems() == []


def test_a_built_in_role_with_lists_is_extended(house: House) -> None:
    """Its allows are repeated, its denies, asks and words are the parent's; twice works too."""
    fetch = ToolCall(tool="Bash", input={"command": "git fetch upstream"})
    before = house.load("coder")
    lasting = kept(house, "coder", fetch)
    kept(house, "coder", NPM_RUN)
    after = house.load("coder")

    assert "`extends: coder`" in lasting.words
    assert [
        *rules(before, Effect.ALLOW),
        "Bash(git fetch upstream)",
        "Bash(npm run lint)",
    ] == rules(after, Effect.ALLOW)
    assert [rules(before, effect) for effect in (Effect.ASK, Effect.DENY)] == [
        rules(after, effect) for effect in (Effect.ASK, Effect.DENY)
    ]
    assert (before.instructions, before.mode, before.reviewer, before.model) == (
        after.instructions,
        after.mode,
        after.reviewer,
        after.model,
    )
    assert house.shelf.problems() == []


def test_a_trusted_project_role_is_written_and_trusted_in_one_act(house: House) -> None:
    """The rule counts at once, and the path is the project's own."""
    file = house.in_project("roles/tester.yaml", ROLE)
    house.in_project("config.yaml", "additional_directories: [/srv/data]\n")
    house.trust()
    lasting = kept(house, "tester", EDIT)

    assert lasting.words == (
        "adds `Edit(/docs/a.md)` to the role `tester` (.proctor/roles/tester.yaml) "
        "and trusts the file anew"
    )
    assert kept(house, "tester").words == (
        "adds `Bash(npm test)` to the role `tester` (.proctor/roles/tester.yaml), "
        "in every folder, and trusts the file anew"
    )
    assert house.load("tester").trust is Trust.TRUSTED
    assert decided(house, "tester", EDIT).effect is Effect.ALLOW
    assert "Edit(/docs/a.md)" in file.read_text()


def test_a_name_cannot_write_more_than_itself(house: House) -> None:
    """Whatever a person is called, it is one text of the rule's reason."""
    house.at_home("roles/tester.yaml", ROLE)
    lasting = planned(house, "tester")
    assert lasting
    write(lasting, by='x"\n    - Bash\n  # {', on="2026-11-16")
    allow = rules(house.load("tester"), Effect.ALLOW)

    assert allow == ["Read", "Bash(ls *)", "Bash(npm test)"]


def test_of_many_writers_each_writes_all_or_nothing(house: House) -> None:
    """Who comes too late is told so, and no rule is lost."""
    house.at_home("roles/tester.yaml", ROLE)
    calls = [ToolCall(tool="Bash", input={"command": f"npm run t{n}"}) for n in range(6)]
    plans = [planned(house, "tester", call) for call in calls]

    def attempt(lasting: Lasting | None) -> list[str]:
        assert lasting
        try:
            write(lasting, by="ada", on="2026-11-16")
        except UsageError:
            return []
        return list(lasting.rules)

    with ThreadPoolExecutor(6) as pool:
        written = [rule for found in pool.map(attempt, plans) for rule in found]

    assert len(written) == 1
    assert ["Read", "Bash(ls *)", *written] == rules(house.load("tester"), Effect.ALLOW)


def test_the_words_name_every_role_that_gets_the_rule(house: House) -> None:
    """Who extends the role has its rules."""
    house.at_home("roles/base.yaml", ROLE.replace("tester", "base"))
    house.at_home("roles/child.yaml", "extends: base\n")
    house.at_home("roles/other.yaml", "extends: base\npermissions: {allow: [Read]}\n")
    lasting = kept(house, "base")

    assert lasting.also == ("child",)
    assert lasting.words.endswith(", in every folder of every project; also for `child`")
    assert decided(house, "child", NPM).effect is Effect.ALLOW
    assert decided(house, "other", NPM).effect is Effect.ASK


def test_the_words_name_untrusted_roles_that_lie_over_it(house: House) -> None:
    """A project's role that nobody trusted is `guarded`, tightened."""
    house.in_project("roles/theirs.yaml", "permissions: {deny: [Bash(curl *)]}\n")
    lasting = planned(house, "guarded", EDIT)

    assert lasting
    assert lasting.words.endswith("; also for `theirs`")


def test_a_role_without_rules_keeps_its_profile(house: House) -> None:
    """The profile that it has is written down with the first rule."""
    file = house.at_home("roles/tester.yaml", "model: opus\n")
    before = house.load("tester").permissions
    kept(house, "tester", EDIT)
    after = house.load("tester").permissions

    assert "permissions:\n  profile: guarded\n  allow:\n" in file.read_text()
    assert [*before.rules] == [*after.rules][:-1]
    assert (before.order, before.otherwise) == (after.order, after.otherwise)
