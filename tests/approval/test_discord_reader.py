"""What Discord's events say that people did, and what of it cannot count."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proctor.approval.channels.answering_words import (
    NOT_A_PERSON,
    NOT_THE_BUTTON,
    NOT_THE_MESSAGE,
    Words,
)
from proctor.approval.channels.button_tags import Pressed
from proctor.approval.channels.discord_gateway import EVENTS
from proctor.approval.channels.discord_reader import (
    OTHER_CHANNEL,
    Press,
    Reacted,
    Reader,
    Said,
    Who,
)
from proctor.terms.reply import Answer
from tests.doubles.discord_shapes import BOT, CHANNEL, GUILD, bot_user, message_of, user_of
from tests.doubles.discord_shapes import OTHER_CHANNEL as ELSEWHERE
from tests.tables import each_row

ADA = 510000000000000007
TAG = "abcdefghijklmnop"
READER = Reader(bot=BOT, channel=CHANNEL)
BUTTON = {"type": 2, "style": 3, "label": "Allow", "custom_id": f"a:12:{TAG}"}
ROWS = [{"type": 1, "components": [BUTTON]}]
ASKED = {**message_of(900, CHANNEL, bot_user(), "?"), "components": ROWS}
MEMBER = {"user": user_of(ADA), "roles": ["61", "62", "x"]}
PRESS = {
    "id": "77", "application_id": str(BOT), "type": 3, "token": "secret", "guild_id": str(GUILD),
    "channel_id": str(CHANNEL), "message": ASKED, "member": MEMBER,
    "data": {"component_type": 2, "custom_id": f"a:12:{TAG}"},
}  # fmt: skip


def press(**changes: Any) -> Press | None:
    """Return what is read of a press with something changed."""
    found = READER.read("INTERACTION_CREATE", {**PRESS, **changes})
    assert found is None or isinstance(found, Press)
    return found


def asked_with(**changes: Any) -> dict[str, Any]:
    """Return a press on a message with something changed."""
    return {"message": {**ASKED, **changes}}


def data(text: object, kind: int = 2) -> dict[str, Any]:
    """Return a press with some data."""
    return {"data": {"component_type": kind, "custom_id": text}}


def test_a_press_is_read() -> None:
    """Who pressed, with which roles, on what, and how it is acknowledged."""
    assert press() == Press(
        name=77,
        token="secret",  # noqa: S106 - of a press that is none
        application=BOT,
        who=Who(ADA, frozenset({61, 62})),
        guild=GUILD,
        message=900,
        pressed=Pressed("a", 12, TAG),
    )
    assert "secret" not in repr(press())


@each_row(
    ("changes", "wrong"),
    [
        ({"channel_id": str(ELSEWHERE)}, OTHER_CHANNEL),
        ({"channel_id": None}, OTHER_CHANNEL),
        (asked_with(channel_id=str(ELSEWHERE)), OTHER_CHANNEL),
        ({"message": None}, OTHER_CHANNEL),
        ({"member": {"user": user_of(ADA, bot=True)}}, NOT_A_PERSON),
        ({"member": {"user": user_of(ADA, system=True)}}, NOT_A_PERSON),
        ({"member": None, "user": None}, NOT_A_PERSON),
        ({"member": {"user": {"id": "1e3"}}}, NOT_A_PERSON),
        ({"member": {"user": {"id": True}}}, NOT_A_PERSON),
        (asked_with(author=user_of(ADA)), NOT_THE_MESSAGE),
        (asked_with(webhook_id="5"), NOT_THE_MESSAGE),
        (asked_with(message_reference={"type": 1}), NOT_THE_MESSAGE),
        (asked_with(message_snapshots=[{}]), NOT_THE_MESSAGE),
        (asked_with(type=24), NOT_THE_MESSAGE),
        (data(f"a:12:{TAG}", kind=3), NOT_THE_BUTTON),
        ({"data": None}, NOT_THE_BUTTON),
        (data("allow"), NOT_THE_BUTTON),
        (data(["a"]), NOT_THE_BUTTON),
        (data("a" * 100), NOT_THE_BUTTON),
        (data(f"a:13:{TAG}"), NOT_THE_BUTTON),
        (data(f"w:12:{TAG}"), NOT_THE_BUTTON),
        (data(f"a:12:{TAG[::-1]}"), NOT_THE_BUTTON),
    ],
)
def test_what_cannot_count_says_why(changes: dict[str, Any], wrong: str) -> None:
    """A press elsewhere, by a program, on a copy or with other data cannot count."""
    found = press(**changes)

    assert found is not None
    assert found.wrong == wrong


def test_a_button_that_is_gone_already_is_read() -> None:
    """Who presses while the question ends is heard, and will be told that it is over."""
    found = press(**asked_with(components=[]))

    assert found is not None
    assert not found.wrong


@pytest.mark.parametrize("changes", [{"type": 2}, {"token": None}, {"token": ""}, {"id": "x"}])
def test_what_is_no_press_is_nothing(changes: dict[str, Any]) -> None:
    """An interaction of another kind, or one that cannot be answered, is nothing."""
    assert press(**changes) is None


def said(text: object, *, replied: bool = False, **changes: Any) -> Said | None:
    """Return what is read of a message."""
    event = message_of(901, CHANNEL, user_of(ADA), "")
    event |= {"content": text, "guild_id": str(GUILD), "member": {"roles": ["61"]}}
    if replied:
        event |= {"type": 19, "referenced_message": ASKED, "message_reference": {"type": 0}}
    found = READER.read("MESSAGE_CREATE", {**event, **changes})
    assert found is None or isinstance(found, Said)
    return found


def test_an_answer_in_words_is_read() -> None:
    """Who said what about which question, and which message they replied to."""
    words = Words(Answer.DENY, 12, "use a branch")
    wanted = Said(Who(ADA, frozenset({61})), GUILD, 901, words)

    assert said("deny 12 use a branch") == wanted
    assert said("deny 12 use a branch", replied=True) == wanted._replace(
        replied=900, buttons=(Pressed("a", 12, TAG),)
    )


@each_row(
    ("text", "wanted"),
    [
        ("allow 12", (Answer.ALLOW, 12, "")),
        (" /allow 12 ", (Answer.ALLOW, 12, "")),
        ("Allow #12", (Answer.ALLOW, 12, "")),
        ("/allow 12 just this once", (Answer.ALLOW, 12, "just this once")),
        ("DENY 12", (Answer.DENY, 12, "")),
        ("/deny 12 use a branch", (Answer.DENY, 12, "use a branch")),
        (f"<@{BOT}> deny 12 not\nthat", (Answer.DENY, 12, "not\nthat")),
        (f"<@!{BOT}>  allow 12", (Answer.ALLOW, 12, "")),
        ("/allow", (Answer.ALLOW, 0, "")),
        ("/deny it", (Answer.DENY, 0, "it")),
    ],
)
def test_words_that_name_a_question_are_an_answer(
    text: str, wanted: tuple[Answer, int, str]
) -> None:
    """`allow 12` and `/deny 12 words` are answers; a `/` asks to be told what is missing."""
    found = said(text)

    assert found is not None
    assert found.words[:3] == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("allow", (Answer.ALLOW, 0, "")),
        ("/allow go on", (Answer.ALLOW, 0, "go on")),
        ("deny use a branch", (Answer.DENY, 0, "use a branch")),
        ("deny", (Answer.DENY, 0, "")),
    ],
)
def test_a_reply_needs_no_number(text: str, wanted: tuple[Answer, int, str]) -> None:
    """In a reply to the bot's message the number can be left out; elsewhere it cannot."""
    found = said(text, replied=True)

    assert found is not None
    assert found.words[:3] == wanted


@each_row("replied", [True, False])
@each_row(
    "text",
    ["allow 12 more minutes, please", "allow it? no way", "allowed", "should I allow 12?",
     "disallow 12", "", "12", "<@5> allow 12", "//allow 12", "/ allow 12", None, 12],
)  # fmt: skip
def test_talk_is_no_answer(text: object, replied: bool) -> None:
    """What people say to each other is no answer; as a reply to the bot it is not understood."""
    found = said(text, replied=replied)
    assert found is None or (replied and found.words.answer is None)


def reaction(emoji: object = "✅", **changes: Any) -> Reacted | None:
    """Return what is read of a reaction to a question's message."""
    event = {
        "user_id": str(ADA), "channel_id": str(CHANNEL), "message_id": "900",
        "message_author_id": str(BOT), "emoji": {"id": None, "name": emoji}, "guild_id": str(GUILD),
        "member": {"user": user_of(ADA), "roles": ["61"]}, "burst": False, "type": 0,
    }  # fmt: skip
    found = READER.read("MESSAGE_REACTION_ADD", {**event, **changes})
    assert found is None or isinstance(found, Reacted)
    return found


def test_a_reaction_is_read() -> None:
    """A check mark is a yes, a cross is a no, with whoever put it there and their roles."""
    wanted = Reacted(Who(ADA, frozenset({61})), GUILD, 900, Answer.ALLOW)

    assert reaction() == wanted
    assert reaction("❌\ufe0f") == wanted._replace(answer=Answer.DENY)


@each_row(
    "changes",
    [
        {"emoji": {"id": None, "name": "👍"}},
        {"emoji": {"id": None, "name": None}},
        {"emoji": {"id": "5", "name": "✅"}},
        {"emoji": None},
        {"user_id": str(BOT)},
        {"user_id": None},
        {"user_id": "8"},
        {"member": {"user": user_of(ADA, bot=True), "roles": []}},
        {"member": None},
        {"channel_id": str(ELSEWHERE)},
        {"message_author_id": str(ADA)},
    ],
)
def test_only_a_persons_check_mark_or_cross_counts(changes: dict[str, Any]) -> None:
    """Other emoji, those that somebody made, programs, other messages and channels do not."""
    assert reaction(**changes) is None


@each_row(
    "changes",
    [
        {"webhook_id": "5"},
        {"author": user_of(ADA, bot=True)},
        {"author": bot_user()},
        {"author": None},
        {"author": {"id": True}},
        {"channel_id": str(ELSEWHERE)},
        {"message_reference": {"type": 1}},
        {"message_snapshots": [{"message": {}}]},
        {"type": 7},
    ],
)
def test_only_a_person_in_the_channel_is_heard(changes: dict[str, Any]) -> None:
    """Words of a program, of another channel or that were forwarded are no answer."""
    assert said("allow 12", **changes) is None


@pytest.mark.parametrize(
    "other",
    [
        {**ASKED, "author": user_of(ADA)},
        {**ASKED, "channel_id": str(ELSEWHERE)},
        {**ASKED, "webhook_id": "5"},
        None,
    ],
)
def test_a_reply_to_something_else_names_nothing(other: dict[str, Any] | None) -> None:
    """A reply to a message that is not the bot's, or not here, is none to a question."""
    assert said("allow", replied=True, referenced_message=other) is None


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)


@given(st.sampled_from(EVENTS), st.sampled_from([*PRESS]), JSON)
def test_rubbish_is_read_without_harm(name: str, key: str, value: object) -> None:
    """Whatever stands anywhere in an event, it is read, and only the real one may count."""
    READER.read(name, value)
    READER.read(name, {**ASKED, "author": user_of(ADA), key: value})
    found = READER.read("INTERACTION_CREATE", {**PRESS, key: value})
    assert found is None or isinstance(found, Press)
    READER.read("INTERACTION_CREATE", {**PRESS, "message": {**ASKED, "components": value}})


def test_other_events_are_nothing() -> None:
    """Nothing but presses and messages is read."""
    assert READER.read("MESSAGE_UPDATE", {**ASKED, "content": "allow 12"}) is None
