"""Which program an agent runs, where it lies, and what is known of it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from proctor.adapters.claude_settings import NEUTRAL
from proctor.adapters.claude_versions import Version, facts
from proctor.agents.claude_command import CLAUDE, is_claude
from proctor.errors import NotFound, UsageError
from proctor.hook.identity import CLAUDE_CODE
from proctor.installing.settings_places import managed_folder
from proctor.proving.claude_program import absolute_path, claude_version, find_claude
from proctor.proving.examine_variables import WHATEVER, is_of_loader, settings_of_loader
from proctor.proving.known_claude import Claude, proven_in
from proctor.proving.settings_seen import settings_files

INSTALL = "install it, or put its folder on the PATH"
UNPROVEN = "nothing was started: without a hook that blocks nothing would be checked"


class Program(NamedTuple):
    """
    A program: the words that start it, with its full path.

    `kind` is `claude-code`, or empty for one that tells us nothing; `version` and `ask_holds`
    are of the former only.
    """

    words: tuple[str, ...]
    kind: str = ""
    version: Version | None = None
    ask_holds: bool = False


def program_of(
    command: Sequence[str] | None,
    *,
    home: Path,
    cwd: str,
    environ: Mapping[str, str],
    has_role: bool = True,
) -> Program:
    """
    Find a program; of Claude Code it is known from here on that a hook blocks there.

    Args:
        command: the words of a role, or of a person; Claude Code where there are none.
        home: Proctor's own folder, which remembers what was proven.
        cwd: where the agent works.
        environ: the variables of the person.
        has_role: whether a role is to be enforced; without one any program is started as it is.

    Raises:
        NotFound: it is not installed.
        InstallError: a hook does not block there.

    """
    words = tuple(command or (CLAUDE,))
    found = located(words[0], cwd=cwd, path=environ.get("PATH", os.defpath), usual=not command)
    if not has_role or not is_claude(words):
        return Program((found, *words[1:]))
    claude = Claude(Path(found), claude_version(found))
    proof = proven_in(claude, home, help=UNPROVEN)
    # One trial is no proof for versions on which others have seen an ask pass.
    holds = proof.ask_holds and facts(claude.version).ask_holds
    return Program((found, *words[1:]), CLAUDE_CODE, claude.version, holds)


def located(word: str, *, cwd: str, path: str, usual: bool) -> str:
    """
    Return the full path of a program; a folder that is not absolute is never looked into.

    Raises:
        NotFound: there is none.

    """
    if usual:
        try:
            return str(find_claude(path=path))
        except NotFound as missing:
            missing.help = INSTALL
            raise
    expanded = os.path.expanduser(word)  # noqa: PTH111 - a name or a path
    if "/" in expanded:
        expanded = os.path.join(cwd, expanded)  # noqa: PTH118 - keeps what is absolute
    found = shutil.which(expanded, path=absolute_path(path))
    if found is None:
        raise NotFound(f"the program `{word}` was not found", help=INSTALL)
    return found


def check_named(word: str, program: Program, *, cwd: str, path: str) -> None:
    """
    Look whether a program that a person names by its path is the one that is started.

    Raises:
        NotFound: there is none.
        UsageError: it is another one.

    """
    if "/" in word:
        found, ours = located(word, cwd=cwd, path=path, usual=False), program.words[0]
        if os.path.realpath(found) != os.path.realpath(ours):
            raise UsageError(
                f"the role starts {ours}, not `{word}`",
                help="leave the program out, or name it in the role: `command: [PATH]`",
            )


def check_settings(program: Program, *, cwd: str, config: Path) -> None:
    """
    Look whether settings that apply here would keep our hook from deciding.

    Args:
        program: what is started.
        cwd: where the agent works.
        config: the folder of the settings that are its user's.

    Raises:
        UsageError: they would, and none of ours can take that away.

    """
    if program.version is None:
        return
    files = settings_files(
        Path(cwd), version=program.version, config=config, managed=managed_folder()
    )
    for setting in settings_of_loader(files):
        ours = setting.name in NEUTRAL
        foreign = setting.foreign and is_of_loader(setting.name) and setting.value != ""
        if setting.name in WHATEVER or (foreign and not ours):
            raise UsageError(
                f"{setting.file.path} sets {setting.name}, which keeps our hook from deciding",
                help=f"take {setting.name} out of it; nothing was started",
            )
