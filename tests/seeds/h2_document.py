"""
The examples of the h2 document, as they are printed there.

Only the program's name and its folder are ours.
"""

ARCHITECT = """\
# ~/.proctor/roles/architect.yaml
name: architect
description: "Designs systems and reviews architecture decisions"

# Model selection — passed to Claude Code via --model
model: opus

# Permission mode — passed to Claude Code via --permission-mode
# Valid values: default, delegate, acceptEdits, plan, dontAsk, bypassPermissions
# permission_mode: plan

# System prompt — replaces Claude Code's entire default system prompt (--system-prompt).
# Use this when you need full control over the prompt. Mutually exclusive in
# practice with "instructions" — use one or the other, or both if the role needs
# a custom base prompt plus additional context appended to it.
# system_prompt: |
#   You are a specialized architecture reviewer...

# Instructions — appended to Claude Code's default system prompt (--append-system-prompt).
# This is the most common choice: the agent keeps Claude Code's built-in tool usage
# instructions and gets your role-specific guidance on top.
instructions: |
  You are an architect agent. Your responsibilities:
  - Design system architecture for requested features
  - Write design documents with clear interfaces and contracts
  - Review other agents' design proposals
  - Consider scalability, maintainability, and security

  When writing designs:
  - Start with the problem statement
  - Enumerate approaches with trade-offs
  - Propose a specific recommendation
  - Include a testing strategy

  You have access to the full codebase for reference.
  Use proctor send to communicate with other agents.

# Permissions — allow/deny enforced natively by Claude Code,
# agent section configures the AI reviewer for everything else.
permissions:
  # Always allow these tools/patterns (enforced by Claude Code itself)
  allow:
    - "Read"
    - "Glob"
    - "Grep"
    - "WebSearch"
    - "WebFetch"
    - "Write(docs/**)"
    - "Edit(docs/**)"

  # Always deny these (enforced by Claude Code itself)
  deny:
    - "Bash(rm -rf *)"
    - "Bash(sudo *)"

  # AI reviewer — handles requests not matched by allow/deny
  agent:
    enabled: true
    instructions: |
      You are reviewing permission requests for an architect agent.
      This agent designs systems and writes documentation.
      ALLOW: read-only tools, standard dev commands, writing to docs/
      DENY: destructive operations, system modifications, force pushes
      ASK_USER: anything modifying source code, publishing, or secrets

# Additional Claude Code settings (merged into settings.json)
settings:
  # Any valid settings.json keys
  enabledPlugins: {}
"""

CODER = """\
name: coder
instructions: |
  You are a coding agent. Implement features as requested.
  Write tests for all changes. Run make test before committing.
permissions:
  allow:
    - "Read"
    - "Glob"
    - "Grep"
    - "Bash"
    - "Write"
    - "Edit"
  agent:
    instructions: |
      You are reviewing permissions for a coding agent.
      ALLOW: all standard dev tools (read, write, edit, bash, grep, glob)
      DENY: destructive ops (rm -rf, sudo, force push)
      ASK_USER: anything unusual
"""

OPS = """\
name: ops
model: sonnet
instructions: |
  You are an operations agent. Monitor systems and fix issues.
hooks:
  PostToolUse:
    - matcher: "Bash"
      command: "notify-on-deploy.sh"
      timeout: 10
"""

RULES = """\
permissions:
  allow:
    - "Read"                    # Tool name only — allow all uses
    - "Write(docs/**)"          # Tool with path pattern
    - "Bash(make *)"            # Tool with command pattern
    - "Bash(go test *)"
    - "Edit(internal/**/*.go)"
  deny:
    - "Bash(rm -rf *)"
    - "Bash(sudo *)"
    - "Bash(git push --force *)"
"""

# What stands in the session's settings.json, beside our own hooks.
SETTINGS = """\
{
  "model": "opus",
  "permissions": {
    "allow": [
      "Read",
      "Glob",
      "Grep",
      "WebSearch",
      "WebFetch",
      "Write(docs/**)",
      "Edit(docs/**)"
    ],
    "deny": [
      "Bash(rm -rf *)",
      "Bash(sudo *)"
    ]
  },
  "hooks": {
    "PreToolUse": [{"matcher": "", "hooks": [
      {"type": "command", "command": "proctor hook collect", "timeout": 5}
    ]}],
    "PostToolUse": [{"matcher": "", "hooks": [
      {"type": "command", "command": "proctor hook collect", "timeout": 5}
    ]}],
    "SessionStart": [{"matcher": "", "hooks": [
      {"type": "command", "command": "proctor hook collect", "timeout": 5}
    ]}],
    "Stop": [{"matcher": "", "hooks": [
      {"type": "command", "command": "proctor hook collect", "timeout": 5}
    ]}],
    "PermissionRequest": [{"matcher": "", "hooks": [
      {"type": "command", "command": "proctor permission-request", "timeout": 60},
      {"type": "command", "command": "proctor hook collect", "timeout": 5}
    ]}]
  }
}
"""
