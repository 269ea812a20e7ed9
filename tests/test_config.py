"""config.yaml of home and project."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from proctor.config import KEYS, Config, load_config
from proctor.errors import ConfigProblems
from proctor.policy.profiles import PROFILES
from proctor.terms.catalogue import BUILT_IN, Annotations, ToolInfo
from proctor.terms.effect import Effect
from proctor.terms.kind import Kind
from proctor.terms.role import ALLOW_BEFORE_ASK
from tests.amounts import amount


def config(home: Path, text: str | bytes) -> Config:
    """Load a home's config from its text."""
    (home / "config.yaml").write_bytes(text if isinstance(text, bytes) else text.encode())
    return load_config(home, None)


def codes(home: Path, text: str | bytes) -> list[tuple[str, int, int]]:
    """Return code, line and column of the errors of a config."""
    with pytest.raises(ConfigProblems) as caught:
        config(home, text)
    return [(p.code, p.place.line, p.place.column) for p in caught.value.problems]


def texts(found: Config, name: str, effect: Effect) -> list[str]:
    """Return the rules of a profile's list."""
    return [rule.text for rule in found.profiles[name].rules if rule.effect is effect]


def test_without_files_there_are_the_built_in_profiles(tmp_path: Path) -> None:
    """And the built-in tools."""
    found = load_config(tmp_path, tmp_path / "project")

    assert (
        found.profiles,
        found.catalogue,
        found.follow_bypass,
        found.additional_directories,
    ) == (PROFILES, BUILT_IN, False, ())


@pytest.mark.parametrize("text", ["", "# nothing\n", "profiles:\ntools:\n", "{}\n"])
def test_an_empty_config_says_nothing(tmp_path: Path, text: str) -> None:
    """It is no error."""
    assert config(tmp_path, text).profiles == PROFILES


def test_a_profile_starts_from_another(tmp_path: Path) -> None:
    """Lists add; order and otherwise come from the start unless given, in any order of files."""
    found = config(
        tmp_path,
        "profiles:\n"
        "  b: {profile: a, deny: [Agent], otherwise: ask}\n"
        "  a: {profile: locked, allow: [Grep]}\n",
    )

    assert texts(found, "b", Effect.ALLOW) == ["tool:view:.*", "Grep"]
    assert texts(found, "b", Effect.DENY) == ["Agent"]
    assert (
        found.profiles["b"].order,
        found.profiles["b"].otherwise,
        found.profiles["a"].otherwise,
    ) == (ALLOW_BEFORE_ASK, Effect.ASK, Effect.DENY)


def test_a_profile_of_its_own_has_only_what_it_says(tmp_path: Path) -> None:
    """Without a start there are no other rules, and the rest is asked."""
    found = config(tmp_path, "profiles: {a: {allow: [Read]}}\n")

    assert (
        texts(found, "a", Effect.ALLOW),
        found.profiles["a"].otherwise,
    ) == (["Read"], Effect.ASK)
    assert f"{tmp_path}/config.yaml:1" == str(found.profiles["a"].rules[0].where)


def test_tools_of_your_own_are_known(tmp_path: Path) -> None:
    """With what is said of them, and the careful choice for the rest."""
    found = config(
        tmp_path,
        "tools:\n  deploy: {description: Ship, kind: shell, fields: [cmd], category: ops}\n"
        "  look: {read_only: true}\n  mcp__a__b: {}\n  Read: {fields: [where]}\n  bare:\n",
    ).catalogue

    assert found.get("deploy") == ToolInfo(
        name="deploy",
        names=("deploy",),
        kind=Kind.SHELL,
        category="ops",
        description="Ship",
        fields=("cmd",),
    )
    assert Annotations(read_only=True) == found.get("look").annotations
    assert Kind.MCP is found.get("mcp__a__b").kind
    assert (found.get("view").fields, found.canonical("read_file")) == (("where",), "Read")
    assert Annotations() == found.get("bare").annotations


ERRORS: dict[str, tuple[str | bytes, int, int]] = {
    "unknown-key": ("profils: {}\n", 1, 1),
    "unknown-key of a profile": ("profiles:\n  a: {alow: []}\n", 2, 7),
    "unknown-key agent": ("profiles:\n  a: {agent: {}}\n", 2, 7),
    "unknown-key of a tool": ("tools:\n  a: {readonly: true}\n", 2, 7),
    "duplicate-key": ("tools: {}\ntools: {}\n", 2, 1),
    "wrong-type": ("- a\n", 1, 1),
    "wrong-type profiles": ("profiles: []\n", 1, 11),
    "wrong-type list": ("profiles: {a: {allow: Read}}\n", 1, 23),
    "wrong-type bool": ("follow_bypass: 1\n", 1, 16),
    "wrong-type folders": ("additional_directories: /x\n", 1, 25),
    "wrong-type fields": ("tools: {a: {fields: x}}\n", 1, 21),
    "wrong-value": ("tools: {a: {kind: blue}}\n", 1, 19),
    "known-tool": ("tools: {Bash: {kind: other}}\n", 1, 16),
    "known-tool read only": ("tools: {run_command: {read_only: true}}\n", 1, 23),
    "bad-tool-name": ("tools: {'a b': {}}\n", 1, 9),
    "bad-tool-name glob": ("tools: {'a*': {}}\n", 1, 9),
    "taken-name": ("profiles: {open: {}}\n", 1, 12),
    "unknown-profile": ("profiles: {a: {profile: b}}\n", 1, 25),
    "unknown-tool": ("profiles: {a: {allow: [Raed]}}\n", 1, 24),
    "bad-yaml": ("a: [\n", 1, 4),
    "not-utf-8": (b"\xff", 1, 1),
}


@pytest.mark.parametrize("name", ERRORS)
def test_an_error_has_its_code_and_place(tmp_path: Path, name: str) -> None:
    """A config with an error does not load."""
    text, line, column = ERRORS[name]

    assert [(name.split(maxsplit=1)[0], line, column)] == codes(tmp_path, text)


def test_profiles_in_a_circle_are_errors(tmp_path: Path) -> None:
    """Each of them is named; so is one that starts from itself."""
    text = "profiles:\n  a: {profile: b}\n  b: {profile: a}\n  c: {profile: c}\n"

    assert ("cycle", 2, 3) in codes(tmp_path, text)
    assert ("cycle", 4, 3) in codes(tmp_path, text)


def test_a_long_chain_of_profiles_is_an_error(tmp_path: Path) -> None:
    """As with roles, ten are enough."""
    chain = "".join(f"  p{n}: {{profile: p{n + 1}}}\n" for n in range(500))
    found = codes(tmp_path, f"profiles:\n{chain}  p500: {{}}\n")

    assert ("too-many-parents", 2, 3) in found


def test_a_projects_profile_may_start_from_its_namesake_at_home(tmp_path: Path) -> None:
    """Untrusted, it adds its denies; the home's profile stays whole."""
    project = tmp_path / "project"
    (project / ".proctor").mkdir(parents=True)
    (project / ".proctor/config.yaml").write_text(
        "profiles: {team: {profile: team, allow: [Bash], deny: [Agent]}}\n"
    )
    (tmp_path / "config.yaml").write_text("profiles: {team: {allow: [Read]}}\n")
    found = load_config(tmp_path, project)

    assert (
        texts(found, "team", Effect.ALLOW),
        texts(found, "team", Effect.DENY),
    ) == (["Read"], ["Agent"])


def test_a_linked_config_of_a_project_is_refused(tmp_path: Path) -> None:
    """It is not read, and nothing loads meanwhile."""
    project = tmp_path / "project"
    (project / ".proctor").mkdir(parents=True)
    (tmp_path / "other.yaml").write_text("profiles: {}\n")
    (project / ".proctor/config.yaml").symlink_to(tmp_path / "other.yaml")

    with pytest.raises(ConfigProblems) as caught:
        load_config(tmp_path, project)
    assert [(problem.code, problem.place.file) for problem in caught.value.problems] == [
        ("link", ".proctor/config.yaml")
    ]


WORDS = [*KEYS, "a", "b", "profile", "allow", "deny", "kind", "Read", "open", "fields"]
VALUES = st.recursive(
    st.sampled_from(["x", "1", "true", "null", "Read", "a", "b", "open", "[]", "{}"]),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda items: f"[{', '.join(items)}]"),
        st.dictionaries(st.sampled_from(WORDS), inner, max_size=3).map(
            lambda pairs: "{" + ", ".join(f"{key}: {value}" for key, value in pairs.items()) + "}"
        ),
    ),
    max_leaves=8,
)


@settings(
    max_examples=amount(50, 400),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.dictionaries(st.sampled_from(WORDS), VALUES, max_size=4))
def test_any_config_loads_or_is_refused(tmp_path: Path, fields: dict[str, str]) -> None:
    """Whatever the values are, the answer is a Config or our own error."""
    text = "".join(f"{key}: {value}\n" for key, value in fields.items())
    try:
        found = config(tmp_path, text)
    except ConfigProblems as error:
        error.render().encode()
        return
    assert PROFILES.items() <= found.profiles.items()
