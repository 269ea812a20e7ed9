"""One record: why it is what it is, what became of it, and whether its chain holds."""

from __future__ import annotations

import re
import sqlite3

import pytest

from tests.server.api_rig import Asker
from tests.server.audit_rig import keep, made, numbers
from tests.server.offices import bash
from tests.server.offices import question as waiting


def see(asker: Asker, number: int, status: int = 200) -> str:
    """Open the page of a record, as one text without line ends."""
    answer = asker.get(f"/audit/{number}")
    assert answer.status_code == status, answer.text
    return re.sub(r"\s+", " ", answer.text)


def test_a_record_is_explained(asker: Asker) -> None:
    """The rule with its file and line, the reason, who decided and asked, how long it took."""
    keep(
        asker,
        made(
            "explained", "tool:bash:git push", "ask_approved", decider="person",
            rule="Bash(git push *)", rule_place="/srv/roles/builder.yaml:12:7",
            why="a rule asks before anything is pushed", answered_by="grace", channel="telegram",
            user_id="ada", detail="only this once", duration_us=2_300_000, cwd="/srv/shop",
            input={"command": "git push", "token": "[redacted]"},
        ),
    )  # fmt: skip

    page = see(asker, numbers(asker, agent="explained")[0])

    for words in (
        "asked, approved", "Bash(git push *)", "/srv/roles/builder.yaml:12:7",
        "Decided by a person: a rule asks before anything is pushed", "telegram", "only this once",
        "decided in 2.3 s", "/srv/shop", "&#34;token&#34;: &#34;[redacted]&#34;",
        "/audit?person=grace", "/audit?person=ada", "/audit?agent=explained",
    ):  # fmt: skip
        assert words in page, words


def test_neighbours_in_the_chain(asker: Asker) -> None:
    """The record before and the one after, of the same agent; the ends say that they are."""
    keep(asker, made("row"), made("between"), made("row"), made("row"))
    third, second, first = numbers(asker, agent="row")

    pages = [see(asker, n) for n in (first, second, third)]

    assert f'After it: <a class="link" href="/audit/{third}"' in pages[1]
    assert f'Before it: <a class="link" href="/audit/{first}"' in pages[1]
    assert "It is the first of its chain" in pages[0]
    assert "It is the last of its chain" in pages[2]
    assert all(">whole<" in page for page in pages)


def test_what_became_of_a_dialog(asker: Asker) -> None:
    """A call that was left to a dialog leads to the record of its end, and back."""
    asked = made("dialog", decision="ask_dialog")
    keep(asker, asked)
    number = numbers(asker, agent="dialog")[0]
    open_page = see(asker, number)
    keep(asker, made("dialog"), made("dialog", decision="dialog_approved", about=asked.uid))
    end = numbers(asker, agent="dialog")[0]

    assert "Nothing has been told of it yet" in open_page
    assert f'href="/audit/{end}">Record {end}</a> <span class="badge' in see(asker, number)
    assert f'It tells more of <a class="link" href="/audit/{number}"' in see(asker, end)


def test_a_late_alarm_is_found(asker: Asker) -> None:
    """However many records came between, an alarm about a call stands on its page."""
    denied = made("alarmed", decision="deny")
    keep(asker, denied, *(made("alarmed") for _ in range(120)))
    keep(asker, made("alarmed", decision="alarm", about=denied.uid, why="it ran all the same"))
    alarm = numbers(asker, agent="alarmed")[0]
    number = numbers(asker, agent="alarmed", decision="deny")[0]

    assert f'href="/audit/{alarm}"' in see(asker, number)


def test_parts_of_a_call_that_was_asked_about(asker: Asker) -> None:
    """They stand there as whoever answered saw them, each with its effect and rule."""
    command = "git status && curl https://example.com"

    async def work() -> None:
        task = asker.loop.create_task(asker.office.decide(bash(command, asker.project)))
        asked = await waiting(asker.office)
        await asker.office.answer(asked["id"], {"answer": "deny"}, person="ada", channel="http")
        await task

    asker.do(work)
    page = see(asker, numbers(asker, agent="arch-1")[0])

    assert "/playground?tool=tool%3Abash%3Agit+status+%26%26+curl" in page
    assert "<code>git status</code>" in page
    assert "<code>curl https://example.com</code>" in page


@pytest.mark.parametrize("place", ["itself", "neighbour"])
def test_a_changed_record_is_told(asker: Asker, place: str) -> None:
    """Who looks at a record that was changed, or at one near it, is told so."""
    agent = f"tampered-{place}"
    keep(asker, *(made(agent) for _ in range(4)))
    found = numbers(asker, agent=agent)
    connection = sqlite3.connect(asker.home / "proctor.db")
    with connection:
        connection.execute("UPDATE records SET why = 'other' WHERE n = ?", [found[1]])
    connection.close()

    page = see(asker, found[1] if place == "itself" else found[3])

    if place == "itself":
        assert "This record does not hold: it is not what was written" in page
    else:
        assert "This record holds, but 1 other near it does not" in page
        assert f'href="/audit/{found[1]}">record {found[1]}</a>' in page
    checked = asker.get(f"/audit/checked?agent={agent}").text
    assert "The record was changed here" in checked
    assert f"Record {found[1]}</a>" in checked


@pytest.mark.parametrize(
    ("path", "status"),
    [("999999999", 404), ("0", 404), ("x", 422), ("-1", 422), ("9223372036854775808", 422)],
)
def test_a_record_that_is_not_there(asker: Asker, path: str, status: int) -> None:
    """It is said so, by a page or a problem, and nothing fails."""
    answer = asker.get(f"/audit/{path}")

    assert answer.status_code == status
    assert "internal" not in answer.text
