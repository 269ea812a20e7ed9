"""The MCP servers behind the gateway, as `config.yaml` says."""

from __future__ import annotations

from pathlib import Path

import pytest

from proctor.config import load_config
from proctor.errors import ConfigProblems, Problem
from proctor.roles.preview import preview
from proctor.roles.trust import FOLDER, project_files, trust
from proctor.terms.upstream import UpstreamSetting


def upstreams(home: Path, text: str) -> tuple[UpstreamSetting, ...]:
    """Return what a home's config says of upstreams."""
    (home / "config.yaml").write_text(text)
    return load_config(home, None).upstreams


def problems(home: Path, text: str) -> list[Problem]:
    """Return what is wrong with a home's config."""
    with pytest.raises(ConfigProblems) as caught:
        upstreams(home, text)
    return list(caught.value.problems)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ()),
        ("upstreams:\n", ()),
        ("upstreams: {}\n", ()),
        ("upstreams: {shop: null}\n", ()),
        (
            "upstreams: {shop: {command: npx shop-server --tea 'a b'}}\n",
            (UpstreamSetting("shop", command=("npx", "shop-server", "--tea", "a b")),),
        ),
        (
            "upstreams: {shop: {command: [shop, '$HOME', 'a;b']}}\n",
            (UpstreamSetting("shop", command=("shop", "$HOME", "a;b")),),
        ),
        (
            "upstreams: {far: {url: https://shop.example/mcp, headers: {x-key: '${SHOP}'}}}\n",
            (
                UpstreamSetting(
                    "far", url="https://shop.example/mcp", headers=(("x-key", "${SHOP}"),)
                ),
            ),
        ),
        (
            (
                "upstreams:\n  a-1: {command: a, env: {K: 5, L: '${M} x'}, cwd: sub, timeout: 2m,"
                " start_timeout: 5, largest: 2 MB}\n"
            ),
            (
                UpstreamSetting(
                    "a-1",
                    command=("a",),
                    env=(("K", "5"), ("L", "${M} x")),
                    cwd="sub",
                    timeout=120.0,
                    start_timeout=5.0,
                    largest=2_000_000,
                ),
            ),
        ),
    ],
)
def test_what_is_written_counts(
    tmp_path: Path, text: str, expected: tuple[UpstreamSetting, ...]
) -> None:
    """Each upstream has what is said of it; a command is cut into words, and no shell reads it."""
    assert expected == upstreams(tmp_path, text)


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("5", "wrong-type", "`upstreams` is a map, not a number"),
        ("{Shop: {command: a}}", "bad-id", "`Shop` cannot be the name of an upstream"),
        ("{a_b: {command: a}}", "bad-id", "`a_b` cannot be the name of an upstream"),
        ("{-a: {command: a}}", "bad-id", "`-a` cannot be the name of an upstream"),
        (f"{{{'a' * 33}: {{command: a}}}}", "bad-id", "cannot be the name of an upstream"),
        ("{shop: npx}", "wrong-type", "an upstream is a map, not a text"),
        ("{shop: {}}", "missing-key", "the upstream `shop` has neither a `command` nor a `url`"),
        ("{shop: {command: a, url: 'http://a'}}", "both-given", "both a `command` and a `url`"),
        ("{shop: {command: a, headers: {a: b}}}", "both-given", "`headers` does not go with"),
        ("{shop: {url: 'http://a', env: {a: b}}}", "both-given", "`env` does not go with a `url`"),
        ("{shop: {url: 'http://a', cwd: b}}", "both-given", "`cwd` does not go with a `url`"),
        ("{shop: {comand: a, command: a}}", "unknown-key", "`comand` is not a key of an upstream"),
        ("{shop: {command: ''}}", "wrong-value", "`command` is a program and its arguments"),
        ("{shop: {command: []}}", "wrong-value", "`command` is a program and its arguments"),
        ("{shop: {command: ['']}}", "wrong-value", "`command` is a program and its arguments"),
        ('{shop: {command: [a, "b\\e[2J"]}}', "wrong-value", "`command` is a program and its"),
        ("{shop: {command: [a, 5]}}", "wrong-type", "an entry of `command` is a text"),
        ("{shop: {command: {a: b}}}", "wrong-type", "`command` is a text, not a map"),
        ('{shop: {command: "a \'b"}}', "wrong-value", "the command cannot be cut into words"),
        ("{shop: {command: null}}", "wrong-type", "`command` is empty"),
        ("{shop: {url: shop.example}}", "wrong-value", "`url` is an address"),
        ("{shop: {url: 'file:///etc/passwd'}}", "wrong-value", "`url` is an address"),
        ("{shop: {url: 'http://'}}", "wrong-value", "`url` is an address"),
        ("{shop: {command: a, env: [b]}}", "wrong-type", "`env` is a map, not a list"),
        ("{shop: {command: a, env: {A=B: c}}}", "wrong-value", "`A=B` cannot be given"),
        ("{shop: {command: a, env: {PROCTOR_HOME: c}}}", "wrong-value", "`PROCTOR_HOME` cannot"),
        ("{shop: {command: a, env: {A: [b]}}}", "wrong-type", "the value of `A` is a text"),
        ("{shop: {command: a, env: {A: null}}}", "wrong-type", "the value of `A` is a text"),
        ("{shop: {command: a, env: {A: '${b c}'}}}", "wrong-value", "names no variable"),
        ("{shop: {command: a, env: {A: '${b'}}}", "wrong-value", ""),
        ("{shop: {command: a, env: {A: '${PROCTOR_TOKEN}'}}}", "wrong-value", "no upstream is"),
        ("{shop: {url: 'http://a', headers: {'a b': c}}}", "wrong-value", "`a b` cannot be given"),
        ("{shop: {command: a, timeout: 2h}}", "wrong-value", "`timeout` is a time of 1 to 3600"),
        ("{shop: {command: a, largest: 5}}", "wrong-value", "`largest` is a size"),
        ("{shop: {command: a, largest: 1 TB}}", "wrong-value", "`largest` is a size"),
    ],
)
def test_what_is_wrong_does_not_load(tmp_path: Path, text: str, code: str, message: str) -> None:
    """One problem, with its code, in the line where it is."""
    found = problems(tmp_path, f"# a comment\nupstreams: {text}\n")

    assert [(problem.code, problem.place.line) for problem in found] == [(code, 2)]
    assert message in found[0].message


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("{shop: {comand: a, command: a}}", "did you mean `command`?"),
        ("{Shop: {command: a}}", "a name has small letters, digits and hyphens, at most 32"),
        ('{shop: {command: "a \'b"}}', "no closing quotation; write it as a list"),
        ("{shop: {command: a, largest: 5}}", "such as `500 KB` or `2 MB`"),
    ],
)
def test_what_is_wrong_comes_with_a_help(tmp_path: Path, text: str, hint: str) -> None:
    """A near key, or the form of a value."""
    (problem,) = problems(tmp_path, f"upstreams: {text}\n")

    assert problem.help is not None
    assert hint in problem.help


@pytest.mark.parametrize(
    "text",
    [
        "upstreams: {shop: {command: a, env: {A: pa55, B=: c}}}",
        "upstreams: {shop: {command: a, env: {A: 'pa55 ${'}}}",
        "upstreams: {shop: {command: a, env: pa55w0rd}}",
        "upstreams: {shop: {command: a, env: [pa55w0rd]}}",
        "upstreams: {shop: {command: a, env: {A: [pa55w0rd]}}}",
        "upstreams: {shop: {command: a, headers: {x: pa55w0rd}}}",
        "upstreams: {shop: {url: 'http://a', headers: {x y: pa55}, env: {A: pa55}}}",
        'upstreams: {shop: {command: a, env: {A: "pa55w0rd\\e"}}}',
        "upstreams:\n  shop:\n    command: a\n    env:\n      SHOP_TOKEN: 'pa55w0rd\n",
        "upstreams:\n  shop:\n    command: a\n    env:\n      A: pa55w0rd\n      A: pa55w0rd2\n",
        "upstreams:\n  shop:\n    command: a\n    env: {SHOP_KEY: pa55w0rd, Authorization: *x}\n",
        "upstreams:\n  shop: {url: 'http://a', headers: {Authorization: Bearer pa55w0rd]}\n",
        "upstreams:\n  shop: {url: 'https://ada:pa55w0rd@shop.example', env: {A: b}}\n",
    ],
)
def test_no_error_shows_a_value_that_may_be_secret(tmp_path: Path, text: str) -> None:
    """Neither its message nor the line under it shows what a variable or header holds."""
    found = problems(tmp_path, f"{text}\n")

    assert found
    assert "pa55" not in ConfigProblems(found).render()


def test_a_setting_says_only_its_name(tmp_path: Path) -> None:
    """No repr, and so no log, has a variable, a header or an address in it."""
    (shop,) = upstreams(tmp_path, "upstreams: {shop: {command: a --k pa55, env: {A: pa55}}}\n")

    assert repr(shop) == "UpstreamSetting('shop')"


def project_with(tmp_path: Path, home_says: str, project_says: str) -> tuple[Path, Path]:
    """Return a home and a project, each with a config."""
    home, root = tmp_path / "home", tmp_path / "shop"
    (root / FOLDER).mkdir(parents=True)
    (root / ".git").mkdir()
    home.mkdir()
    (home / "config.yaml").write_text(home_says)
    (root / FOLDER / "config.yaml").write_text(project_says)
    return home, root


def test_a_project_starts_nothing_until_it_is_trusted(tmp_path: Path) -> None:
    """A cloned repository's command counts once a person has seen it, and then as it was seen."""
    home, root = project_with(
        tmp_path,
        "upstreams: {git: {command: git-server}, shop: {command: home-shop}}\n",
        "upstreams: {shop: {command: shop-server, env: {KEY: '${SHOP_KEY}'}}}\n",
    )
    git, own = UpstreamSetting("git", ("git-server",)), UpstreamSetting("shop", ("home-shop",))
    theirs = UpstreamSetting("shop", ("shop-server",), env=(("KEY", "${SHOP_KEY}"),))

    assert load_config(home, root).upstreams == (git, own)
    files = project_files(root, home)
    assert preview(root, home, files).upstreams == (theirs,)
    trust(root, home, shown=files.now)
    assert load_config(home, root).upstreams == (git, theirs)
    (root / FOLDER / "config.yaml").write_text("upstreams: {shop: {command: rm -rf x}}\n")
    assert load_config(home, root).upstreams == (git, theirs)


def test_an_untrusted_project_cannot_take_away_an_upstream(tmp_path: Path) -> None:
    """Neither null nor another command in a cloned repository changes what the home set up."""
    home, root = project_with(
        tmp_path, "upstreams: {git: {command: git-server}}\n", "upstreams: {git: null}\n"
    )

    assert load_config(home, root).upstreams == (UpstreamSetting("git", ("git-server",)),)
