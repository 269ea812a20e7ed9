"""The guard and programs that start others: launchers, Python, and what goes with `.git`."""

from __future__ import annotations

from proctor.terms.effect import Effect
from proctor.terms.surroundings import Surroundings
from tests.policy.test_guard import judged, ran
from tests.policy.test_guard_commands import asks_a_human
from tests.tables import each_row


@each_row(
    "start",
    ["uv run ./.venv/bin/proctor", "uv run /home/ada/shop/.venv/bin/proctor", "uv run bin/proctor",
     "poetry run ../x/bin/proctor", "uv --project build run proctor", "uv run -m proctor",
     "uv run python -Im proctor", "uvx proctor-gate==1.0", "uvx proctor-gate@latest",
     "npx -c 'proctor trust'", "uv run --module=proctor", "uv run -mproctor",
     "python -Improctor", "python3 -I -m proctor", "python -ISmproctor.x",
     "python -W ignore -m proctor", "python -Xdev -mproctor.cli", "python -BIsmproctor",
     "python --check-hash-based-pycs default -m proctor", "python -m pdb -m proctor",
     "python -m coverage run -m proctor", "python -m runpy proctor", "python -u bin/proctor",
     "python src/proctor/__main__.py", "python proctor/cli/main.py", "pypy3 -mproctor"],
)  # fmt: skip
def test_our_commands_are_found_behind_launchers_and_pythons(
    start: str, around: Surroundings
) -> None:
    """However the program is named behind a launcher, `trust` is for people."""
    assert ran(f"{start} trust --yes", around).effect is Effect.DENY


@each_row(
    "command",
    ["python -c 'import proctor'", "python3 -Ic 'import proctor.cli.main as m; m.main()'",
     "python -c 'from proctor import x'", "python -c '__import__(\"proctor\")'",
     "python -cimport\\ proctor", "uv run python -c 'import proctor'",
     "python -W ignore -c 'import os\nimport proctor'", "python3 - <<E\nimport proctor\nE"],
)  # fmt: skip
def test_code_that_names_our_package_asks_a_human(command: str, around: Surroundings) -> None:
    """Python can do what our commands do."""
    assert asks_a_human(ran(command, around))


@each_row(
    "command",
    ["npx claude", "npx claude -p hi", "npx claude@latest", "npx -y codex exec hi",
     "bunx gemini", "pnpm dlx opencode", "uv run ./node_modules/.bin/claude", "npm exec claude",
     "yarn claude", "npx -c 'claude -p hi'", "mise exec -- codex", "npx -- copilot",
     "node node_modules/.bin/claude"],
)  # fmt: skip
def test_a_launcher_of_an_agent_program_asks_a_human(command: str, around: Surroundings) -> None:
    """The plain name of an agent program is enough."""
    assert asks_a_human(ran(command, around))


def test_a_launcher_switches_no_hooks_off(around: Surroundings) -> None:
    """Behind a launcher, too, the switches are denied."""
    assert ran("npx claude --bare -p hi", around).effect is Effect.DENY


@each_row(
    "command",
    ["rm -rf .git", "mv .git x", "mv .git .git.bak", "rm -rf .git/", "rm -rf sub/.git",
     "rm -rf .git/modules/a/hooks", "touch .git/modules/a/b/hooks/pre-commit",
     "echo x > .git/modules/a/hooks/post-checkout", "echo x >> .git/modules/a/config",
     "echo x > .git/config.worktree", "echo x > .git/worktrees/w/config.worktree",
     "echo ../x > .git/commondir", "echo x > .git/worktrees/w/commondir",
     "echo x > .git/worktrees/w/gitdir", "rm .git/commondir",
     "echo 'gitdir: /tmp/x' > .git", "tee opencode.jsonc", "rm sub/opencode.jsonc"],
)  # fmt: skip
def test_what_takes_or_changes_hooks_asks_a_human(command: str, around: Surroundings) -> None:
    """Hooks go with `.git`, and submodules have their own."""
    assert asks_a_human(ran(command, around))


@each_row(
    ("tool", "path", "effect"),
    [
        ("Write", ".git", Effect.ASK),
        ("Write", "opencode.jsonc", Effect.ASK),
        ("Write", ".git/modules/a/hooks/x", Effect.ASK),
        ("Delete", ".git", Effect.ASK),
        ("Delete", ".", Effect.ASK),
        ("Delete", "/home/ada", Effect.DENY),
        ("Delete", "/opt", Effect.DENY),
        ("Delete", "src", Effect.ALLOW),
    ],
)
def test_a_file_tool_takes_hooks_and_settings_no_further(
    tool: str, path: str, effect: Effect, around: Surroundings
) -> None:
    """A tool that deletes takes away all that is in a folder."""
    assert judged(tool, {"file_path": path}, around).effect is effect


@each_row(
    "command",
    ["uv add proctor-gate", "npm -g install claude",
     "npm install codex", "uv run pytest tests/proctor", "npm run build",
     "python -m pytest -m proctor", "python x.py -m proctor", "python -c 'print(1)'",
     "python -m pip show proctor-gate", "python tools/claude.py", "find . -path ./.git -prune",
     "git --git-dir=.git status", "du -sh .git", "cp -r .git ../backup",
     "ls .git/modules/a/hooks",
     "touch .git/modules/a/HEAD", "rm -rf .github", "touch opencode.jsonnet", "uv", "npx",
     "python"],
)  # fmt: skip
def test_other_uses_are_left_alone(command: str, around: Surroundings) -> None:
    """Installing, testing and looking stay possible."""
    assert ran(command, around).effect is Effect.ALLOW
