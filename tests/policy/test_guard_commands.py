"""The guard and our own commands, what it asks a human, and what stays possible."""

from __future__ import annotations

import pytest

from proctor import Policy
from proctor.normalise import normalise
from proctor.policy.decide import decide
from proctor.terms.call import ToolCall
from proctor.terms.decision import Decision, Source
from proctor.terms.effect import Effect
from proctor.terms.mode import Mode
from proctor.terms.rule import By
from proctor.terms.surroundings import Surroundings
from tests.policy.test_guard import LINKS, WAYS_TO_WRITE, judged, linked, ran
from tests.tables import each_row

# --- Our own commands


@each_row(
    "verb",
    ["", "init", "trust", "trust --yes", "up", "down", "token", "open", "install", "uninstall",
     "doctor", "attach coder", "stop coder", "restart coder", "resume coder", "logs coder",
     "session cleanup", "role init me", "role", "tools sync", "workflow start x", "approvals",
     "workflow", "workflow status", "workflow check", "workflow advance WF-20261116-001",
     "workflow cancel WF-20261116-001", "workflow task approve WF-20261116-001 T-001",
     "workflow task list WF-20261116-001", "role create x", "role edit x", "role delete x",
     "role copy x y", "role history x", "role restore x 1", "tools", "tools:sync", "role:edit x",
     "task:approve WF-20261116-001 T-001", "chain:new x", "grant:add bash", "session:cleanup",
     "approve 12", "deny 12", "grant 12", "audit verify", "mcp", "hook claude-code",
     "permission-request", "--home /tmp/x trust", "brand-new"],
)  # fmt: skip
def test_our_commands_are_for_people(verb: str, around: Surroundings) -> None:
    """Of our own commands, an agent runs none that changes or answers something."""
    found = {
        start: ran(f"{start} {verb}", around).effect
        for start in ("proctor", "python -m proctor", "/usr/local/bin/proctor")
    }

    assert found == dict.fromkeys(found, Effect.DENY)


@each_row(
    "start",
    ["python3 -m proctor", "python3.11 -m proctor", "python -I -m proctor", "python -Im proctor",
     "python -mproctor", "python -m proctor.cli.main", "/usr/bin/python3 -m proctor",
     ".venv/bin/proctor", ".venv/bin/python -m proctor", "python .venv/bin/proctor",
     "sudo proctor", "sudo -u ada -- proctor", "env A=1 proctor", "/usr/bin/env proctor",
     "timeout 5 proctor", "nice proctor", "nohup proctor", "xargs proctor", "exec proctor",
     "command proctor", "time proctor", "eval proctor", "uv run proctor", "uvx proctor-gate",
     "pipx run proctor-gate", "poetry run proctor", "'proc'tor", "pro\\ctor",
     "PROCTOR_HOME=/tmp/x proctor", "true && proctor", "ssh localhost proctor",
     "find . -maxdepth 0 -exec proctor"],
)  # fmt: skip
def test_our_commands_are_for_people_however_they_are_started(
    start: str, around: Surroundings
) -> None:
    """A wrapper, a module, another path or quotes do not make `trust` an agent's command."""
    end = " ';'" if start.startswith("find") else ""

    assert ran(f"{start} trust --yes{end}", around).effect is Effect.DENY
    assert ran(f'bash -c "{start} trust{end}"', around).effect is Effect.DENY


@each_row(
    "verb",
    ["explain --role coder Bash ls", "check", "test cases.yaml", "replay calls.jsonl", "list",
     "status", "role list", "role show coder", "tools list", "tools show Bash", "workflow list",
     "workflow show review", "send arch-1 done", "run --role coder --name c-2",
     "run --workflow WF-20261116-001"],
)  # fmt: skip
def test_an_agent_may_look_send_and_run(verb: str, around: Surroundings) -> None:
    """What only shows something is open; `send` and `run` follow the rules of the role."""
    found = [ran(f"{start} {verb}", around).effect for start in ("proctor", "python -m proctor")]

    assert found == [Effect.ALLOW, Effect.ALLOW]


@pytest.mark.parametrize("verb", ["send arch-1 done", "run --role coder"])
def test_send_and_run_are_left_to_the_rules(verb: str, around: Surroundings) -> None:
    """The guard has nothing against `send` and `run`, so a rule can."""
    call = normalise(ToolCall(tool="Bash", input={"command": f"proctor {verb}"}), around)
    policy = Policy.of(allow=["Bash"], deny=[f"Bash(proctor {verb.split(maxsplit=1)[0]} *)"])

    assert decide(call, policy).finding.source is Source.RULE
    assert decide(call, policy).effect is Effect.DENY
    assert decide(call, Policy.of()).effect is Effect.ASK


# --- Asked, and only a human may answer


def asks_a_human(decision: Decision) -> bool:
    """Say whether a decision is an ask that no reviewer may answer."""
    return decision.effect is Effect.ASK and decision.by is By.HUMAN


PROJECT_SETTINGS = [
    ".proctor/roles/coder.yaml", ".proctor/config.yaml", "/home/ada/shop/.proctor/tools/x.yaml",
    "src/../.proctor/config.yaml", ".claude/settings.json", ".claude/settings.local.json",
    ".claude/hooks/stop.sh", ".claude/agents/x.md", ".mcp.json", ".codex/config.toml",
    ".gemini/settings.json", ".cursor/hooks.json", ".opencode/opencode.json",
    ".git/hooks/pre-commit", "packages/a/.claude/settings.json",
    ".claude/worktrees/w1/.claude/settings.json", ".claude/worktrees/../settings.json", "mine",
]  # fmt: skip


@each_row("way", WAYS_TO_WRITE)
def test_a_command_that_writes_the_projects_settings_asks_a_human(
    way: str, around: Surroundings
) -> None:
    """Rules, agent settings and git hooks of the project change only if a person agrees."""
    found = {p: asks_a_human(ran(way.format(p), linked(around))) for p in PROJECT_SETTINGS}

    assert found == dict.fromkeys(PROJECT_SETTINGS, True)


@each_row("tool", ["Write", "Edit", "NotebookEdit", "write_file", "Delete"])
def test_a_file_tool_that_writes_the_projects_settings_asks_a_human(
    tool: str, around: Surroundings
) -> None:
    """The same holds for every tool that edits files."""
    field = "notebook_path" if tool == "NotebookEdit" else "file_path"
    found = {p: asks_a_human(judged(tool, {field: p}, linked(around))) for p in PROJECT_SETTINGS}

    assert found == dict.fromkeys(PROJECT_SETTINGS, True)


@each_row(
    "command",
    ["rm -rf .proctor", "mv .proctor /tmp/x", "rm -rf .", "rm -rf /home/ada/shop", "mv ../shop x",
     "rm -rf .claude", "mv .claude x", "rm -rf .git/hooks", "rm -r .GIT/HOOKS",
     "cd src && rm -rf ../.proctor", "cp -r evil .proctor", "cp -r evil/. .claude/"],
)  # fmt: skip
def test_taking_settings_away_with_their_folder_asks_a_human(
    command: str, around: Surroundings
) -> None:
    """Deleting and moving is writing, also of a folder above."""
    assert asks_a_human(ran(command, around))


@each_row(
    "command",
    ["git config core.hooksPath .evil", "git config --local core.hookspath .evil",
     "git -C . config set core.hooksPath x", "git -c core.hooksPath=.evil commit -m x",
     "git -ccore.hooksPath=.evil commit", "git --config-env=core.hooksPath=X commit",
     "git config --global core.hooksPath /tmp/x", "git config --unset core.hooksPath",
     "sudo git config core.hooksPath x", "bash -c 'git config core.hooksPath x'",
     "echo x >> .git/config", "cp evil .git/hooks/pre-push", "chmod +x .git/hooks/pre-commit"],
)  # fmt: skip
def test_git_hooks_ask_a_human(command: str, around: Surroundings) -> None:
    """A hook of git runs code with every commit, so its place and its content are guarded."""
    assert asks_a_human(ran(command, around))


@each_row(
    "command",
    ["claude", "claude -p hi", "/usr/local/bin/claude -p hi", "./node_modules/.bin/claude -p hi",
     "codex exec hi", "gemini -p hi", "opencode run hi", "cursor-agent -p hi", "copilot -p hi",
     "npx @anthropic-ai/claude-code -p hi", "npx -y @anthropic-ai/claude-code@2 -p hi",
     "npx --package=@openai/codex codex hi", "bunx @google/gemini-cli", "pnpm dlx opencode-ai",
     "yarn dlx @openai/codex", "npm exec -- @anthropic-ai/claude-code -p hi", "sudo claude",
     "env A=1 claude -p hi", "timeout 60 claude -p hi", "nohup claude -p hi &",
     "bash -c 'claude -p hi'", "echo hi | claude -p", "xargs claude -p", "exec claude",
     "tmux new-session -d claude", "tmux new-session -d 'claude -p hi'"],
)  # fmt: skip
def test_starting_an_agent_program_asks_a_human(command: str, around: Surroundings) -> None:
    """An agent that is not started by `proctor run` would have no role."""
    assert asks_a_human(ran(command, around))


@each_row(
    ("command", "effect"),
    [
        ("proctor run -- claude", Effect.DENY),
        ("proctor run --name foo -- claude", Effect.DENY),
        ("proctor run --name foo --detach --json -- /usr/bin/claude", Effect.DENY),
        ("proctor run bash", Effect.DENY),
        ("proctor run", Effect.DENY),
        ("python -m proctor run --name foo -- claude", Effect.DENY),
        ("uv run proctor run --name foo -- claude", Effect.DENY),
        ("env -u PROCTOR_AGENT proctor run --name foo -- claude", Effect.DENY),
        ("proctor run -- claude --role coder", Effect.DENY),
        ("proctor run --name --role -- claude", Effect.DENY),
        ("proctor run --cwd --role -- claude", Effect.DENY),
        ("proctor run --role '' --name foo -- claude", Effect.DENY),
        ("proctor run --role= --name foo -- claude", Effect.DENY),
        ("proctor run --role coder --role= -- claude", Effect.DENY),
        ('X=; proctor run --role "$X" -- claude', Effect.DENY),
        ("proctor run $X --role coder", Effect.DENY),
        ('proctor run --role "$X" -- claude', Effect.ASK),
        ("proctor run --role coder $X", Effect.ASK),
        ("proctor run --role coder --name a*", Effect.ASK),
        ("proctor run --role coder", Effect.ALLOW),
        ("proctor run --role=coder --detach -- 'Write the tests: $X *'", Effect.ALLOW),
        ("proctor run --name foo --role coder --detach", Effect.ALLOW),
        ("proctor run --workflow WF-20261116-001", Effect.ALLOW),
        ("proctor run --help", Effect.ALLOW),
    ],
)
def test_an_agent_starts_no_unchecked_program(
    command: str, effect: Effect, around: Surroundings
) -> None:
    """`proctor run` without a role is denied, and asked about where that is not known."""
    decision = ran(command, around)

    assert decision.effect is effect
    if effect is not Effect.ALLOW:
        assert "nothing checks a program that `proctor run` starts without a role" in decision.why


# --- How it meets rules and modes


@each_row("mode", Mode)
def test_the_guard_holds_in_every_mode(mode: Mode, around: Surroundings) -> None:
    """A mode can make the guard's ask a deny, and nothing weaker."""
    policy = Policy.of(allow=["*"], mode=mode, otherwise="allow")
    calls = [ToolCall(tool="Bash", input={"command": c}) for c in ("proctor trust", "claude")]
    denied, asked = (decide(normalise(call, around), policy).effect for call in calls)

    assert denied is Effect.DENY
    assert asked is not Effect.ALLOW


def test_a_deny_is_not_passed_over_because_the_guard_asks(around: Surroundings) -> None:
    """Where the guard asks and a rule denies, it is denied, and the rule says why."""
    policy = Policy.of(deny=[{"rule": "Edit(.proctor/**)", "why": "Ask Ada."}], allow=["Edit"])
    call = ToolCall(tool="Edit", input={"file_path": ".proctor/config.yaml"})
    decision = decide(normalise(call, around), policy)

    assert (decision.effect, decision.why) == (Effect.DENY, "Ask Ada.")


# --- What stays possible


@each_row(
    "command",
    ["cat .proctor/roles/coder.yaml", "ls .proctor", "grep -r allow .proctor", "cat .mcp.json",
     "cat ~/.claude/settings.json", "ls ~/.claude", "cat .git/hooks/pre-commit",
     "head -3 /opt/proctor/lib/proctor/policy/guard.py", "git clone --bare https://x.org/a.git",
     "git init --bare", "grep -rn disableAllHooks src", "rg CLAUDE_CONFIG_DIR docs",
     "grep -rn CLAUDE_CODE_SIMPLE=1 docs", "grep proctor README.md", "cat src/claude.py",
     "echo claude", "which claude", "tmux ls", "tmux -L work ls", "git config user.name Ada",
     "git commit -m 'Mention core.hooksPath'", "cat ~/.proctorized/x", "ls /home/ada/.proctor-old",
     "touch .claude/worktrees/w1/src/a.py", "rm -rf .claude/worktrees/w1",
     "touch ~/.claude/worktrees/w1/a.py", "rm -rf build", "mv src/a.py src/b.py",
     "rm -rf /home/ada/shop/src", "pip show proctor-gate", "python -m pytest",
     ],
)  # fmt: skip
def test_the_guard_does_not_stand_in_the_way(command: str, around: Surroundings) -> None:
    """Reading the project's rules, naming a switch and working in a worktree stay possible."""
    assert ran(command, around).effect is Effect.ALLOW


@each_row(
    ("tool", "fields"),
    [
        ("Read", {"file_path": ".proctor/roles/coder.yaml"}),
        ("Read", {"file_path": "~/.claude/settings.json"}),
        ("Read", {"file_path": "/opt/proctor/lib/proctor/policy/guard.py"}),
        ("Read", {"file_path": "mine"}),
        ("Grep", {"pattern": "disableAllHooks", "path": "src"}),
        ("Glob", {"pattern": ".proctor/**"}),
        ("Write", {"file_path": ".claude/worktrees/w1/src/cart.py"}),
        ("Write", {"file_path": "~/.claude/worktrees/w1/src/cart.py"}),
        ("Write", {"file_path": "docs/proctor.md"}),
        ("Write", {"file_path": ".github/workflows/ci.yaml"}),
        ("mcp__github__create_issue", {"title": "Write .proctor/config.yaml"}),
    ],
)
def test_a_tool_may_read_rules_and_write_elsewhere(
    tool: str, fields: dict[str, object], around: Surroundings
) -> None:
    """The guard knows the difference between reading, writing and talking about it."""
    assert judged(tool, fields, around._replace(links=LINKS)).effect is Effect.ALLOW
