"""
The words that start Claude Code as an agent of a role.

What a person adds comes last. Words that would switch our hooks off, put other settings in the
place of ours, or lead to another session or machine are refused, each with its reason.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from proctor.agents.session_files import Session
from proctor.errors import UsageError
from proctor.terms.mode import Mode
from proctor.terms.role import Role

CLAUDE = "claude"
# Linux takes 128 KB.
LONGEST_WORD = 100_000
BY_ROLE = "the role says it"
NO_HOOKS = "hooks would not run, and nothing would be checked"
OTHERS = "hooks or rules of others would take the place of the role's"
ELSEWHERE = "the agent would run where nobody checks it"
NO_BYPASS = "the role does not say `permission_mode: bypassPermissions`"
OTHER_SESSION = "the session is ours to name; see `proctor resume`"
# Options that are refused, and why.
REFUSED = {
    "--bare": NO_HOOKS,
    "--safe-mode": NO_HOOKS,
    "--settings": OTHERS,
    "--setting-sources": OTHERS,
    "--restricted": OTHERS,
    "--plugin-dir": OTHERS,
    "--plugin-dir-no-mcp": OTHERS,
    "--agents": OTHERS,
    "--managed-settings": OTHERS,
    "--permission-mode": "the role says `permission_mode`; or use --set permission_mode=…; "
    "only `plan` can be given, to a role without a mode",
    "--permission-prompt-tool": "what the role asks about is answered by people",
    "--allowedTools": f"{BY_ROLE}: `permissions: allow`",
    "--allowed-tools": f"{BY_ROLE}: `permissions: allow`",
    "--model": "the role says `model`; or use --set model=…",
    "--system-prompt": "the role says `system_prompt`; or use --set system_prompt=…",
    "--append-system-prompt": "the role says `instructions`; or use --set instructions=…",
    "--system-prompt-file": "the role says `system_prompt`; or use --set system_prompt=…",
    "--append-system-prompt-file": "the role says `instructions`; or use --set instructions=…",
    "--session-id": OTHER_SESSION,
    "--resume": OTHER_SESSION,
    "-r": OTHER_SESSION,
    "--continue": OTHER_SESSION,
    "-c": OTHER_SESSION,
    "--fork-session": OTHER_SESSION,
    "--from-pr": OTHER_SESSION,
    "--bg": ELSEWHERE,
    "--background": ELSEWHERE,
    "--cloud": ELSEWHERE,
    "--remote": ELSEWHERE,
    "--remote-control": ELSEWHERE,
    "--environment": ELSEWHERE,
    "--teleport": ELSEWHERE,
    "--desktop": ELSEWHERE,
    "--tmux": ELSEWHERE,
}
MODE = "--permission-mode"
BYPASS = ("--dangerously-skip-permissions", "--allow-dangerously-skip-permissions")
# Commands of the program that are no session of an agent, and that no hook sees.
COMMANDS = frozenset({
    "agents", "attach", "auth", "auto-mode", "config", "doctor", "gateway", "import", "install",
    "kill", "logs", "mcp", "migrate-installer", "plugin", "plugins", "purge", "remote-control",
    "respawn", "rm", "setup-token", "stop", "ultrareview", "update", "upgrade",
})  # fmt: skip


def is_claude(command: Sequence[str]) -> bool:
    """Say whether a command is Claude Code, by the name of its program."""
    return bool(command) and command[0].rpartition("/")[2] == CLAUDE


def is_program(words: Sequence[str]) -> bool:
    """Say whether words that a person adds begin with the program itself, which is no prompt."""
    return is_claude(words) and not any(map(str.isspace, words[0]))


def words_of(
    role: Role, session: Session, settings: Path, *, resume: bool, servers: Sequence[str] = ()
) -> list[str]:
    """
    Return the words that start an agent.

    Args:
        role: its role, with what was set for this agent.
        session: what is started; `mode` is the permission mode that it is told.
        settings: the file of its settings.
        resume: go on with the conversation that it had.
        servers: the words that give it MCP servers; a word that is no option ends them.

    """
    words = [*session.command, *servers, "--settings", str(settings)]
    words += ["--resume" if resume else "--session-id", session.session_id]
    # Otherwise it starts in `auto`, or as settings of the user or the repository say.
    words += ["--permission-mode", session.mode or Mode.DEFAULT.value]
    if role.model:
        words += with_value("--model", role.model)
    for option, text in prompts_of(role).items():
        if is_long(text):
            words += [f"{option}-file", str(settings.parent / f"{option.strip('-')}.md")]
        elif text:
            words += with_value(option, text)
    return [*words, *(without_prompt(session.extra) if resume else session.extra)]


def without_prompt(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words of an earlier start without a prompt, which was said already."""
    if not words:
        return words
    last = words[-1]
    is_prompt = not last.startswith("-") and (len(words) == 1 or " " in last or "\n" in last)
    return words[:-1] if is_prompt else words


def with_value(option: str, text: str) -> list[str]:
    """
    Return an option with its value; one that looks like an option itself stays in the same word.

    The program looks through all of its words for some options, such as `--bare`, before it
    reads which of them are values (measured).
    """
    return [f"{option}={text}"] if text.startswith("-") else [option, text]


def prompts_of(role: Role) -> dict[str, str]:
    """Return what the program is told before anything else, by the options for it."""
    return {
        "--system-prompt": role.system_prompt or "",
        "--append-system-prompt": role.instructions or "",
    }


def long_prompts(role: Role) -> dict[str, str]:
    """Return what is too long for a word of a command, by the name of its file."""
    prompts = prompts_of(role).items()
    return {f"{option.strip('-')}.md": text for option, text in prompts if is_long(text)}


def is_long(text: str) -> bool:
    """Say whether the system takes a text for a word of a command no more."""
    return len(text.encode("utf-8", "surrogatepass")) > LONGEST_WORD


def mode_of(role: Role) -> str:
    """Return the mode that the program is told; of `delegate` it knows nothing."""
    mode = role.mode or Mode.DEFAULT
    return str(Mode.DEFAULT if mode is Mode.DELEGATE else mode)


def check_extra(words: Sequence[str], role: Role) -> None:
    """
    Look at the words that a person adds.

    Raises:
        UsageError: one of them would lead past the role.

    """
    refused = dict(REFUSED)
    if role.mode is not Mode.BYPASS:
        refused |= dict.fromkeys(
            BYPASS, "the role does not say `permission_mode: bypassPermissions`"
        )
    for word, value in zip(words, [*words[1:], ""], strict=False):
        option = option_of(word, refused)
        if option in refused and not begins_with_plan(role, word, value):
            raise UsageError(f"`{option}` cannot be given to the agent: {refused[option]}")
    if any(word in COMMANDS for word in words[:1]):
        raise UsageError(
            f"`{words[0]}` is a command of the program, and starts no agent",
            help=f"as a prompt, say more than one word; else call `{CLAUDE} {words[0]}` yourself",
        )


def begins_with_plan(role: Role, word: str, value: str) -> bool:
    """
    Say whether a word has a role without a mode begin in `plan`.

    That only tightens it, for as long as the program says that it plans; a person ends it there.
    """
    plan = Mode.PLAN.value
    return role.mode is None and (word == f"{MODE}={plan}" or (word, value) == (MODE, plan))


def option_of(word: str, refused: Sequence[str] | dict[str, str]) -> str:
    """Return the option that a word is: without its value, and of short ones the first."""
    if word.startswith("--"):
        name = word.partition("=")[0]
        # The program's reader of options takes an underscore or a capital for nothing else,
        # but a later one may: what only differs so is the same to us.
        folded = {known.lower().replace("_", "-"): known for known in refused}
        return folded.get(name.lower().replace("_", "-"), name)
    if word.startswith("-") and len(word) > 1:
        # `-cp` is `-c -p`: each letter counts.
        return next((f"-{letter}" for letter in word[1:] if f"-{letter}" in refused), word[:2])
    return word


def check_extra_of_agent(words: Sequence[str]) -> None:
    """
    Look at the words that an agent adds: a prompt, and nothing that the program reads otherwise.

    Raises:
        UsageError: there is more.

    """
    if len(words) > 1 or any(word.startswith("-") for word in words):
        raise UsageError(
            "an agent that starts another gives it one prompt and no options",
            help="proctor run --role ROLE --name NAME --detach -- 'what to do'",
        )
