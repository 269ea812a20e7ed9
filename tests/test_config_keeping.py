"""How things are kept, as `config.yaml` says."""

from __future__ import annotations

from pathlib import Path

import pytest

from proctor.config import load_config
from proctor.errors import ConfigProblems, Problem, UsageError
from proctor.keepers import keeping_of, open_reader
from proctor.roles.trust import FOLDER
from proctor.terms.keeping import Keeping, Unrecorded


def keeping(tmp_path: Path, text: str) -> Keeping:
    """Return what a home's config says of keeping."""
    (tmp_path / "config.yaml").write_text(text)
    return load_config(tmp_path, None).keeping


def problems(tmp_path: Path, text: str) -> list[Problem]:
    """Return what is wrong with a home's config."""
    with pytest.raises(ConfigProblems) as caught:
        keeping(tmp_path, text)
    return list(caught.value.problems)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", Keeping()),
        ("store:\nserver:\nredact:\nretention:\n", Keeping()),
        ("store: ''\n", Keeping()),
        ("store: memory\n", Keeping(store="memory")),
        ("store: postgresql://ada@db/proctor\n", Keeping(store="postgresql://ada@db/proctor")),
        ("store: postgres://db\n", Keeping(store="postgres://db")),
        ("server: {port: 9000, name: anvil}\n", Keeping(port=9000, host="anvil")),
        ("server: {port: 65535}\n", Keeping(port=65_535)),
        ("redact: ['acme-[0-9]{8}']\n", Keeping(redact=("acme-[0-9]{8}",))),
        ("redact: []\n", Keeping()),
        ("retention: {days: 90}\n", Keeping(keep_days=90)),
        ("retention: {size: 500 MB}\n", Keeping(keep_bytes=500_000_000)),
        ("retention: {size: 2GB, days: 1}\n", Keeping(keep_bytes=2 * 10**9, keep_days=1)),
        ("retention: {size: 1 KB}\n", Keeping(keep_bytes=1000)),
        ("retention: {size: 1TB}\n", Keeping(keep_bytes=10**12)),
        ("telemetry:\n", Keeping()),
        ("telemetry: {}\n", Keeping()),
        ("telemetry: {enabled: true}\n", Keeping()),
        ("telemetry: {enabled: false}\n", Keeping(telemetry=False)),
        ("unrecorded:\n", Keeping()),
        ("unrecorded: reads\n", Keeping()),
        ("unrecorded: refuse\n", Keeping(unrecorded=Unrecorded.REFUSE)),
    ],
)
def test_what_is_written_counts(tmp_path: Path, text: str, expected: Keeping) -> None:
    """Each key sets its part; what is not there, or null, is as without a config."""
    assert keeping(tmp_path, text) == expected


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("store: [x]", "wrong-type", "`store` is a text, not a list"),
        ("telemetry: false", "wrong-type", "`telemetry` is a map, not true or false"),
        ("telemetry: {enabled: 0}", "wrong-type", "`enabled` is true or false, not a number"),
        ("telemetry: {enable: true}", "unknown-key", "`enable` is not a key of `telemetry`"),
        ("store: 5", "wrong-type", "`store` is a text, not a number"),
        ('store: "a\\nb"', "wrong-value", "`store` has line breaks or control characters"),
        ("store: mysql://x", "wrong-value", "`store` is the address of a PostgreSQL database"),
        ("store: proctor.db", "wrong-value", "`store` is the address of a PostgreSQL database"),
        ("server: 8080", "wrong-type", "`server` is a map, not a number"),
        ("server: {port: 0}", "wrong-type", "`port` is a whole number above zero, not a number"),
        ("server: {port: 70000}", "wrong-value", "`port` is at most 65535"),
        ("server: {port: '80'}", "wrong-type", "`port` is a whole number above zero, not a text"),
        ("server: {port: true}", "wrong-type", "`port` is a whole number above zero, not true"),
        ("server: {name: ' '}", "wrong-value", "`name` is what this machine is called"),
        (f"server: {{name: {'x' * 300}}}", "wrong-value", "`name` is what this machine is called"),
        ("server: {name: 5}", "wrong-type", "`name` is a text, not a number"),
        ("server: {prot: 80}", "unknown-key", "`prot` is not a key of `server`"),
        ("retention: 90", "wrong-type", "`retention` is a map, not a number"),
        ("retention: {days: 0}", "wrong-type", "`days` is a whole number above zero, not a number"),
        ("retention: {days: 1.5}", "wrong-type", "`days` is a whole number above zero"),
        ("retention: {days: all}", "wrong-type", "`days` is a whole number above zero, not a text"),
        ("retention: {size: 500}", "wrong-value", "`size` is a number with its unit"),
        ("retention: {size: '500'}", "wrong-value", "`size` is a number with its unit"),
        ("retention: {size: 0 MB}", "wrong-value", "`size` is a number with its unit"),
        ("retention: {size: 5 mb}", "wrong-value", "`size` is a number with its unit"),
        ("retention: {size: -5 MB}", "wrong-value", "`size` is a number with its unit"),
        ("retention: {size: [5 MB]}", "wrong-value", "`size` is a number with its unit"),
        ("retention: {day: 5}", "unknown-key", "`day` is not a key of `retention`"),
        ("unrecorded: all", "wrong-value", "`unrecorded` is `reads` or `refuse`"),
        ("unrecorded: Reads", "wrong-value", "`unrecorded` is `reads` or `refuse`"),
        ("unrecorded: [reads]", "wrong-type", "`unrecorded` is a text, not a list"),
        ("redact: secret", "wrong-type", "`redact` is a list, not a text"),
        ("redact: [5]", "wrong-type", ""),
        ("redact: ['(']", "bad-pattern", ""),
        ("redact: ['(a+)+$']", "exploding-pattern", ""),
        ("redact: ['x*']", "wrong-value", "this pattern matches where nothing stands"),
        ("redact: ['']", "wrong-value", ""),
        ("redact: ['^']", "wrong-value", "this pattern matches where nothing stands"),
    ],
)
def test_what_is_wrong_does_not_load(tmp_path: Path, text: str, code: str, message: str) -> None:
    """One problem, with its code, in the line where it is."""
    found = problems(tmp_path, f"# a comment\n{text}\n")

    assert [(problem.code, problem.place.line) for problem in found] == [(code, 2)]
    assert message in found[0].message


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("server: {prot: 80}", "did you mean `port`?"),
        ("retention: {day: 5}", "did you mean `days`?"),
        ("retension: {days: 5}", "did you mean `retention`?"),
        ("server: {listen: 80}", "the keys are port, name"),
        ("store: mysql://x", "write `postgresql://user@host/name`"),
        ("retention: {size: '500'}", "`500 MB`; units: KB, MB, GB, TB"),
        ("redact: secret", "write `[secret]`"),
    ],
)
def test_what_is_wrong_comes_with_a_help(tmp_path: Path, text: str, hint: str) -> None:
    """A near key, the form of a value, or the keys that there are."""
    (problem,) = problems(tmp_path, f"{text}\n")

    assert hint in (problem.help or "")


def test_every_pattern_that_is_wrong_is_told(tmp_path: Path) -> None:
    """One bad pattern does not hide the next, and none of them loads."""
    found = problems(tmp_path, "redact:\n  - fine-[0-9]+\n  - x*\n  - (\n")

    assert [problem.place.line for problem in found] == [3, 4]


KEEPING = """
store: memory
server: {port: 9000, name: elsewhere}
redact: [acme]
retention: {days: 1}
telemetry: {enabled: false}
"""


def test_a_projects_word_on_keeping_does_not_count(tmp_path: Path) -> None:
    """A repository that says where records go, or for how long, is warned of and not heard."""
    home, root = tmp_path / "home", tmp_path / "shop"
    (root / FOLDER).mkdir(parents=True)
    (root / ".git").mkdir()
    home.mkdir()
    (home / "config.yaml").write_text("retention: {days: 90}\n")
    (root / FOLDER / "config.yaml").write_text(KEEPING)
    config = load_config(home, root)
    warned = [problem for problem in config.problems if problem.code == "only-at-home"]

    assert config.keeping == Keeping(keep_days=90)
    assert [problem.message for problem in warned] == [
        f"`{key}` counts in the home's config only"
        for key in ("store", "server", "redact", "retention", "telemetry")
    ]
    assert all(problem.warning for problem in warned)


def test_the_variable_counts_before_the_config(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`PROCTOR_STORE` names the store; an empty one names none; a strange one is refused."""
    (tmp_path / "config.yaml").write_text("store: postgresql://nowhere/x\n")
    monkeypatch.setenv("PROCTOR_STORE", "memory")
    named = keeping_of(tmp_path).store
    monkeypatch.setenv("PROCTOR_STORE", "")
    unnamed = keeping_of(tmp_path).store
    monkeypatch.setenv("PROCTOR_STORE", "mysql://x")

    assert (named, unnamed) == ("memory", "postgresql://nowhere/x")
    with pytest.raises(UsageError, match="the store is `postgresql"):
        open_reader(tmp_path)
