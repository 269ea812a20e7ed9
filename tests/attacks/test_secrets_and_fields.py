"""Variables of processes, and fields of the wrong type, under the built-in roles."""

from __future__ import annotations

from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from proctor import Effect, Proctor, ToolCall
from tests.tables import each_row

PROCESSES = [
    "cat /proc/self/environ", "cat /proc/12/environ", "cat /proc/12/task/13/environ",
    "cat /proc/self/task/*/environ", "head -c 9 /proc/1/mem", "cat < /proc/self/environ",
    "grep x /proc/*/environ", "tail /proc/self/../self/environ", "cat /proc/thread-self/environ",
]  # fmt: skip


@pytest.fixture
def roles(tmp_path: Path) -> dict[str, Proctor]:
    """Have the roles of a project."""
    home = tmp_path / "home"
    return {name: Proctor.for_role(name, cwd=tmp_path, home=home) for name in ("coder", "guarded")}


def effects(roles: dict[str, Proctor], tool: str, given: dict[str, Any]) -> set[Effect]:
    """Decide a call under each role."""
    return {one.decide(ToolCall(tool=tool, input=given)).effect for one in roles.values()}


@each_row("command", PROCESSES)
def test_variables_of_processes_are_secrets(roles: dict[str, Proctor], command: str) -> None:
    """No built-in role for programmers shows the variables or the memory of a process."""
    assert Effect.ALLOW not in effects(roles, "Bash", {"command": command})


def test_what_else_processes_tell_is_shown(roles: dict[str, Proctor]) -> None:
    """The rest of `/proc` is no secret."""
    given = {"command": "cat /proc/cpuinfo /proc/self/status"}

    assert effects(roles, "Bash", given) == {Effect.ALLOW}


def test_search_through_a_process_is_asked(roles: dict[str, Proctor]) -> None:
    """A folder of a process has its variables in it."""
    given = {"command": "grep -r TOKEN /proc/self"}

    assert roles["guarded"].decide(ToolCall(tool="Bash", input=given)).effect is Effect.ASK


LISTS = [
    ("Write", {"file_path": ["src/a.py"], "content": "x"}),
    ("Edit", {"file_path": ["src/a.py"], "old_string": "a", "new_string": "b"}),
    ("Edit", {"file_path": "src/a.py", "path": ["src/b.py"]}),
    ("Read", {"file_path": ["src/a.py"]}),
    ("Read", {"file_path": []}),
    ("NotebookEdit", {"notebook_path": ["a.ipynb"]}),
    ("Glob", {"pattern": "*", "path": ["src"]}),
]


@each_row("tool, given", LISTS)
def test_list_in_the_place_of_a_path_is_never_allowed(
    roles: dict[str, Proctor], tool: str, given: dict[str, Any]
) -> None:
    """A field for one path that holds a list is of the wrong type."""
    assert Effect.ALLOW not in effects(roles, tool, given)


ELSEWHERE = "/home/ada/.proctor"
FIELDS = [
    ("run_shell_command", {"command": "cat id_rsa", "directory": "/root/.ssh"}),
    ("Bash", {"command": "cat id_rsa", "working_directory": "/root/.ssh"}),
    ("Bash", {"command": "ls", "env": {"LD_PRELOAD": "./x.so"}}),
    ("Bash", {"command": "ls", "environment": ["LD_PRELOAD=./x.so"]}),
    ("Bash", {"command": "ls", "environment": ("LD_PRELOAD=./x.so",)}),
    ("Bash", {"command": "ls", "env": MappingProxyType({"LD_PRELOAD": "./x.so"})}),
    ("Bash", {"command": "ls", "shell": "./evil"}),
    ("Bash", {"command": "ls", "root": "/"}),
    ("Grep", {"pattern": "x", "directory": "/etc/ssl/private"}),
    ("Grep", {"pattern": "x", "dir": ELSEWHERE}),
    ("Grep", {"pattern": "x", "cwd": ["x"]}),
    ("Glob", {"pattern": "*", "root": ELSEWHERE}),
    ("LS", {"path": ".", "folder": ELSEWHERE}),
    ("grep_search", {"pattern": "x", "SearchPath": ELSEWHERE}),
    ("Read", {"file_path": "a.py", "source": ELSEWHERE + "/token"}),
    ("Edit", {"file_path": "a.py", "target": "/etc/hosts", "old_string": "a", "new_string": "b"}),
]


@each_row("tool, given", FIELDS)
def test_field_that_may_name_another_place_is_never_allowed(
    roles: dict[str, Proctor], tool: str, given: dict[str, Any]
) -> None:
    """A folder is read by whatever name it has; what is not known of a common tool is asked."""
    assert Effect.ALLOW not in effects(roles, tool, given)


COMMON = [
    ("Bash", {"command": "ls", "description": "List", "timeout": 5, "run_in_background": True}),
    ("run_shell_command", {"command": "ls", "description": "d", "is_background": False}),
    ("Read", {"file_path": "a.py", "offset": 1, "limit": 9, "pages": "1-2"}),
    ("Grep", {"pattern": "x", "path": "src", "glob": "*.py", "output_mode": "content", "-n": True}),
    ("Glob", {"pattern": "**/*.py", "path": "src"}),
    ("LS", {"path": ".", "ignore": ["node_modules"]}),
]


@each_row("tool, given", COMMON)
def test_fields_of_common_tools_are_known(
    roles: dict[str, Proctor], tool: str, given: dict[str, Any]
) -> None:
    """What agent programs send with every call makes no question."""
    assert roles["guarded"].decide(ToolCall(tool=tool, input=given)).effect is Effect.ALLOW


def test_several_files_may_be_read(roles: dict[str, Proctor]) -> None:
    """A field for several paths holds a list."""
    given = {"paths": ["src/a.py", "src/b.py"]}

    assert Effect.ALLOW in effects(roles, "read_many_files", given)


ACTING = [
    ".vscode/tasks.json", ".vscode/settings.json", "web/.vscode/launch.json", "x.code-workspace",
    ".idea/workspace.xml", ".zed/tasks.json", ".devcontainer/devcontainer.json", ".exrc",
    ".qwen/settings.json", ".factory/settings.json", ".kiro/hooks/a.kiro.hook", ".windsurf/x",
    ".envrc", "a/b/.envrc", "mise.toml", ".git/info/attributes", ".git/info/exclude", ".git/HEAD",
    ".pre-commit-config.yaml", ".github/workflows/ci.yml", ".github/actions/a/action.yml",
    ".gitlab-ci.yml", ".circleci/config.yml", "Jenkinsfile", "src/../.vscode/tasks.json",
]  # fmt: skip


@each_row("path", ACTING)
def test_names_that_make_other_programs_act_are_asked(roles: dict[str, Proctor], path: str) -> None:
    """`coder` writes in the project, but not what editors, agents, git or CI act on."""
    calls = [("Write", {"file_path": path}), ("Edit", {"file_path": path}),
             ("Bash", {"command": f"cat x > {path}"})]  # fmt: skip

    assert {roles["coder"].decide(ToolCall(tool=t, input=i)).effect for t, i in calls} == {
        Effect.ASK
    }


@each_row("path", ["src/a.py", ".gitignore", ".gitattributes", ".github/CODEOWNERS", "docs/x.md"])
def test_ordinary_files_are_written_by_coder(roles: dict[str, Proctor], path: str) -> None:
    """What no other program acts on by itself is not asked about."""
    call = ToolCall(tool="Write", input={"file_path": path})

    assert roles["coder"].decide(call).effect is Effect.ALLOW
