"""The rules that would allow a call from now on: that call, and nothing near it."""

from __future__ import annotations

import shlex
from datetime import UTC, datetime

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from proctor import Policy, ToolCall
from proctor.normalise import normalise
from proctor.policy.decide import decide
from proctor.policy.propose import LONGEST_RULE, MOST_RULES, propose
from proctor.terms.decision import Decision
from proctor.terms.effect import Effect
from proctor.terms.surroundings import Surroundings
from tests.amounts import amount
from tests.tables import each_row

AROUND = Surroundings(
    cwd="/srv/app",
    home="/home/ada",
    root="/srv/app",
    start="/srv/app",
    proctor_home="/home/ada/.proctor",
    now=datetime(2026, 6, 1, 12, tzinfo=UTC),
)
# What a test adds to a command is allowed, so that only the command itself is in question.
BESIDE = ("Bash(echo *)", "Bash(true)")
INPUTS = {"Bash": "command", "WebFetch": "url", "WebSearch": "query", "Skill": "skill"}


def decided(
    tool: str, target: str, *rules: str, around: Surroundings = AROUND, **lists: list[str]
) -> Decision:
    """Decide a call with some allow rules."""
    call = ToolCall(tool=tool, input={INPUTS.get(tool, "file_path"): target})
    policy = Policy.of(allow=[*BESIDE, *rules], **lists)  # type: ignore[arg-type]  # lists of rules
    return decide(normalise(call, around), policy)


def surely_proposed(tool: str, target: str) -> tuple[str, ...]:
    """Return what is proposed; a property is not about the calls for which nothing is."""
    rules = proposed(tool, target)
    assume(rules is not None)
    return rules or ()


def proposed(tool: str, target: str, *, absolute: bool = False) -> tuple[str, ...] | None:
    """Return what is proposed for a call of which no rule says anything."""
    return propose(decided(tool, target), absolute=absolute)


@each_row(
    ("command", "rules"),
    [
        ("npm test", ["Bash(npm test)"]),
        ("npm  'test'", ["Bash(npm test)"]),
        ("npm run lint:fix", ["Bash(npm run lint:fix)"]),
        ("npm test 2>&1", ["Bash(npm test 2>&1)"]),
        ("npm test && npm run lint", ["Bash(npm test)", "Bash(npm run lint)"]),
        ("npm test; echo done", ["Bash(npm test)"]),
        ("npm test || npm test", ["Bash(npm test)"]),
        ("git push origin main", ["Bash(git push origin main)"]),
        ("cat '/srv/a b.txt'", ['Bash(cat "/srv/a b.txt")']),
        ("cat '/srv/x)'", ['Bash(cat "/srv/x)")']),
        ("printf 'Bash(rm x)'", ['Bash(printf "Bash(rm x)")']),
        ("curl 'https://docs.example.org/a?b=1&c=2'",
         ['Bash(curl "https://docs.example.org/a?b=1&c=2")']),
        ("cd /srv", ["Bash(cd /srv)"]),
        ("cat ~/notes", ["Bash(cat /home/ada/notes)"]),
        ("ls $HOME", ["Bash(ls /home/ada)"]),
    ],
)  # fmt: skip
def test_a_command_is_proposed_in_its_own_words(command: str, rules: list[str]) -> None:
    """One rule for each part that asked, and that rule allows the very command."""
    assert tuple(rules) == proposed("Bash", command)
    assert Effect.ALLOW is decided("Bash", command, *rules).effect


@each_row(
    "command",
    [
        "ls *.py", "cat '/srv/a*b'", "cat '/srv/x:*'", "cat /srv/a?", "cat '~'", "printf '~'",
        "cat \"/srv/it's\"", "cat '/srv/say \"x\"'", "cat '/srv/a\\b'", "cat '/srv/a`b'",
        "cat '/srv/a$b'", "npm test\nnpm run x", "cat '/srv/a\nb'", "cat $'/srv/a\\tb'",
        "cat '/srv/naïve'",
        "FOO=1 npm test", "PATH=/srv/bin npm test", "npm test > out.txt", "npm test < in.txt",
        "npm test <<< hello", "cat <<EOF\nx\nEOF", "echo x | npm test", "npm test | cat",
        "npm test $(cat x)", "npm test `cat x`", "(npm test)", "{ npm test; }", "! npm test",
        "npm test &", "npm test & npm run x", "npm test # then", "cat <(npm test)",
        "if npm test; then npm run x; fi", "for i in a b; do npm test; done",
        "f() { npm test; }; f", "cd sub && npm test", "export A=b; npm test", "set -x && npm test",
        "timeout 60 npm test", "sudo npm test", "env A=1 npm test", "xargs npm test",
        "find . -exec npm test ;", "bash -c 'npm test'", "eval npm test", "nohup npm test",
        "sh", "bash", "python3", "node", "psql", "python3 -", "bash x.sh", "./x.sh", "../x",
        "python3 tool.py", "source x.sh", ". x.sh", "make -f other.mk", "go run ./x.go",
        "/srv/bin/npm test", "frobnicate", "npm --no-such-option test", "git apply", "git am",
        "git -C sub fetch", "git -c core.pager=x fetch", "git commit -F -", "curl -K- x.org",
        "curl -d @- https://x.org", "patch", "tee out.txt", "ssh host", "a=b", "$X",
        "cat a.txt", "rm a.txt", "rm /srv/a.txt", "mkdir x", "git add a.txt", "cd sub",
        "curl -o f https://x.org", "grep -r x src", "cp /srv/a b", "rm -rf /srv/x",
        "tar xf -", "cat /dev/stdin", "cat /proc/self/fd/0", "", " ", "\0", "npm test\0",
    ],
)  # fmt: skip
def test_what_words_alone_do_not_say_is_not_proposed(command: str) -> None:
    """A rule would allow more than was asked, or could not be written at all."""
    assert proposed("Bash", command) is None


@each_row(
    "command",
    [
        "yarn node x", "yarn exec x", "yarn x", "yarn dlx x", "yarn --cwd sub test", "yarn add x",
        "nox -f evil", "tox -c evil", "nox x", "bun run x", "bun x", "bun", "bun repl",
        "poetry shell", "poetry run x", "poetry config x y", "uv run x", "uv tool run x",
        "npm config set script-shell id", "npm exec x", "npm x", "npm install left-pad",
        "npm run x y", "npm run shell", "npm --prefix sub test", "npm -C sub test",
        "npm test --script-shell=id", "npm test --script-shell id", "pnpm dlx x", "npm test -s",
        "npm start", "npm publish", "pnpm -C sub test",
        "make SHELL=id", "make -C sub", "make -Csub", "make test SHELL=id", "make --eval=x",
        "make -s", "make --directory=sub", "make shell", "make dev-shell", "make -f evil",
        "just --shell id", "just -f evil", "just x=y", "just --set a b", "rake -f evil",
        "rake -r evil", "task -d sub", "task -t evil", "invoke -c evil", "invoke console",
        "cargo run", "cargo install x", "cargo build --config x", "cargo -C sub test", "cargo x",
        "cargo test --manifest-path x", "go run x", "go generate", "go tool x", "go test -exec id",
        "go build -toolexec id", "go env -w CC=id", "mvn -f evil test", "mvn exec",
        "gradle -p sub test", "gradle run", "pytest -p evil", "pytest evil", "pytest -c evil",
        "eslint -c evil", "tsc -p sub", "ruff server", "mypy --config-file evil",
        "pip install -r evil", "pip config set a b", "pip uninstall x", "apt -o a=b install x",
        "apt remove x",
        "git clean -fd", "git clean", "git reset --hard", "git reset", "git branch -D x",
        "git branch -d x", "git branch --delete x", "git branch --del x", "git branch -M x",
        "git branch -fq x", "git branch --force x", "git stash drop", "git stash clear",
        "git stash pop", "git checkout -f", "git checkout main", "git restore x", "git rm x",
        "git push --force", "git push --forc", "git push -f", "git push --force-with-lease",
        "git push origin +main", "git push origin :main", "git push -d origin main",
        "git push --mirror", "git push --prune", "git tag -d v1", "git remote remove x",
        "git remote add x y", "git remote set-url x y", "git rebase -x id main", "git rebase -i",
        "git rebase --exec=id main", "git fetch --upload-pack=id", "git clone -u id x",
        "git clone -c a=b x", "git commit --amend", "git add -p", "git worktree prune",
        "git submodule foreach id", "git switch -C x", "git switch --discard-changes x",
        "git config core.pager id",
    ],
)  # fmt: skip
def test_what_runs_anything_or_loses_work_is_not_proposed(command: str) -> None:
    """A shell, another build file, folder or variable, or a verb that throws work away."""
    assert proposed("Bash", command) is None


@each_row(
    "command",
    [
        "npm test", "npm t", "npm run build", "npm run test:unit", "npm ci", "npm install",
        "pnpm test", "pnpm run lint", "yarn test", "yarn run lint", "yarn install", "bun test",
        "make", "make test", "make lint test", "just", "just check", "rake spec", "task build",
        "invoke build", "cargo build", "cargo build --release", "cargo test", "cargo fmt --check",
        "go build", "go test", "go vet", "mvn test", "gradle build", "pytest", "pytest -q", "tox",
        "nox", "poetry install", "uv sync", "uv sync --frozen", "pip install requests",
        "git push", "git push origin main", "git push -u origin main", "git fetch upstream",
        "git pull", "git commit -am fix", "git stash", "git branch topic", "git switch -c topic",
        "git tag v1", "git merge topic",
    ],
)  # fmt: skip
def test_what_its_words_say_is_proposed(command: str) -> None:
    """A builder with a verb or a target, and git where nothing is lost, get their rule."""
    assert (f"Bash({command})",) == proposed("Bash", command)


@each_row(
    ("tool", "target", "rule"),
    [
        ("Edit", "docs/a.md", "Edit(/docs/a.md)"),
        ("Write", "/srv/app/docs/a.md", "Edit(/docs/a.md)"),
        ("Write", "docs/../a b.md", "Edit(/a b.md)"),
        ("Edit", "/etc/hosts", "Edit(//etc/hosts)"),
        ("Edit", "~/notes.md", "Edit(//home/ada/notes.md)"),
        ("Read", "src/größe.py", "Read(/src/größe.py)"),
        ("Read", "a(1).txt", "Read(/a(1).txt)"),
        ("NotebookRead", "a.ipynb", "NotebookRead(/a.ipynb)"),
        ("WebFetch", "https://Docs.Python.org/3/x?y#z", "WebFetch(https://docs.python.org/*)"),
        ("WebFetch", "docs.python.org", "WebFetch(https://docs.python.org/*)"),
        ("WebFetch", "http://localhost:8080/x", "WebFetch(http://localhost:8080/*)"),
        ("WebSearch", "how to fold a map", "WebSearch(how to fold a map)"),
        ("Skill", "commit", "Skill(commit)"),
    ],
)
def test_other_tools_are_proposed_by_path_host_or_target(tool: str, target: str, rule: str) -> None:
    """The very path, from the root of the project; the very host; the very target."""
    assert (rule,) == proposed(tool, target)
    assert Effect.ALLOW is decided(tool, target, rule).effect


@each_row(
    ("tool", "target"),
    [
        *(("Edit", f"docs/{name}") for name in (
            "**", "*.md", "a?", "{a,b}", "{a}", "[ab]", "a\\b", "a`b", "a\nb", "a\u202eb", "a ",
            "a\0")),
        ("Edit", ""), ("Edit", "."), ("Read", "/srv/app"), ("Read", "/"), ("Edit", "~bob/x"),
        ("Read", "/proc/self/cwd/x"), ("Edit", ".proctor/roles/x.yaml"), ("Edit", ".git/hooks/x"),
        ("Delete", "a.txt"),
        ("WebFetch", "https://ada@docs.python.org/"), ("WebFetch", "https://docs.python.org@x.net"),
        ("WebFetch", "https://docs.python.org\\@x.net"), ("WebFetch", "ftp://docs.python.org/"),
        ("WebFetch", "http://[::1]/"), ("WebFetch", "https://*.python.org/"), ("WebFetch", ""),
        ("WebFetch", "javascript:alert(1)"),
        ("WebSearch", "what is *"), ("WebSearch", "a{b,c}"), ("WebSearch", "why?"),
        ("WebSearch", " x"), ("WebSearch", "x\ny"), ("WebSearch", "f(x)"), ("WebSearch", ""),
    ],
)  # fmt: skip
def test_a_target_with_a_meaning_in_patterns_is_not_proposed(tool: str, target: str) -> None:
    """Nor one that browsers read in two ways, nor what the guard asks about."""
    assert proposed(tool, target) is None


@each_row(
    ("tool", "fields"),
    [
        ("mcp__github__create_issue", {"title": "x"}),
        ("Agent", {"subagent_type": "reviewer", "prompt": "x"}),
        ("SendMessage", {"to": "bob"}),
        ("self_edit_docs", {"path": "a.md"}),
        ("self_edit_permissions", {"profile": "open"}),
        ("CronCreate", {"prompt": "x"}),
        ("NoSuchTool", {"x": 1}),
        ("Bash(*)", {"command": "npm test"}),
        ("tool:.*", {"query": "x"}),
        ("*", {}),
        ("Bash", {"command": ["npm", 1]}),
        ("Bash", {"command": "npm test", "cmd": "npm run x"}),
        ("Edit", {"file_path": 7}),
        ("Grep", {"pattern": "x"}),
    ],
)
def test_what_a_rule_would_widen_is_not_proposed(tool: str, fields: dict[str, object]) -> None:
    """A whole MCP tool is more than one input, and two commands in one call are one too many."""
    action = normalise(ToolCall(tool=tool, input=fields), AROUND)

    assert propose(decide(action, Policy.of())) is None


def test_each_path_of_a_call_is_proposed() -> None:
    """Where a call names two, both were asked about."""
    call = ToolCall(tool="Read", input={"file_path": "a", "path": "b"})

    assert propose(decide(normalise(call, AROUND), Policy.of())) == ("Read(/a)", "Read(/b)")


def test_a_search_is_proposed_by_its_own_tool_and_folder() -> None:
    """Reading what lies there is another question."""
    call = ToolCall(tool="Grep", input={"pattern": "x", "path": "src"})

    assert propose(decide(normalise(call, AROUND), Policy.of())) == ("Grep(/src)",)


def test_a_path_through_a_link_is_not_proposed() -> None:
    """The link can lead elsewhere tomorrow."""
    around = AROUND._replace(links={"/srv/app/docs/a.md": "/etc/hosts"})

    assert propose(decided("Edit", "docs/a.md", around=around)) is None


def test_a_path_is_named_from_the_top_where_other_projects_share_the_role() -> None:
    """Elsewhere `/docs/a.md` is another file."""
    assert proposed("Edit", "docs/a.md", absolute=True) == ("Edit(//srv/app/docs/a.md)",)


@pytest.mark.parametrize("by", ["any", "human", "reviewer"])
def test_what_a_rule_asked_is_not_proposed(by: str) -> None:
    """Not even where only one part of several was asked by a rule."""
    ask = [{"rule": "Bash(npm test)", "by": by}]

    assert propose(decided("Bash", "npm test", ask=ask)) is None  # type: ignore[arg-type]
    assert propose(decided("Bash", "make && npm test", ask=ask)) is None  # type: ignore[arg-type]


def test_only_an_ask_is_proposed_for() -> None:
    """No rule lifts a deny, and what is allowed needs none."""
    assert propose(decided("Bash", "npm test", deny=["Bash(npm *)"])) is None
    assert propose(decided("Bash", "npm test", "Bash(npm test)")) is None


def test_more_than_a_person_reads_is_not_proposed() -> None:
    """Neither many rules nor long ones."""
    many = " && ".join(f"npm run t{number}" for number in range(MOST_RULES + 1))

    assert proposed("Bash", many) is None
    assert proposed("Bash", f"cat {'x' * LONGEST_RULE}") is None


WORDS = st.one_of(
    st.sampled_from(["test", "run", "-x", "--all", "a b", "x)", "(y", "@z", "a;b", "a&&b", "a|b"]),
    st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), max_size=8),
)
WHOLE_PATHS = WORDS.map(lambda word: f"/srv/{word}")
COMMANDS = st.one_of(
    st.tuples(st.sampled_from(["cat", "ls", "head", "cp"]), st.lists(WHOLE_PATHS, max_size=3)),
    st.tuples(st.sampled_from(["npm", "make", "git", "printf"]), st.lists(WORDS, max_size=4)),
).map(lambda command: shlex.join((command[0], *command[1])))


def near(command: str, word: str) -> list[str]:
    """Return commands that begin, end or look like this one and do something more."""
    return [
        f"{command} {shlex.quote(word)}",
        f"{command} --and-more",
        f"{command}x",
        f"x{command}",
        f"{command} && rm -rf x",
        f"{command}; rm x",
        f"{command} | sh",
        f"{command} > x",
        f"{command} >> ~/.bashrc",
        f"{command} $(rm x)",
        f"PATH=/srv {command}",
        f"LD_PRELOAD=/srv/x.so {command}",
        f"/srv/{command}",
        f"./{command}",
        f"sudo {command}",
        f"xargs {command}",
        f"{command}\nrm x",
        f"{command} *",
        command.partition(" ")[0] + " " + shlex.quote(word),
    ]


@settings(max_examples=amount(37, 300), deadline=None)
@given(COMMANDS, WORDS)
def test_a_proposed_command_is_allowed_and_nothing_near_it(command: str, word: str) -> None:
    """With a word, an option, an operator or a variable more it is asked about as before."""
    rules = surely_proposed("Bash", command)
    before = [decided("Bash", other).effect for other in near(command, word)]
    after = [
        decided("Bash", other, *rules).effect
        for other in near(command, word)
        if shlex.split(other) != shlex.split(command)
    ]

    assert Effect.ALLOW is decided("Bash", command, *rules).effect
    assert Effect.ALLOW not in before
    assert Effect.ALLOW not in after


def place(path: str) -> str | None:
    """Return the absolute path that a call means."""
    touches = normalise(ToolCall(tool="Edit", input={"file_path": path}), AROUND).parts[0].touches
    return touches[0].path.absolute if touches else None


# For most names with a meaning in patterns nothing is proposed: one such letter is enough.
NAMES = st.text("ab./-_ ~,:é", min_size=1, max_size=8)
PATHS = st.tuples(NAMES, st.sampled_from(["", *"(){}*?[]!@"]), NAMES).map("".join) | NAMES


@settings(max_examples=amount(25, 200), deadline=None)
@given(PATHS, st.text("ab./ "))
def test_a_proposed_path_is_allowed_and_no_other(path: str, more: str) -> None:
    """Neither what lies below it, beside it, nor a longer name."""
    rules = surely_proposed("Edit", path)
    others = [f"{path}{more}x", f"{path}/x", f"x{path}", f"x/{path}", f"{path}/../x{more}"]
    others = [other for other in others if place(other) != place(path)]

    assert Effect.ALLOW is decided("Edit", path, *rules).effect
    assert Effect.ALLOW not in [decided("Edit", other, *rules).effect for other in others]


LABELS = st.from_regex(r"[a-z0-9]([a-z0-9-]{0,6}[a-z0-9])?", fullmatch=True)
HOSTS = st.lists(LABELS, min_size=1, max_size=3).map(lambda labels: ".".join([*labels, "org"]))


@settings(max_examples=amount(25, 200), deadline=None)
@given(HOSTS, st.text("abc/.?#=&%2@:", max_size=10))
def test_a_proposed_host_is_allowed_and_no_other(host: str, path: str) -> None:
    """Not its sub-domains, not what it is a part of, and not under another scheme or port."""
    rules = surely_proposed("WebFetch", f"https://{host}/{path}")
    others = [
        f"https://{host}.evil.com/{path}", f"https://sub.{host}/{path}", f"https://x{host}/{path}",
        f"https://{host}@evil.com/{path}", f"https://evil.com/{host}/{path}",
        f"https://evil.com/https://{host}/{path}", f"https://evil.com?https://{host}/",
        f"https://evil.com#https://{host}/", f"http://{host}/{path}", f"https://{host}:444/{path}",
        f"https://{host}\\@evil.com/", f"https://evil.com\\{host}/", f"https:/{host}/",
        f"https://{host.replace('.', 'x')}/",
    ]  # fmt: skip

    assert (f"WebFetch(https://{host}/*)",) == rules
    assert Effect.ALLOW is decided("WebFetch", f"https://{host}/other", *rules).effect
    assert Effect.ALLOW not in [decided("WebFetch", url, *rules).effect for url in others]
