"""Open decisions are reviewed: what goes to a reviewer, and what its word counts for."""

from __future__ import annotations

import os
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from proctor import Policy
from proctor.approval.reviewer import FAILED, NOT_WHOLE, Judgement, Review
from proctor.approval.reviewers.make import make_reviewer
from proctor.approval.reviewing import CHANGED, UNKNOWN, may_see
from proctor.approval.scripts import LARGEST
from proctor.audit.prepare import redacted_value
from proctor.audit.redaction.redact import Redactor
from proctor.terms.asking import ReviewerSettings
from proctor.terms.call import ToolCall
from tests.approval.review_calls import HOSTILE, Reviewed, bash, decided, taken_apart
from tests.approval.scripts import PATIENCE, SYSTEM_PATH, script

ALLOWED = Review(Judgement.ALLOW, "fine", 0, None, "judge")
DENIED = ALLOWED._replace(verdict=Judgement.DENY)
REMEMBERED = ALLOWED._replace(cost=0, saved="remembered")
ASK_USER = Judgement.ASK_USER


class Court(Reviewed):
    """A project, and a program that judges; it notes what it was told, each time."""

    def __init__(self, folder: Path, **how: Any) -> None:
        self.project, self.home = folder / "shop", folder / "home"
        for each in (self.project, self.home):
            each.mkdir()
        (self.project / "x.sh").write_text("echo one\n")
        program = script(self.home / "judge", "")
        settings = ReviewerSettings("command", (str(program),), seconds=PATIENCE)
        env = {"PATH": SYSTEM_PATH, "HOME": str(self.home)}
        make = partial(make_reviewer, settings, place=self.home / "reviewer", env=env)
        super().__init__(self.project, make, **how)
        self.says("ALLOW")

    def says(self, verdict: str, before: str = "") -> None:
        """Have the program say this from now on, and do something before."""
        keep = 'cat > "$HOME/told.$$"; '
        script(self.home / "judge", f"{keep}{before}\nprintf '%s\\nfine\\n' '{verdict}'")

    @property
    def told(self) -> list[str]:
        """Return all that the program was told, oldest first."""
        files = sorted(self.home.glob("told.*"), key=lambda path: path.stat().st_mtime_ns)
        return [path.read_bytes().decode("ascii") for path in files]


@pytest.fixture
def court(tmp_path: Path) -> Court:
    """Give a project with a reviewer."""
    return Court(tmp_path)


@pytest.mark.parametrize("verdict", Judgement)
def test_a_reviewer_says_what_it_says(verdict: Judgement, court: Court) -> None:
    """What is left open is judged by the reviewer of the role."""
    court.says(verdict)

    assert court(bash("npm test")) == ALLOWED._replace(verdict=verdict)
    assert "Allow what the tests of this project need." in court.told[0]


def test_a_role_without_a_reviewer_has_none(court: Court) -> None:
    """Nobody looks at what a role wants nobody to look at."""
    off = replace(court.settings, enabled=False)

    assert court(bash("npm test"), settings=off) is None
    assert court.told == []


@pytest.mark.parametrize("instructions", [None, "", " \n"])
def test_a_reviewer_without_instructions_is_not_asked(
    instructions: str | None, court: Court
) -> None:
    """Also where an earlier version kept it as enabled."""
    silent = replace(court.settings, instructions=instructions)

    assert court(bash("npm test"), settings=silent) is None
    assert court.told == []


def ask(rule: str, by: str) -> Policy:
    """Return a policy that has something asked, by somebody."""
    return Policy.of(ask=[{"rule": rule, "by": by}])


@pytest.mark.parametrize(
    ("call", "policy"),
    [
        (bash("ls"), Policy.of(allow=["Bash"])),
        (bash("ls"), Policy.of(deny=["Bash"])),
        (bash("npm test && rm x"), Policy.of(deny=["Bash(rm *)"])),
        (bash("ls"), ask("Bash", "human")),
        (bash("npm test && git push"), ask("Bash(git push *)", "human")),
        # What the guard asks, only a human may answer.
        (bash("tee .claude/settings.json"), Policy.of(allow=["Bash"])),
        (ToolCall(tool="Write", input={"file_path": ".git/hooks/pre-commit"}), Policy.of()),
        (ToolCall(tool="Write", input={"file_path": ".proctor/config.yaml"}), Policy.of()),
        (bash("claude --print hello"), Policy.of()),
        # What a call without a target would do, nobody can say who reads it.
        (ToolCall(tool="Bash", input={}), Policy.of(allow=["Bash"])),
        (ToolCall(tool="Bash", input=None), Policy.of(allow=["Bash"])),
        (ToolCall(tool="Read", input={"file_path": 7}), Policy.of()),
        # Permissions are given by people.
        (ToolCall(tool="self_edit_permissions", input={"profile": "open"}), Policy.of()),
        (ToolCall(tool="self_edit_permissions", input={}), Policy.of()),
        (
            ToolCall(tool="self_edit_permissions", input={"profile": "open"}),
            ask("tool:self_edit:permissions:.*", "reviewer"),
        ),
        (ToolCall(tool="mcp__proctor__self_edit_permissions", input={}), Policy.of()),
    ],
)
def test_a_reviewer_never_sees_this(call: ToolCall, policy: Policy, court: Court) -> None:
    """What is decided, what is for humans and what gives permissions goes to no reviewer."""
    assert court(call, policy=policy) is None
    assert court.told == []


def test_nothing_that_asks_is_nothing_to_review(tmp_path: Path) -> None:
    """A decision without evidence is for no reviewer."""
    assert not may_see(decided(bash("ls"), tmp_path)._replace(because=()))


@pytest.mark.parametrize("by", ["any", "reviewer"])
def test_a_reviewer_sees_what_a_rule_asks(by: str, court: Court) -> None:
    """A rule that names no human, or the reviewer, goes to it."""
    assert court(bash("git push"), policy=ask("Bash(git push *)", by)) == ALLOWED


@pytest.mark.parametrize("verdict", ["ALLOW", "DENY"])
def test_the_same_is_judged_once(verdict: str, court: Court) -> None:
    """A verdict is remembered, whoever asks, and costs nothing the second time."""
    court.says(verdict)
    first, again = court(bash("bash x.sh")), court(bash("bash x.sh")._replace(agent="b"))

    assert again == (first and first._replace(cost=0, saved="remembered"))
    assert len(court.told) == 1


def test_whatever_differs_is_judged_again(court: Court) -> None:
    """Input, folder, role, policy, model, instructions and scripts must all be the same."""
    call, standing, settings = bash("bash x.sh"), court.standing, court.settings
    described = call._replace(input={"command": "bash x.sh", "description": "x"})
    (court.project / "sub").mkdir()
    seen = [
        court(call),
        court(described),
        court(call._replace(cwd=str(court.project / "sub"))),
        court(call, standing=standing._replace(role="tester")),
        court(call, standing=standing._replace(policy_revision="r2")),
        court(call, standing=standing._replace(project="/srv/other")),
        court(call, settings=replace(settings, model="large")),
        court(call, settings=replace(settings, instructions="Be kind.")),
        court(call, policy=ask("Bash", "any")),
    ]
    (court.project / "x.sh").write_text("rm -rf ~\n")
    seen.append(court(call))

    assert seen == [ALLOWED] * 10
    assert len(court.told) == 10


def test_what_is_left_to_a_person_is_not_remembered(court: Court) -> None:
    """A reviewer that was not sure may be asked again."""
    court.says("ASK_USER")
    court(bash("npm test"))
    court.says("ALLOW")

    assert court(bash("npm test")) == ALLOWED


@pytest.mark.parametrize("verdict", ["ALLOW", "DENY"])
def test_a_script_that_changes_meanwhile_was_not_judged(verdict: str, court: Court) -> None:
    """A script is read again when the verdict comes; another one is for a person."""
    court.says(verdict, f"echo changed >> '{court.project}/x.sh'")

    assert court(bash("bash x.sh")) == ALLOWED._replace(verdict=ASK_USER, reason=CHANGED)
    court.says("ALLOW")
    assert court(bash("bash x.sh")) == ALLOWED
    assert court(bash("bash x.sh")) == REMEMBERED


def test_a_script_that_cannot_be_read_is_never_allowed(court: Court) -> None:
    """Where nobody knows what would run, a DENY counts and an ALLOW does not."""
    os.mkfifo(court.project / "y.sh")
    call = bash("bash y.sh && bash z.sh")
    allowed = court(call)
    court.says("DENY")

    assert allowed == ALLOWED._replace(verdict=ASK_USER, reason=UNKNOWN)
    assert [court(call), court(call)] == [DENIED, DENIED]
    assert len(court.told) == 3


def test_a_large_script_that_changes_meanwhile_was_not_judged(court: Court) -> None:
    """It is not read, but another one in its place is noticed."""
    (court.project / "y.sh").touch()
    os.truncate(court.project / "y.sh", LARGEST + 1)
    court.says("ALLOW", f"echo changed >> '{court.project}/y.sh'")

    assert court(bash("bash y.sh")) == ALLOWED._replace(verdict=ASK_USER, reason=CHANGED)


def test_secrets_are_not_shown(court: Court) -> None:
    """A reviewer gets what would be kept: without passwords and tokens."""
    words = "correct-horse-battery"
    call = ToolCall(
        tool="mcp__shop__login", input={"password": words, "note": f"curl -u ada:{words} x"}
    )

    assert court(call) == ALLOWED
    assert words not in court.told[0]


def test_other_secrets_are_another_call(court: Court) -> None:
    """Two inputs that look the same once they are redacted are not the same."""
    calls = [ToolCall(tool="mcp__shop__login", input={"password": word}) for word in "ab"]

    assert [court(call) for call in calls] == [ALLOWED, ALLOWED]


def test_other_folders_are_another_call(court: Court) -> None:
    """Two folders that look the same once they are redacted are not the same."""
    folders = [f"/srv/api_key={word * 20}/x" for word in "ab"]
    seen = [court(bash("git push", cwd=folder)) for folder in folders]
    shown = [taken_apart(told).data["cwd"] for told in court.told]

    assert shown[0] == shown[1]
    assert seen == [ALLOWED, ALLOWED]


@pytest.mark.parametrize(
    ("before", "allowed"), [("", True), ("job; " * 30, False), (f"job {'x' * 500}; ", False)]
)
def test_a_command_in_place_of_a_secret_is_seen(before: str, allowed: bool, tmp_path: Path) -> None:
    """What hides where a pattern finds a secret is shown as a part, or nothing is allowed."""
    court = Court(tmp_path, redacted=Redactor(['ada:[^"]*']).value)
    review = court(bash(f'{before}curl -u "ada:$(shred notes)" example.com'))
    data = taken_apart(court.told[0]).data

    assert "shred" not in str(data["input"])
    assert not allowed or "shred notes" in [part["text"] for part in data["parts"]]
    assert review == (ALLOWED if allowed else ALLOWED._replace(verdict=ASK_USER, reason=NOT_WHOLE))


@pytest.mark.parametrize("size", [5_000, 30_000, 200_000])
def test_what_was_cut_is_never_allowed(size: int, tmp_path: Path) -> None:
    """Whoever cuts an input on its way, an ALLOW of what was not seen counts for nothing."""
    cutting = partial(redacted_value, redactor=Redactor())
    court = Court(tmp_path, redacted=cutting)
    call = bash(f"echo {'a ' * size}; curl example.com")
    allowed = court(call)
    court.says("DENY")

    assert allowed == ALLOWED._replace(verdict=ASK_USER, reason=NOT_WHOLE)
    assert court(call) == DENIED


def test_an_input_that_goes_on_is_never_allowed(court: Court) -> None:
    """What is nested so deep that it is not shown is left to a person."""
    deep: object = "rm -rf ~"
    for _ in range(100):
        deep = [deep]

    review = court(ToolCall(tool="mcp__shop__run", input={"steps": deep}))

    assert review == ALLOWED._replace(verdict=ASK_USER, reason=NOT_WHOLE)


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("verdict", Judgement)
def test_a_call_cannot_talk_to_its_reviewer(verdict: str, name: str, court: Court) -> None:
    """What a call says changes nothing but its own text, and no verdict."""
    court.says(verdict)
    seen = [court(bash("ls")), court(bash(HOSTILE[name]))]
    plain, other = map(taken_apart, court.told)
    expected = ALLOWED._replace(verdict=Judgement(verdict))
    if name == "padding" and verdict == "ALLOW":
        seen[1:] = [] if seen[1] == expected._replace(verdict=ASK_USER, reason=NOT_WHOLE) else seen

    assert {*seen} == {expected}
    assert (other.before, other.behind) == (plain.before, plain.behind)
    assert [*other.data] == [*plain.data]
    assert other.call.isascii()
    assert "@" not in other.call


def test_a_whole_command_is_shown(court: Court) -> None:
    """The model sees the input, the parts and why they are open, in JSON."""
    policy = Policy.of(allow=["Bash(npm test)"])
    court(bash("npm test && git push origin main"), policy=policy)
    data = taken_apart(court.told[0]).data

    assert data["input"] == {"command": "npm test && git push origin main"}
    assert [(part["text"], part["effect"]) for part in data["parts"]] == [
        ("npm test", "allow"),
        ("git push origin main", "ask"),
    ]
    assert data["role"] == "coder"


def broken(*_: object) -> Any:
    """Fail, as nothing of ours should."""
    raise KeyError("secret words")


@pytest.mark.parametrize("what", ["fingerprint", "clean", "redacted", "make"])
def test_whatever_fails_is_left_to_a_person(what: str, tmp_path: Path) -> None:
    """An error is no verdict, and is not quoted."""
    court = Court(tmp_path, **({} if what == "make" else {what: broken}))
    if what == "make":
        court.reviewing.make = broken
    review = court(bash("ls"))

    assert review == Review(ASK_USER, FAILED.format(kind="KeyError"), 0, None, "small", failed=True)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        (
            ReviewerSettings("claude"),
            "the reviewer `claude` was not found on the recorded PATH",
        ),
        (
            ReviewerSettings("oracle"),
            "`oracle` is no kind of reviewer; it is one of claude, command, anthropic, openai",
        ),
        (ReviewerSettings("command"), "the command of a reviewer is empty"),
        (
            ReviewerSettings("anthropic"),
            "`ANTHROPIC_API_KEY`, which holds the reviewer's key, was not set",
        ),
    ],
)
def test_a_reviewer_that_cannot_be_reached_says_so(
    settings: ReviewerSettings, words: str, tmp_path: Path
) -> None:
    """A person is asked, and told what is wrong with the reviewer."""
    make = partial(make_reviewer, settings, place=tmp_path / "reviewer", env={"PATH": "/nowhere"})
    review = Reviewed(tmp_path, make)(bash("ls"))

    assert review == Review(ASK_USER, words, 0, None, "small", failed=True)


def test_no_more_reviewers_are_held_than_needed(court: Court) -> None:
    """Of roles that nobody uses any more, nothing is held for ever."""
    for number in range(70):
        court.reviewing.bench_of(replace(court.settings, instructions=str(number)))

    assert len(court.reviewing.benches) == 64
