"""Answers in words, over Telegram: which count, for which question, and which do not."""

from __future__ import annotations

from typing import Any

from proctor.approval.channels.answering_words import (
    NOT_THE_MESSAGE,
    NOT_UNDERSTOOD,
    NOTHING_WAITS,
    TWO_NUMBERS,
    WHICH,
    number_and_words,
)
from proctor.approval.channels.telegram_updates import Press, Reader
from proctor.terms.question import Status
from proctor.terms.reply import Answer, Reply
from tests.approval.telegram_rig import ADA, EVE, telegram_rig
from tests.contracts.channel import asked, run, take_back
from tests.doubles.book import NOT_YOU, OVER, UNKNOWN, Book
from tests.doubles.telegram import BOT, CHAT, person
from tests.tables import each_row

ALLOW, DENY = Answer.ALLOW, Answer.DENY


@each_row(
    ("text", "answer", "words"),
    [
        ("/allow 12", ALLOW, ""),
        ("/allow@gate_bot 12", ALLOW, ""),
        ("/Allow@Gate_Bot #12", ALLOW, ""),
        ("  /deny   12  ", DENY, ""),
        ("/deny 12 use a branch", DENY, "use a branch"),
        ("/deny\n12\nuse a branch\nplease", DENY, "use a branch\nplease"),
        ("/allow 12 but be quick", ALLOW, "but be quick"),
    ],
)
def test_words_answer_a_question(text: str, answer: Answer, words: str) -> None:
    """`/allow` and `/deny` with a number answer that question, once, with words for the agent."""

    async def work() -> None:
        book = Book(str(ADA))
        async with telegram_rig(book) as there:
            asking = await asked(there, question := book.put())
            there.telegram.say(text, ADA)
            reply = await asking

            wanted = Reply(answer, "person 7", "telegram", words, question=question.id)
            assert reply == wanted
            await there.quiet()
            assert not await there.offered(question.id)

    run(work())


@each_row(
    ("text", "words"),
    [
        ("/allow", ""),
        ("/deny use a branch", "use a branch"),
        ("yes", ""),
        ("approve", ""),
        ("ok", ""),
        ("no", ""),
        ("deny: use a branch", "use a branch"),
    ],
)
def test_a_reply_needs_no_number(text: str, words: str) -> None:
    """A reply to a question's message answers that question, whichever others are open."""

    async def work() -> None:
        book = Book(str(ADA))
        async with telegram_rig(book) as there:
            asking = [await asked(there, book.put()) for _ in range(3)]
            there.telegram.say(text, ADA, reply_to=await there.message_of(13))
            reply = await asking[1]

            assert (reply.question, reply.words) == (13, words)
            assert not asking[0].done()
            assert not asking[2].done()
            await take_back(asking[0])
            await take_back(asking[2])

    run(work())


@each_row(("text", "answer"), [("/allow", ALLOW), ("/deny", DENY), ("/allow@gate_bot", ALLOW)])
def test_a_bare_command_answers_the_only_question(text: str, answer: Answer) -> None:
    """One question is open in the chat, so it is certain which is meant."""

    async def work() -> None:
        book = Book(str(ADA))
        async with telegram_rig(book) as there:
            asking = await asked(there, question := book.put())
            there.telegram.say(text, ADA)
            reply = await asking
            await there.quiet()

            assert (reply.answer, reply.question) == (answer, question.id)
            assert there.replies() == []

    run(work())


def test_a_bare_command_lists_several_questions() -> None:
    """With buttons, each bound to its question; a word as a reply to the list answers none."""

    async def work() -> None:
        book = Book(str(ADA))
        async with telegram_rig(book) as there:
            target = "tool:bash:git push <b>x</b>"
            asking = [await asked(there, book.put(action=target)) for _ in range(2)]
            there.telegram.say("/allow", ADA)
            await there.quiet()
            [listed] = [each for each in there.telegram.messages.values() if "reply_to" in each]
            assert (book.handed, listed["text"].splitlines()[0]) == ([], WHICH)
            assert "12: Bash git push <b>x</b>, agent coder-1" in listed["text"]
            rows = listed["reply_markup"]["inline_keyboard"]
            assert [[each["text"] for each in row] for row in rows] == [
                ["✅ Allow 12", "❌ Deny 12"],
                ["✅ Allow 13", "❌ Deny 13"],
            ]

            there.telegram.say("yes", ADA, reply_to=listed["message_id"])
            await there.quiet()
            assert book.handed == []
            there.telegram.press(listed["message_id"], rows[1][1]["callback_data"], ADA)
            assert (await asking[1]).answer is DENY
            assert not asking[0].done()
            await take_back(asking[0])

    run(work())


def test_a_question_that_comes_after_a_bare_command_is_not_meant() -> None:
    """What counts is what was open when it was written, not when it is read."""

    async def work() -> None:
        book = Book(str(ADA))
        async with telegram_rig(book) as there:
            first = await asked(there, book.put())
            written = there.telegram._message(CHAT, "/allow", [])
            second = await asked(there, book.put())
            there.telegram.push({"message": {**written, "from": person(ADA)}})

            assert (await first).question == 12
            assert not second.done()
            await take_back(second)

    run(work())


def test_an_agent_cannot_swap_the_question_under_a_bare_command() -> None:
    """One that ended while somebody may have been writing counts as open: nothing is answered."""

    async def work() -> None:
        book = Book(str(ADA))
        async with telegram_rig(book) as there:
            harmless = await asked(there, book.put())
            await take_back(harmless)
            await there.channel.ended(book.end(12, Status.CANCELLED))
            swapped = await asked(there, book.put(action="tool:bash:rm -rf ~"))
            now = int(there.telegram.messages[CHAT, await there.message_of(13)]["date"])
            there.telegram.say("/allow", ADA, date=now + 5)
            await there.quiet()
            assert book.handed == []
            assert ["rm -rf ~" in each for each in there.replies()] == [True]

            there.telegram.say("/allow", ADA, date=now + 15)
            assert (await swapped).question == 13

    run(work())


def test_a_question_of_another_process_counts_as_open() -> None:
    """Whoever shares the bot may have asked in the same chat."""

    async def work() -> None:
        book = Book(str(ADA))
        async with telegram_rig(book) as there:
            asking = await asked(there, book.put())
            book.put(action="tool:bash:make deploy")
            there.telegram.say("/allow", ADA)
            await there.quiet()

            assert book.handed == []
            assert ["make deploy" in each for each in there.replies()] == [True]
            await take_back(asking)

    run(work())


def test_a_bare_command_without_a_question_is_told_so() -> None:
    """Nothing waits, and nothing is done."""

    async def work() -> None:
        async with telegram_rig(Book(str(ADA))) as there:
            there.telegram.say("/allow", ADA)
            await there.quiet()
            assert there.replies() == [NOTHING_WAITS]

    run(work())


@each_row("text", ["yes, but not on main", "no problem", "what is that?", "allow that? no way"])
def test_a_reply_that_is_not_understood_is_told_so(text: str) -> None:
    """A word comes back at once; under a question that is over people may talk."""

    async def work() -> None:
        book = Book(str(ADA))
        async with telegram_rig(book) as there:
            asking = await asked(there, book.put())
            message = await there.message_of(12)
            there.telegram.say(text, ADA, reply_to=message)
            await there.quiet()
            assert (there.replies(), book.handed) == ([NOT_UNDERSTOOD], [])

            await take_back(asking)
            await there.channel.ended(book.end(12, Status.EXPIRED))
            there.telegram.say(text, ADA, reply_to=message)
            await there.quiet()
            assert len(there.replies()) == 1

    run(work())


@each_row("text", ["/allow twelve", "/allow 12abc", "/allow -12", "/allow 012"])
def test_a_number_that_is_none_answers_nothing(text: str) -> None:
    """Who writes something else than a number is shown the question, even if only one is open."""

    async def work() -> None:
        book = Book(str(ADA))
        async with telegram_rig(book) as there:
            asking = await asked(there, book.put())
            there.telegram.say(text, ADA)
            await there.quiet()

            assert ["git push origin main" in each for each in there.replies()] == [True]
            assert book.handed == []
            await take_back(asking)

    run(work())


def test_two_numbers_are_none() -> None:
    """Who replies to one question but names another is told so, and nothing is answered."""

    async def work() -> None:
        book = Book(str(ADA))
        async with telegram_rig(book) as there:
            asking = [await asked(there, book.put()) for _ in range(2)]
            there.telegram.say("/allow 13", ADA, reply_to=await there.message_of(12))
            await there.quiet()
            assert there.replies() == [TWO_NUMBERS.format(replied=12, number=13)]
            assert book.handed == []

            there.telegram.say("/deny 12", ADA, reply_to=await there.message_of(12))
            assert (await asking[0]).answer is DENY
            await take_back(asking[1])

    run(work())


def test_a_reply_to_an_old_message_answers_nothing() -> None:
    """A reply to the message of a question that is over never answers another."""

    async def work() -> None:
        book = Book(str(ADA))
        async with telegram_rig(book) as there:
            asking = [await asked(there, book.put()) for _ in range(2)]
            message = await there.message_of(12)
            await take_back(asking[0])
            await there.channel.ended(book.end(12, Status.EXPIRED))
            there.telegram.say("/allow", ADA, reply_to=message)
            await there.quiet()

            assert there.replies() == [OVER]
            assert book.counted == []
            await take_back(asking[1])

    run(work())


def test_the_desk_has_the_last_word() -> None:
    """An unknown question, one that is over, and somebody who may not: each is told in reply."""

    async def work() -> None:
        book = Book(str(ADA))
        async with telegram_rig(book) as there:
            asking = await asked(there, book.put())
            over = book.end(book.put().id, Status.CANCELLED)
            for text, user, words in [
                ("/allow 99", ADA, UNKNOWN),
                (f"/allow {over.id}", ADA, OVER),
                ("/allow 12", EVE, NOT_YOU),
            ]:
                there.telegram.say(text, user)
                await there.quiet()
                assert there.replies()[-1] == words
            assert book.counted == []
            await take_back(asking)

    run(work())


def test_who_is_not_listed_does_not_make_the_bot_talk() -> None:
    """Words of somebody who is not listed change nothing, and get no word in return."""

    async def work() -> None:
        book = Book(str(ADA), str(EVE))
        async with telegram_rig(book, users=frozenset({ADA})) as there:
            asking = await asked(there, book.put())
            there.telegram.say("/allow 12", EVE)
            there.telegram.say("/allow", EVE)
            await there.quiet()

            assert (there.replies(), book.handed) == ([], [])
            await take_back(asking)

    run(work())


IGNORED: list[dict[str, Any]] = [
    {"text": "yes"},
    {"text": "allow 12"},
    {"text": "/allowed 12"},
    {"text": "/allow@other_bot 12"},
    {"text": "/start"},
    {"text": "please /allow 12"},
    {"text": "/allow 12", "chat": {"id": CHAT - 1}},
    {"text": "/allow 12", "chat": {"id": ADA}},
    {"text": "/allow 12", "from": {"id": ADA, "is_bot": True}},
    {"text": "/allow 12", "from": None},
    {"text": "/allow 12", "sender_chat": {"id": CHAT}},
    {"text": "/allow 12", "forward_origin": {"type": "user"}},
    {"text": "/allow 12", "forward_date": 5},
    {"text": "/allow 12", "via_bot": {"id": 5}},
    {"text": ["/allow 12"]},
    {"text": None, "caption": "/allow 12"},
]
RUBBISH: list[Any] = [None, 5, "x", [], {}, {"message": 5}, {"callback_query": {"id": 5}}]


def test_anything_else_is_ignored() -> None:
    """Whatever is no answer of a person in the chat gets no word, and listening goes on."""

    async def work() -> None:
        book = Book(str(ADA))
        async with telegram_rig(book) as there:
            asking = await asked(there, book.put())
            for message in IGNORED:
                usual = {"chat": {"id": CHAT}, "from": person(ADA), "message_id": 1}
                there.telegram.push({"message": usual | message})
            for update in RUBBISH:
                there.telegram.push(update)
            there.telegram.push({"edited_message": {"text": "/allow 12"}})
            there.telegram.say("/deny 12", ADA)

            assert (await asking).answer is DENY
            await there.quiet()
            assert (there.replies(), len(book.handed)) == ([], 1)

    run(work())


def test_a_reply_to_another_message_is_no_reply() -> None:
    """Only the bot's own message, in the chat, names a question by being replied to."""
    reader = Reader(bot=4242, chat=CHAT)
    said = {"message_id": 2, "chat": {"id": CHAT}, "from": {"id": 7, "is_bot": False},
            "text": "/allow"}  # fmt: skip
    button = {"text": "x", "callback_data": "a:12:" + "A" * 16}
    asks = {"message_id": 1, "chat": {"id": CHAT}, "from": BOT,
            "reply_markup": {"inline_keyboard": [[button]]}}  # fmt: skip
    replied = {}
    for name, there in {
        "the question": asks,
        "of a person": asks | {"from": {"id": 7}},
        "elsewhere": asks | {"chat": {"id": 1}},
        "forwarded": asks | {"forward_origin": {}},
    }.items():
        found = reader.read({"message": said | {"reply_to_message": there}})
        assert found is not None
        replied[name] = getattr(found, "replied", None), len(getattr(found, "buttons", ()))

    # It is known that it is about something else, and which message that is.
    elsewhere = (1, 0)
    wanted = dict.fromkeys(replied, elsewhere) | {"the question": (1, 1)}
    assert replied == wanted


@each_row(
    ("rest", "wanted"),
    [
        ("", (0, "")),
        ("12", (12, "")),
        ("#12 go", (12, "go")),
        ("12  go  on ", (12, "go  on")),
        ("go 12", (0, "go 12")),
        ("0", (0, "0")),
        ("\u0661\u0662", (0, "\u0661\u0662")),
        ("9" * 19, (0, "9" * 19)),
        ("12 " + "x" * 5000, (12, "x" * 1000)),
    ],
)
def test_the_number_comes_first(rest: str, wanted: tuple[int, str]) -> None:
    """A number in plain digits comes first; everything else is words, cut to a length."""
    assert number_and_words(rest) == wanted


def test_a_channel_names_no_sender() -> None:
    """In a channel a message without a sender may be the bot's; in a group it is not."""
    reader = Reader(bot=4242, chat=CHAT)
    data = "a:12:" + "A" * 16
    wrong = {}
    for kind in ("channel", "supergroup"):
        message = {
            "message_id": 1,
            "chat": {"id": CHAT, "type": kind},
            "reply_markup": {"inline_keyboard": [[{"text": "x", "callback_data": data}]]},
        }
        query = {"id": "1", "from": person(ADA), "message": message, "data": data}
        found = reader.read({"callback_query": query})
        assert isinstance(found, Press)
        wrong[kind] = found.wrong

    assert wrong == {"channel": "", "supergroup": NOT_THE_MESSAGE}
