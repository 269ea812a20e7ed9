"""A valid file of every kind that people write or see, with everything in it that it can have."""

from __future__ import annotations

import json

from tests.tools.catalogues import defined, index_text
from tests.tools.test_pin_file import GOOD

PERMISSIONS = """\
order: deny, allow, ask
otherwise: deny
allow:
  - Read
  - "mcp__*"
  - {rule: Bash(git status *), why: Harmless., match: [git status -s], not_match: [git push]}
  - {tool: Bash, regex: "^npm (test|ci)$", until: 2999-12-31, match: [npm test]}
ask:
  - {rule: WebFetch(domain:example.com), by: human, match: ["https://example.com/a"]}
  - {rule: "tool:view:.*[.]md", approvers: [lead], match: ["tool:view:a.md"], not_match: [a.txt]}
deny:
  - {rule: "tool:bash:rm .*", why: No., match: ["rm -rf x", "tool:bash:rm x"]}
  - {rule: Edit(/etc/**), match: [/etc/passwd], not_match: [etc/passwd]}
  - Bash(@privileged)
"""
INSIDE = PERMISSIONS.replace("\n", "\n  ").rstrip()
ROLE = f"""\
name: Chief Architect
description: Designs
model: opus
extends: coder
permission_mode: plan
system_prompt: You are one.
instructions: |
  Think.
permissions:
  {INSIDE}
  agent: {{enabled: true, model: haiku, instructions: Be strict.}}
hooks:
  PostToolUse:
    - {{matcher: Bash, command: notify.sh, timeout: 10}}
    - {{command: other.sh}}
settings: {{enabledPlugins: {{}}}}
tools: [Read, Bash, WebFetch, Edit, "mcp__*"]
additional_directories: [../shared]
follow_bypass: true
isolated: true
sandbox: true
command: [claude, --verbose]
createdAt: 2025-12-11T00:00:00Z
updatedAt: 2025-12-12T00:00:00Z
"""
INDEX = """\
roles:
  - id: first
    name: First
    tools: [Read]
    permissions: {deny: [{rule: "tool:bash:ls", not_match: [ls -la]}]}
  - name: Second One
    extends: first
    instructions: Look.
"""
CONFIG = f"""\
profiles:
  team:
    profile: standard
    {PERMISSIONS.replace(chr(10), chr(10) + "    ").rstrip()}
  strict: {{profile: team, deny: ["Bash(curl *)"]}}
tools:
  deploy: {{description: Go, category: release, kind: other, fields: [target], open_world: true}}
  WebFetch: {{fields: [url]}}
follow_bypass: false
additional_directories: [../docs]
upstreams:
  github: {{command: npx -y server-github, env: {{GITHUB_TOKEN: "${{GITHUB_TOKEN}}"}}}}
  search: {{url: "https://search.example.com/mcp", timeout: 2m, headers: {{x-key: "${{KEY}}"}}}}
store: postgresql://proctor@db.example.com/proctor
server: {{port: 7762, name: anvil}}
redact: ["acme-[0-9a-f]{{32}}", 'ticket (?P<secret>\\d{{6}})']
retention: {{days: 365, size: 2 GB}}
people:
  ada: {{roles: [admin], telegram: 123456789, discord: "987654321098765432"}}
  bob: {{roles: [lead, dev]}}
permission_grants: {{admin: [open, standard, team], lead: [standard]}}
approvers: {{deployer: [lead, admin]}}
channels:
  inbox: true
  telegram: {{token: "123456789:AAFexampleexampleexampleexample", chat: -100123, users: [12345]}}
  discord: {{token: abc, channel: "123456789012345678", approver_roles: [leads]}}
approval: {{timeout: 2m, on_timeout: deny}}
telemetry: {{enabled: true}}
reviewer: {{style: anthropic, model: claude-haiku-4-5, timeout: 15}}
"""
TEMPLATE = """\
displayName: Standard
description: Look, build, review
version: 3
builtin: false
createdAt: 2025-12-11T00:00:00Z
stages:
  - name: request
    type: request
    roleId: guarded
    prompt: |
      Find out what is wanted.
    gate: {type: human_approval, prompt: Is this right?}
  - {name: build, type: implementation, roleId: coder, initPrompt: Build., gate: auto}
  - name: verify
    roleId: standard
    gate: {type: verification, commands: [make test, "git status"], timeout: 5m}
"""
CASES = f"""\
policy:
  {INSIDE}
  mode: default
  tools: [Read, Bash]
  follow_bypass: false
  additional_directories: [/srv]
cases:
  - id: looking-is-free
    call: {{tool: Bash, command: git status, cwd: sub, mode: plan}}
    want: {{effect: allow, rule: Bash(git status *), because: Harmless, source: rule}}
  - id: no-rule
    why: nothing says so
    call: {{tool: Read, input: {{file_path: a}}}}
    want: {{effect: deny, rule: null}}
  - id: a-string
    action: "tool:bash:git push origin main"
    want: {{effect: ask}}
"""
CATEGORIES = """\
categories:
  - {id: release, name: Release, description: Puts the shop online, order: 1}
  - id: search
"""
CATALOGUE = index_text(
    defined("deploy", "destructive"), defined("look", "read_only"), gone=("old",), modules=("shop",)
)
PINS = GOOD.decode()
RECEIPT = json.dumps(
    {
        "file": "/home/ada/.claude/settings.json",
        "before": "{}",
        "written": '{"hooks": {}}',
        "executable": "/home/ada/.proctor/hooks/claude-code",
        "folders": ["/home/ada/.claude"],
        "role": "guarded",
        "claude": None,
        "version": "1",
        "at": "2026-01-01T00:00:00Z",
        "env": {"A": "b"},
    },
    indent=1,
)
PROOFS = json.dumps(
    {
        "proofs": [
            {
                "claude": "/usr/bin/claude", "version": "2.1", "size": 1, "changed": 2,
                "ask_holds": True, "words": "it blocks",
            }
        ]
    },
    indent=1,
)  # fmt: skip
