"""What people may do about a question: answer it, and grant what it asks for."""

from __future__ import annotations

from typing import Any

from proctor import Policy
from proctor.approval.people import People
from proctor.approval.rights import GONE, UNKNOWN, UNREADABLE, Rights, profile_of
from proctor.terms.call import ToolCall
from proctor.terms.decision import Decision
from proctor.terms.person import ADMINISTRATOR, Person
from proctor.terms.question import Question
from proctor.terms.record import Standing
from proctor.terms.reply import Answer, Reply
from tests.tables import each_row

ADA = Person(name="ada", roles=frozenset({"admin"}))
BOB = Person(name="bob", roles=frozenset({"developer"}), ids={"telegram": ("7",)})
STANDING = Standing(role="coder", project="/srv/shop")
MAKE = ToolCall(tool="Bash", input={"command": "make"})


def rights(*people: Person, **more: Any) -> Rights:
    """Return the rights of some people."""
    known = People(people, local="me", **more)
    return Rights(lambda: known)


def asked(**body: Any) -> Question:
    """Return a question."""
    return Question("u", "h", "h", "a", "Bash", "tool:bash:make", "", "", id=7, body=body)


def wants(profile: object, policy: Policy | None = None, **more: str) -> tuple[ToolCall, Decision]:
    """Return a call by which an agent wants other permissions, decided."""
    call = ToolCall(tool="self_edit_permissions", input={"profile": profile}, **more)
    return call, (policy or Policy.of()).decide(call)


@each_row(
    ("channel", "user", "name", "why"),
    [
        ("inbox", "bob", "bob", ""),
        ("http", "bob", "bob", ""),
        ("telegram", "7", "bob", ""),
        ("telegram", "bob", None, UNKNOWN),
        ("discord", "7", None, UNKNOWN),
        ("inbox", "7", None, UNKNOWN),
        ("inbox", "eve", None, UNKNOWN),
        ("inbox", "me", None, UNKNOWN),
        ("inbox", "", None, UNKNOWN),
    ],
)
def test_who_answers_is_one_of_the_people(
    channel: str, user: str, name: str | None, why: str
) -> None:
    """By their token's name, or by their id in that channel; the user of the machine is none."""
    person, refused = rights(ADA, BOB).of(channel, user, asked(role="coder"))

    assert (person and person.name, refused) == (name, why)


@each_row("approvers", ["lead", [["lead", 5]], ["lead"], {"lead": 1}, 5, None, [[["lead"]]]])
def test_a_question_that_does_not_say_who_may_answer_is_answered_by_nobody(
    approvers: object,
) -> None:
    """What is kept in the store may have been changed there; nothing is guessed."""
    assert rights(ADA, BOB).of("inbox", "bob", asked(approvers=approvers)) == (BOB, UNREADABLE)


@each_row(
    ("tool", "action", "more", "may"),
    [
        ("self_edit_permissions", "tool:self_edit:permissions:locked", {}, True),
        ("self_edit_permissions", "tool:self_edit:permissions:open", {}, False),
        ("self_edit_permissions", "tool:self_edit:permissions:", {}, False),
        ("self_edit_permissions", "tool:self_edit:permissions", {}, False),
        ("self_edit_permissions", "locked", {}, False),
        ("self_edit_model", "tool:self_edit:model:locked", {}, False),
        ("Bash", "tool:self_edit:permissions:locked", {}, False),
        ("Bash", "tool:bash:make", {}, False),
        ("self_edit_permissions", "tool:self_edit:permissions:locked", {"handed_in": True}, False),
        ("self_edit_permissions", "tool:self_edit:permissions:locked",
         {"approvers": [["lead"]]}, False),
    ],
)  # fmt: skip
def test_a_viewer_answers_only_a_wish_that_viewers_may_grant(
    tool: str, action: str, more: dict[str, Any], may: bool
) -> None:
    """Everywhere where viewers only look; and what a rule demands is to be met as well."""
    vic = Person(name="vic", roles=frozenset({"viewer"}))
    told = rights(ADA, vic, permission_grants={"viewer": ["locked"]})
    question = asked(**{"approvers": [], **more})._replace(tool=tool, action=action)

    for channel in ("inbox", "web", "http", "terminal"):
        person, why = told.of(channel, "vic", question)
        assert (person, not why) == (vic, may)


def test_each_rule_that_names_people_is_to_be_met() -> None:
    """And who has one of the roles only is told of the other."""
    both = Person(name="li", roles=frozenset({"lead", "security"}))
    lead = Person(name="max", roles=frozenset({"lead"}))
    question = asked(approvers=[["lead", "owner"], ["security"]])
    told = rights(both, lead)

    assert told.of("inbox", "li", question) == (both, "")
    assert told.of("inbox", "max", question) == (
        lead, "max does not have the role `security`, which may answer this",
    )  # fmt: skip


def test_nobody_who_may_is_found_out_before_anybody_is_asked() -> None:
    """The reason names the role that nobody has."""
    decision = Policy.of(ask=[{"rule": "Bash(make *)", "approvers": ["lead"]}]).decide(MAKE)

    why = rights(ADA, BOB).nobody(decision, STANDING)
    assert why == "nobody may answer this: no known person has the role `lead`"
    assert rights(ADA, BOB).nobody(Policy.of().decide(MAKE), STANDING) is None


def test_who_is_taken_off_answers_nothing_any_more() -> None:
    """Also by what was said before."""
    reply = Reply(Answer.ALLOW, "eve", "inbox")

    assert rights(ADA, BOB).refuses(reply, Policy.of().decide(MAKE), STANDING) == GONE.format(
        name="eve"
    )
    assert rights().refuses(reply, Policy.of().decide(MAKE), STANDING) is None


@each_row(
    ("requester", "profile", "allowed"),
    [
        ("ada", "open", True),
        ("bob", "open", False),
        ("bob", "standard", True),
        ("ada", "standard", False),
        ("", "standard", False),
        ("eve", "standard", False),
    ],
)
def test_what_nobody_is_asked_about_needs_the_right_of_the_requester(
    requester: str, profile: str, *, allowed: bool
) -> None:
    """A profile is granted by who has a role that may; where none is named, administrators."""
    able = rights(
        Person(name="ada", roles=frozenset({ADMINISTRATOR})),
        BOB,
        permission_grants={"developer": ["standard"]},
    )
    call, decision = wants(profile, Policy.of(allow=["self_edit_permissions"]), requester=requester)
    refused = able.refuses_unasked(call, decision)

    assert (refused is None) is allowed
    assert refused is None or "may grant" in refused


@each_row("requester", [None, 5, ["ada"], {"name": "ada"}, "ADA", " ada"])
def test_a_requester_is_believed_only_as_a_name_that_is_known(requester: Any) -> None:
    """Whatever else stands there is nobody."""
    call, decision = wants("open", Policy.of(allow=["self_edit_permissions"]), requester=requester)
    able = rights(Person(name="ada", roles=frozenset({ADMINISTRATOR})))

    assert able.refuses_unasked(call, decision) is not None


def test_where_nobody_is_named_the_user_of_the_machine_may_grant() -> None:
    """It is their machine; a user whom a channel lets in is no administrator."""
    call, decision = wants("open")
    del call

    assert rights().refuses(Reply(Answer.ALLOW, "me"), decision, STANDING) is None
    assert rights().refuses(Reply(Answer.ALLOW, "telegram:7"), decision, STANDING) is not None


@each_row(
    ("call", "profile"),
    [
        (ToolCall(tool="self_edit_permissions", input={"profile": "open"}), "open"),
        (ToolCall(tool="self_edit_permissions", input={}), ""),
        (ToolCall(tool="self_edit_permissions", input="open"), ""),
        (ToolCall(tool="self_edit_permissions", input={"profile": ["open"]}), ""),
        (ToolCall(tool="self_edit_permissions", input={"profile": "a:b\nc"}), "a:b\nc"),
        (MAKE, None),
        (ToolCall(tool="Bash", input={"command": "tool:self_edit:permissions:open"}), None),
        (ToolCall(tool="self_edit_model", input={"model": "opus"}), None),
    ],
)
def test_the_profile_is_what_the_call_names(call: ToolCall, profile: str | None) -> None:
    """One that cannot be read is one that nobody but an administrator may grant."""
    assert profile_of(Policy.of().decide(call)) == profile


def test_an_answer_by_nobody_never_counts() -> None:
    """Also where nobody is configured, and whoever a channel lets in may answer."""
    yes = Reply(Answer.ALLOW, "", "grant")
    decision = Policy.of().decide(MAKE)

    for known in (rights(), rights(ADA)):
        assert known.refuses(yes, decision, STANDING) == GONE.format(name="nobody")
        assert known.refuses_role("", "coder") == GONE.format(name="nobody")


def test_whom_a_chats_role_makes_known_answers_once() -> None:
    """The chat's word with the answer counts, by the roles of now; a remembered one has none."""
    known = {"discord": {"61": frozenset({"lead"})}}
    decision = Policy.of(ask=["Bash"]).decide(MAKE)
    reply = Reply(Answer.ALLOW, "discord:5", "discord", chat_roles="61")
    among, without = rights(ADA, chat_roles=known), rights(ADA)

    assert among.refuses(reply, decision, STANDING) is None
    for refused in (
        reply._replace(chat_roles=""),
        reply._replace(chat_roles="60"),
        reply._replace(channel="telegram"),
        reply._replace(by="bob"),
        reply._replace(by=""),
    ):
        why = GONE.format(name=refused.by or "nobody")
        assert among.refuses(refused, decision, STANDING) == why
    assert without.refuses(reply, decision, STANDING) == GONE.format(name="discord:5")
    assert among.refuses(Reply(Answer.ALLOW, "ada", "inbox"), decision, STANDING) is None
