"""Who may answer in Discord: the listed users, and who has a listed role."""

from __future__ import annotations

from typing import Any

from proctor.approval.channels.answering_words import NOT_NOW
from proctor.approval.channels.discord_people import NO_ROLE, NOT_LISTED
from proctor.terms.reply import Answer
from tests.approval.discord_rig import ADA, EVE, discord_rig, refused
from tests.contracts.channel import asked, run, take_back
from tests.doubles.book import Book
from tests.doubles.discord_faults import Fault
from tests.doubles.discord_shapes import GUILD
from tests.tables import each_row

REVIEWERS, GUESTS, NAMESAKES = 610000000000000001, 610000000000000002, 610000000000000003


def test_who_is_not_listed_gets_nowhere() -> None:
    """A press of somebody who is not listed is refused before anybody is asked about it."""

    async def work() -> None:
        book = Book(str(ADA), str(EVE))
        async with discord_rig(book, users=frozenset({ADA})) as there:
            asking = await asked(there, question := book.put())
            await there.answer(question.id, "a", str(EVE))
            await refused(there, NOT_LISTED)
            await there.answer(question.id, "d", str(ADA))

            assert (await asking).answer is Answer.DENY

    run(work())


@each_row(
    ("roles", "has", "words"),
    [
        ({str(REVIEWERS)}, [REVIEWERS], ""),
        ({"reviewers"}, [GUESTS, REVIEWERS], ""),
        ({"reviewers", str(GUESTS)}, [GUESTS], ""),
        ({"reviewers"}, [GUESTS], NO_ROLE),
        ({"reviewers"}, [], NO_ROLE),
        ({"nobody has it"}, [REVIEWERS], NO_ROLE),
        # The role that everybody has is none.
        ({str(GUILD)}, [], NO_ROLE),
        # A name that two roles have is nobody's.
        ({"twins"}, [NAMESAKES], NO_ROLE),
        ({"Reviewers"}, [REVIEWERS], NO_ROLE),
    ],
)
def test_a_role_is_needed(roles: set[str], has: list[int], words: str) -> None:
    """Where roles are configured only who has one of them is heard, by press and in words."""

    async def work() -> None:
        book = Book(str(ADA))
        async with discord_rig(book, roles=frozenset(roles)) as there:
            names = {REVIEWERS: "reviewers", GUESTS: "guests", NAMESAKES: "twins", 5: "twins"}
            there.discord.roles |= names
            there.discord.members[ADA] = has
            asking = await asked(there, question := book.put())
            if words:
                await there.discord.say(f"allow {question.id}", ADA)
                await there.answer(question.id, "a", str(ADA))
                await refused(there, words, ADA)
                await take_back(asking)
            else:
                await there.answer(question.id, "a", str(ADA))
                assert (await asking).answer is Answer.ALLOW

    run(work())


def test_a_listed_user_needs_no_role() -> None:
    """Users and roles are two ways in."""

    async def work() -> None:
        book = Book(str(ADA))
        settings: dict[str, Any] = {"users": frozenset({ADA}), "roles": frozenset({"reviewers"})}
        async with discord_rig(book, **settings) as there:
            asking = await asked(there, question := book.put())
            await there.discord.say(f"allow {question.id}", ADA)

            assert (await asking).answer is Answer.ALLOW

    run(work())


def test_roles_are_looked_up_where_a_message_does_not_say() -> None:
    """Where Discord leaves out who has which role it is asked; who is no member has none."""

    async def work() -> None:
        book = Book(str(ADA), str(EVE))
        async with discord_rig(book, roles=frozenset({"reviewers"})) as there:
            there.discord.roles[REVIEWERS] = "reviewers"
            there.discord.members[ADA] = [REVIEWERS]
            asking = await asked(there, question := book.put())
            await there.discord.say(f"allow {question.id}", EVE, member=None)
            await there.discord.say(f"deny {question.id}", ADA, member=None)

            assert (await asking).answer is Answer.DENY
            assert [each.user for each in book.handed] == [str(ADA)]

    run(work())


def test_a_role_that_cannot_be_looked_up_is_no_yes() -> None:
    """While roles cannot be looked up nobody gets in by them; later they do."""

    async def work() -> None:
        book = Book(str(ADA))
        async with discord_rig(book, roles=frozenset({"reviewers"})) as there:
            there.discord.roles[REVIEWERS] = "reviewers"
            there.discord.members[ADA] = [REVIEWERS]
            asking = await asked(there, question := book.put())
            there.discord.faults["roles"].append(Fault())
            await there.answer(question.id, "a", str(ADA))
            await refused(there, NOT_NOW, ADA)
            await there.answer(question.id, "a", str(ADA))

            assert (await asking).answer is Answer.ALLOW

    run(work())
