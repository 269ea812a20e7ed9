"""The roles that come with Proctor."""

from __future__ import annotations

import pytest

from proctor.normalise import normalise
from proctor.policy.decide import decide
from proctor.policy.policy import Policy
from proctor.policy.profiles import PROFILES
from proctor.policy.rules import parse_rule
from proctor.roles.check import example_surroundings
from proctor.terms.builtin_tools import SESSION_TOOLS
from proctor.terms.call import ToolCall
from proctor.terms.catalogue import BUILT_IN
from proctor.terms.effect import Effect
from tests.roles.conftest import House

CALLS: dict[str, list[tuple[str, dict[str, object], Effect]]] = {
    "coder": [
        ("Read", {"file_path": "src/x.py"}, Effect.ALLOW),
        ("Edit", {"file_path": "src/x.py"}, Effect.ALLOW),
        ("Write", {"file_path": "/project/new/file.txt"}, Effect.ALLOW),
        ("Write", {"file_path": "/etc/passwd"}, Effect.ASK),
        ("Bash", {"command": "make test"}, Effect.ALLOW),
        ("Bash", {"command": "git status && git diff"}, Effect.ALLOW),
        ("Bash", {"command": "git commit -m 'x y'"}, Effect.ALLOW),
        ("Bash", {"command": "python -m pytest -q"}, Effect.ALLOW),
        ("Bash", {"command": "git push origin main"}, Effect.ASK),
        ("Bash", {"command": "git push --force"}, Effect.DENY),
        ("Bash", {"command": "rm -fr build"}, Effect.DENY),
        ("Bash", {"command": "sudo make install"}, Effect.DENY),
        ("Bash", {"command": "curl https://example.org"}, Effect.ASK),
        ("Bash", {"command": "ls -la && cat src/x.py | head -n 3"}, Effect.ALLOW),
        ("Bash", {"command": "grep -rn def src | wc -l; rg def; pwd; which python"}, Effect.ALLOW),
        ("Bash", {"command": "git fetch && git branch && git show HEAD"}, Effect.ALLOW),
        ("Bash", {"command": "git stash list"}, Effect.ALLOW),
        ("Bash", {"command": "git branch -D main"}, Effect.ASK),
        ("Bash", {"command": "git show --output=/etc/x HEAD"}, Effect.ASK),
        ("Bash", {"command": "rg x --pre=./run"}, Effect.ASK),
        ("Read", {"file_path": ".env"}, Effect.ASK),
        ("Bash", {"command": "cat .env"}, Effect.ASK),
        ("Bash", {"command": "head ~/.ssh/id_rsa"}, Effect.ASK),
        ("Read", {"file_path": "certs/server.key"}, Effect.ASK),
        ("Grep", {"pattern": "x", "path": ".env.local"}, Effect.ASK),
        ("WebFetch", {"url": "https://example.org"}, Effect.ASK),
        ("ToolSearch", {"query": "select:Read"}, Effect.ALLOW),
        ("ListAgents", {}, Effect.ALLOW),
        ("CronCreate", {"cron": "0 9 * * *", "prompt": "x"}, Effect.ASK),
    ],
    "standard": [("TaskList", {}, Effect.ALLOW), ("Skill", {"skill": "pdf"}, Effect.DENY)],
    "locked": [("TodoWrite", {"todos": []}, Effect.DENY), ("CronList", {}, Effect.DENY)],
    "architect": [
        ("Read", {"file_path": "src/x.py"}, Effect.ALLOW),
        ("Write", {"file_path": "docs/a/b.md"}, Effect.ALLOW),
        ("Write", {"file_path": "src/x.py"}, Effect.ASK),
        ("WebFetch", {"url": "https://example.org"}, Effect.ASK),
        ("Bash", {"command": "git push"}, Effect.DENY),
    ],
    "reviewer": [
        ("Read", {"file_path": "src/x.py"}, Effect.ALLOW),
        ("Grep", {"pattern": "TODO"}, Effect.ALLOW),
        ("Bash", {"command": "git diff main... | head -n 50"}, Effect.ALLOW),
        ("Bash", {"command": "gh pr diff 3"}, Effect.ALLOW),
        ("Bash", {"command": "cat .env"}, Effect.ASK),
        ("Read", {"file_path": ".env"}, Effect.ASK),
        ("Bash", {"command": "make test"}, Effect.ASK),
        ("WebFetch", {"url": "https://example.org"}, Effect.ASK),
        ("Write", {"file_path": "src/x.py"}, Effect.DENY),
        ("Edit", {"file_path": "/etc/hosts"}, Effect.DENY),
        ("Bash", {"command": "git diff > review.txt"}, Effect.DENY),
        ("Bash", {"command": "git push origin main"}, Effect.DENY),
    ],
    "ops": [
        ("Bash", {"command": "df -h"}, Effect.ALLOW),
        ("Bash", {"command": "systemctl status app"}, Effect.ALLOW),
        ("Bash", {"command": "systemctl restart app"}, Effect.ASK),
        ("Bash", {"command": "kubectl get pods -n shop"}, Effect.ALLOW),
        ("Bash", {"command": "kubectl delete pod x"}, Effect.DENY),
        ("Bash", {"command": "sudo systemctl restart app"}, Effect.DENY),
        ("Write", {"file_path": "src/x.py"}, Effect.ASK),
    ],
}


@pytest.mark.parametrize(
    ("name", "tool", "input_", "effect"),
    [(name, *call) for name, calls in CALLS.items() for call in calls],
)
def test_a_built_in_role_does_what_it_is_for(
    house: House, name: str, tool: str, input_: dict[str, object], effect: Effect
) -> None:
    """The usual calls of a day's work."""
    role = house.load(name)
    action = normalise(ToolCall(tool=tool, input=input_), example_surroundings(BUILT_IN))

    assert effect is decide(action, Policy.compile(role.permissions, tools=role.tools)).effect


@pytest.mark.parametrize("name", PROFILES)
def test_each_profile_is_a_role_of_its_name(house: House, name: str) -> None:
    """With the rules of the profile, and in `standard` the tools of a session's own lists."""
    role = house.load(name)
    more = [parse_rule(tool, Effect.ALLOW) for tool in SESSION_TOOLS if name == "standard"]

    assert PROFILES[name]._replace(rules=()) == role.permissions._replace(rules=())
    wanted = [(rule.effect, rule.text) for rule in (*PROFILES[name].rules, *more)]
    assert [(rule.effect, rule.text) for rule in role.permissions.rules] == wanted
    assert (role.tools, role.mode, role.reviewer.enabled) == (None, None, False)


@pytest.mark.parametrize("name", ["architect", "coder", "ops"])
def test_a_built_in_deny_says_why_and_shows_an_example(house: House, name: str) -> None:
    """Whoever meets it learns what to do instead."""
    denies = [r for r in house.load(name).permissions.rules if r.effect is Effect.DENY]

    assert denies
    assert all(rule.why and rule.match for rule in denies)
