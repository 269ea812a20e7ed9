"""Two lists of patterns: an ask that is added lets nothing run that did not run before."""

from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as st

from proctor import Effect, Policy, RuleError
from proctor.terms.call import ToolCall
from tests.amounts import amount

ASKS = [
    "tool:.*",
    "tool:bash:.*",
    "tool:bash:git .*",
    "tool:bash:(git|cat) .*",
    "tool:git:.*",
    "tool:git:push .*",
    "tool:(bash|git):.*",
    "tool:view:.*",
    r"tool:view:.*\.env",
    "tool:create_file:.*",
    "tool:create_file:docs/.*",
    "tool:str_replace:src/.*",
    "tool:Write:src/.*",
    "tool:[a-h]+:.*",
]
ALLOWS = [
    *ASKS,
    "tool:bash:git push .*",
    "tool:bash:cat .*",
    "tool:bash:[a-z]+ .*",
    "tool:bash:cat a",
    "tool:view:docs/.*",
    "tool:create_file:src/.*",
]
CALLS = [
    *(
        ToolCall(tool="Bash", input={"command": command})
        for command in (
            "git push origin main", "git status", "git add .env", "cat .env", "cat a",
            "cat a > src/b", "echo x > docs/b", "cat docs/a && git push origin main",
            "sudo git push origin main", "cp .env a", "ls",
        )
    ),
    ToolCall(tool="git_push", input={"remote": "origin", "branch": "main"}),
    ToolCall(tool="git_init", input={}),
    *(ToolCall(tool="Read", input={"file_path": path}) for path in (".env", "docs/a", "a")),
    *(
        ToolCall(tool="Write", input={"file_path": path, "content": "x"})
        for path in ("docs/a", "src/a", ".env")
    ),
    ToolCall(tool="Edit", input={"file_path": "src/a", "old_string": "a", "new_string": "b"}),
]  # fmt: skip


def allowed(allow: list[str], ask: list[str]) -> list[bool] | None:
    """Return which calls run under two lists; None where they do not load."""
    try:
        policy = Policy.of(allow=allow, ask=ask)
    except RuleError:
        return None
    return [policy.decide(call).effect is Effect.ALLOW for call in CALLS]


@settings(max_examples=amount(40, 1000), deadline=None)
@given(
    allow=st.lists(st.sampled_from(ALLOWS), min_size=1, max_size=3, unique=True),
    ask=st.lists(st.sampled_from(ASKS), max_size=3, unique=True),
    more=st.sampled_from(ASKS),
    last=st.booleans(),
)
@example(allow=["tool:bash:git .*"], ask=["tool:git:push .*"], more="tool:bash:.*", last=True)
@example(allow=["tool:bash:cat .*"], ask=[r"tool:view:.*\.env"], more="tool:bash:.*", last=False)
@example(allow=["tool:create_file:src/.*"], ask=["tool:Write:src/.*"], more="tool:.*", last=True)
def test_an_added_ask_never_lets_a_call_run(
    allow: list[str], ask: list[str], more: str, *, last: bool
) -> None:
    """It may ask about more, or be an error; what was asked about or denied does not run."""
    after = allowed(allow, [*ask, more] if last else [more, *ask])
    if after is None or (before := allowed(allow, ask)) is None:
        return
    assert [now and not was for now, was in zip(after, before, strict=True)] == [False] * len(CALLS)
