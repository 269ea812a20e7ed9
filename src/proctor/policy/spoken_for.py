"""
Which commands do what their words say, whatever stands in a file or comes on their input.

A rule is for the words of a command. What `python3` does stands on its standard input,
what `bash x.sh` does in x.sh: of these the words say too little for a rule that nobody
thought about for long. A rule also holds when nobody looks any more: what throws work
away gets none.
"""

from __future__ import annotations

import re

from proctor.terms.action import Command, Part, Touch
from proctor.terms.lazy_pattern import lazy
from proctor.terms.system import SYSTEM_FOLDERS

# What only looks can be told nothing by its input that would matter.
ONLY_LOOKS = frozenset({"read", "secret"})
CODE = "code"
# Builders that are not told by their input what to do, with the words of which that is
# known. They may run what a project's own build file says: that is what whoever allows
# `npm test` means. Beside these words they are given plain names and switches only: another
# option, or a variable, can name another build file, another folder or another shell.
SCRIPT_RUNNERS = {
    "npm": frozenset("test t ci install i".split()),
    "pnpm": frozenset("test t install i".split()),
    "yarn": frozenset("test install".split()),
}
# Every word is a target of the project's own file.
TARGET_RUNNERS = frozenset("make gmake just rake task invoke".split())
VERBS = {
    "cargo": frozenset("build b check c test t bench clippy doc fmt".split()),
    "go": frozenset("build test vet fmt".split()),
    "mvn": frozenset("validate compile test package verify".split()),
    "gradle": frozenset("assemble build check test".split()),
    "bun": frozenset("install test".split()),
    "uv": frozenset("sync lock".split()),
    "poetry": frozenset("install lock check".split()),
    "ruff": frozenset("check format".split()),
}
ALONE = frozenset("pytest mypy eslint tsc tox nox".split())
# What is installed is named; where it comes from is settled elsewhere.
INSTALLERS = frozenset("pip pip3 apt apt-get brew".split())
# They choose no file, no folder and no program.
SWITCHES = frozenset(
    "-q -v -y --quiet --verbose --yes --release --all --workspace --locked --frozen --check "
    "--fix --noEmit".split()
)
# The name of a target, script or package; no path, no variable, no option.
NAME = lazy(r"[A-Za-z0-9_][A-Za-z0-9_:-]*", re.ASCII)
# What is called so mostly takes commands from its input, or runs what it is given.
TAKES_COMMANDS = lazy(r"(?:.*[:_-])?(?:shell|sh|bash|zsh|node|exec|config|console|repl|dlx)")
DOERS = frozenset("mkdir rmdir touch rm cp mv ln chmod chown unlink truncate curl wget".split())
# The same of git. `apply`, `am` and others take what they do from their input; `clean`,
# `reset`, `checkout`, `restore`, `rm`, `worktree` throw away what nothing brings back.
GIT_VERBS = frozenset(
    "add branch cherry-pick clone commit fetch init merge mv pull push rebase remote revert "
    "stash switch tag".split()
)
# With these a verb of git loses work, runs a program, asks, or goes elsewhere from then on.
GIT_WORDS = frozenset("drop clear pop remove rm prune add rename set-url".split())
GIT_OPTIONS = (
    "--delete --force --hard --mirror --prune --discard-changes --exec --interactive --patch "
    "--amend --abort --skip --quit --upload-pack --receive-pack --template --config --strategy "
    "--move --copy --edit"
).split()
GIT_LETTERS = frozenset("dDfMCpPxXi")
# Names of what a program is given while it runs.
INPUTS = ("/dev/", "/proc/", "--stdin")


def by_its_words(part: Part, command: Command) -> bool:
    """Say whether the words of a command say what it does."""
    if not command.words:
        return False
    program, *rest = command.words
    folder, slash, name = program.rpartition("/")
    if slash and folder not in SYSTEM_FOLDERS:
        return False  # a file that anybody may write anew
    # `-`, `@-` and `-K-` are the standard input.
    if any(word.endswith("-") or any(one in word for one in INPUTS) for word in rest):
        return False
    if CODE in part.classes and any(is_handed(touch) for touch in part.touches):
        return False  # so is what it is handed to run
    if any(touch.certain and not is_one_place(touch) for touch in part.touches):
        return False  # the same words are about another file in another folder
    if ONLY_LOOKS.issuperset(part.classes):
        return bool(part.classes)
    return name in DOERS or is_plain_git(name, rest) or is_plain_build(name, rest)


def is_plain_git(name: str, rest: list[str]) -> bool:
    """Say whether a command is one of git that loses nothing and runs nothing else."""
    if name != "git" or not rest or rest[0] not in GIT_VERBS:
        return False
    verb, *words = rest
    if verb in ("clone", "init") and any(word.startswith("-") for word in words):
        return False
    return not any(is_harsh(word) for word in words)


def is_harsh(word: str) -> bool:
    """Say whether a word makes a verb of git one that loses work; options may be cut short."""
    if word.startswith("--"):
        option = word.partition("=")[0]
        return option.startswith("--force") or any(one.startswith(option) for one in GIT_OPTIONS)
    if word.startswith("-"):
        return not GIT_LETTERS.isdisjoint(word)
    # `+main` and `:main` overwrite and delete what is there.
    return word in GIT_WORDS or word.startswith(("+", ":"))


def is_plain_build(name: str, rest: list[str]) -> bool:
    """Say whether a builder or installer is told by plain words what to do."""
    if any(TAKES_COMMANDS.fullmatch(word) for word in rest):
        return False
    words = [word for word in rest if word not in SWITCHES]
    named = all(NAME.fullmatch(word) for word in words)
    if name in SCRIPT_RUNNERS:
        return runs_a_script(SCRIPT_RUNNERS[name], rest)
    if name in TARGET_RUNNERS:
        return words == rest and named
    if name in VERBS:
        return bool(words) and VERBS[name].issuperset(words)
    if name in INSTALLERS:
        return len(words) > 1 and words[0] == "install" and named
    return name in ALONE and not words


def runs_a_script(verbs: frozenset[str], rest: list[str]) -> bool:
    """Say whether words are a verb without more, or `run` and the name of a script."""
    match rest:
        case [verb]:
            return verb in verbs
        case ["run", script]:
            return NAME.fullmatch(script) is not None
    return False


def is_handed(touch: Touch) -> bool:
    """Say whether a word is a file; a bare word that may be one mostly names a target."""
    written = touch.path.written
    return touch.certain or "/" in written or "." in written


def is_one_place(touch: Touch) -> bool:
    """Say whether a path is the same one in every folder, and leads where it says."""
    path = touch.path
    return path.written.startswith(("/", "~")) and path.real == path.absolute and not touch.wild
