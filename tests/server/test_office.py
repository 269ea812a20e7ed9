"""What the server can do, on each kind of store."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from proctor.audit.chain import breaks
from proctor.audit.ids import new_uid
from proctor.errors import NotFound, TooLate
from tests.server.offices import bash, opened, question, records, run, uid_of
from tests.server.stores import BOTH_STORES

NETWORK = "curl https://example.org"


@BOTH_STORES
def test_what_rules_allow_is_allowed_and_kept(home: Path, shop: Path) -> None:
    """A call that a rule allows is answered at once, and its record says which rule."""

    async def work() -> None:
        async with opened(home) as office:
            found = await office.decide(bash("git status", shop))
            (record,) = records(office)

            assert (
                found["effect"], found["rule"], found["question"],
            ) == ("allow", "Bash(@read)", None)  # fmt: skip
            assert ("allow", "rule", "Bash(@read)", "guarded", str(shop)) == (
                record.decision, record.decider, record.rule, record.role, record.project,
            )  # fmt: skip

    run(work())


def test_each_call_is_read_in_its_own_folder(home: Path, shop: Path) -> None:
    """Without a working folder it is where that agent was started, not where another one was."""
    (home / "roles").mkdir()
    deny = f"permissions: {{otherwise: allow, deny: ['Edit(/{shop}/b/**)']}}\n"
    (home / "roles" / "careful.yaml").write_text(deny)
    write = {"tool": "Write", "input": {"file_path": "x", "content": ""}, "role": "careful"}

    async def work() -> list[tuple[str, str, str]]:
        async with opened(home) as office:
            found = [
                await office.decide({**write, "project": str(shop / name)}) for name in ("a", "b")
            ]
            folders = [record.cwd for record in records(office)]
        return [
            (one["effect"], one["action"], folder)
            for one, folder in zip(found, folders, strict=True)
        ]

    assert run(work()) == [
        ("allow", "tool:create_file:a/x", str(shop / "a")),
        ("deny", "tool:create_file:b/x", str(shop / "b")),
    ]


@pytest.mark.parametrize(
    ("answer", "effect", "decision"),
    [("allow", "allow", "ask_approved"), ("deny", "deny", "ask_denied")],
)
@BOTH_STORES
def test_an_answer_reaches_whoever_asked(
    home: Path, shop: Path, answer: str, effect: str, decision: str
) -> None:
    """A person's answer ends the waiting, counts, and is kept with the person's name."""

    async def work() -> None:
        async with opened(home) as office:
            asking = asyncio.create_task(office.decide(bash(NETWORK, shop)))
            asked = await question(office)
            data = {"answer": answer, "words": "so be it"}
            await office.answer(asked["id"], data, person="ada")
            found = await asking
            (record,) = records(office)

            assert (effect, "so be it", asked["id"]) == (
                found["effect"], found["why"], found["question"],
            )  # fmt: skip
            assert (decision, "ada", "so be it", asked["id"]) == (
                record.decision, record.answered_by, record.detail, record.question,
            )  # fmt: skip

    run(work())


@BOTH_STORES
def test_no_answer_is_a_denial(home: Path, shop: Path) -> None:
    """A question that nobody answers expires, and the call is denied."""

    async def work() -> None:
        async with opened(home, timeout=0.05) as office:
            found = await office.decide(bash(NETWORK, shop))
            (expired,) = await office.questions("expired")

            assert (found["effect"], records(office)[0].decision) == ("deny", "ask_timeout")
            assert found["question"] == expired["id"]

    run(work())


def test_a_program_with_a_dialog_is_left_to_it(home: Path, shop: Path) -> None:
    """Where the program asks by itself, nobody is asked here, and the record says so."""

    async def work() -> None:
        async with opened(home) as office:
            found = await office.decide(bash(NETWORK, shop, ask="leave"))

            assert (found["effect"], records(office)[0].decision) == ("ask", "ask_dialog")
            assert await office.questions() == []

    run(work())


@BOTH_STORES
def test_only_the_first_answer_counts(home: Path, shop: Path) -> None:
    """A second answer is refused, with who was first; of a number that is none too."""

    async def work() -> None:
        async with opened(home) as office:
            asking = asyncio.create_task(office.decide(bash(NETWORK, shop)))
            number = (await question(office))["id"]
            await office.answer(number, {"answer": "deny"}, person="ada")

            with pytest.raises(TooLate, match="answered already by ada"):
                await office.answer(number, {"answer": "allow"}, person="eve")
            with pytest.raises(NotFound):
                await office.answer(number + 1, {"answer": "allow"}, person="eve")
            assert (await asking)["effect"] == "deny"

    run(work())


def test_a_question_that_is_taken_back_is_a_denial(home: Path, shop: Path) -> None:
    """Whoever asked may take it back, by its uid; then nobody can answer it any more."""

    async def work() -> None:
        async with opened(home) as office:
            asking = asyncio.create_task(office.decide(bash(NETWORK, shop)))
            asked = await question(office)
            uid = await uid_of(office, asked)
            for guess in ("another", asked["mark"], uid[:-1]):
                with pytest.raises(NotFound):
                    await office.cancel(asked["id"], guess)
            taken = await office.cancel(asked["id"], uid)

            assert (taken["status"], (await asking)["effect"]) == ("cancelled", "deny")
            for late in (
                office.cancel(asked["id"], uid),
                office.answer(asked["id"], {"answer": "allow"}, person="ada"),
            ):
                with pytest.raises(TooLate, match="cancelled already"):
                    await late

    run(work())


def test_what_a_person_says_is_redacted_too(home: Path, shop: Path) -> None:
    """A token in the words of an answer is kept nowhere."""
    secret = "ghp_" + "a1B2" * 9

    async def work() -> None:
        async with opened(home) as office:
            asking = asyncio.create_task(office.decide(bash(NETWORK, shop)))
            asked = await question(office)
            data = {"answer": "deny", "words": f"use {secret} instead"}
            await office.answer(asked["id"], data, person="ada")
            await asking

            assert secret not in repr([*records(office), *await office.questions()])

    run(work())


@BOTH_STORES
def test_a_question_outlives_its_server(home: Path, shop: Path) -> None:
    """Killed in the middle, the question is there again, and the same call is asked once."""
    uid = new_uid()

    async def work() -> None:
        async with opened(home) as first:
            lost = asyncio.create_task(first.decide(bash(NETWORK, shop, uid=uid)))
            before = await question(first)
            lost.cancel()
        async with opened(home) as second:
            again = asyncio.create_task(second.decide(bash(NETWORK, shop, uid=uid)))
            after = await question(second)
            await second.answer(after["id"], {"answer": "allow"}, person="ada")

            assert (await again)["effect"] == "allow"
            assert before["id"] == after["id"]
            assert len(records(second)) == 1

    run(work())


@BOTH_STORES
def test_an_answer_that_came_meanwhile_is_found(home: Path, shop: Path) -> None:
    """Whoever asks again after a crash gets the answer that somebody gave in between."""
    uid = new_uid()

    async def work() -> None:
        async with opened(home) as office:
            lost = asyncio.create_task(office.decide(bash(NETWORK, shop, uid=uid)))
            asked = await question(office)
            lost.cancel()
            await office.answer(asked["id"], {"answer": "allow"}, person="ada")
            found = await office.decide(bash(NETWORK, shop, uid=uid))

            assert ("allow", asked["id"]) == (found["effect"], found["question"])

    run(work())


@pytest.mark.parametrize(
    "change",
    [
        {"input": {"command": "curl https://example.com/other"}},
        {"agent": "arch-2"},
        {"session": "another"},
        {"cwd": "/"},
        {"role": "standard"},
        {"tool": "WebFetch", "input": {"url": "https://example.com"}},
    ],
    ids=str,
)
def test_an_answer_is_not_for_another_call_of_the_same_name(
    home: Path, shop: Path, change: dict[str, Any]
) -> None:
    """A uid that was approved once opens nothing else: the other call is asked, and kept."""
    uid = new_uid()

    async def work() -> None:
        async with opened(home, timeout=0.5) as office:
            asking = asyncio.create_task(office.decide(bash(NETWORK, shop, uid=uid)))
            asked = await question(office)
            await office.answer(asked["id"], {"answer": "allow"}, person="ada")
            await asking
            other = await office.decide({**bash(NETWORK, shop, uid=uid), **change})

            assert (other["effect"], len(records(office))) == ("deny", 2)
            assert other["question"] != asked["id"]

    run(work())


def test_a_call_that_is_allowed_is_kept_under_any_name(home: Path, shop: Path) -> None:
    """A name that was used for another call keeps no record from being written."""
    uid = new_uid()

    async def work() -> None:
        async with opened(home) as office:
            for command in ("git status", "git diff", "git diff"):
                await office.decide(bash(command, shop, uid=uid))

            assert [record.action_string for record in records(office)] == [
                "tool:bash:git status",
                "tool:bash:git diff",
            ]

    run(work())


def test_two_machines_share_a_database(
    fresh_postgres: str, tmp_path: Path, shop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is asked on one machine is answered on another, and their chains stay apart."""
    monkeypatch.setenv("PROCTOR_STORE", store_of(fresh_postgres))
    homes = [tmp_path / name for name in ("anvil", "bellows")]
    for folder in homes:
        folder.mkdir()
        (folder / "config.yaml").write_text(f"server: {{name: {folder.name}}}\n")

    async def work() -> None:
        async with opened(homes[0]) as here, opened(homes[1]) as there:
            asking = asyncio.create_task(here.decide(bash(NETWORK, shop)))
            asked = await question(there)
            await there.answer(asked["id"], {"answer": "allow"}, person="ada")
            await there.decide(bash("git status", shop))

            assert (await asking)["effect"] == "allow"
            store = here.keepers.store
            assert [chain[0] for chain in store.chains()] == ["anvil", "bellows"]
            assert [
                wrong
                for chain in store.chains()
                for wrong in breaks(store.walk(chain), chain=chain)
            ] == []

    run(work())


def store_of(conninfo: str) -> str:
    """Return the address of a PostgreSQL as a variable names it."""
    from tests.kept_homes import postgres_url  # noqa: PLC0415 - a plugin is not imported by tests

    return postgres_url(conninfo)
