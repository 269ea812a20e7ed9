"""Every cell of the table of modes."""

from __future__ import annotations

import pytest

from proctor import Policy
from proctor.normalise import normalise
from proctor.policy.decide import decide
from proctor.terms.call import ToolCall
from proctor.terms.catalogue import BUILT_IN, Annotations, ToolInfo
from proctor.terms.effect import Effect
from proctor.terms.kind import Kind
from proctor.terms.mode import Mode
from proctor.terms.role import Permissions
from proctor.terms.surroundings import Surroundings
from tests.policy.mode_table import ALLOWED, ASKED, CALLS, UNMATCHED, cells, effect
from tests.tables import each_row

ALLOW, ASK, DENY = Effect.ALLOW, Effect.ASK, Effect.DENY
DEFAULT, EDITS, BYPASS = Mode.DEFAULT, Mode.ACCEPT_EDITS, Mode.BYPASS
DONT_ASK, PLAN, DELEGATE = Mode.DONT_ASK, Mode.PLAN, Mode.DELEGATE


def command(policy: Policy, text: str, around: Surroundings, mode: str | None = None) -> Effect:
    """Decide a command."""
    call = ToolCall(tool="Bash", input={"command": text}, mode=mode)
    return decide(normalise(call, around), policy).effect


@each_row("otherwise", [ASK, ALLOW])
@each_row(("call", "mode", "word"), cells(UNMATCHED))
def test_a_part_that_no_rule_matches_gets_its_cell(
    call: str, mode: Mode, word: str, otherwise: Effect, around: Surroundings
) -> None:
    """Where no rule matches, the mode answers, or leaves it to `otherwise`."""
    wanted = otherwise if word == "E" else Effect.of(word)

    assert effect(Policy.of(mode=mode, otherwise=otherwise), call, around) is wanted


@each_row(("call", "mode", "word"), cells(UNMATCHED))
def test_no_mode_weakens_otherwise_deny(
    call: str, mode: Mode, word: str, around: Surroundings
) -> None:
    """With `otherwise: deny`, whatever no rule matches is denied in every mode."""
    assert effect(Policy.of(mode=mode, otherwise=DENY), call, around) is DENY


@each_row("order", ["deny, ask, allow", "deny, allow, ask"])
@each_row(("call", "mode", "word"), cells(ASKED))
def test_a_matched_ask_gets_its_cell(
    call: str, mode: Mode, word: str, order: str, around: Surroundings
) -> None:
    """An ask is asked, except where the mode does not ask about such a thing."""
    policy = Policy.of(ask=[CALLS[call][0]], mode=mode, order=order.split(","), otherwise=ALLOW)

    assert effect(policy, call, around) is Effect.of(word)


@each_row("rule", ["{}", "*", "tool:.*"])
@each_row(("call", "mode", "word"), cells(ALLOWED))
def test_a_matched_allow_gets_its_cell(
    call: str, mode: Mode, word: str, rule: str, around: Surroundings
) -> None:
    """In plan and delegate, what may change something is denied even where a rule allows it."""
    policy = Policy.of(allow=[rule.format(CALLS[call][0])], mode=mode, otherwise=DENY)

    assert effect(policy, call, around) is Effect.of(word)


@each_row("mode", Mode)
@each_row("call", CALLS)
def test_no_mode_weakens_a_deny(call: str, mode: Mode, around: Surroundings) -> None:
    """A deny, a tool that the role lacks and the guard stand in every mode."""
    tool = CALLS[call][0]
    denied = Policy.of(deny=[tool], allow=[tool], mode=mode, otherwise=ALLOW)
    lacking = Policy.of(allow=[tool], tools=["Nothing*"], mode=mode, otherwise=ALLOW)

    assert (effect(denied, call, around), effect(lacking, call, around)) == (DENY, DENY)


@each_row(
    ("mode", "wanted"),
    [(DEFAULT, ASK), (EDITS, ASK), (BYPASS, ASK), (DONT_ASK, DENY), (PLAN, DENY), (DELEGATE, DENY)],
)
def test_what_the_guard_asks_is_asked_or_denied_by_every_mode(
    mode: Mode, wanted: Effect, around: Surroundings
) -> None:
    """The guard's ask is an ask like any other: no mode and no rule turns it into a yes."""
    policy = Policy.of(allow=["Write"], mode=mode, otherwise=ALLOW)
    call = ToolCall(tool="Write", input={"file_path": ".proctor/roles/coder.yaml"})

    assert decide(normalise(call, around), policy).effect is wanted


DESTROYERS = {
    "edit": ToolInfo(
        name="wipe", names=("wipe",), kind=Kind.EDIT, category="", description="",
        fields=("path",), annotations=Annotations(edit=True, destructive=True),
    ),
    "read": ToolInfo(
        name="wipe", names=("wipe",), kind=Kind.OTHER, category="", description="",
        annotations=Annotations(read_only=True, destructive=True),
    ),
    "read of a file": ToolInfo(
        name="wipe", names=("wipe",), kind=Kind.READ, category="", description="",
        fields=("path",), annotations=Annotations(read_only=True, destructive=True),
    ),
    "delegate": ToolInfo(
        name="wipe", names=("wipe",), kind=Kind.DELEGATE, category="", description="",
        fields=("path",), annotations=Annotations(destructive=True),
    ),
}  # fmt: skip


@each_row("mode", Mode)
@each_row("does", DESTROYERS)
def test_only_bypass_allows_what_destroys(does: str, mode: Mode, around: Surroundings) -> None:
    """A tool that says it destroys is let run by no mode but bypassPermissions."""
    catalogue = BUILT_IN.with_tools([DESTROYERS[does]])
    policy = Policy.compile(Permissions(), mode=mode, catalogue=catalogue)
    call = ToolCall(tool="wipe", input={"path": "src/cart.py"})
    decision = decide(normalise(call, around._replace(catalogue=catalogue)), policy)

    assert (decision.effect is ALLOW) is (mode is BYPASS)


UNREAD = "cat $(find . -name cart.py)"


@each_row(
    ("mode", "free", "restricted", "ruled"),
    [
        # no rule at all, a deny somewhere, and a bare Bash beside that deny
        (DEFAULT, ASK, ASK, ASK),
        (EDITS, ASK, ASK, ASK),
        (BYPASS, ALLOW, ASK, ASK),
        (DONT_ASK, DENY, DENY, DENY),
        (PLAN, DENY, DENY, DENY),
        (DELEGATE, DENY, DENY, DENY),
    ],
)
def test_what_cannot_be_read_is_asked_or_denied(
    mode: Mode, free: Effect, restricted: Effect, ruled: Effect, around: Surroundings
) -> None:
    """Unread runs only where all is given and nothing forbidden; quiet modes deny it."""
    policies = [
        Policy.of(mode=mode),
        Policy.of(deny=["Read(.env)"], mode=mode),
        Policy.of(allow=["Bash"], deny=["Read(.env)"], mode=mode),
    ]

    assert [command(policy, UNREAD, around) for policy in policies] == [free, restricted, ruled]


@each_row("rule", ["Bash(rm *)", "Read(.env)", "WebFetch(domain:x.org)", "Edit"])
@each_row("kind", ["deny", "ask"])
def test_otherwise_allow_asks_about_the_unread_as_soon_as_a_rule_forbids(
    rule: str, kind: str, around: Surroundings
) -> None:
    """Any deny or ask that a command could meet makes an unread part at least an ask."""
    strict = Policy.of(deny=[rule], otherwise=ALLOW)
    if kind == "ask":
        strict = Policy.of(ask=[rule], otherwise=ALLOW)

    assert command(Policy.of(otherwise=ALLOW), UNREAD, around) is ALLOW
    assert command(strict, UNREAD, around) is ASK


@each_row("mode", Mode)
def test_a_malformed_call_is_allowed_in_no_mode(mode: Mode, around: Surroundings) -> None:
    """A missing field is never allowed: not by a rule, a mode or `otherwise`."""
    policy = Policy.of(allow=["*"], mode=mode, otherwise=ALLOW)
    call = ToolCall(tool="Write", input={"content": "x"})

    assert decide(normalise(call, around), policy).effect is not ALLOW


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("echo done > notes.txt", ALLOW),
        ("echo done > /home/ada/shop/notes.txt", ALLOW),
        ("echo done > ../other/notes.txt", ASK),
        ("echo done > /tmp/notes.txt", ASK),
    ],
)
def test_accept_edits_accepts_a_redirection_inside(
    text: str, wanted: Effect, around: Surroundings
) -> None:
    """A redirection that writes is an edit, accepted inside the working folders only."""
    assert command(Policy.of(allow=["Bash(echo *)"], mode=EDITS), text, around) is wanted


@each_row(
    ("text", "wanted"),
    [
        ("git status", ALLOW),
        ("ls", ALLOW),
        ("git log | head -3", ALLOW),
        ("ls && date", ALLOW),
        ("git log > notes.txt", ALLOW),
        ("grep -r price", ALLOW),
        ("ls /etc", ASK),
        ("cat /etc/hosts", ASK),
        ("git -C /etc log", ASK),
        ("git log > /tmp/x", ASK),
        ("printenv", ASK),
        ("cat .env", ASK),
        ("cd /etc && grep -r root", ASK),
        ("cd docs-link && grep -r root", ASK),
        ("cd $X && grep -r root", ASK),
        ("cd - && ls", ASK),
        ("popd; grep -r root", ASK),
        ("pushd $X; ls", ASK),
        ("builtin cd link; grep -r root", ASK),
        ("eval 'cd link'; grep -r root", ASK),
        ("a=cd; $a link; grep -r root", ASK),
        ("f() { cd link; }; f; grep -r root", ASK),
        ("bash -c 'cd link; grep -r root'", ASK),
    ],
)
def test_accept_edits_lets_commands_read_in_the_working_folders(
    text: str, wanted: Effect, around: Surroundings
) -> None:
    """A command that only reads runs, unless it names or may go to a place outside."""
    links = {f"{around.cwd}/{name}": "/srv/data" for name in ("link", "docs-link")}
    assert command(Policy.of(mode=EDITS), text, around._replace(links=links)) is wanted


def test_accept_edits_asks_where_the_folder_of_a_command_is_unknown(around: Surroundings) -> None:
    """In a folder that nobody knows, `ls` may list anything."""
    strayed = around._replace(strays=True)

    assert command(Policy.of(mode=EDITS), "ls", strayed) is ASK
    assert command(Policy.of(mode=EDITS), "grep -r root", strayed) is ASK
