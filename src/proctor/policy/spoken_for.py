"""
Which commands do what their words say, whatever stands in a file or comes on their input.

A rule is for the words of a command. What `python3` does stands on its standard input,
what `bash x.sh` does in x.sh: of these the words say too little for a rule that nobody
thought about for long.
"""

from __future__ import annotations

from proctor.terms.action import Command, Part, Touch
from proctor.terms.system import SYSTEM_FOLDERS

# What only looks can be told nothing by its input that would matter.
ONLY_LOOKS = frozenset({"read", "secret"})
CODE = "code"
# Programs that are not told by their input what to do. They may run what a project's own
# build file says: that is what whoever allows `npm test` means.
BUILDERS = frozenset(
    "make gmake just npm pnpm yarn bun tox nox invoke rake task cargo go mvn gradle pytest "
    "ruff mypy eslint tsc".split()
)
DOERS = frozenset(
    "mkdir rmdir touch rm cp mv ln chmod chown unlink truncate curl wget "
    "pip pip3 uv poetry apt apt-get brew".split()
)
# The same of git; `apply`, `am` and others take what they do from their input.
GIT_VERBS = frozenset(
    "add branch checkout cherry-pick clean clone commit fetch init merge mv pull push rebase "
    "remote reset restore revert rm stash submodule switch tag worktree".split()
)
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
    if name == "git":
        return bool(rest) and rest[0] in GIT_VERBS
    return name in BUILDERS or name in DOERS


def is_handed(touch: Touch) -> bool:
    """Say whether a word is a file; a bare word that may be one mostly names a target."""
    written = touch.path.written
    return touch.certain or "/" in written or "." in written


def is_one_place(touch: Touch) -> bool:
    """Say whether a path is the same one in every folder, and leads where it says."""
    path = touch.path
    return path.written.startswith(("/", "~")) and path.real == path.absolute and not touch.wild
