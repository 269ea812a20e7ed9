"""No prefix, wrapper, quoting or construct hides a denied command."""

from __future__ import annotations

import base64
import shlex
from collections.abc import Callable
from datetime import UTC, datetime

from hypothesis import given, settings
from hypothesis import strategies as st

from proctor import Effect, Policy, ToolCall
from proctor.normalise import normalise
from proctor.policy.decide import decide
from proctor.terms.surroundings import Surroundings
from tests.amounts import amount
from tests.tables import each_row

AROUND = Surroundings(
    cwd="/srv/app",
    home="/home/ada",
    root="/srv/app",
    start="/srv/app",
    proctor_home="/home/ada/.proctor",
    now=datetime(2026, 1, 1, tzinfo=UTC),
)
DENIED = ("rm -rf build", "git push --force origin main", "dropdb shop")
POLICY = Policy.of(
    allow=["Bash"], deny=["Bash(rm -rf *)", "Bash(git push --force *)", "Bash(dropdb *)"]
)

# What these run depends on what a command prints, so they are asked about.
UNSURE = {
    "base64",
    "a git pager",
    "a pager",
    "an exported pager",
    "git's own ssh",
    "an index",
    "arithmetic",
}
Hide = Callable[[str], str]


def words_as(change: Callable[[str], str]) -> Hide:
    """Return what writes each word of a plain command in another way."""
    return lambda line: " ".join(change(word) for word in line.split())


# Ways to write the words of a plain command that the shell takes for the same.
SPELLINGS: dict[str, Hide] = {
    "as it is": lambda line: line,
    "single quotes": words_as(lambda word: f"'{word}'"),
    "double quotes": words_as(lambda word: f'"{word}"'),
    "a backslash": words_as(lambda word: f"\\{word}"),
    "quotes in the middle": words_as(lambda word: f"{word[:1]}''{word[1:]}"),
    "ansi quotes": words_as(lambda word: "$'" + "".join(f"\\x{ord(c):02x}" for c in word) + "'"),
    "octal": words_as(lambda word: "$'" + "".join(f"\\{ord(c):03o}" for c in word) + "'"),
    "a path": lambda line: f"/usr/bin/{line}",
    "another path": lambda line: f"./{line}",
    "tabs": lambda line: line.replace(" ", " \t "),
    "a continued line": lambda line: line.replace(" ", " \\\n "),
    "braces": lambda line: "{" + line.replace(" ", ",") + "}",
    "a variable": lambda line: f"A={line.split()[0]}; $A {' '.join(line.split()[1:])}",
    "a variable in pieces": lambda line: f"A={line[:1]}; ${{A}}{line[1:]}",
    "all in a variable": lambda line: f"A='{line}'; $A",
    "an array": lambda line: f'a=({line}); "${{a[@]}}"',
    "a function's arguments": lambda line: f'f() {{ "$@"; }}; f {line}',
    "set": lambda line: f'set -- {line}; "$@"',
    "an assignment before": lambda line: f"A=1 {line}",
    "a redirection before": lambda line: f">/dev/null {line}",
    "a redirection behind": lambda line: f"{line} 2>&1",
}
# Ways to run a whole line, whatever is in it.
WRAPPERS: dict[str, Hide] = {
    "nothing": lambda line: line,
    "sh -c": lambda line: f"sh -c {shlex.quote(line)}",
    "bash -lc": lambda line: f"bash -lc {shlex.quote(line)}",
    "sudo sh": lambda line: f"sudo -u root sh -c {shlex.quote(line)}",
    "env": lambda line: f"env -i A=b sh -c {shlex.quote(line)}",
    "timeout": lambda line: f"timeout -k 1 5 sh -c {shlex.quote(line)}",
    "nice": lambda line: f"nice -n 5 nohup sh -c {shlex.quote(line)}",
    "xargs": lambda line: f"echo x | xargs sh -c {shlex.quote(line)}",
    "find": lambda line: f"find . -exec sh -c {shlex.quote(line)} ';'",
    "eval": lambda line: f"eval {shlex.quote(line)}",
    "trap": lambda line: f"trap {shlex.quote(line)} EXIT",
    "ssh": lambda line: f"ssh host {shlex.quote(line)}",
    "docker": lambda line: f"docker exec box sh -c {shlex.quote(line)}",
    "watch": lambda line: f"watch -n 1 {shlex.quote(line)}",
    "flock": lambda line: f"flock /tmp/l -c {shlex.quote(line)}",
    "su": lambda line: f"su - ada -c {shlex.quote(line)}",
    "busybox": lambda line: f"busybox sh -c {shlex.quote(line)}",
    "uv": lambda line: f"uv run sh -c {shlex.quote(line)}",
    "npx": lambda line: f"npx -c {shlex.quote(line)}",
    "a git alias": lambda line: f"git -c alias.x={shlex.quote('!' + line)} x",
    "a pager": lambda line: f"PAGER={shlex.quote(line)} git log",
    "an exported pager": lambda line: f"export GIT_PAGER={shlex.quote(line)}; git log",
    "git's own ssh": lambda line: f"GIT_SSH_COMMAND={shlex.quote(line)} git fetch",
    "a git pager": lambda line: f"git -c core.pager={shlex.quote(line)} log",
    "a subshell": lambda line: f"( {line}\n)",
    "a group": lambda line: f"{{ {line}\n}}",
    "a substitution": lambda line: f"echo $( {line}\n)",
    "a quoted substitution": lambda line: f'echo "$( {line}\n)"',
    "a process": lambda line: f"cat <( {line}\n)",
    "a default": lambda line: f"echo ${{x:-$( {line}\n)}}",
    "an index": lambda line: f"a[$( {line}\n)]=1",
    "arithmetic": lambda line: f"echo $(( $( {line}\n) ))",
    "if": lambda line: f"if true; then {line}\nfi",
    "else": lambda line: f"if false; then :; else {line}\nfi",
    "for": lambda line: f"for i in 1 2; do {line}\ndone",
    "while": lambda line: f"while true; do {line}\ndone",
    "case": lambda line: f"case x in y) {line}\n;; esac",
    "a function": lambda line: f"f() {{ {line}\n}}; f",
    "a function not called": lambda line: f"f() {{ {line}\n}}",
    "a pipe": lambda line: f"echo x | {{ {line}\n}}",
    "the background": lambda line: f"{{ {line}\n}} &",
    "or": lambda line: f"false || {{ {line}\n}}",
    "not": lambda line: f"! {{ {line}\n}}",
    "a shell fed by echo": lambda line: f"echo {shlex.quote(line)} | sh",
    "a shell fed by printf": lambda line: f"printf '%s' {shlex.quote(line)} | bash",
    "a shell fed by a word": lambda line: f"bash <<< {shlex.quote(line)}",
    "a here-document": lambda line: f"sh <<'END'\n{line}\nEND",
    "a here-document's substitution": lambda line: f"cat <<END\n$( {line}\n)\nEND",
    "base64": lambda line: f"echo {base64.b64encode(line.encode()).decode()} | base64 -d | sh",
    "a comment before": lambda line: f"# nothing\n{line}",
    "a true before": lambda line: f"true && {{ {line}\n}}",
    "a cd before": lambda line: f"cd sub && {{ {line}\n}}",
}


def effect(line: str) -> Effect:
    """Decide one line."""
    return decide(normalise(ToolCall(tool="Bash", input={"command": line}), AROUND), POLICY).effect


@each_row("spelling", SPELLINGS)
@each_row("line", DENIED)
def test_no_spelling_hides_a_denied_command(line: str, spelling: str) -> None:
    """A denied command is never allowed, however its words are written."""
    assert effect(SPELLINGS[spelling](line)) is not Effect.ALLOW


@each_row("wrapper", WRAPPERS)
@each_row("line", DENIED)
def test_no_wrapper_hides_a_denied_command(line: str, wrapper: str) -> None:
    """A denied command is never allowed, whatever runs it."""
    assert effect(WRAPPERS[wrapper](line)) is not Effect.ALLOW


@given(
    st.sampled_from(DENIED),
    st.sampled_from(sorted(SPELLINGS)),
    st.lists(st.sampled_from(sorted(WRAPPERS)), max_size=3),
)
@settings(max_examples=amount(150, 1200), deadline=None)
def test_nothing_put_together_hides_a_denied_command(
    line: str, spelling: str, wrappers: list[str]
) -> None:
    """Nor is it allowed in several of them, one inside the other."""
    hidden = SPELLINGS[spelling](line)
    for wrapper in wrappers:
        hidden = WRAPPERS[wrapper](hidden)

    assert effect(hidden) is not Effect.ALLOW


@each_row("wrapper", sorted(set(WRAPPERS) - UNSURE))
def test_a_wrapper_lets_through_what_nothing_denies(wrapper: str) -> None:
    """The same wrappers around a harmless command are no reason to stop it."""
    assert effect(WRAPPERS[wrapper]("ls -l")) is Effect.ALLOW
