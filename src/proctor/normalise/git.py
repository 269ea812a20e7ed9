"""The action strings of git tools, and of git through the shell."""

from __future__ import annotations

from collections.abc import Sequence

# Global options of git that take the next word as their value.
GIT_VALUES = frozenset(
    {"-C", "-c", "--git-dir", "--work-tree", "--namespace", "--super-prefix", "--config-env",
     "--exec-path", "--attr-source"}
)  # fmt: skip
PUSH_VALUES = frozenset({"-o", "--push-option", "--receive-pack", "--exec", "--repo"})
BRANCH_VALUES = frozenset({"-u", "--set-upstream-to", "--sort", "--format", "--points-at"})


def git_strings(words: Sequence[str]) -> tuple[str, ...]:
    """Return the git tools' action strings that a shell command amounts to."""
    name = words[0].rpartition("/")[2] if words else ""
    if name == "git":
        return git_command(subcommand(words[1:], GIT_VALUES))
    if name in ("gh", "glab") and {"pr", "mr"} & set(words) and "create" in words:
        return (f"tool:git:merge_request {base_branch(words)}",)
    return ()


def subcommand(words: Sequence[str], values: frozenset[str]) -> Sequence[str]:
    """Return the words from the subcommand on, global options stepped over."""
    index = 0
    while index < len(words) and words[index].startswith("-"):
        index += 2 if words[index] in values else 1
    return words[index:]


def git_command(words: Sequence[str]) -> tuple[str, ...]:
    """Return the strings of one git subcommand."""
    if not words:
        return ()
    verb, rest = words[0], words[1:]
    if verb in ("init", "commit"):
        return (f"tool:git:{verb}",)
    if verb == "push":
        return push_strings(operands(rest, PUSH_VALUES) or [named_remote(rest)])
    if verb == "branch":
        names = operands(rest, BRANCH_VALUES)
        return (f"tool:git:branch {names[0]}",) if names else ()
    if verb in ("checkout", "switch") and {"-b", "-B", "-c", "-C", "--create"} & set(rest):
        names = operands(rest, frozenset())
        return (f"tool:git:branch {names[0] if names else ''}",)
    return ()


def push_strings(names: Sequence[str]) -> tuple[str, ...]:
    """Return a string for each branch that is pushed, under each of its names."""
    remote, *refs = names or ("",)
    if not refs:
        return (f"tool:git:push {remote} ",)
    found: list[str] = []
    for ref in refs:
        plain = ref.removeprefix("+")
        pushed = plain.rpartition(":")[2].removeprefix("refs/heads/")
        found += [f"tool:git:push {remote} {name}" for name in dict.fromkeys((ref, plain, pushed))]
    return tuple(found)


def named_remote(words: Sequence[str]) -> str:
    """Return the remote that `--repo` names; it counts where no operand does."""
    for index, word in enumerate(words):
        if word.startswith("--repo"):
            return word.partition("=")[2] or "".join(words[index + 1 : index + 2])
    return ""


def operands(words: Sequence[str], values: frozenset[str]) -> list[str]:
    """Return the words that are neither options nor their values."""
    found: list[str] = []
    skip = False
    for word in words:
        if skip:
            skip = False
        elif word.startswith("-") and len(word) > 1:
            skip = word in values
        else:
            found.append(word)
    return found


def base_branch(words: Sequence[str]) -> str:
    """Return the branch that a merge request is for, if it is named."""
    for index, word in enumerate(words):
        if word in ("--base", "-B", "--target-branch", "-b") and index + 1 < len(words):
            return words[index + 1]
        if word.startswith(("--base=", "--target-branch=")):
            return word.partition("=")[2]
    return ""
