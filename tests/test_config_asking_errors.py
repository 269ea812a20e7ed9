"""What is wrong with asking in a `config.yaml`, and what is odd."""

from __future__ import annotations

from pathlib import Path

import pytest

from proctor.config import load_config
from proctor.config_people import administrator_line
from proctor.local_person import local_person
from tests.asking_configs import DISCORD_TOKEN, TELEGRAM_TOKEN, problems


def warnings(home: Path, text: str) -> list[tuple[str, str, str | None]]:
    """Return the warnings of a home's config that loads."""
    (home / "config.yaml").write_text(text)
    found = load_config(home, None).problems
    assert all(problem.warning for problem in found)
    return [(problem.code, problem.message, problem.help) for problem in found]


T = f"token: '{TELEGRAM_TOKEN}'"
D = f"token: {DISCORD_TOKEN}, channel: '5'"
WRONG = [
    ("people: [ada]", "wrong-type", "`people` is a map, not a list"),
    ("people: {ada: admin}", "wrong-type", "a person is a map, not a text"),
    ("people: {ada: {roles: admin}}", "wrong-type", "`roles` is a list, not a text"),
    ("people: {ada: {roles: [5]}}", "wrong-type", "an entry of `roles` is a text, not a number"),
    ("people: {ada: {roles: ['a b']}}", "bad-id", "`a b` cannot be a role of people"),
    ("people: {ada: {roles: [''], telegram: 5}}", "bad-id", "`` cannot be a role of people"),
    (
        "people: {ada: {role: [admin], telegram: 5}}",
        "unknown-key",
        "`role` is not a key of a person",
    ),
    ("people: {ada: {slack: 5, roles: [a]}}", "unknown-key", "`slack` is not a key of a person"),
    ("people: {'': {roles: [a]}}", "bad-id", "`` cannot be the name of a person"),
    ("people: {'ada ': {roles: [a]}}", "bad-id", "`ada ` cannot be the name of a person"),
    ('people: {"ada\\nbob": {roles: [a]}}', "bad-id", "`ada\\nbob` cannot be the name"),
    ("people: {'telegram:5': {roles: [a]}}", "bad-id", "cannot be the name of a person"),
    (f"people: {{{'x' * 101}: {{roles: [a]}}}}", "bad-id", "cannot be the name of a person"),
    ("people: {ada: {roles: [a], telegram: '@ada'}}", "wrong-value", "not the id of a person on T"),
    (
        "people: {ada: {roles: [a], telegram: -100123}}",
        "wrong-value",
        "not the id of a person on T",
    ),
    ("people: {ada: {roles: [a], telegram: 0}}", "wrong-value", "not the id of a person on T"),
    ("people: {ada: {roles: [a], telegram: 1.5}}", "wrong-value", "not the id of a person on T"),
    ("people: {ada: {roles: [a], telegram: true}}", "wrong-value", "not the id of a person on T"),
    ("people: {ada: {roles: [a], telegram: 0x1F}}", "wrong-value", "not the id of a person on T"),
    (
        "people: {ada: {roles: [a], telegram: {id: 5}}}",
        "wrong-value",
        "not the id of a person on T",
    ),
    ("people: {ada: {roles: [a], discord: [5, ada]}}", "wrong-value", "the id of a person on Disc"),
    ("people: {ada: {telegram: 5}, bob: {telegram: '5'}}", "taken-id", "that of `ada` already"),
    ("people: {roles: [admin]}", "wrong-type", "`roles` under `people` is a map, not a list"),
    ("people: {roles: {discord: '5'}}", "wrong-type", "`discord` is a map, not a text"),
    (
        "people: {roles: {telegram: {admin: 5}}}",
        "unknown-key",
        "`telegram` is not a key of `r",
    ),
    ("people: {roles: {discord: {admin: leads}}}", "wrong-value", "not the id of a role on Disc"),
    ("people: {roles: {discord: {admin: }}}", "wrong-value", "not the id of a role on Disc"),
    ("people: {roles: {discord: {'a b': 5}}}", "bad-id", "`a b` cannot be a role of people"),
    ("permission_grants: [open]", "wrong-type", "`permission_grants` is a map, not a list"),
    ("permission_grants: {admin: open}", "wrong-type", "`admin` is a list, not a text"),
    ("permission_grants: {admin: }", "wrong-type", "`admin` is a list, not empty"),
    (
        "permission_grants: {admin: [opn]}",
        "unknown-profile",
        "`opn` is not a profile that is known",
    ),
    ("permission_grants: {'a b': [open]}", "bad-id", "`a b` cannot be a role of people"),
    ("approvers: {coder: admin}", "wrong-type", "`coder` is a list, not a text"),
    ("approvers: {coder: }", "wrong-type", "`coder` is a list, not empty"),
    ("approvers: {coder: []}", "wrong-value", "`coder` names nobody"),
    ("approvers: {'a b': [admin]}", "bad-id", "`a b` cannot be the id of a role of agents"),
    ("approvers: {coder: ['a b']}", "bad-id", "`a b` cannot be a role of people"),
    ("channels: [inbox]", "wrong-type", "`channels` is a map, not a list"),
    ("channels: {inbox: yes}", "wrong-type", "`inbox` is true or false, not a text"),
    ("channels: {slack: {}}", "unknown-key", "`slack` is not a key of `channels`"),
    ("channels: {telegram: true}", "wrong-type", "`telegram` is a map, not true or false"),
    (f"channels: {{telegram: {{{T}}}}}", "missing-key", "`telegram` has no `chat`"),
    ("channels: {telegram: {chat: 5}}", "missing-key", "`telegram` has no `token`"),
    (
        "channels: {telegram: {chat: 5, token: 5}}",
        "wrong-value",
        "`token` is not the token of a bot",
    ),
    (
        f"channels: {{telegram: {{{T}, chat: x}}}}",
        "wrong-value",
        "`chat` is not the number of a chat",
    ),
    (f"channels: {{telegram: {{{T}, chat: 5, users: []}}}}", "wrong-value", "`users` names nobody"),
    (f"channels: {{telegram: {{{T}, chat: 5, users: }}}}", "wrong-type", "`users` is empty"),
    (f"channels: {{telegram: {{{T}, chat: 5, users: 7}}}}", "wrong-value", "`users` is not a list"),
    (
        f"channels: {{telegram: {{{T}, chat: 5, users: [1, x]}}}}",
        "wrong-value",
        "`users` has somebody",
    ),
    (f"channels: {{telegram: {{{T}, chat: 5, poll: 0}}}}", "wrong-value", "`poll` is not a number"),
    (
        f"channels: {{telegram: {{{T}, chat: 5, pol: 5}}}}",
        "unknown-key",
        "`pol` is not a key of `tele",
    ),
    ("channels: {discord: {channel: 5}}", "missing-key", "`discord` has no `token`"),
    (
        f"channels: {{discord: {{{D}, user: []}}}}",
        "unknown-key",
        "`user` is not a key of `discord`",
    ),
    (f"channels: {{discord: {{{D}, users: [x]}}}}", "wrong-value", "this is not the id of a user"),
    (f"channels: {{discord: {{{D}, users: []}}}}", "wrong-value", "this names nobody"),
    (f"channels: {{discord: {{{D}, users: }}}}", "wrong-type", "`users` is empty"),
    (f"channels: {{discord: {{{D}, approver_roles: ['@x']}}}}", "wrong-value", "without `@`"),
    ("approval: 60", "wrong-type", "`approval` is a map, not a number"),
    ("approval: {timeout: 0}", "wrong-value", "`timeout` is a time of 1 to 7200 seconds"),
    ("approval: {timeout: -5}", "wrong-value", "`timeout` is a time of 1 to 7200 seconds"),
    ("approval: {timeout: 7201}", "wrong-value", "`timeout` is a time of 1 to 7200 seconds"),
    ("approval: {timeout: 3h}", "wrong-value", "`timeout` is a time of 1 to 7200 seconds"),
    ("approval: {timeout: true}", "wrong-value", "`timeout` is a time of 1 to 7200 seconds"),
    ("approval: {timeout: never}", "wrong-value", "`timeout` is a time of 1 to 7200 seconds"),
    ("approval: {timeout: [60]}", "wrong-value", "`timeout` is a time of 1 to 7200 seconds"),
    ("approval: {on_timeout: allow}", "wrong-value", "`allow` is not what can happen then"),
    ("approval: {on_timeout: true}", "wrong-type", "what can happen then is a text"),
    ("approval: {time_out: 5}", "unknown-key", "`time_out` is not a key of `approval`"),
    ("reviewer: claude", "wrong-type", "`reviewer` is a map, not a text"),
    ("reviewer: {kind: claude}", "unknown-key", "`kind` is not a key of `reviewer`"),
    ("reviewer: {program: ''}", "wrong-value", "a program is named by its name"),
    ("reviewer: {program: bin/claude}", "wrong-value", "a program is named by its name"),
    ("reviewer: {program: }", "wrong-type", "`program` is empty"),
    ("reviewer: {command: judge}", "wrong-type", "`command` is a list, not a text"),
    ("reviewer: {command: []}", "wrong-value", "`command` is empty"),
    ("reviewer: {command: [judge, '']}", "wrong-value", "a word of `command` is empty"),
    ("reviewer: {command: [./judge]}", "wrong-value", "a program is named by its name"),
    ("reviewer: {command: [judge], model: x}", "wrong-form", "a command chooses its model itself"),
    ("reviewer: {command: [judge], program: claude}", "both-given", "not both"),
    ("reviewer: {style: mistral, model: x}", "wrong-value", "`mistral` is not a style of services"),
    ("reviewer: {style: openai}", "missing-key", "a reviewer with a `style` needs a `model`"),
    ("reviewer: {url: 'https://x.example'}", "missing-key", "`url` needs a `style`"),
    ("reviewer: {key_variable: X}", "missing-key", "`key_variable` needs a `style`"),
    ("reviewer: {timeout: 500}", "wrong-value", "`timeout` is a time of 1 to 120 seconds"),
    ("reviewer: {model: ''}", "wrong-value", "`model` is the name of a model"),
    ("reviewer: {model: --bare}", "wrong-value", "`model` is the name of a model"),
    ("reviewer: {api_key: abc}", "unknown-key", "`api_key` is not a key of `reviewer`"),
    (
        "reviewer: {style: openai, model: x, key_variable: sk-1}",
        "wrong-value",
        "name of a variable",
    ),
]


@pytest.mark.parametrize(("text", "code", "message"), WRONG)
def test_what_is_wrong_does_not_load(tmp_path: Path, text: str, code: str, message: str) -> None:
    """One error, with its code, in the line where it is."""
    found = problems(tmp_path, f"# a comment\n{text}\n")

    assert [(code, 2)] == [(problem.code, problem.place.line) for problem in found]
    assert message in found[0].message


@pytest.mark.parametrize(
    "url",
    [
        "x",
        "ftp://a.example",
        "https://",
        "https://key@a.example",
        "https://a.example?key=1",
        "https://a.example#x",
        "https://a b.example",
        "https://a.example:99999",
        "https://a.example:0",
        "https://[::1",
        "https://ä.example",
        "https://a_b.example",
    ],
)
def test_a_url_of_a_reviewer_is_an_address_and_nothing_more(tmp_path: Path, url: str) -> None:
    """Nothing in it may be a key, and nothing may be guessed."""
    found = problems(tmp_path, f"reviewer: {{style: openai, model: m, url: '{url}'}}\n")

    assert [(problem.code, problem.message) for problem in found] == [
        ("wrong-value", "`url` is not the address of a service")
    ]


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("peeple: {}", "did you mean `people`?"),
        ("people: {ada: {rolse: [a], telegram: 5}}", "did you mean `roles`?"),
        ("people: {ada: {telegramm: 5, roles: [a]}}", "did you mean `telegram`?"),
        ("people: {ada: {roles: admin}}", "write `[admin]`"),
        ("people: {ada: {roles: [a], telegram: '@ada'}}", "a number, not a name"),
        ("permission_grants: {admin: [standart]}", "did you mean `standard`?"),
        ("permission_grants: {admin: [xyz]}", "one of guarded, locked, open, standard"),
        ("approvers: {coder: []}", "leave it out where everybody may answer"),
        ("channels: {telgram: {}}", "did you mean `telegram`?"),
        ("channels: {telegram: {chat: 5}}", "copy all of it from @BotFather"),
        (f"channels: {{telegram: {{{T}, caht: 5}}}}", "did you mean `chat`?"),
        ("approval: {on_timeout: dailog}", "did you mean `dialog`?"),
        ("reviewer: {comand: [x]}", "did you mean `command`?"),
        ("reviewer: {api_key: abc}", "the key itself stands in no file"),
    ],
)
def test_what_is_wrong_comes_with_a_help(tmp_path: Path, text: str, hint: str) -> None:
    """A near word, the form of a value, or what is possible."""
    assert any(hint in (problem.help or "") for problem in problems(tmp_path, f"{text}\n"))


def test_everything_that_is_wrong_is_told_at_its_place(tmp_path: Path) -> None:
    """One error hides no other; each stands at the word that is wrong."""
    text = (
        "people:\n"
        "  ada: {roles: [admin], telegram: 5}\n"
        "  bob: {roles: [lead], telegram: [7, 5]}\n"
        "permission_grants:\n"
        "  lead: [standard, opn]\n"
        "channels:\n"
        "  telegram:\n"
        f'    token: "{TELEGRAM_TOKEN}"\n'
        "    chat: nope\n"
        "    users: [1, ada]\n"
        "  discord:\n"
        f"    token: {DISCORD_TOKEN}\n"
        "    channel: 5\n"
        "    users: [5, ada]\n"
        "approval: {timeout: 0}\n"
    )

    assert [(problem.place.line, problem.place.column) for problem in problems(tmp_path, text)] == [
        (3, 38),
        (5, 20),
        (9, 11),
        (10, 16),
        (14, 16),
        (15, 21),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "people: {ada: {roles: [lead, admin]}}\napprovers: {coder: [leed]}\n",
            [
                (
                    "nobody-has-role",
                    "nobody under `people` has the role `leed`",
                    "did you mean `lead`?",
                )
            ],
        ),
        (
            "people: {ada: {roles: [lead, admin]}}\npermission_grants: {viewer: [locked]}\n",
            [
                (
                    "nobody-has-role",
                    "nobody under `people` has the role `viewer`",
                    "roles that somebody has: admin, lead",
                )
            ],
        ),
        (
            "approvers: {coder: [lead, admin]}\n",
            [
                (
                    "nobody-has-role",
                    "nobody under `people` has the role `lead`",
                    "roles that somebody has: admin",
                )
            ],
        ),
        (
            "people: {ada: , bob: {telegram: []}, eve: {roles: [admin]}}\n",
            [
                (
                    "bare-person",
                    f"`{name}` has neither a role nor an id",
                    "they can answer with a token of their own only, where no role is wanted",
                )
                for name in ("ada", "bob")
            ],
        ),
    ],
)
def test_what_is_odd_is_a_warning(
    tmp_path: Path, text: str, expected: list[tuple[str, str, str | None]]
) -> None:
    """A role that nobody has lets nobody answer: that is safe, and seldom meant."""
    assert expected == warnings(tmp_path, text)


@pytest.mark.parametrize(
    ("text", "places"),
    [
        pytest.param("# mine\npeople:\n  vera: {roles: [viewer]}\n", [(2, 1)], id="viewer"),
        pytest.param("people: {dan: {roles: [dev]}, bob: {telegram: 5}}\n", [(1, 1)], id="two"),
        pytest.param("people: {vera: {roles: [viewer]}, ada: {roles: [admin]}}\n", [], id="admin"),
        pytest.param("people: {}\n", [], id="nobody-named"),
        pytest.param("approval: {timeout: 5}\n", [], id="no-people"),
    ],
)
def test_people_without_an_administrator_are_a_warning(
    tmp_path: Path, text: str, places: list[tuple[int, int]]
) -> None:
    """It stands at the key, and its help is the line that lets the local user in."""
    (tmp_path / "config.yaml").write_text(text)
    found = load_config(tmp_path, None).problems

    assert [(one.place.line, one.place.column) for one in found] == places
    for one in found:
        assert (one.code, one.warning) == ("no-administrator", True)
        assert f"`{administrator_line(local_person())}`" in (one.help or "")


@pytest.mark.parametrize(
    ("name", "line"),
    [
        pytest.param("ada", "ada: {roles: [admin]}", id="plain"),
        pytest.param("ada @ home", '"ada @ home": {roles: [admin]}', id="quoted"),
    ],
)
def test_the_line_of_an_administrator_is_yaml(tmp_path: Path, name: str, line: str) -> None:
    """It can be copied as it is."""
    assert administrator_line(name) == line
    assert warnings(tmp_path, f"people:\n  {line}\n") == []
