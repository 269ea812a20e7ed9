"""JSON that stands in a text is redacted as its values would be, whole or cut off."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from re import _parser as sre_parser  # type: ignore[attr-defined]  # the parser of patterns
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from proctor.audit.prepare import prepared
from proctor.audit.redaction import secret_json
from proctor.audit.redaction.redact import DEEPEST, REDACTED, Redactor
from proctor.normalise.calls import normalise
from proctor.policy.explosion import explodes, loops, mask_of
from proctor.terms.call import ToolCall
from proctor.terms.lazy_pattern import LazyPattern
from proctor.terms.surroundings import Surroundings
from tests.audit.homes import a_record
from tests.audit.redaction.test_redact import PLACES, hostile, json_values
from tests.tables import each_row

SECRET = "Zq8dK2mX0pLw5nRt7vYb3c"  # noqa: S105 - it opens nothing
LOGIN = "tool:mcp__shop__login:"


@each_row(
    ("text", "want"),
    [
        (
            LOGIN + '{"note":"curl -u ada:word x"}',
            LOGIN + '{"note":"curl -u ada:[redacted] x"}',
        ),
        (
            'no rule for {"note":"curl -u ada:word x"} of this role',
            'no rule for {"note":"curl -u ada:[redacted] x"} of this role',
        ),
        (
            '{"a": "echo \\"a\\"\\ncurl -u ada:word x"}',
            '{"a": "echo \\"a\\"\\ncurl -u ada:[redacted] x"}',
        ),
        ('{"a":"mysql -p\\u0041bc shop"}', '{"a":"mysql -p[redacted] shop"}'),
        ('{"pass\\u0077ord":"a b"}', '{"pass\\u0077ord":"[redacted]"}'),
        (
            '{"é":"curl -u ada:word \\ud83d\\ude00"}',
            '{"é":"curl -u ada:[redacted] \\ud83d\\ude00"}',
        ),
        ('{"é":"curl -u ada:word 😀\\n"}', '{"é":"curl -u ada:[redacted] 😀\\n"}'),
        (
            '{"é":"curl -u ada:word 😀\\ud800"}',
            '{"é":"curl -u ada:[redacted] \\ud83d\\ude00\\ud800"}',
        ),
        ('[1, "curl -u ada:word x"]', '[1, "curl -u ada:[redacted] x"]'),
        ('[[null], "curl -u ada:word x"]', '[[null], "curl -u ada:[redacted] x"]'),
        (
            '{"argv":["mysql","--password","a b"]}',
            '{"argv":["mysql","--password","[redacted]"]}',
        ),
        (
            '{"env":[{"value":"a b","name":"DB_PASSWORD"}]}',
            '{"env":[{"value":"[redacted]","name":"DB_PASSWORD"}]}',
        ),
        (
            '{"max_tokens":5,"creds":{"a":[5, true, null, "b c"]}}',
            '{"max_tokens":5,"creds":{"a":["[redacted]", true, null, "[redacted]"]}}',
        ),
        (
            '{"a":"{\\"b\\":\\"curl -u ada:word x\\"}"}',
            '{"a":"{\\"b\\":\\"curl -u ada:[redacted] x\\"}"}',
        ),
        ('{"a":"curl -u ada:one x","a":"y"}', '{"a":"curl -u ada:[redacted] x","a":"y"}'),
        ('{"a":"curl -u ada:wo', '{"a":"curl -u ada:[redacted]'),
        ('{"note":"curl -u ada:wo… (7 more)', '{"note":"curl -u ada:[redacted] (7 more)'),
        ('say [" and {"a":"curl -u ada:word x"}', 'say [" and {"a":"curl -u ada:[redacted] x"}'),
        ('{"a" {"note":"curl -u ada:word x"}', '{"a" {"note":"curl -u ada:[redacted] x"}'),
        ('{"ghp_Zq8dK2mX0pLw5nRt7vYb3c', '{"[redacted]'),
        ('{"token":[redacted],"a":1}', '{"token":[redacted],"a":1}'),
    ],
)  # fmt: skip
def test_a_secret_in_json_goes(text: str, want: str) -> None:
    """Escapes, keys, lists, pairs and cuts hide nothing, and what is no secret stays as written."""
    assert want == Redactor().text(text)


@each_row(
    "text",
    [
        LOGIN + '{"name":"ada","note":"nothing","n":[1,2,{"a":null}]}',
        '{"a":"\\u00e9\\n", "a":1}',
        'if [ "$x" = "y" ]; then echo "${a["b"]}"; fi',
        "awk '{ \"date\" | getline }' f",
        '{"password":"$TOKEN","secret":""}',
        '{"deep":' + "[" * 5_000 + "]" * 5_000 + "}",
        '{"a',
        '["',
    ],
)
def test_json_without_a_secret_comes_back_itself(text: str) -> None:
    """Nothing is written anew where there is nothing to hide."""
    assert text is Redactor().text(text)


def test_what_a_shell_would_run_stays_in_sight() -> None:
    """A command cannot hide in something that looks like JSON, but the input of a tool can."""
    redactor = Redactor()
    command = '{"password":"$(rm -rf /)x"} [ "--password", "`rm -rf y`" ]'

    assert redactor.text(f"tool:bash:echo {command}").count("rm -rf") == command.count("rm -rf")
    assert redactor.text(LOGIN + '{"password":"$(a)x"}') == LOGIN + '{"password":"[redacted]"}'


def test_json_in_json_in_json() -> None:
    """However deep a secret is wrapped, with whatever escapes, it is gone; so is what is deeper."""
    for wrap in (json.dumps, by_numbers):
        text = f"curl -u ada:{SECRET} x"
        for _ in range(DEEPEST + 3):
            text = wrap({"a": text})
            shown = Redactor().text(text)

            assert SECRET not in shown
            assert shown == Redactor().text(shown)


def by_numbers(value: dict[str, str]) -> str:
    """Write an object with escapes that grow slowly from one step to the next."""
    text = value["a"].replace("\\", "\\u005c").replace('"', "\\u0022")
    return f'{{"a":"{text}"}}'


SHAPES: list[Callable[[str], Any]] = [
    lambda secret: {"a": secret},
    lambda secret: {"a": ["x", {"b": secret}]},
    lambda secret: [1, [secret]],
    lambda secret: {"password": {"b": [secret]}},
    lambda secret: {"argv": ["mysql", "--password", secret]},
    lambda secret: {"a": json.dumps({"b": secret})},
]
FORMS = [place.format(*[SECRET] * place.count("{}")) for place in PLACES]


@each_row("plain", [True, False], ids=["ascii", "as it is"])
@each_row("shape", SHAPES)
@each_row("form", FORMS)
def test_what_a_value_hides_a_text_hides(
    form: str, shape: Callable[[str], Any], plain: Any
) -> None:
    """Each known secret is gone from JSON, in each manner of writing it, and from its action."""
    value = shape(f"é {form}")
    for text in (
        json.dumps(value, ensure_ascii=plain),
        json.dumps(value, ensure_ascii=plain, indent=2),
        LOGIN + json.dumps(value, ensure_ascii=plain, separators=(",", ":"), sort_keys=True),
    ):
        assert SECRET not in Redactor().text(text)
    assert SECRET not in json.dumps(Redactor().value(value))


@each_row("plain", [True, False], ids=["ascii", "as it is"])
@each_row("form", FORMS)
def test_a_cut_hides_nothing_less(form: str, plain: Any) -> None:
    """Wherever the text is cut, no more of a secret is seen than where it stands alone."""
    for shape in SHAPES[:2]:
        text = LOGIN + json.dumps(shape(form), ensure_ascii=plain)
        for end in range(text.find(SECRET), len(text)):
            seen = Redactor().text(text[:end])
            # As much of the form as is left, meant and not written.
            left = json.loads(f'"{whole_escapes(text[len(LOGIN) : end])}"')
            alone = Redactor().text(left)

            assert shown_of(seen) <= max(shown_of(alone), 0)


def whole_escapes(raw: str) -> str:
    """Return what is left of the last text of cut JSON, without a half of an escape."""
    if raw.endswith("}"):
        raw = raw.rstrip("}]")
    last = max(found.start() for found in re.finditer(r"(?<!\\)\"(?=[^,}\]:])", raw))
    text = raw[last + 1 :]
    text = re.sub(r"(?<!\\)\"[}\]]*\Z", "", text)
    return re.sub(r"(?<!\\)((?:\\\\)*)\\(?:u[0-9a-f]{0,3})?\Z", r"\1", text)


def shown_of(text: str) -> int:
    """Return how much of the secret can be read in a text."""
    return next(length for length in range(len(SECRET), -1, -1) if SECRET[:length] in text)


@given(json_values)
def test_any_json_is_redacted_once_and_for_all(value: object) -> None:
    """Nothing raises, and a text of JSON that was redacted stays as it is."""
    text = json.dumps(Redactor().value(value))
    once = Redactor().text(text)

    assert once == Redactor().text(once)


@given(st.lists(st.sampled_from(['{"', '":"', '","', '["', '"]', '"}', '\\"', "[", "{", "]", "}",
    ",", ":", "1", '"', "\\", "\\u00", "password", "curl -u a:b ", "x", REDACTED]), max_size=20),
    hostile)  # fmt: skip
def test_any_text_with_brackets_is_redacted_once_and_for_all(words: list[str], more: str) -> None:
    """Nothing raises, and a text that was redacted stays as it is."""
    once = Redactor().text("".join(words) + more)

    assert once == Redactor().text(once)


HOSTILE = ['{"', '["', '{"a', '{"a":', '["a",', '[{"', '["{', '"[', '["\\', '{"a":"\\"', '["a" x ',
           '{"password":"a",', '[{"name":"TOKEN","value":"', '{"a":"curl -u a:b x",', "[1,", "[ ",
           '{"a":{"a":', '["--password","x",']  # fmt: skip


@each_row("unit", HOSTILE)
def test_a_long_hostile_text_ends(unit: str) -> None:
    """A hundred thousand characters made for it take no longer than others."""
    text = unit * (100_000 // len(unit))

    assert len(Redactor().text(text)) <= 10 * len(text)


def test_the_kept_action_hides_what_the_kept_input_hides(around: Surroundings) -> None:
    """What a tool is handed is hidden in the string of its action, its reason and its detail."""
    call = ToolCall(
        tool="mcp__shop__login",
        input={"note": f"curl -u ada:{SECRET} x", "more": [{"é": f'app --token "{SECRET}"\n'}]},
        cwd="/srv/app",
    )
    action = normalise(call, around)
    record = a_record(
        action_string=action.string,
        why=f"nobody allows {action.string[:100]}…",
        detail=f"{action.parts[0].text} was asked",
        input=call.input,
    )
    kept = prepared(record, Redactor(), b"key")

    assert SECRET in action.string
    assert SECRET not in repr(kept)
    assert kept.action_string.count(REDACTED) == 2


PATTERNS = {
    name: str(value.pattern)
    for name, value in vars(secret_json).items()
    if isinstance(value, LazyPattern)
}


@each_row("name", PATTERNS)
def test_no_pattern_can_explode(name: str) -> None:
    """A loop over more than one character never gives back what it has read."""
    for ((operator, (_, _, body)),) in loops(sre_parser.parse(PATTERNS[name])):
        one = len(body) == 1 and mask_of(*body[0]) is not None

        assert one or str(operator) == "POSSESSIVE_REPEAT" or not explodes(PATTERNS[name])
