"""`proctor channel`: which ways to people there are."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from proctor.cli.channel import show_trial
from proctor.cli.channel_setup import NOT_TAKEN_OVER, TIME_IGNORED, ignored_variables
from proctor.cli.channel_trial import Step, Tell
from proctor.errors import ChannelError
from proctor.terms.asking import TELEGRAM_VARIABLES
from tests.cli.conftest import Proctor
from tests.cli.trials import configure
from tests.doubles.discord_shapes import CHANNEL
from tests.doubles.discord_shapes import TOKEN as DISCORD_TOKEN
from tests.doubles.telegram import CHAT, TOKEN
from tests.server.running import call, running
from tests.tables import each_row

BOTH = (
    f'channels: {{telegram: {{token: "{TOKEN}", chat: {CHAT}}}, '
    f'discord: {{token: "{DISCORD_TOKEN}", channel: {CHANNEL}}}, inbox: false}}\n'
)


@pytest.fixture(autouse=True)
def no_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of whoever runs the tests counts."""
    for name in TELEGRAM_VARIABLES:
        monkeypatch.delenv(name, raising=False)


def listed(proctor: Proctor) -> dict[str, tuple[str | None, str | None]]:
    """Return the channels, where each is set up, and how it is."""
    rows = json.loads(proctor("channel", "list", "--json").out)
    return {row["name"]: (row["set_up"], row["state"]) for row in rows}


def test_only_the_inbox_is_there_at_first(proctor: Proctor, home: Path) -> None:
    """It needs nothing; the others say that they are not set up, and nothing is made."""
    assert listed(proctor) == {
        "inbox": ("built in", None),
        "telegram": (None, None),
        "discord": (None, None),
    }
    assert proctor("channel", "list").out.splitlines() == [
        "inbox     built in     no server runs",
        "telegram  not set up   no server runs",
        "discord   not set up   no server runs",
    ]
    assert not home.exists()


def test_what_is_set_up_says_where(
    proctor: Proctor, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In config.yaml, or by variables; no token is printed."""
    monkeypatch.setenv("PROCTOR_USE_TG", "1")
    monkeypatch.setenv("TG_API_TOKEN", TOKEN)
    monkeypatch.setenv("TG_CHAT_ID", str(CHAT))
    by_variables = listed(proctor)
    configure(home, BOTH)
    by_config = listed(proctor)
    text = proctor("channel", "list").out

    assert by_variables["telegram"] == ("variables", None)
    assert by_config == {
        "inbox": (None, None),
        "telegram": ("config.yaml", None),
        "discord": ("config.yaml", None),
    }
    assert (TOKEN in text, DISCORD_TOKEN in text) == (False, False)


def test_what_is_wrong_with_variables_is_told(
    proctor: Proctor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the list, and as the reason why it cannot be tried; a wrong token is not shown."""
    monkeypatch.setenv("PROCTOR_USE_TG", "1")
    monkeypatch.setenv("TG_API_TOKEN", "not-a-token")
    monkeypatch.setenv("TG_CHAT_ID", "42")
    rows = json.loads(proctor("channel", "list", "--json").out)
    tried = proctor("channel", "test", "telegram")

    assert rows[1]["trouble"] == "`TG_API_TOKEN` is not the token of a bot"
    assert (tried.status, tried.out) == (1, "")
    assert tried.err.startswith("error: `TG_API_TOKEN` is not the token of a bot\nhelp: ")
    assert "not-a-token" not in tried.err


def test_the_server_says_which_are_on(home: Path) -> None:
    """Where one runs, its word counts, also in `status`."""
    with running(home):
        rows = json.loads(call(home, "channel", "list", "--json").stdout)
        status = json.loads(call(home, "status", "--json").stdout)
        words = call(home, "status").stdout

    assert {row["name"]: row["state"] for row in rows} == {
        "inbox": "on",
        "telegram": "off",
        "discord": "off",
    }
    assert [(one["name"], one["state"]) for one in status["channels"]] == [("inbox", "on")]
    assert "channels   inbox on\n" in words


def test_the_server_says_what_its_variables_set_up(home: Path) -> None:
    """Another shell than the server's lists where it is set up all the same."""
    variables = {"PROCTOR_USE_TG": "1", "TG_API_TOKEN": "not-a-token", "TG_CHAT_ID": "42"}
    with running(home, **variables):
        rows = json.loads(call(home, "channel", "list", "--json").stdout)

    assert {row["name"]: row["set_up"] for row in rows} == {
        "inbox": "built in",
        "telegram": "variables",
        "discord": None,
    }


@pytest.mark.parametrize("name", ["telegram", "discord"])
def test_what_is_not_set_up_cannot_be_tried(proctor: Proctor, home: Path, name: str) -> None:
    """The help says what to write."""
    result = proctor("channel", "test", name)
    said = json.loads(proctor("channel", "test", name, "--json").out)

    assert (result.status, result.out) == (1, "")
    assert result.err.startswith(f"error: {name} is not set up\nhelp: write `channels: {{{name}: ")
    assert (said["channel"], said["reached"], said["steps"]) == (name, False, [])
    assert said["error"] == f"{name} is not set up"
    assert not home.exists()


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["test", "telegramm"], "error: `telegramm` is no channel to try"),
        (["test"], "error: Missing argument 'telegram|discord'."),
        (["test", "telegram", "--wait", "-1"], "error: Invalid value for '--wait'"),
        (["test", "telegram", "--wait", "99999"], "error: Invalid value for '--wait'"),
    ],
)
def test_a_wrong_call_is_a_sentence(proctor: Proctor, words: list[str], error: str) -> None:
    """It says what is wrong, with exit status 2."""
    result = proctor("channel", *words)

    assert (result.status, result.out) == (2, "")
    assert error in result.err


def test_the_steps_are_printed_as_they_are_found(capfd: pytest.CaptureFixture[str]) -> None:
    """Good ones and bad ones are marked, and what failed at last is an error."""

    def attempt(tell: Tell) -> None:
        tell(Step("token", ok=True, said="the bot is \x1b[31m"))
        tell(Step("note", ok=None, said="something"))
        tell(Step("server", ok=False, said="it is off"))
        raise ChannelError("nobody answered", help="try again")

    with pytest.raises(ChannelError, match="nobody answered"):
        show_trial("telegram", attempt, as_json=False)
    text = capfd.readouterr().out
    with pytest.raises(ChannelError):
        show_trial("telegram", attempt, as_json=True)

    assert text.splitlines() == [
        r"ok  token   the bot is \x1b[31m",
        "    note    something",
        "no  server  it is off",
    ]
    assert json.loads(capfd.readouterr().out) == {
        "channel": "telegram",
        "reached": False,
        "steps": [
            {"name": "token", "ok": True, "said": "the bot is \x1b[31m"},
            {"name": "note", "ok": None, "said": "something"},
            {"name": "server", "ok": False, "said": "it is off"},
        ],
        "error": "nobody answered",
        "help": "try again",
    }


@pytest.mark.parametrize("command", ["list", "test"])
def test_each_command_has_json(proctor: Proctor, command: str) -> None:
    """Every command prints JSON where that is asked for."""
    assert "--json" in proctor("channel", command, "--help").out


ON = {"PROCTOR_USE_TG": "1", "TG_API_TOKEN": f"1:{'A' * 30}", "TG_CHAT_ID": "7"}
WORKS = [{"name": "telegram", "state": "on", "trouble": None}]
WRONG = [{"name": "telegram", "state": "off", "trouble": "TG_CHAT_ID is not set"}]
NEITHER = "AGENTIZE_USE_TG is on, but TG_API_TOKEN and TG_CHAT_ID are not set"
IN_CONFIG = (
    "PROCTOR_USE_TG, TG_API_TOKEN, TG_CHAT_ID ignored: config.yaml sets Telegram up, "
    "`channels: telegram`"
)


@each_row(
    ("config", "variables", "served", "said"),
    [
        ("", {}, [], []),
        ("", ON, WORKS, []),
        ("", ON, None, []),
        ("", ON, [], [NOT_TAKEN_OVER.format(switch="PROCTOR_USE_TG")]),
        ("", {"AGENTIZE_USE_TG": "1"}, [], [NEITHER]),
        ("", {**ON, "TG_CHAT_ID": ""}, WRONG, []),
        ("", {**ON, "TG_CHAT_ID": ""}, [], ["PROCTOR_USE_TG is on, but TG_CHAT_ID is not set"]),
        ("", {"TG_APPROVAL_TIMEOUT_SEC": "90"}, [], [TIME_IGNORED]),
        ("", {**ON, "TG_APPROVAL_TIMEOUT_SEC": "90"}, WORKS, []),
        ("approval: {timeout: 5}", {**ON, "TG_APPROVAL_TIMEOUT_SEC": "90"}, WORKS,
         ["TG_APPROVAL_TIMEOUT_SEC is ignored: `approval: {timeout: …}` in config.yaml counts"]),
        ('channels: {telegram: {token: "1:' + "A" * 30 + '", chat: 7}}', ON, WORKS,
         [IN_CONFIG]),
    ],
)  # fmt: skip
def test_variables_without_effect_are_named(
    tmp_path: Path,
    config: str,
    variables: dict[str, str],
    served: list[dict[str, str | None]] | None,
    said: list[str],
) -> None:
    """A variable of Telegram that does nothing is named, with what counts instead."""
    (tmp_path / "config.yaml").write_text(config)

    assert ignored_variables(tmp_path, variables, served) == said
