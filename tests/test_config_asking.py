"""How people are asked, as `config.yaml` says."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from proctor.approval.channels.discord_settings import settings_of
from proctor.approval.channels.telegram_settings import from_config
from proctor.approval.people import People
from proctor.approval.reviewers.make import make_reviewer
from proctor.config import load_config
from proctor.roles.trust import FOLDER
from proctor.terms.asking import Asking, ReviewerSettings
from proctor.terms.person import Person
from proctor.terms.role import Reviewer
from tests.asking_configs import DISCORD_TOKEN, TELEGRAM_TOKEN, asking, problems


def person(name: str, *roles: str, **ids: tuple[str, ...]) -> Person:
    """Return a person."""
    return Person(name=name, roles=frozenset(roles), ids=ids)


WHOLE = f"""
profiles:
  team: {{profile: standard}}
people:
  ada: {{roles: [admin], telegram: 123456789, discord: "987654321098765432"}}
  bob: {{roles: [lead, dev, lead], telegram: [5, "6"], discord: [1098765432109876543]}}
permission_grants:
  admin: [open, standard, locked, team]
  lead: [standard, locked]
  dev: []
approvers:
  deployer: [lead, admin]
channels:
  inbox: false
  telegram: {{token: "{TELEGRAM_TOKEN}", chat: -1001234567890, users: [1, "2"], poll: 2.5}}
  discord:
    token: {DISCORD_TOKEN}
    channel: 1098765432109876543
    approver_roles: [reviewers, 700000000000000001]
    users: ["5100000000000007"]
approval: {{timeout: 90 s, on_timeout: deny}}
reviewer: {{command: [judge, --strict], timeout: 7}}
"""


def test_everything_that_is_written_counts(tmp_path: Path) -> None:
    """Each key becomes its part of Asking; a long id stays what it is."""
    expected = Asking(
        people=(
            person("ada", "admin", telegram=("123456789",), discord=("987654321098765432",)),
            person("bob", "lead", "dev", telegram=("5", "6"), discord=("1098765432109876543",)),
        ),
        approvers={"deployer": ("lead", "admin")},
        permission_grants={
            "admin": ("open", "standard", "locked", "team"),
            "lead": ("standard", "locked"),
            "dev": (),
        },
        timeout=90.0,
        dialog_on_timeout=False,
        inbox=False,
        telegram={"token": TELEGRAM_TOKEN, "chat": -1001234567890, "users": [1, "2"], "poll": 2.5},
        discord={
            "token": DISCORD_TOKEN,
            "channel": 1098765432109876543,
            "approver_roles": ["reviewers", 700000000000000001],
            "users": ["5100000000000007"],
        },
        reviewer=ReviewerSettings(kind="command", command=("judge", "--strict"), seconds=7.0),
    )

    assert expected == asking(tmp_path, WHOLE)


def test_what_is_written_can_be_used(tmp_path: Path) -> None:
    """Channels, people and reviewer take what the config says."""
    found = asking(tmp_path, WHOLE)
    assert found.telegram is not None
    people = People(found.people, approvers=found.approvers)
    bob = people.of("discord", "1098765432109876543")
    make_reviewer(found.reviewer, Reviewer(), place=tmp_path, env={})

    assert (
        settings_of(found.discord).channel,
        from_config(found.telegram).chat,
    ) == (1098765432109876543, -1001234567890)
    assert bob == found.people[1]
    assert people.refuses_answer(bob, "deployer") is None


def test_no_token_is_in_a_repr(tmp_path: Path) -> None:
    """What is configured can be printed or logged without giving a bot away."""
    shown = repr(asking(tmp_path, WHOLE))

    assert "token" in shown
    assert TELEGRAM_TOKEN not in shown
    assert DISCORD_TOKEN not in shown


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", Asking()),
        ("people:\npermission_grants:\napprovers:\nchannels:\napproval:\nreviewer:\n", Asking()),
        ("people: {}\nchannels: {}\napproval: {}\nreviewer: {}\n", Asking()),
        ("channels: {inbox: , telegram: , discord: }", Asking()),
        ("channels: {inbox: true}", Asking()),
        ("channels: {inbox: false}", Asking(inbox=False)),
        ("approval: {timeout: 1}", Asking(timeout=1.0)),
        ("approval: {timeout: 2.5}", Asking(timeout=2.5)),
        ("approval: {timeout: '7200'}", Asking(timeout=7200.0)),
        ("approval: {timeout: 10m}", Asking(timeout=600.0)),
        ("approval: {timeout: 2 h}", Asking(timeout=7200.0)),
        ("approval: {timeout: , on_timeout: }", Asking()),
        ("approval: {on_timeout: deny}", Asking(dialog_on_timeout=False)),
        ("approval: {on_timeout: dialog}", Asking()),
        (
            'people: {roles: {discord: {admin: "61", developer: [62, "61"]}}}',
            Asking(
                chat_roles={
                    "discord": {
                        "61": frozenset({"admin", "developer"}),
                        "62": frozenset({"developer"}),
                    }
                }
            ),
        ),
        (
            "people: {Ada Lovelace: {roles: [admin]}}",
            Asking(people=(person("Ada Lovelace", "admin"),)),
        ),
        ("people: {ada: {roles: , telegram: 5}}", Asking(people=(person("ada", telegram=("5",)),))),
    ],
)
def test_what_is_written_counts(tmp_path: Path, text: str, expected: Asking) -> None:
    """What is not there, or null, is as without a config."""
    assert expected == asking(tmp_path, text)


REVIEWERS: list[tuple[str, dict[str, Any]]] = [
    ("{program: claude}", {"command": ("claude",)}),
    (
        "{program: /opt/bin/claude, model: sonnet}",
        {"command": ("/opt/bin/claude",), "model": "sonnet"},
    ),
    ("{model: opus}", {"model": "opus"}),
    ("{timeout: 2m}", {"seconds": 120.0}),
    ("{command: [/usr/bin/judge, '-v']}", {"kind": "command", "command": ("/usr/bin/judge", "-v")}),
    ("{style: anthropic, model: m}", {"kind": "anthropic", "model": "m"}),
    (
        "{style: openai, url: 'http://localhost:11434', model: m, key_variable: MY_KEY}",
        {"kind": "openai", "url": "http://localhost:11434", "model": "m", "key_variable": "MY_KEY"},
    ),
    (
        "{style: openai, url: 'https://[::1]:8443/v1', model: m}",
        {"kind": "openai", "url": "https://[::1]:8443/v1", "model": "m"},
    ),
]


@pytest.mark.parametrize(("text", "expected"), REVIEWERS)
def test_a_reviewer_is_a_program_a_command_or_a_service(
    tmp_path: Path, text: str, expected: dict[str, Any]
) -> None:
    """Each kind is read, and can be built as it is."""
    found = asking(tmp_path, f"reviewer: {text}\n").reviewer
    make_reviewer(found, Reviewer(), place=tmp_path, env={"MY_KEY": "x", "ANTHROPIC_API_KEY": "x"})

    assert ReviewerSettings(**expected) == found


LEAKS = [
    f"channels: {{telegram: {{token: '{TELEGRAM_TOKEN}', chat: x}}}}",
    f"channels: {{telegram: {{chat: 5, token: {TELEGRAM_TOKEN}!}}}}",
    f"channels: {{telegram: {TELEGRAM_TOKEN}}}",
    f"channels: {{telegram: [{TELEGRAM_TOKEN}]}}",
    f"channels: {{telegram: {{chat: '{TELEGRAM_TOKEN}', token: 5}}}}",
    f"channels: {{telegram: {{token: 5, chat: 5, users: '{TELEGRAM_TOKEN}'}}}}",
    f"channels: {{telegram: {{chat: x, token: >-\n {TELEGRAM_TOKEN}\n}}}}",
    f"channels: {{discord: {{token: {DISCORD_TOKEN}, channel: x}}}}",
    f"channels: {{discord: {{token: 'x{DISCORD_TOKEN}!', channel: 5}}}}",
    f"channels: {{discord: {DISCORD_TOKEN}}}",
    f"channels: {{telegram: {{token: {TELEGRAM_TOKEN}, token: {TELEGRAM_TOKEN}, chat: 5}}}}",
    f'channels: {{telegram: {{token: "{TELEGRAM_TOKEN}, chat: 5}}}}',
    f"channels:\n  telegram:\n    token: {TELEGRAM_TOKEN}: 5\n",
    "reviewer: {api_key: MyVerySecretThing}",
    "reviewer: {api_key: MY_VERY_SECRET_THING}",
    "reviewer: {token: SECRET_THING, key: 'SECRET_THING'}",
    "store: mysql://ada:SecretThing@db",
    "reviewer: {style: openai, model: m, key_variable: MyVery-SecretThing}",
    "reviewer: {style: openai, model: m, key_variable: sk-MyVerySecretThing}",
]


@pytest.mark.parametrize("text", LEAKS)
def test_no_error_shows_a_secret(tmp_path: Path, text: str) -> None:
    """Neither the line with its caret nor the words, however the file is wrong."""
    shown = "\n".join(problem.render() for problem in problems(tmp_path, f"{text}\n"))

    for secret in (TELEGRAM_TOKEN, DISCORD_TOKEN, "SecretThing", "SECRET_THING"):
        assert secret not in shown


def test_the_caret_stands_where_it_stood(tmp_path: Path) -> None:
    """What is hidden is as long as what it hides."""
    text = f"channels: {{telegram: {{token: '{TELEGRAM_TOKEN}', chat: x}}}}"
    (problem,) = problems(tmp_path, f"{text}\n")
    line = problem.line_text or ""

    assert (len(text), "x") == (len(line), line[problem.place.column - 1])


def test_the_name_of_a_variable_is_shown(tmp_path: Path) -> None:
    """It is no secret, and people look for it."""
    text = "reviewer: {key_variable: MY_KEY, style: openai}"
    (problem,) = problems(tmp_path, f"{text}\n")

    assert problem.line_text == text


OURS = f"""
people: {{eve: {{roles: [admin], telegram: 666}}}}
permission_grants: {{eve: [open]}}
approvers: {{coder: [eve]}}
channels: {{inbox: false, telegram: {{token: '{TELEGRAM_TOKEN}', chat: 666}}}}
approval: {{timeout: 7200, on_timeout: dialog}}
reviewer: {{command: [/bin/echo, ALLOW]}}
"""


def test_a_projects_word_on_asking_does_not_count(tmp_path: Path) -> None:
    """A repository that says who may answer is warned of and not heard."""
    home, root = tmp_path / "home", tmp_path / "shop"
    (root / FOLDER).mkdir(parents=True)
    (root / ".git").mkdir()
    home.mkdir()
    (home / "config.yaml").write_text("people: {ada: {roles: [admin]}}\n")
    (root / FOLDER / "config.yaml").write_text(OURS)
    config = load_config(home, root)
    warned = [problem for problem in config.problems if problem.code == "only-at-home"]

    assert config.asking == Asking(people=(person("ada", "admin"),))
    assert [problem.message for problem in warned] == [
        f"`{key}` counts in the home's config only"
        for key in (
            "people",
            "permission_grants",
            "approvers",
            "channels",
            "approval",
            "reviewer",
        )
    ]
    assert not any(TELEGRAM_TOKEN in problem.render() for problem in warned)


def test_a_config_with_channels_loads_no_client(tmp_path: Path) -> None:
    """To look at the settings of a channel, nothing is imported that speaks to its service."""
    (tmp_path / "config.yaml").write_text(WHOLE)
    program = (
        "import sys; from pathlib import Path; from proctor.config import load_config\n"
        "light = 'asyncio' not in sys.modules\n"
        "load_config(Path(sys.argv[1]), None)\n"
        "print(light, sorted({'httpx', 'hikari', 'aiohttp'} & set(sys.modules)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path)], capture_output=True, text=True, check=True
    )

    assert done.stdout == "True []\n"
