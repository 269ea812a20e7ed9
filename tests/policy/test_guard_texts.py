"""The guard and foreign tools: what in their input may be a path, and where wildcards lead."""

from __future__ import annotations

import pytest

from proctor import Policy
from proctor.normalise import normalise
from proctor.policy.decide import decide
from proctor.policy.guard_texts import leads_into, plain_paths
from proctor.terms.call import ToolCall
from proctor.terms.catalogue import BUILT_IN, Annotations, unknown_tool
from proctor.terms.effect import Effect
from proctor.terms.mode import Mode
from proctor.terms.surroundings import Surroundings
from tests.policy.test_guard import judged, ran
from tests.policy.test_guard_commands import asks_a_human
from tests.tables import each_row

OUR_TOKEN = [
    "/home/ada/.proctor/token", "//home//ada/.proctor/token", "/home/ada/./.proctor/token",
    "/home/ada/shop/../.proctor/token", "../.proctor/token", "~/.proctor/token",
    "~/./.proctor/token", "~ada/.proctor/token", "$HOME/.proctor/token", "${HOME}//.proctor",
    "file:///home/ada/.proctor/token", "file://localhost/home/ada/%2eproctor/token",
    " /home/ada/./.proctor\n", "cat /home/ada//.proctor/token", "x=/home/ada/./.proctor:/mnt",
    "/home/ada/a\n/../.proctor/token", "/data/p/token", "a line\nof /data//p/token",
]  # fmt: skip


def knowing(around: Surroundings, *, read_only: bool = False) -> Surroundings:
    """Return a host where a file has named the tool `frob`, and a real home of Proctor's."""
    tool = unknown_tool("frob")._replace(annotations=Annotations(read_only=read_only))
    catalogue = BUILT_IN.with_tools([tool])
    return around._replace(catalogue=catalogue, proctor_home_real="/data/p")


@each_row("tool", ["frob", "unheard", "mcp__files__read", "save_memory", "wait"])
def test_no_foreign_tool_reaches_our_folder(tool: str, around: Surroundings) -> None:
    """Known or not, only reading or not, a tool is not given a path in PROCTOR_HOME."""
    host = knowing(around, read_only=True)
    ways: list[dict[str, object]] = [
        {"path": 0}, {"a": [{"b": 0}]}, {"a": {"b": ["x", 0]}}, {"n": 1, "z": 0}
    ]  # fmt: skip
    found = {
        (way, path): judged(tool, filled(fields, path), host).effect
        for way, fields in enumerate(ways)
        for path in OUR_TOKEN
    }

    assert found == dict.fromkeys(found, Effect.DENY)


def filled(value: dict[str, object], path: str) -> object:
    """Put a path in the place of the zero."""

    def put(value: object) -> object:
        if isinstance(value, dict):
            return {key: put(inner) for key, inner in value.items()}
        if isinstance(value, list):
            return [put(inner) for inner in value]
        return path if value == 0 else value

    return put(value)


def test_the_name_of_a_field_is_text_too(around: Surroundings) -> None:
    """Some tools take files as an object from path to content."""
    given = {"files": {"/home/ada/./.proctor/x": "y"}}

    assert judged("frob", given, knowing(around)).effect is Effect.DENY


@each_row(
    "path",
    ["~/.claude/settings.json", "/home/ada//.claude.json", "../.codex/config.toml",
     "/opt/proctor/lib/./proctor/x.py", "/etc/claude-code/x", "$HOME/.gemini/settings.json"],
)  # fmt: skip
@each_row("tool", ["frob", "unheard", "mcp__files__write"])
def test_a_foreign_tool_does_not_write_settings(tool: str, path: str, around: Surroundings) -> None:
    """A tool may change whatever it is given, unless it is known to read only."""
    assert judged(tool, {"path": path}, knowing(around)).effect is Effect.DENY
    assert judged("frob", {"path": path}, knowing(around, read_only=True)).effect is Effect.ALLOW


@each_row(
    "path",
    [".proctor/roles/coder.yaml", "./.proctor", "x/../.claude/settings.json", ".mcp.json",
     "/home/ada/shop/.git/hooks/pre-commit", ".git/config", "opencode.jsonc/", "./opencode.json"],
)  # fmt: skip
@each_row("tool", ["frob", "unheard", "mcp__files__write"])
def test_a_foreign_tool_that_may_write_the_projects_settings_asks_a_human(
    tool: str, path: str, around: Surroundings
) -> None:
    """The project's rules and settings change only if a person agrees."""
    assert asks_a_human(judged(tool, {"path": path}, knowing(around)))
    assert judged("frob", {"path": path}, knowing(around, read_only=True)).effect is Effect.ALLOW


@each_row(
    ("tool", "fields"),
    [
        ("TodoWrite", {"todos": [{"content": "Look at ~/.proctor/token and .mcp.json"}]}),
        ("ExitPlanMode", {"plan": "/home/ada/.proctor"}),
        ("AskUserQuestion", {"question": ".claude/settings.json"}),
        ("frob", {"title": "Write .proctor/config.yaml"}),
        ("frob", {"url": "https://example.com/.claude/settings.json"}),
        ("frob", {"body": "Two lines:\nsee ./.claude/settings.json"}),
        ("frob", {"path": "src/proctor/x.py", "n": [1, None, True], "of": ".proctorized"}),
        ("frob", {"path": "/home/ada", "to": "/"}),
        ("EnterWorktree", {"path": ".claude/worktrees/w1/src"}),
    ],
)
def test_talk_and_other_places_are_left_alone(
    tool: str, fields: dict[str, object], around: Surroundings
) -> None:
    """An agent's own notes, addresses, messages and other paths are no concern of the guard."""
    assert judged(tool, fields, knowing(around)).effect is Effect.ALLOW


def test_another_case_is_the_same_in_the_text_of_a_tool(around: Surroundings) -> None:
    """Where the file system folds case, so does the guard in foreign input."""
    folding = around._replace(folds_case=True)
    paths = ["/HOME/ada/.Proctor/x", "$HOME/./.PROCTOR", "~/.CLAUDE/settings.json", "~/.P*/x"]
    found = [judged("frob", {"path": path}, folding).effect for path in paths]

    assert found == [Effect.DENY, Effect.DENY, Effect.DENY, Effect.ASK]


@each_row(
    ("text", "paths"),
    [
        ("/a//b/./c/../d/", ["/a/b/d"]),
        ("/../../x", ["/x"]),
        ("~", ["/home/ada"]),
        ("~/x", ["/home/ada/x"]),
        ("~bob/x", ["/home/ada/shop/~bob/x"]),
        ("$HOME", ["/home/ada"]),
        ("$HOMER/x", ["/home/ada/shop/$HOMER/x"]),
        ("${HOME}/x", ["/home/ada/x"]),
        (".env", ["/home/ada/shop/.env"]),
        ("file:///a%20b", ["/a b"]),
        ("file:/a", ["/a"]),
        ("word", []),
        ("", []),
        ("https://x.org/a", []),
    ],
)
def test_a_text_is_read_as_a_path(text: str, paths: list[str], around: Surroundings) -> None:
    """Slashes, dots, the home folder and file addresses are resolved by the text alone."""
    assert plain_paths(text, around) == paths


def test_a_relative_path_counts_from_every_folder(around: Surroundings) -> None:
    """A foreign tool may stand where the call is, in the root or where the agent started."""
    moved = around._replace(cwd="/srv/x", start="/home/ada/shop/web")

    assert plain_paths("./a", moved) == ["/srv/x/a", "/home/ada/shop/a", "/home/ada/shop/web/a"]


# --- Wildcards


@each_row(
    "pattern",
    ["/home/ada/.p*/*", "/home/ada/.proctor/*", "/home/*/.proctor/x", "/*/*/*/*", "/**/.p*/x",
     "/home/ada/**/.proc*/**", "/home/ada/.[p]roctor/x", "/home/ada/{.proctor,x}/y",
     "/home/ada/{.proctor/x,y}", "/home/ada/.pro?tor/a", "/home/ada/@(.proctor)/a",
     "/home/ada/.\\proctor/a"],
)  # fmt: skip
def test_wildcards_lead_into_a_place(pattern: str) -> None:
    """What a pattern may match counts, whatever else it matches."""
    assert leads_into(pattern, "/home/ada/.proctor")


@each_row(
    "pattern",
    ["/home/ada/**", "/home/ada/**/*", "/home/ada/.p*", "/home/ada/*", "/home/ada/shop/*/*",
     "/home/ada/**/x.py", "/home/ada/.q*/*", "/", "/home/ada/**/tests/*.py"],
)  # fmt: skip
def test_a_pattern_that_only_lists_names_leads_nowhere(pattern: str) -> None:
    """A pattern for everything below lists names; it is not aimed at the place."""
    assert not leads_into(pattern, "/home/ada/.proctor")


@each_row(
    "fields",
    [
        {"pattern": "/home/ada/.p*/*"},
        {"pattern": "~/.p*/*"},
        {"pattern": ".p*/*", "path": "~"},
        {"pattern": "../.p*/**"},
        {"pattern": "*/token", "path": "/home/ada"},
        {"pattern": ".p*/*", "path": "/a/../home/ada"},
    ],
)
def test_a_glob_into_our_folder_asks_a_human(
    fields: dict[str, object], around: Surroundings
) -> None:
    """A pattern need not name PROCTOR_HOME to lead into it."""
    assert asks_a_human(judged("Glob", fields, around))


@pytest.mark.parametrize(
    "command", ["cat ~/.p*/token", "rm -rf ~/.[p]roctor", "cat /home/*/.pr*/x", "ls ../.proc*"]
)
def test_a_wildcard_of_the_shell_into_our_folder_asks_a_human(
    command: str, around: Surroundings
) -> None:
    """What only the shell can expand is asked about where it may lead into PROCTOR_HOME."""
    assert asks_a_human(ran(command, around))
    assert asks_a_human(judged("frob", {"path": "~/.p*/token"}, around))


@pytest.mark.parametrize("command", ["ls ~/*", "cat ~/*/notes", "rm -rf build/*", "cat src/.p*"])
def test_other_wildcards_are_left_alone(command: str, around: Surroundings) -> None:
    """In a shell a wildcard stands for no leading dot."""
    assert ran(command, around).effect is Effect.ALLOW


# --- Searching a folder around ours


@each_row("path", ["~", "/home/ada", "/home", "/", ".."])
def test_a_search_around_our_folder_asks_a_human(path: str, around: Surroundings) -> None:
    """The tool Grep shows what is in files, as the command does."""
    assert asks_a_human(judged("Grep", {"pattern": "key", "path": path}, around))
    assert asks_a_human(judged("search_files", {"pattern": "key", "path": path}, around))


def test_a_search_without_a_path_is_in_the_working_folder(around: Surroundings) -> None:
    """An agent that stands in the home folder searches all of it."""
    at_home = around._replace(cwd="/home/ada")

    assert asks_a_human(judged("Grep", {"pattern": "key"}, at_home))
    assert judged("Grep", {"pattern": "key"}, around).effect is Effect.ALLOW


@each_row(
    "command",
    ["find ~ -name x -exec cat {} ';'", "find ~ -execdir cat {} +", "find / -delete",
     "find /home -ok cat {} ';'", "find ~ -fprint x", "find .. -fls x", "gfind ~ -delete"],
)  # fmt: skip
def test_a_find_that_acts_around_our_folder_asks_a_human(
    command: str, around: Surroundings
) -> None:
    """`find` that reads, deletes or writes what it finds is no list of names."""
    assert asks_a_human(ran(command, around))


@each_row(
    ("tool", "fields"),
    [
        ("Glob", {"pattern": "**/*", "path": "~"}),
        ("Glob", {"pattern": "/home/ada/**/*.py"}),
        ("LS", {"path": "~"}),
        ("Grep", {"pattern": "/home/ada/.p*/*", "path": "src"}),
        ("Bash", {"command": "find ~ -name x"}),
        ("Bash", {"command": "find . -name '*.pyc' -delete"}),
        ("Bash", {"command": "ls -R ~"}),
        ("Bash", {"command": "tree ~"}),
        ("Bash", {"command": "du -s ~"}),
    ],
)
def test_a_list_of_names_is_left_alone(
    tool: str, fields: dict[str, object], around: Surroundings
) -> None:
    """Names are no secret, and a search elsewhere is no concern of the guard."""
    assert judged(tool, fields, around).effect is Effect.ALLOW


def test_a_file_that_names_a_tool_opens_nothing(around: Surroundings) -> None:
    """A tool that an untrusted file made known is held as an unknown one is."""
    policy = Policy.of(allow=["*"], mode=Mode.BYPASS, otherwise="allow")
    call = ToolCall(tool="frob", input={"path": "/home/ada/.proctor/token"})
    found = [decide(normalise(call, host), policy) for host in (around, knowing(around))]

    assert [decision.effect for decision in found] == [Effect.DENY, Effect.DENY]
