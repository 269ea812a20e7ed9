"""
Patterns that lead through links: what a wildcard stands for may be a way into Proctor's folder.

The host is real, with the links that a clone can bring. `OPEN` allows everything, so what it
does not allow was stopped by the guard; `READER` allows what only reads.
"""

from __future__ import annotations

import pytest

from proctor.observe_patterns import PatternLook
from proctor.terms.effect import Effect
from tests.attacks.linked_host import READER, Host
from tests.tables import each_row


@each_row(
    "command",
    ["cat src/p?/token", "head src/[p]p/token", "tail src/p?/proctor.db", "cat src/*/token",
     "cat src/h?/.proctor/token", "cat u*/home/.proctor/token", "cat SRC/P?/token src/P?/token",
     "cat src/{p?,lib}/token", "x=src/p?; cat $x/token", "cat < src/p?/token", "cat near/to*",
     "cat src/**/token", "cat src/?p/../.proctor/token", "cat sr?/p?/tok*", "cp src/p?/token x",
     "cat x > src/p?/hooks/claude-code", "cp x src/p?/", "cd src/p? && cat token",
     "python3 x.py src/p?/token", "unknown --file=src/p?/token", "bin/x? approve 1",
     "find near -type f -exec cat {} +", "find src -name 'to*' -exec cat {} ';'",
     "find near -name token | xargs cat", "env cat src/p?/token", "bash -c 'cat src/p?/token'",
     "echo ../home/.proctor/*", "printf '%s ' ~/.proctor/*", "echo src/p?/*", "echo src/pp/*",
     "cd ../home; echo .proctor/*", "basename ../home/.proctor/*", ": ../home/.proctor/*",
     "wc -l near/*", "sed -n p near/*", "mv x src/p?/roles"],
)  # fmt: skip
def test_wildcards_do_not_lead_into_proctors_folder(command: str, host: Host) -> None:
    """A name that only the shell fills in is as guarded as one that is written."""
    assert host.effect(command) is Effect.DENY


@each_row(
    "command",
    ["cat /pro?/self/root/x", "cat /*/self/cwd/../x",
     "cat /proc/self/task/1/r?ot/x", "cat /proc/*/cwd/x", "cat /proc/self/f?/3", "cat /d?v/fd/3/x",
     "cat self/root/x", "cat x > self/cwd/../y",
     "cat src/hh/.procto?/token", "cat up/hom?/.proctor/token", "cat src/keys/*",
     "cat src/k*/id_rsa", "cat s*/keys/id_rsa"],
)  # fmt: skip
def test_uncertain_places_and_secrets_are_asked(command: str, host: Host) -> None:
    """What differs from process to process is not read, and secrets behind links count."""
    assert host.effect(command, READER) is Effect.ASK


@each_row(
    "command",
    ["cat src/*.py", "ls plain/*", "cat plain/*", "wc -l s*/main.py", "head plain/lib/*",
     "find plain -name '*.md' -exec cat {} +", "cat /dev/stdin", "cat /proc/*/status",
     "cat loo?/x", "cat /proc/cpuinf?", "echo plain/*", "echo *", "echo ../home/*"],
)  # fmt: skip
def test_ordinary_patterns_stay_allowed(command: str, host: Host) -> None:
    """Links that stay in the project are no reason to ask."""
    assert host.effect(command, READER) is Effect.ALLOW


@each_row(
    "command",
    ["pv/bin/procto? approve 1", "TOP/shop/pv/bin/pro* approve 1", "pv/bin/* approve 1",
     "p?/bin/proctor approve 1", "python3 pv/bin/procto? approve 1", "bash pv/bin/p* approve 1",
     "env pv/bin/procto? approve 1", "timeout 5 pv/bin/procto? approve 1",
     "npx procto? approve 1", "/usr/bin/clau?e --bare", "/usr/bin/gi? config core.hooksPath x",
     "x='$(proctor approve 1)'; ls ${x@P}", "a='a[$(proctor approve 1)]'; echo $((a))",
     "declare a='a[$(proctor approve 1)]'; ls ${b:a}", "read a <<< '$(proctor approve 1)'",
     "printf -v a '$(proctor approve 1)'", "export A='x[$(proctor  down)]'"],
)  # fmt: skip
def test_wildcards_and_values_do_not_hide_a_command_of_ours(command: str, host: Host) -> None:
    """The guard alone sees what a wildcard may run, and what a variable may."""
    assert host.effect(command) is not Effect.ALLOW


@each_row(
    "command",
    ["cat f > ~/.clau?e/settings.json", "cat f > .g?t/config", "cp f .clau?e/settings.json",
     "cp settings.json .clau?e/", "mv f .gi?/hooks/pre-commit", "mv .gi? x",
     "rm -rf .*", "tee .cl*/settings.json < f", "sed -i s/a/b/ .git/conf*",
     "grep -r x ../hom?", "cp -r ../h* x", "tar cf x ../h*", "chmod -R o+r ../h?me",
     "cat f > .hus*/pre-commit", "dd if=f of=.mcp.jso?", "cp f ?pencode.json",
     "find . -name 'settings*' | xargs -I{} cp f .c*e/{}", "ln -sf f .clau?e/settings.json"],
)  # fmt: skip
def test_wildcards_for_guarded_settings_are_asked(command: str, host: Host) -> None:
    """Writing to what may be a setting of agents, git or Proctor is for a person to decide."""
    assert host.effect(command) is Effect.ASK


@each_row("command", ["mv ../hom? x", "rm -rf ../h*"])
def test_wildcards_that_take_proctors_home_along_are_denied(command: str, host: Host) -> None:
    """The pattern certainly stands for the folder around it."""
    assert host.effect(command) is Effect.DENY


@each_row(
    "command",
    ["rm *.json", "rm -rf build/*", "mv build/* dist/", "bash scripts/*", "python3 *.py",
     "sed -i s/a/b/ plain/*.md", "rm .git/*.lock", "npx prettier --write 'src/**/*.ts'",
     "rm -rf node_modules/*", "x=1; echo $((x))", "printf '%s' proctor", "cat .clau?e/x",
     "cp plain/*.md x", "git add *.py", "chmod +x bin/*.sh"],
)  # fmt: skip
def test_ordinary_wildcards_are_no_concern_of_the_guard(command: str, host: Host) -> None:
    """What stands for too much is about nothing in particular."""
    assert host.effect(command) is Effect.ALLOW


def test_more_than_is_looked_at_is_asked(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the look ends, a link may be behind it."""
    monkeypatch.setattr("proctor.observe_patterns.PatternLook.__init__.__defaults__", (3, tuple))
    assert host.effect("cat plain/*/*", READER) is Effect.ASK
    assert host.effect("cat plain/*/*") is Effect.ASK
    assert host.effect("cat plain/a.md", READER) is Effect.ALLOW


def test_a_look_reads_each_folder_once(host: Host) -> None:
    """Many patterns for one folder cost less than many folders, and never nothing."""
    look = PatternLook(lambda link: link, lambda _: False)
    spent = []
    for ending in ("md", "py", "rs"):
        before = look.left
        look.places(f"{host.shop}/src/*.{ending}")
        spent.append(before - look.left)

    assert spent[0] > spent[1] == spent[2] > 0


def test_patterns_of_one_call_share_a_limit(host: Host) -> None:
    """Many patterns that lead through links are not all followed: the rest is asked about."""
    many = " ".join(f"plain/l*/{number}*" for number in range(2000))
    assert host.effect(f"cat {many}", READER) is Effect.ASK
