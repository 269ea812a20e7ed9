"""
The agentize document on approval by Telegram: its flow, branch by branch, and its errors.

A call is decided by the real server, which reaches the double of Telegram as its
config.yaml says. `ask` is what a program with a dialog of its own gets; who has none is
denied instead: docs/decisions/0011-no-answer-is-no.md.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.doubles.telegram import CHAT, TOKEN, Answered
from tests.seeds.asked_chats import ADA, EVE, MOSTLY_ON_SQLITE, ON_SQLITE, chat_house, number_of
from tests.server.asking_rig import configure, until
from tests.server.offices import bash, opened, records, run

VARIABLES = {"PROCTOR_USE_TG": "on", "TG_API_TOKEN": TOKEN, "TG_CHAT_ID": str(CHAT)}
ALLOW, DENY = "✅ Allow", "❌ Deny"
# Long enough for a message to be sent, however busy the machine is.
SHORT = "approval: {timeout: 2}"
REVIEWED = """\
permissions:
  allow: [Read]
  agent:
    enabled: true
    instructions: Say what the test wants.
"""


@pytest.fixture
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lead what is meant for the real service to where nobody listens."""
    for name in ("HTTPS_PROXY", "https_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")


def setenv(monkeypatch: pytest.MonkeyPatch, variables: dict[str, str]) -> None:
    """Set variables of the server."""
    for name, value in variables.items():
        monkeypatch.setenv(name, value)


@ON_SQLITE
@pytest.mark.parametrize(("command", "effect"), [("git status", "allow"), ("rm -rf build", "deny")])
def test_only_an_ask_goes_to_telegram(command: str, effect: str, home: Path, shop: Path) -> None:
    """What the rules decide is decided, and nobody's phone rings."""

    async def work() -> tuple[str, list[Any], str]:
        async with chat_house(home, shop) as house:
            said = await house.decide(command=command)
            return said["effect"], house.sent(), house.record().decision

    assert run(work()) == (effect, [], effect)


@ON_SQLITE
@pytest.mark.parametrize("switch", [None, "", "0", "false", "off"])
def test_telegram_is_not_enabled(
    switch: str | None, home: Path, shop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Enabled? No: the program's own dialog asks; there is no channel of that name."""
    setenv(monkeypatch, VARIABLES)
    monkeypatch.delenv("PROCTOR_USE_TG")
    if switch is not None:
        monkeypatch.setenv("PROCTOR_USE_TG", switch)
    configure(home, "channels: {inbox: false}\n")

    async def work() -> tuple[str, list[Any], str, str]:
        async with opened(home) as office:
            said = await office.decide(bash("make", shop, ask="beside"))
            alone = await office.decide(bash("make", shop))
            channels = (await office.status())["channels"]
            return said["effect"], channels, alone["effect"], alone["why"]

    nobody = "(nobody can be asked: there is no channel to people)"
    why = f"a makefile is code; asked by the rule Bash(@code) {nobody}"
    assert run(work()) == ("ask", [], "deny", why)


@ON_SQLITE
@pytest.mark.parametrize("missing", ["TG_API_TOKEN", "TG_CHAT_ID"])
def test_token_or_chat_is_missing(
    missing: str, home: Path, shop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both set? No: the server warns, and the program's own dialog asks."""
    setenv(monkeypatch, VARIABLES)
    monkeypatch.delenv(missing)
    configure(home, "channels: {inbox: false}\n")

    async def work() -> tuple[str, list[dict[str, Any]]]:
        async with opened(home) as office:
            said = await office.decide(bash("make", shop, ask="beside"))
            return said["effect"], (await office.status())["channels"]

    effect, [channel] = run(work())
    assert (effect, channel["name"], channel["state"]) == ("ask", "telegram", "off")
    assert f"PROCTOR_USE_TG is on, but {missing} is not set" in channel["trouble"]
    assert TOKEN not in channel["trouble"]


@pytest.mark.parametrize(
    ("label", "effect", "outcome", "shown"),
    [
        (ALLOW, "allow", "ask_approved", "✅ Allowed by ada through telegram"),
        (DENY, "deny", "ask_denied", "❌ Denied by ada through telegram"),
    ],
)
def test_a_response_is_received(
    label: str, effect: str, outcome: str, shown: str, home: Path, shop: Path
) -> None:
    """Pressed on the phone, it is the decision; the record and the message say who it was."""
    people = f"people: {{ada: {{telegram: {ADA}}}}}"

    async def work() -> None:
        async with chat_house(home, shop, people) as house:
            deciding = house.decide()
            message = await house.asked()
            assert not deciding.done()
            number = number_of(house, message)
            house.press(message, label)
            said = await deciding
            first = (await house.edited(message))["text"].splitlines()[0]
            record = house.record()

        assert (said["effect"], said["question"]) == (effect, number)
        assert (record.decision, record.decider, record.answered_by) == (outcome, "person", "ada")
        assert (record.channel, record.question) == ("telegram", number)
        assert (first, "reply_markup" in message) == (f"{shown} (question {number})", False)

    run(work())


@ON_SQLITE
@pytest.mark.parametrize(
    ("text", "effect", "detail"),
    [
        ("/allow", "allow", ""),
        ("/deny", "deny", "User denied"),
        ("/allow {}", "allow", ""),
        ("/deny {}", "deny", "User denied"),
        ("/deny {} use a branch", "deny", "use a branch"),
        ("/allow@gate_bot {}", "allow", ""),
    ],
)
def test_a_response_in_words(text: str, effect: str, detail: str, home: Path, shop: Path) -> None:
    """`/allow` is allow and `/deny` is deny, with words for the agent."""

    async def work() -> None:
        async with chat_house(home, shop) as house:
            deciding = house.decide()
            message = await house.asked()
            house.telegram.say(text.format(number_of(house, message)), ADA)
            said = await deciding
            await house.edited(message)
            record = house.record()

        assert (said["effect"], record.detail) == (effect, detail)
        assert record.answered_by == f"telegram:{ADA}"
        assert "use a branch" not in detail or said["why"] == detail

    run(work())


@pytest.mark.parametrize(
    ("ask", "more", "effect", "outcome"),
    [
        ("beside", SHORT, "ask", "ask_dialog"),
        ("beside", "approval: {timeout: 2, on_timeout: deny}", "deny", "ask_timeout"),
        ("hold", SHORT, "deny", "ask_timeout"),
    ],
)
@MOSTLY_ON_SQLITE
def test_nobody_responds_in_time(
    ask: str, more: str, effect: str, outcome: str, home: Path, shop: Path
) -> None:
    """Received? No: the local dialog asks, where there is one; the message says it is over."""

    async def work() -> None:
        async with chat_house(home, shop, more) as house:
            await house.listens()
            deciding = house.decide(ask=ask)
            message = await house.asked()
            said = await deciding
            await house.edited(message)
            record = house.record()

        assert (said["effect"], record.decision, record.answered_by) == (effect, outcome, "")
        assert effect != "deny" or said["why"].endswith("(nobody answered within 2 s)")
        assert message["text"].startswith("⏰ Timed Out")
        assert "reply_markup" not in message

    run(work())


@ON_SQLITE
def test_a_late_press_changes_nothing(home: Path, shop: Path) -> None:
    """Who presses after the time-out is told so, and the record stays as it is."""

    async def work() -> None:
        async with chat_house(home, shop, SHORT) as house:
            await house.listens()
            deciding = house.decide()
            message = dict(await house.asked())
            await deciding
            await house.edited(house.sent()[0])
            house.press(message, ALLOW)
            await until(lambda: house.telegram.answered)
            outcomes = [record.decision for record in records(house.office)]

            assert (await house.office.decide(house.request(ask="leave")))["effect"] == "ask"
        assert (outcomes, [each.alert for each in house.telegram.answered]) == (
            ["ask_timeout"], [True],
        )  # fmt: skip

    run(work())


@ON_SQLITE
def test_the_time_out_and_the_interval_have_their_defaults(home: Path, shop: Path) -> None:
    """Sixty seconds for an answer, five for a poll, unless something else is configured."""

    async def work(more: str, **keys: Any) -> tuple[float, set[int]]:
        async with chat_house(home, shop, more, **keys) as house:
            await house.listens()
            polls = {fields["timeout"] for _, fields in house.called("getUpdates")}
            return house.office.desk.timeout, polls

    assert run(work("")) == (60.0, {5})
    assert run(work("approval: {timeout: 90}", poll=2)) == (90.0, {2})


@ON_SQLITE
@pytest.mark.usefixtures("no_network")
def test_the_variables_reach_the_server(
    home: Path, shop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where config.yaml is silent they make the channel, and say how long it waits."""
    more = {"TG_APPROVAL_TIMEOUT_SEC": "1", "TG_POLL_INTERVAL_SEC": "2", "TG_ALLOWED_USER_IDS": "7"}
    setenv(monkeypatch, {**VARIABLES, **more})

    async def work() -> None:
        async with opened(home) as office:
            [_, telegram] = office.calling.channels
            settings = vars(telegram)
            assert (settings["chat"], settings["users"]) == (CHAT, {ADA})
            assert settings["poller"].poll == 2
            said = await office.decide(bash("make", shop))
            assert said["effect"] == "deny"
            assert "(nobody answered within 1 s; telegram: " in said["why"]

    run(work())


@ON_SQLITE
@pytest.mark.usefixtures("no_network")
@pytest.mark.parametrize(
    ("written", "variable", "seconds"),
    [
        ("approval: {timeout: 5}", None, 5),
        ("approval: {timeout: 5}", "90", 5),
        ("", "90", 90),
        ("", None, 60),
    ],
)
def test_time_out_of_config_counts_before_the_variable(
    home: Path, monkeypatch: pytest.MonkeyPatch, written: str, variable: str | None, seconds: float
) -> None:
    """Then the variable, then 60 s."""
    setenv(
        monkeypatch, {**VARIABLES, **({"TG_APPROVAL_TIMEOUT_SEC": variable} if variable else {})}
    )
    home.mkdir(parents=True, exist_ok=True)
    (home / "config.yaml").write_text(written)

    async def work() -> float:
        async with opened(home) as office:
            assert [each.name for each in office.calling.channels] == ["inbox", "telegram"]
            return office.desk.timeout

    assert run(work()) == seconds


@ON_SQLITE
def test_only_allowed_users(home: Path, shop: Path) -> None:
    """Whoever is not listed is refused alone, pressed or written, and the question stays open."""

    async def work() -> None:
        async with chat_house(home, shop, users=[ADA]) as house:
            deciding = house.decide()
            message = await house.asked()
            house.press(message, ALLOW, EVE)
            house.telegram.say(f"/allow {number_of(house, message)}", EVE)
            await until(lambda: house.telegram.answered and not house.telegram.updates)
            assert not deciding.done()
            house.press(message, DENY)
            assert (await deciding)["effect"] == "deny"
        refused = Answered(EVE, "you are not among those who may answer here", alert=True)
        assert house.telegram.answered[0] == refused

    run(work())


@ON_SQLITE
@pytest.mark.parametrize(
    ("says", "effect", "decider", "rings"),
    [("ALLOW", "allow", "reviewer", 0), ("DENY", "deny", "reviewer", 0),
     ("ASK_USER", "allow", "person", 1), ("rubbish", "allow", "person", 1)],
)  # fmt: skip
def test_what_matches_nothing_goes_to_a_model_first(
    says: str, effect: str, decider: str, rings: int, home: Path, shop: Path
) -> None:
    """Only what the reviewer leaves open rings a phone."""
    more = f'reviewer: {{command: [sh, -c, "cat >/dev/null; echo {says}; echo why"]}}'

    async def work() -> None:
        async with chat_house(home, shop, more) as house:
            (home / "roles" / "handsoff.yaml").write_text(REVIEWED)
            deciding = house.decide(command="make")
            if rings:
                house.press(await house.asked(), ALLOW)
            assert (await deciding)["effect"] == effect
            assert (house.record().decider, len(house.sent())) == (decider, rings)

    run(work())
