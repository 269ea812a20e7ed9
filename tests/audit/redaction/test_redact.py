"""Secrets are gone, whole; what is none stays."""

from __future__ import annotations

import json
import re
import string
from pathlib import Path
from re import _constants as sre  # type: ignore[attr-defined]  # the parser's own names
from re import _parser as sre_parser  # type: ignore[attr-defined]  # the parser of patterns
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from ruamel.yaml import YAML

from proctor.audit.redaction import (
    redact,
    secret_ends,
    secret_named,
    secret_names,
    secret_options,
    secret_programs,
    secret_shapes,
    secret_urls,
)
from proctor.audit.redaction.redact import REDACTED, Redactor
from proctor.audit.redaction.secret_names import (
    ENDINGS,
    HEADERS,
    KINDS_OF_KEY,
    TRIGGERS,
    WHOLE,
    WORDS,
    says_secret,
)
from proctor.audit.redaction.secret_shapes import LONG_RUN, shapes
from proctor.policy.explosion import REPEATS, explodes, inside, loops, mask_of
from proctor.terms.lazy_pattern import LazyPattern
from tests.tables import each_row

CASES = Path(__file__).parent.parent.parent / "cases" / "redact"


def cases(name: str) -> list[Any]:
    """Read a file of cases."""
    return list(YAML(typ="safe", pure=True).load(CASES / f"{name}.yaml"))


SECRETS = [*cases("commands"), *cases("texts")]


@each_row("case", SECRETS, ids=lambda case: case["id"])
def test_a_secret_goes_and_the_rest_stays(case: dict[str, str]) -> None:
    """What is secret is replaced, and nothing else."""
    assert case["want"] == Redactor().text(case["text"])


@each_row("text", cases("harmless"))
def test_what_is_harmless_comes_back_itself(text: str) -> None:
    """A text without a secret is returned as the same object."""
    assert text is Redactor().text(text)


LETTERS = string.ascii_letters + string.digits
planted = st.text(LETTERS + "+/=_-", min_size=20, max_size=60).filter(
    lambda secret: any(char.isdigit() for char in secret) and secret.strip("-=") == secret
)
PLACES = [
    "app --password {} x", "app --password={} x", "app --token '{}'", 'app --api-key "{} y"',
    "mysql -uroot -p{} shop", "mysql -p'{}' shop", "sshpass -p {} ssh h", "curl -u ada:{} https://h",
    "curl --user 'ada:{}' h", "curl --proxy-user=ada:{} h", "curl -H 'Authorization: Bearer {}' h",
    'curl -H "X-Api-Key: {}" h', "docker login -u ada -p {} r", "redis-cli -a {} ping",
    "htpasswd -b f ada {}", "openssl rsa -passin pass:{} -in f", "PGPASSWORD={} psql",
    "export GITHUB_TOKEN={}", "env AWS_SECRET_ACCESS_KEY='{} y' aws", "set -x FOO_TOKEN {}",
    "https://ada:{}@host/x", "https://{}@github.com/x", "https://h/?token={}&a=b",
    "https://h/?a=b&sig={}", "https://h/?X-Amz-Signature={}", "postgresql://u:{}@h/db",
    "Authorization: Basic {}\nHost: h", "Cookie: a={}; b={}", "Set-Cookie: a={}; Path=/",
    "password: {}", '{{"api_key": "{}"}}', '{{\\"api_key\\": \\"{}\\"}}', "secret = {}\n",
    "a: 1\nDB_PASSWORD={}\nb: 2", "ghp_{}", "github_pat_{}", "glpat-{}", "xoxb-{}",
    "sk-ant-{}", "hvs.{}", "echo {} | sudo -S id", "fly secrets set A={}",
    "-----BEGIN PRIVATE KEY-----\n{}\n-----END PRIVATE KEY-----",
    "-----BEGIN PRIVATE KEY-----\\n{}", "TOKEN=$'{}' x", 'TOKEN="{}', "TOKEN='{}", "TOKEN={}\\ {}",
    "bash -c 'TOKEN={} run'", 'bash -c "mysql -p{} shop"', "<password>{}</password>",
]  # fmt: skip
OWN_ALPHABET = frozenset(
    (
        "https://{}@github.com/x",
        "ghp_{}",
        "github_pat_{}",
        "glpat-{}",
        "xoxb-{}",
        "sk-ant-{}",
        "hvs.{}",
    )
)


@given(planted, st.sampled_from(PLACES), st.sampled_from(["", "cd x && ", "note\n", 'echo "a" ; ']))
def test_a_planted_secret_never_survives(secret: str, place: str, before: str) -> None:
    """Whatever a secret is made of, it is gone from every place where one is known to stand."""
    if place in OWN_ALPHABET:  # these have an alphabet of their own
        secret = re.sub("[+/=]", "x", secret)
    if "://u" in place or "://ada" in place:  # what begins like a port is one
        secret = "x" + secret
    text = before + place.format(*[secret] * place.count("{}"))

    assert secret not in Redactor().text(text)


FRAGMENTS = st.sampled_from([
    "token", "password", "=", ":", " ", " ", "--", "-p", "-u", "'", '"', "\\", "$", "$(", ")", "`",
    "\n", ";", "&", "|", "://", "@", "/", "?", "mysql", "curl", "docker login", "echo", "sudo -S",
    "Authorization: ", "Bearer ", "Cookie: a=b; ", "-----BEGIN PRIVATE KEY-----", "ghp_",
    "[redacted]",
    "Zq8dK2mX0pLw5nRt7vYb3c", "hunter2", "{", "}", "[", "]", ",", "<", ">", "<<<", "set -x ",
    "login ",
    "secrets set ", "identified by ", "htpasswd -b", "x", "é", "oracle:thin:", "1//0", "\ud800",
    "\r",
])  # fmt: skip
hostile = st.one_of(st.text(), st.lists(FRAGMENTS, max_size=30).map("".join))


@given(hostile)
def test_any_text_is_redacted_once_and_for_all(text: str) -> None:
    """Nothing raises, and a text that was redacted stays as it is."""
    once = Redactor().text(text)

    assert once == Redactor().text(once)


@given(hostile)
def test_the_filter_hides_nothing(text: str) -> None:
    """What is left out for speed would have found nothing."""
    redactor = Redactor()

    assert sorted(redactor.spans(text, filtered=False)) == sorted(redactor.spans(text))


@given(st.from_regex(shapes(), fullmatch=True))
def test_every_shape_passes_the_filter(text: str) -> None:
    """A known key has a long run, by which it is looked for."""
    assert LONG_RUN.search(text)
    assert Redactor().text(text) == REDACTED


@given(st.text(LETTERS + "-_.", max_size=30))
def test_every_name_that_counts_passes_the_filter(name: str) -> None:
    """A name that says secret holds a trigger."""
    assert not says_secret(name) or any(trigger in name.lower() for trigger in TRIGGERS)


NAMES = sorted([*WORDS, *ENDINGS, *HEADERS, *WHOLE, *(f"{kind}_key" for kind in KINDS_OF_KEY)])


@each_row("name", NAMES)
def test_every_name_of_the_tables_passes_the_filter(name: str) -> None:
    """The triggers cover the tables."""
    assert any(trigger in name for trigger in TRIGGERS)


@each_row(
    ("value", "want"),
    [
        ({"password": "x", "user": "ada"}, {"password": REDACTED, "user": "ada"}),
        (
            {"API-Key": "x", "apiKey": "x", "api_key": 7},
            dict.fromkeys(["API-Key", "apiKey", "api_key"], REDACTED),
        ),
        ({"clientSecret": ["a", {"b": "c"}]}, {"clientSecret": [REDACTED, {"b": REDACTED}]}),
        (
            {"headers": {"Cookie": "a=b", "Accept": "x"}},
            {"headers": {"Cookie": REDACTED, "Accept": "x"}},
        ),
        (
            {"env": [{"name": "DB_PASSWORD", "value": "x"}]},
            {"env": [{"name": "DB_PASSWORD", "value": REDACTED}]},
        ),
        (
            {"password": "", "token": "$TOKEN", "secret": None},
            {"password": "", "token": "$TOKEN", "secret": None},
        ),
        (
            {"max_tokens": 5, "tokens": 5, "token_file": "/x"},
            {"max_tokens": 5, "tokens": 5, "token_file": "/x"},
        ),
        ({"command": "app --token x"}, {"command": "app --token [redacted]"}),
        ({"ghp_Zq8dK2mX0pLw5nRt7vYb3c": 1}, {REDACTED: 1}),
        (["mysql", "--password", "a b", "-h", "db"], ["mysql", "--password", REDACTED, "-h", "db"]),
        (["mysql", "-pa b", "db"], ["mysql", "-p[redacted]", "db"]),
        (["env", "TOKEN=a b", "run"], ["env", "TOKEN=[redacted]", "run"]),
        (["curl", "-u", "ada:a b"], ["curl", "-u", "ada:[redacted]"]),
        (["htpasswd", "-b", "f", "ada", "a b"], ["htpasswd", "-b", "f", "ada", REDACTED]),
        (["bash", "-c", "TOKEN=a; rm -rf x"], ["bash", "-c", "TOKEN=[redacted]; rm -rf x"]),
        (["app", "--password", "--host", "db"], ["app", "--password", "--host", "db"]),
        (["--token", "$TOKEN"], ["--token", "$TOKEN"]),
        ([b"mysql", "--password", b"a b"], ["mysql", "--password", REDACTED]),
        (["-TOKEN", float("inf")], ["-TOKEN", REDACTED]),
        ({"token": float("inf")}, {"token": REDACTED}),
        (("a", {1}), ["a", [1]]),
        (
            {1: b"--token x", None: float("nan"), b"k": True},
            {"1": "--token [redacted]", "None": "nan", "k": True},
        ),
        ({"a": "\ud800", "b": object()}, {"a": "\ud800", "b": "[object]"}),
        (
            {"ghp_Zq8dK2mX0pLw5nRt7vYb3c": 1, "ghp_Zq8dK2mX0pLw5nRt7vYb3d": 2},
            {REDACTED: 1, "[redacted] 1": 2},
        ),
    ],
)
def test_a_value_is_redacted_by_text_and_by_key(value: object, want: object) -> None:
    """Strings lose their secrets, and all of them under a key that says secret."""
    assert want == Redactor().value(value)


@each_row(
    ("name", "want"),
    [
        ("token_id", False),
        ("secret_id", True),
        ("secretId", True),
        ("x" * 500 + "_token", True),
        ("INPUT_TOKEN", True),
        ("input_tokens", False),
        ("OLDPWD", False),
        ("___", False),
    ],
)
def test_a_name_says_what_follows(name: str, want: object) -> None:
    """A name says secret by its words, not by its letters."""
    assert want is says_secret(name)


def test_a_value_of_any_depth_is_cut() -> None:
    """What is nested a hundred thousand times is cut, and what is deep is still redacted."""
    deep: object = {"password": "x"}
    for _ in range(100_000):
        deep = [deep]
    near: object = {"password": "x"}
    for _ in range(20):
        near = {"a": near}

    assert repr(Redactor().value(deep)).count("[cut: nested too deep]") == 1
    assert repr(Redactor().value(near)).count(REDACTED) == 1


def test_a_value_that_holds_itself_ends() -> None:
    """A value that is its own item twice over is cut, not walked for ever."""
    knot: list[object] = []
    knot += [knot, knot]

    assert isinstance(Redactor().value(knot), list)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | hostile | st.binary(),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["password", "a"]) | st.integers() | st.text(), inner, max_size=4
        )
    ),
    max_leaves=12,
)


@given(json_values)
def test_any_value_becomes_json(value: object) -> None:
    """Nothing raises, and what comes out is JSON that stays as it is."""
    once = Redactor().value(value)

    assert json.dumps(once, allow_nan=False)
    assert once == Redactor().value(once)


@each_row(
    ("pattern", "want"),
    [
        (r"EMP-\d+", "see [redacted], badge 7 of [redacted]"),
        (r"badge (?P<n>\d+) of (?P<secret>EMP-\d+)", "see EMP-1, badge 7 of [redacted]"),
        (r"badge (\d+)", "see EMP-1, badge [redacted] of EMP-2"),
        (r"(badge) 8|(EMP)-2", "see EMP-1, badge 7 of [redacted]-2"),
        (r"(zebra)?EMP-2", "see EMP-1, badge 7 of [redacted]"),
        (r"nothing|x*", "see EMP-1, badge 7 of EMP-2"),
    ],
)
def test_own_patterns_are_replaced(pattern: str, want: str) -> None:
    """A match goes, or only its group `secret`, or its groups."""
    assert want == Redactor([pattern]).text("see EMP-1, badge 7 of EMP-2")


@given(hostile)
def test_own_patterns_leave_what_is_redacted(text: str) -> None:
    """A pattern that matches everything does not redact twice."""
    redactor = Redactor([r"\w+", "."])
    once = redactor.text(text)

    assert once == redactor.text(once)


HOSTILE = ["a", "token=", "token= ", 'token="', "token=a' ", "-----BEGIN PRIVATE KEY-----", "://",
           "://a:b/", "'", '"', "\\", "sk-", "token=a$(", "curl -u a:b ", "set -x TOKEN ",
           "Authorization: x; ", "<token>", "eyJ", "bash -c \"curl '", "`",
           "[redacted]"]  # fmt: skip


@each_row("unit", HOSTILE)
def test_a_long_hostile_text_ends(unit: str) -> None:
    """A hundred thousand characters made for it take no longer than others."""
    text = unit * (100_000 // len(unit))

    assert len(Redactor().text(text)) <= 2 * len(text)


@each_row("before", ["'", '"', "curl -d '"])
@each_row("unit", ['token="a" ', "&token=a", "x-token: a\\n", "token='a "])
def test_a_long_hostile_text_inside_a_quote_ends(before: str, unit: str) -> None:
    """A quote around everything is not looked for from every name anew."""
    text = before + unit * (30_000 // len(unit))

    assert "a" * 3 not in Redactor().text(text)


@given(
    st.lists(st.sampled_from(["ls", "token=", "x1 ", "--password ", "hunter2", "'"]), max_size=8)
)
def test_what_was_seen_before_changes_nothing(words: list[str]) -> None:
    """Whoever has seen every part and each beginning finds the same as one who is new."""
    old, texts = Redactor(), ["".join(words[:end]) for end in range(len(words) + 1)]
    for text in (*words, *texts):
        old.text(text)

    assert [Redactor().text(text) for text in texts] == [old.text(text) for text in texts]


def test_only_short_texts_without_a_secret_are_remembered() -> None:
    """What held a secret is not, nor what is long, nor more than so many."""
    redactor = Redactor()
    redactor.text("deploy --password hunter2")
    redactor.text("x " * redact.LONGEST_REMEMBERED)
    assert redactor.clean == {"deploy --password [redacted]"}

    for number in range(2 * redact.MOST_REMEMBERED):
        redactor.text(f"ls {number}")
    assert len(redactor.clean) <= redact.MOST_REMEMBERED


MODULES = [
    redact, secret_ends, secret_named, secret_names, secret_options, secret_programs,
    secret_shapes, secret_urls,
]  # fmt: skip
PATTERNS = {
    f"{module.__name__}.{name}": str(value.pattern)
    for module in MODULES
    for name, value in vars(module).items()
    if isinstance(value, LazyPattern)
}
PATTERNS["shapes"] = shapes().pattern
PATTERNS |= {
    f"header {quote}": str(value.pattern) for quote, value in secret_named.IN_HEADER.items()
}


def test_every_pattern_is_looked_at() -> None:
    """The patterns of each module are found, whatever holds them."""
    found = {name.rpartition(".")[0].rpartition(".")[2] for name in PATTERNS if "." in name}

    assert found == {module.__name__.rpartition(".")[2] for module in MODULES}


@each_row("name", PATTERNS)
def test_no_pattern_can_explode(name: str) -> None:
    """A loop over more than one character never gives back what it has read."""
    pattern = sre_parser.parse(PATTERNS[name])
    for loop in loops(pattern):
        ((_, (_, _, body)),) = loop
        one = len(body) == 1 and mask_of(*body[0]) is not None

        assert one or is_atomic(loop, pattern) or not explodes(PATTERNS[name])


def is_atomic(loop: Any, tree: Any) -> bool:
    """Say whether a loop is alone in an atomic group of the pattern."""
    for operator, argument in tree:
        if operator is sre.ATOMIC_GROUP and list(argument) == loop:
            return True
        trees = [argument[2]] if operator in REPEATS else inside(operator, argument)
        if any(is_atomic(loop, other) for other in trees):
            return True
    return False
