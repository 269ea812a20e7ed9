"""Files with two lists of patterns: what is inferred, where it counts, and what is written."""

from __future__ import annotations

import json

from proctor.normalise import read_string
from proctor.policy.decide import decide
from proctor.rehearse.check import check
from proctor.roles.always import plan, policy_of
from proctor.roles.check import example_surroundings
from proctor.roles.identity import key
from proctor.roles.preview import preview
from proctor.roles.store import RoleStore
from proctor.roles.trust import READING, pinned, project_files
from proctor.roles.write import add_rule
from proctor.terms.catalogue import BUILT_IN
from proctor.terms.effect import Effect
from proctor.terms.role import ALLOW_BEFORE_ASK, STRICT_FIRST, Permissions
from tests.roles.conftest import House
from tests.tables import each_row

ALLOW, ASK, DENY = Effect.ALLOW, Effect.ASK, Effect.DENY
LISTS = "permissions:\n  allow: ['tool:bash:npm .*']\n  ask: ['tool:bash:.*']\n"
IMPLIED = (ALLOW_BEFORE_ASK, DENY)
BEFORE = (STRICT_FIRST, ASK)


def read_as(permissions: Permissions) -> tuple[tuple[Effect, ...], Effect]:
    """Return how rules are read."""
    return permissions.order, permissions.otherwise


def problems(house: House) -> list[tuple[str, bool]]:
    """Return the code of everything that `check` says, and whether it is a warning."""
    return [(found.code, found.warning) for found in check(house.home, house.root)]


# The text of a role, how it is read, and what is said of it.
ROLES = [
    (LISTS, IMPLIED, "inferred-order"),
    ("permissions: {allow: ['tool:view:.*'], ask: [], deny: []}\n", IMPLIED, "inferred-order"),
    ("permissions: {ask: [{rule: 'tool:.*', by: human}], deny: }\n", IMPLIED, "inferred-order"),
    ("tools: [Read]\n" + LISTS, IMPLIED, "inferred-order"),
    (LISTS + "  otherwise: ask\n", BEFORE, "shadowed-rule"),
    (LISTS + "  order: deny, allow, ask\n", (ALLOW_BEFORE_ASK, ASK), None),
    ("permissions: {allow: [Read, 'tool:bash:.*']}\n", BEFORE, None),
    ("permissions: {allow: [], ask: []}\n", BEFORE, None),
    ("permissions: {}\n", BEFORE, None),
]


@each_row(("text", "reading", "code"), ROLES)
def test_a_role_of_two_lists(text: str, reading: object, code: str | None, house: House) -> None:
    """The order and `otherwise` are inferred where the lists are all there is."""
    assert read_as(house.role(text).permissions) == reading
    assert problems(house) == ([(code, True)] if code else [])


def test_check_states_what_is_inferred(house: House) -> None:
    """Whoever checks a file reads both keys, and at a shadowed allow the order that frees it."""
    house.at_home("roles/a.yaml", LISTS)
    house.at_home("roles/b.yaml", LISTS + "  otherwise: deny\n")
    inferred, shadowed = check(house.home, house.root)

    assert inferred.message == (
        "only `tool:` patterns here, so this is read as "
        "`order: deny, allow, ask` and `otherwise: deny`"
    )
    assert shadowed.help == "remove it, or narrow the other, or write `order: deny, allow, ask`"


REFUSED = [
    "permissions: {allow: ['tool:bash:.*'], ask: ['tool:bash:git push.*']}\n",
    LISTS + "  deny: ['tool:bash:npm publish.*']\n",
    LISTS + "  deny: [Bash(npm publish)]\n",
    LISTS + "  agent: {instructions: x}\n",
]


@each_row("text", REFUSED)
def test_what_leaves_the_order_open_does_not_load(text: str, house: House) -> None:
    """An ask inside an allow, and a deny that somebody adds by hand, ask for both keys."""
    house.at_home("roles/r.yaml", text)
    assert house.errors("r") == ["missing-order"]

    order = json.dumps(["deny", "allow", "ask"])
    said = (
        text.replace("{allow", f"{{order: {order}, otherwise: deny, allow")
        if text.startswith("permissions: {")
        else f"{text}  order: {order}\n  otherwise: deny\n"
    )
    assert house.role(said).permissions.otherwise is DENY


def test_a_child_and_a_role_with_the_profile_inherit_it(house: House) -> None:
    """A parent means `otherwise: deny`; its order holds only for the lists it was inferred from."""
    house.at_home("config.yaml", f"profiles:\n  p:\n{LISTS.split(':', 1)[1].lstrip(chr(10))}"
                  .replace("  allow", "    allow").replace("  ask", "    ask"))  # fmt: skip
    house.at_home("roles/parent.yaml", LISTS)
    for start in ("extends: parent\n", "permissions:\n  profile: p\n"):
        under = "permissions:\n" if "extends" in start else ""
        plain = house.role(start, "child").permissions
        denied = house.role(f"{start}{under}  deny: [Agent]\n", "child").permissions
        asked = house.role(f"{start}{under}  ask: [Bash(npm publish *)]\n", "child").permissions
        allowed = house.role(f"{start}{under}  allow: ['tool:.*']\n", "child").permissions

        assert [read_as(one) for one in (plain, denied)] == [IMPLIED, IMPLIED]
        assert [read_as(one) for one in (asked, allowed)] == [(STRICT_FIRST, DENY)] * 2


def test_an_untrusted_project_tightens_by_what_is_inferred(house: House) -> None:
    """`otherwise: deny` counts at once, for a role and for a profile; its allows do not."""
    house.in_project("roles/x.yaml", LISTS)
    house.in_project("config.yaml", "profiles: {p: {allow: ['tool:view:.*']}}\n")
    house.in_project("roles/y.yaml", "permissions: {profile: p}\n")

    for name in ("x", "y"):
        role = house.load(name)
        assert read_as(role.permissions) == (STRICT_FIRST, DENY)
        assert role.untrusted
    house.trust()
    assert read_as(house.load("x").permissions) == IMPLIED


def trusted_before(house: House) -> None:
    """Trust the project as an earlier version did."""
    house.trust()
    file = house.home / "trust" / key(house.root) / "manifest.json"
    manifest = json.loads(file.read_bytes())
    del manifest["reading"]
    file.write_text(json.dumps(manifest))


def test_a_copy_trusted_before_keeps_its_reading(house: House) -> None:
    """What a person saw counts until they trust it again; a command does not do so for them."""
    house.in_project("roles/x.yaml", LISTS)
    house.in_project("roles/clash.yaml", REFUSED[0])
    house.in_project("config.yaml", "profiles: {p: {allow: ['tool:view:.*']}}\n")
    house.in_project("roles/y.yaml", "permissions: {profile: p}\n")
    trusted_before(house)

    assert [read_as(house.load(name).permissions) for name in ("x", "y", "clash")] == [BEFORE] * 3
    assert {code for code, _ in problems(house)} >= {"read-as-before"}

    house.in_project("roles/clash.yaml", LISTS)
    trusted_before(house)
    changed = RoleStore(house.home, house.root).update("x", {"description": "y"}, by="ada")
    found = pinned(house.root, house.home)
    assert changed.trusted
    assert found is not None
    assert found.reading < READING
    assert read_as(house.load("x").permissions) == BEFORE

    files = project_files(house.root, house.home)
    assert files.read_as_before
    shown = {
        role.id: read_as(role.permissions) for role in preview(house.root, house.home, files).roles
    }
    assert shown["x"] == IMPLIED
    house.trust()
    assert read_as(house.load("x").permissions) == IMPLIED


def test_a_command_writes_what_was_inferred(house: House) -> None:
    """A key, a deny or a rule that a command adds leaves the rest as it was read."""
    path = house.at_home("roles/x.yaml", "# Mine\n" + LISTS)
    store = RoleStore(house.home)
    store.update("x", {"permissions.deny": ["tool:bash:npm publish.*"]}, by="ada")
    text = path.read_text()

    assert text.startswith("# Mine\n")
    assert "  order: deny, allow, ask\n  otherwise: deny\n" in text
    assert read_as(house.load("x").permissions) == IMPLIED

    path.write_text(LISTS)
    add_rule(path, DENY, "tool:bash:npm publish.*")
    assert read_as(house.load("x").permissions) == IMPLIED
    assert ("missing-order", False) not in problems(house)


def test_always_writes_what_was_inferred(house: House) -> None:
    """The rule of an *always* goes into a file whose order is written with it."""
    house.at_home("roles/x.yaml", "permissions: {ask: ['tool:view:a'], allow: ['tool:view:b']}\n")
    house.at_home("roles/y.yaml", "permissions: {ask: ['tool:bash:.*']}\n")
    around = example_surroundings(BUILT_IN)
    for name in ("x", "y"):
        role = house.load(name)
        action = read_string("tool:bash:ls" if name == "y" else "tool:view:a", around)
        decision = decide(action, policy_of(house.shelf, role))

        assert decision.effect is ASK
        # An allow could pass over these asks, so it is remembered, and no rule is written.
        assert plan(decision, name, home=house.home, root=house.root) is None
