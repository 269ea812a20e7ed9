"""Role files to roles: every key, both shapes, every error with its place."""

from __future__ import annotations

import pytest

from proctor.documents import read_document
from proctor.policy.profiles import PROFILES
from proctor.roles.permissions import Known
from proctor.roles.read import slug
from proctor.terms.catalogue import BUILT_IN
from proctor.terms.effect import Effect
from proctor.terms.mode import Mode
from proctor.terms.place import Place
from proctor.terms.role import ALLOW_BEFORE_ASK, Hook, Permissions, Reviewer, Role
from proctor.terms.rule import Form, Rule
from tests.roles.conftest import House, rules
from tests.tables import each_row

KNOWN = Known(BUILT_IN, PROFILES)

WHOLE = """\
id: chief
name: Chief Architect
description: Designs
model: opus
permission_mode: plan
system_prompt: You are one.
instructions: |
  Think.
permissions:
  order: deny, allow, ask
  otherwise: deny
  allow: [Read]
  ask: []
  deny:
    - rule: Bash(sudo *)
      why: No root here.
  agent:
    model: haiku
    instructions: Be strict.
hooks:
  PostToolUse:
    - matcher: Bash
      command: notify.sh
      timeout: 10
    - {command: other.sh}
settings:
  enabledPlugins: {}
tools: [Read, "mcp__*"]
additional_directories: [../shared]
follow_bypass: true
isolated: true
sandbox: true
command: [claude, --verbose]
createdAt: 2025-12-11T00:00:00Z
updatedAt: 2025-12-12T00:00:00Z
"""


def test_every_key_of_a_role_is_read(house: House) -> None:
    """A role file with all keys becomes a whole Role."""
    house.at_home("roles/any.yaml", WHOLE)
    file = f"{house.home}/roles/any.yaml"

    assert house.load("chief") == Role(
        id="chief",
        name="Chief Architect",
        description="Designs",
        model="opus",
        mode=Mode.PLAN,
        follow_bypass=True,
        system_prompt="You are one.",
        instructions="Think.\n",
        tools=("Read", "mcp__*"),
        additional_directories=("../shared",),
        permissions=Permissions(
            rules=(
                Rule(
                    effect=Effect.DENY,
                    text="Bash(sudo *)",
                    form=Form.PATTERN,
                    tool="Bash",
                    pattern="sudo *",
                    why="No root here.",
                    where=Place(file, 15, 7),
                ),
                Rule(
                    effect=Effect.ALLOW,
                    text="Read",
                    form=Form.TOOL,
                    tool="Read",
                    where=Place(file, 12, 11),
                ),
            ),
            order=ALLOW_BEFORE_ASK,
            otherwise=Effect.DENY,
        ),
        reviewer=Reviewer(enabled=True, model="haiku", instructions="Be strict."),
        hooks=(
            Hook(event="PostToolUse", command="notify.sh", matcher="Bash", timeout=10),
            Hook(event="PostToolUse", command="other.sh"),
        ),
        settings={"enabledPlugins": {}},
        command=("claude", "--verbose"),
        isolated=True,
        sandbox=True,
        created_at="2025-12-11T00:00:00Z",
        updated_at="2025-12-12T00:00:00Z",
        origin="home",
        where=Place(file, 1),
    )


def test_an_index_holds_several_roles(house: House) -> None:
    """In an index.yaml the id is `id:`, else the slug of `name:`."""
    house.at_home(
        "roles/index.yaml",
        "roles:\n  - id: a1\n    name: A\n    toolIds: [read_file]\n"
        "  - name: The Second One!\n    tools: []\n",
    )

    assert house.load("a1").tools == ("read_file",)
    assert house.load("the-second-one").tools == ()


@pytest.mark.parametrize("name", ["r.yaml", "r.yml"])
def test_the_id_of_a_file_is_its_name(house: House, name: str) -> None:
    """Without `id:` the file's name is the id, and the display name defaults to it."""
    house.at_home(f"roles/{name}", "description: x\n")

    assert house.load("r").name == "r"


def test_a_list_of_tools_alone_is_the_permission(house: House) -> None:
    """Exactly the listed tools are allowed, by rules that point at the list's entries."""
    role = house.role("tools:\n  - read_file\n  - mcp__x__*\n")
    file = f"{house.home}/roles/r.yaml"

    assert [("read_file", Place(file, 2, 5)), ("mcp__x__*", Place(file, 3, 5))] == [
        (rule.text, rule.where) for rule in role.permissions.rules
    ]
    assert Effect.DENY is role.permissions.otherwise


def test_a_role_with_neither_tools_nor_permissions_is_guarded(house: House) -> None:
    """It has the whole profile `guarded`, with its order, its asks and its denies."""
    assert PROFILES["guarded"] == house.role("name: r\n").permissions
    assert PROFILES["guarded"] == house.role("permissions: null\ntools: null\n").permissions


@each_row(
    ("text", "mode", "follows", "warned"),
    [
        ("permission_mode: bypassPermissions\n", Mode.DEFAULT, False, ["permission_mode"]),
        ("follow_bypass: true\n", None, False, ["follow_bypass"]),
        ("permission_mode: acceptEdits\n", Mode.ACCEPT_EDITS, False, []),
        ("permission_mode: bypassPermissions\npermissions: {}\n", Mode.BYPASS, False, []),
        (
            "permission_mode: bypassPermissions\npermissions: {profile: guarded}\n",
            Mode.BYPASS,
            False,
            [],
        ),
        ("permission_mode: bypassPermissions\ntools: [Read]\n", Mode.BYPASS, False, []),
        ("follow_bypass: true\npermissions: {}\n", None, True, []),
        ("extends: guarded\npermission_mode: bypassPermissions\n", Mode.BYPASS, False, []),
        ("extends: base\n", Mode.DEFAULT, False, ["permission_mode"]),
    ],
)
def test_a_bypass_counts_only_with_permissions(
    text: str, mode: Mode | None, follows: bool, warned: list[str], house: House
) -> None:
    """In a role without rules it would lift those of a profile that nobody has written down."""
    house.at_home("roles/base.yaml", "permission_mode: bypassPermissions\n")
    role = house.role(text)
    told = [each for each in house.shelf.problems(["r"]) if "bypass" in each.code]

    assert (role.mode, role.follow_bypass) == (mode, follows)
    assert [each.message.split("`")[1] for each in told] == warned
    assert all(each.warning for each in told)


def test_a_role_adds_to_its_profile(house: House) -> None:
    """The lists add; order and otherwise come from the profile unless given."""
    role = house.role("permissions:\n  profile: locked\n  allow: [Grep]\n  otherwise: ask\n")

    assert rules(role, Effect.ALLOW) == ["tool:view:.*", "Grep"]
    assert (role.permissions.order, role.permissions.otherwise) == (ALLOW_BEFORE_ASK, Effect.ASK)
    assert role.permissions.profile == "locked"


@pytest.mark.parametrize(
    ("agent", "enabled"),
    [
        ("{instructions: x}", True),
        ("{instructions: x, enabled: false}", False),
        ("{enabled: true}", False),
        ("{enabled: true, instructions: ' '}", False),
        ("{model: haiku}", False),
        ("{instructions: ''}", False),
    ],
)
def test_the_reviewer_is_enabled_by_its_instructions(
    house: House, agent: str, enabled: bool
) -> None:
    """Instructions enable the reviewer unless the file says otherwise; nothing else does."""
    role = house.role(f"permissions:\n  allow: []\n  agent: {agent}\n")

    assert enabled is role.reviewer.enabled


@pytest.mark.parametrize("order", ["deny, allow, ask", "[deny, allow, ask]", "deny,allow,ask"])
def test_the_order_has_two_forms(house: House, order: str) -> None:
    """A list or the words with commas."""
    role = house.role(f"permissions: {{order: {order!r}}}".replace("'[", "[").replace("]'", "]"))

    assert role.permissions.order == ALLOW_BEFORE_ASK


def test_delegate_loads_with_a_warning(house: House) -> None:
    """Today's Claude Code has no such mode, which is said and does not stop the role."""
    role = house.role("permission_mode: delegate\n")

    assert Mode.DELEGATE is role.mode
    assert [(p.code, p.warning) for p in house.shelf.problems()] == [("delegate-mode", True)]


ERRORS = {
    "unknown-key": ("nmae: x\n", 1, 1),
    "unknown-key of permissions": ("permissions:\n  alow: []\n", 2, 3),
    "unknown-key of agent": ("permissions:\n  agent: {on: true}\n", 2, 11),
    "unknown-key of a rule": ("permissions:\n  deny:\n    - {rule: Read, wy: x}\n", 3, 20),
    "unknown-key of a hook": ("hooks:\n  Stop:\n    - {command: x, cmd: y}\n", 3, 20),
    "unknown-key merge": ("<<: {a: b}\n", 1, 1),
    "duplicate-key": ("name: a\nname: b\n", 2, 1),
    "wrong-type list": ("permissions:\n  allow: Read\n", 2, 10),
    "wrong-type tools": ("tools: Read\n", 1, 8),
    "wrong-type text": ("name: 12\n", 1, 7),
    "wrong-type bool": ("sandbox: yes\n", 1, 10),
    "wrong-type map": ("permissions: []\n", 1, 14),
    "wrong-type rule": ("permissions:\n  allow: [[Read]]\n", 2, 11),
    "wrong-type number rule": ("permissions:\n  allow: [12]\n", 2, 11),
    "wrong-type null rule": ("permissions:\n  allow: [null]\n", 2, 11),
    "wrong-type model": ("model: {provider: x}\n", 1, 8),
    "wrong-type command": ("command: claude --x\n", 1, 10),
    "wrong-type timeout": ("hooks:\n  Stop: [{command: x, timeout: soon}]\n", 2, 32),
    "wrong-type hook": ("hooks:\n  Stop: [x]\n", 2, 10),
    "wrong-type role": ("- a\n", 1, 1),
    "wrong-type why": ("permissions:\n  deny:\n    - {rule: Read, why: [x]}\n", 3, 25),
    "wrong-type match": ("permissions:\n  deny:\n    - {rule: Read, match: x}\n", 3, 27),
    "wrong-type empty why": ("permissions:\n  deny:\n    - {rule: Read, why: }\n", 3, 20),
    "wrong-type order": ("permissions: {order: 1}\n", 1, 22),
    "bad-tool-name empty": ("tools: ['']\n", 1, 9),
    "wrong-value mode": ("permission_mode: yolo\n", 1, 18),
    "wrong-value order": ("permissions: {order: 'ask, deny, allow'}\n", 1, 22),
    "wrong-value order short": ("permissions: {order: [deny]}\n", 1, 22),
    "wrong-value otherwise": ("permissions: {otherwise: perhaps}\n", 1, 26),
    "wrong-value name": ('name: "a\\nb"\n', 1, 7),
    "wrong-value by": ("permissions:\n  ask:\n    - rule: Read\n      by: me\n", 4, 11),
    "wrong-value until": ("permissions:\n  ask:\n    - {rule: Read, until: soon}\n", 3, 27),
    "unclosed-parenthesis": ("permissions:\n  allow: [Read, 'Bash(x']\n", 2, 22),
    "unclosed-parenthesis plain": ("permissions:\n  allow:\n    - Bash(x\n", 3, 11),
    "unclosed-parenthesis map": ("permissions:\n  deny:\n  - why: x\n    rule: Bash(x\n", 4, 15),
    "empty-pattern": ("permissions:\n  allow:\n    - Bash()\n", 3, 11),
    "empty-rule": ('permissions:\n  allow: [""]\n', 2, 12),
    "bad-pattern": ("permissions:\n  deny:\n    - {tool: Bash, regex: '('}\n", 3, 28),
    "exploding-pattern": ("permissions:\n  deny:\n    - 'tool:bash:(?=x)(a+)+$'\n", 3, 8),
    "wrong-form": ("permissions:\n  deny:\n    - {rule: Read, tool: Bash}\n", 3, 7),
    "unknown-tool": ("permissions:\n  allow:\n    - Raed\n", 3, 7),
    "unknown-tool in a map": ("permissions:\n  allow:\n    - {tool: Bsh, regex: x}\n", 3, 14),
    "unknown-tool in tools": ("tools: [Read, Wirte]\n", 1, 15),
    "bad-tool-name": ("tools: ['Bash(git *)']\n", 1, 9),
    "unknown-profile": ("permissions: {profile: standrad}\n", 1, 24),
    "unknown-parent": ("extends: nobody\n", 1, 10),
    "forbidden-setting": ("settings: {model: x, hooks: {}}\n", 1, 22),
    "both-given": ("tools: []\ntoolIds: []\n", 2, 1),
    "bad-id": ("id: ../x\n", 1, 5),
    "missing-key": ("hooks:\n  Stop:\n    - matcher: x\n", 3, 7),
    "empty-file": ("# nothing\n", 1, 1),
    "example-did-not-match": (
        "permissions:\n  deny:\n    - rule: Bash(sudo *)\n      match: [sudo ls, ls]\n", 4, 24
    ),
    "example-did-match": (
        "permissions:\n  deny:\n  - rule: Bash(sudo *)\n    not_match:\n      - sudo ls\n", 5, 9
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", ERRORS)
def test_an_error_has_its_code_and_place(house: House, name: str) -> None:
    """Each mistake alone is found where it stands, and the role does not load."""
    text, line, column = ERRORS[name]

    assert [(name.split(maxsplit=1)[0], line, column)] == house.codes(text)
    if name != "bad-id":
        assert [name.split(maxsplit=1)[0]] == house.errors("r")


def test_all_errors_of_a_file_come_at_once(house: House) -> None:
    """Nobody has to fix one to see the next; they are sorted by place."""
    text = "nmae: x\npermissions:\n  allow: Read\n  deny: [Raed, 'Bash(']\nsandbox: 1\n"

    assert house.codes(text) == [
        ("unknown-key", 1, 1),
        ("wrong-type", 3, 10),
        ("unknown-tool", 4, 10),
        ("unclosed-parenthesis", 4, 21),
        ("wrong-type", 5, 10),
    ]


WARNINGS = {
    "matches-nothing": "permissions: {allow: ['Nothing*']}\n",
    "matches-nothing tools": "tools: ['x?']\n",
    "matches-nothing string": "permissions: {otherwise: ask, allow: ['tool:bsh:.*']}\n",
    "unknown-event": "hooks: {Stopp: [{command: x}]}\n",
}


@pytest.mark.parametrize("name", WARNINGS)
def test_a_warning_does_not_keep_a_role_from_loading(house: House, name: str) -> None:
    """What may be meant is said and not refused."""
    assert [name.split(maxsplit=1)[0]] == [code for code, _, _ in house.codes(WARNINGS[name])]
    assert house.load("r").id == "r"


@pytest.mark.parametrize(
    "rule",
    "mcp__any__thing mcp__* mc* * Web* tool:git:push.* tool:chain:status:.* tool:mcp__x__y:.* "
    "tool:.* tool:(bash|view):.* Task chain:status".split(),
)
def test_a_name_that_can_be_meant_is_not_complained_about(house: House, rule: str) -> None:
    """MCP names are never unknown, and action strings have names of their own."""
    assert house.codes(f"permissions: {{deny: ['{rule}']}}\n") == []


def test_an_unknown_word_gets_a_suggestion(house: House) -> None:
    """The nearest known key, tool, profile or parent is named."""
    house.at_home(
        "roles/r.yaml",
        "nmae: x\nextends: codr\ntools: [Raed]\npermissions: {profile: standrad}\n",
    )

    assert [problem.help for problem in house.shelf.problems()] == [
        "did you mean `name`?",
        "did you mean `coder`?",
        "did you mean `Read`?",
        "did you mean `standard`?",
    ]


def test_one_bad_role_of_an_index_leaves_the_others(house: House) -> None:
    """An error in one role of a file does not keep its neighbours from loading."""
    house.at_home("roles/index.yaml", "roles:\n  - {id: a, tols: []}\n  - {id: b, tools: []}\n")

    assert house.errors("a") == ["unknown-key"]
    assert house.load("b").tools == ()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("roles: x\n", "wrong-type"),
        ("role: []\n", "unknown-key"),
        ("{}\n", "missing-key"),
        ("- a\n", "wrong-type"),
        ("roles: [{description: x}]\n", "missing-id"),
    ],
)
def test_an_index_that_is_wrong_is_said_to_be(house: House, text: str, code: str) -> None:
    """And no role is taken from further out meanwhile, for the index may hold it."""
    house.at_home("roles/index.yaml", text)

    assert code in house.errors("coder")


@each_row(
    ("name", "id_"),
    [("Re Viewer!", "re-viewer"), ("-A-", "a"), ("ÄÖ ß", "ao-ss"), ("日", ""), ("x.y", "x-y")],
)
def test_a_slug_is_lower_case_words_with_dashes(name: str, id_: str) -> None:
    """Everything but letters and digits becomes a dash; of an accented letter the letter stays."""
    assert id_ == slug(name)


def test_examples_are_not_bound_to_a_date(house: House) -> None:
    """A rule that has ended is still checked against its examples, and a warning says so."""
    text = "permissions:\n  deny:\n    - {rule: Bash(ls *), until: 2001-01-01, match: [ls]}\n"

    assert house.codes(text) == [("ended-rule", 3, 33)]
    assert house.codes(text.replace("2001", "2999")) == []
    assert house.load("r").id == "r"


def test_a_tool_that_nobody_knows_can_be_declared(house: House) -> None:
    """Where no name is near, the help says where tools are declared."""
    house.at_home("roles/r.yaml", "permissions: {allow: [Zzzyx]}\n")

    assert [problem.help for problem in house.shelf.problems()] == [
        (
            "a tool of your own? declare it: `tools: {Zzzyx: {}}` in config.yaml, "
            "or `proctor tools sync --module …`"
        )
    ]
    house.at_home("config.yaml", "tools: {Zzzyx: {}}\n")
    assert house.load("r").id == "r"


def test_the_reader_never_needs_the_whole_of_a_hostile_file() -> None:
    """A role file that is too large is refused by its size alone."""
    big = b"name: x\n" + b"# comment\n" * 600_000

    assert [p.code for p in read_document(big, "x.yaml").problems] == ["too-much"]


def test_a_null_in_the_reviewer_is_as_if_it_were_not_there(house: House) -> None:
    """Without a parent there is nothing to clear."""
    role = house.role("permissions: {agent: {model: null, instructions: x}}\n")

    assert Reviewer(enabled=True, instructions="x") == role.reviewer


def test_many_mistakes_are_all_named(house: House) -> None:
    """Only the suggestions end at some point."""
    text = "".join(f"name{number}: x\n" for number in range(200))
    house.at_home("roles/r.yaml", text)
    problems = house.shelf.problems()

    assert len(problems) == 200
    assert (
        problems[0].help,
        (problems[-1].help or "").startswith("the keys are"),
    ) == ("did you mean `name`?", True)
