"""
git's settings that run code: on its command line, and in the repository's own file.

A repository can come from anywhere, and what its `.git/config` says is run by
commands that seem only to read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache

from proctor.normalise.git import GIT_VALUES
from proctor.normalise.shell.knowledge.reading import Inner, Reading, Use
from proctor.normalise.shell.meaning.argument import Argument
from proctor.terms.lazy_pattern import lazy
from proctor.terms.secret_places import secret_place
from proctor.terms.surroundings import Surroundings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

# Families of settings that run nothing, but for the names in RUNS.
FAMILIES = lazy(
    r"(color|advice|column|user|author|committer|init|log|status|branch|blame|format|i18n|grep"
    r"|push|pull|fetch|merge|rebase|stash|tag|feature|index|pack|gc|http|safe|rerere|maintenance"
    r"|extensions|lfs|worktree|diff|svn-remote|clone|checkout|apply|am|notes|pretty|transfer"
    r"|receive|repack|revert|showbranch|trace2|uploadpack|versionsort|commit)\..+",
    re.IGNORECASE,
)
HARMLESS = lazy(
    r"core\.(quotepath|abbrev|autocrlf|eol|safecrlf|filemode|ignorecase|bare|precomposeunicode"
    r"|symlinks|logallrefupdates|repositoryformatversion|untrackedcache|preloadindex|longpaths"
    r"|whitespace|commentchar|compression|sharedrepository|protecthfs|protectntfs|sparsecheckout"
    r"|sparsecheckoutcone|splitindex|checkstat|trustctime)"
    r"|remote\..+\.(url|fetch|push|pushurl|tagopt|prune|mirror|promisor|partialclonefilter"
    r"|gh-resolved|skipdefaultupdate|skipfetchall)"
    r"|submodule\..+\.(url|path|active|branch|ignore|fetchrecursesubmodules)|submodule\.\w+"
    r"|credential\.(username|usehttppath)|gpg\.format|protocol\.version",
    re.IGNORECASE,
)
# Of the harmless families, what names a program after all, or a file that is shown.
RUNS = lazy(
    r".*\.(command|cmd|program|helper|driver|textconv|process|clean|smudge|external|pager|editor"
    r"|sshcommand|hookspath|fsmonitor|askpass|proxy|uploadpack|receivepack|path|templatedir"
    r"|packobjectshook|difffilter|sequence|tool|browser|exec|vcs|cookiefile|sslcert|sslkey|update"
    r"|.*hook|proxycommand|mailer|upload|notes|gitproxy|alternaterefscommand|man|.*file|template"
    r"|skiplist)",
    re.IGNORECASE,
)
BENIGN = {
    "core.pager": lazy(r"(less|more|cat|delta|most|bat)( -[\w-]+)*|"),
    "core.editor": lazy(r"(vim?|nvim|nano|emacs|code|subl|true|:)( -[\w-]+)*"),
    "core.fsmonitor": lazy(r"true|false|0|1|"),
    "core.hookspath": lazy(r"/dev/null"),
    "filter.lfs.clean": lazy(r"git-lfs clean -- %f"),
    "filter.lfs.smudge": lazy(r"git-lfs smudge (--skip )?-- %f"),
    "filter.lfs.process": lazy(r"git-lfs filter-process( --skip)?"),
}
# Hooks that are there, as settings: `observe_git.py` has them in place of `core.hooksPath`.
HOOKS_PATH, HOOK = "core.hookspath", "hook:"
# Settings that name a file of which git shows lines, or all of it: `observe_git.py` leaves out
# those whose file lies in the project.
SHOWN_FILES = frozenset(
    "blame.ignorerevsfile commit.template diff.orderfile format.signaturefile "
    "fetch.fsck.skiplist receive.fsck.skiplist".split()
)
# Links in a repository's own folder that lead out of it, as settings: git shows what it finds
# behind them, in its state or in an error.
LINK = "link:"
# Those that git runs also where it only looks. The others run where it does more, and most of
# the commands that run them are code in any case.
INDEX_HOOKS = ("post-index-change", "reference-transaction")
# Without one of these a word names no file that holds secrets.
PATH_LIKE = frozenset("./_")
# Subcommands that show what is in files.
SHOWS = frozenset(
    "show diff blame annotate cat-file log whatchanged grep archive diff-tree diff-index "
    "diff-files range-diff format-patch difftool checkout-index unpack-file".split()
)
# Of options that name a repository, what names the one that is looked at anyway.
HERE = {"--git-dir": (".git", "./.git"), "--work-tree": (".", "./")}
# `:(icase)x`, `:!x`, `:/x`: what stands before a path and says how it is meant.
MAGIC = lazy(r":(\([^)]*\)|[!^/]+)")
WILD = lazy(r"[*?\[]")


def judge_git(
    arguments: Sequence[Argument],
    reading: Reading,
    around: Surroundings,
    folders: Sequence[str],
) -> None:
    """Add what settings make of a git command that works in some folders."""
    given = list(settings(arguments))
    own = [pair for folder in folders for pair in around.git_config.get(folder, {}).items()]
    for name, value in given:
        if name.lower().startswith(("remote.", "url.", "submodule.", "http.")):
            reading.add(("network",), f"the setting `{name}` of git says which machine is asked")
        elif not harmless(name, value):
            why = f"the setting `{name}` of git can run code"
            reading.add(("code",), why)
            reading.hidden = why
    judge_own(own, reading)
    judge_shown(arguments, reading)
    other = next(other_repository(arguments), None)
    if other is not None:
        reading.doubt(f"`{other}` names a repository whose settings are not looked at")
    aliases = {n.lower()[len("alias.") :]: v for n, v in (*own, *given)
               if n.lower().startswith("alias.")}  # fmt: skip
    if aliases:
        follow_alias(arguments, aliases, reading)


def judge_own(own: Sequence[tuple[str, str]], reading: Reading) -> None:
    """Add what a repository's own settings, hooks and links make of a command."""
    reads = set(reading.classes) == {"read"}
    for name, value in own:
        if name.startswith(HOOK):
            if not reads or name[len(HOOK) :] in INDEX_HOOKS:
                reading.bring(f"git runs the repository's hook `{value}`")
        elif name.startswith(LINK):
            reading.bring(f"`{name[len(LINK) :]}` is a link to `{value}`, which git may show")
        elif name.lower() in SHOWN_FILES:
            reading.bring(f"the repository's own setting `{name}` names `{value[:60]}`, to show it")
            reading.uses += [Use(Argument(file), "r") for file in value.split("\n") if file]
        elif not harmless(name, value):
            reading.bring(f"the repository's own setting `{name} = {value[:60]}` can run code")


def judge_shown(arguments: Sequence[Argument], reading: Reading) -> None:
    """Add that a file whose content git would show holds secrets: `git show HEAD:.env`."""
    words = [argument.value for argument in arguments[1:]]
    if not SHOWS & set(words):
        return
    paths_from = words.index("--") if "--" in words else len(words)
    for index, word in enumerate(words):
        if PATH_LIKE.isdisjoint(word) or (word[:1] == "-" and word[:2] != "-L"):
            continue
        path = f"/{MAGIC.sub('', word).rpartition(':')[2]}"
        # git has wildcards of its own, which the shell leaves alone.
        wild = WILD.search(path) and (index > paths_from or word[0] == ":")
        why = load_secret_wild()(path) if wild else secret_place(path)
        if why:
            reading.add(("secret",), f"`{word}`: {why}")


@cache
def load_secret_wild() -> Callable[[str], str | None]:
    """Load what looks for secrets among the files that wildcards stand for."""
    from proctor.normalise.shell.wild import secret_wild  # noqa: PLC0415 - few have wildcards

    return secret_wild


def other_repository(arguments: Sequence[Argument]) -> Iterator[str]:
    """Return the options that name another repository than that of the working folder."""
    index = 1
    while index < len(arguments) and arguments[index].value.startswith("-"):
        word = arguments[index].value
        name, equals, value = word.partition("=")
        if name in GIT_VALUES and not equals:
            value = "".join(argument.value for argument in arguments[index + 1 : index + 2])
            index += 1
        if name == "--bare" or value not in HERE.get(name, (value,)):
            yield word
        index += 1


def settings(arguments: Sequence[Argument]) -> Iterator[tuple[str, str]]:
    """Return what `-c name=value` sets on a command line."""
    index = 1
    while index < len(arguments) and arguments[index].value.startswith("-"):
        word = arguments[index].value
        if word == "-c" and index + 1 < len(arguments):
            name, _, value = arguments[index + 1].value.partition("=")
            yield name, value
        elif word.startswith(("--exec-path=", "--config-env")):
            yield word, ""
        index += 2 if word in GIT_VALUES else 1


def harmless(name: str, value: str) -> bool:
    """Say whether a setting of git runs nothing, whatever it is set to, or as it is set."""
    folded = name.lower()
    benign = BENIGN.get(folded)
    if benign is not None:
        return benign.fullmatch(value) is not None
    if folded.startswith("alias."):
        return True  # it runs only when it is called, and is followed then
    if HARMLESS.fullmatch(name):
        return True
    return FAMILIES.fullmatch(name) is not None and RUNS.fullmatch(name) is None


def runs_nothing(settings: Mapping[str, str]) -> bool:
    """
    Say whether a repository's own settings add nothing to any command of git.

    INVARIANT: where this says yes, `judge_git` says the same without them; a test holds it.
    """
    return nothing_of(tuple(settings.items()))


def runs_where_read(settings: Mapping[str, str]) -> bool:
    """Say whether a repository's own settings add something to a program that only asks git."""
    reading = Reading()
    reading.add(("read",), "it only reads")
    judge_own(list(settings.items()), reading)
    return set(reading.classes) != {"read"}


@lru_cache(maxsize=64)
def nothing_of(settings: tuple[tuple[str, str], ...]) -> bool:
    """Say the same; a repository's settings are the same for many commands."""
    return all(
        harmless(name, value) and not name.lower().startswith("alias.") for name, value in settings
    )


def follow_alias(
    arguments: Sequence[Argument], aliases: Mapping[str, str], reading: Reading
) -> None:
    """Add the command that an alias stands for, if the subcommand is one."""
    index = 1
    while index < len(arguments) and arguments[index].value.startswith("-"):
        index += 2 if arguments[index].value in GIT_VALUES else 1
    if index >= len(arguments):
        return
    meaning = aliases.get(arguments[index].value.lower())
    if meaning is None:
        return
    rest = tuple(arguments[index + 1 :])
    first = meaning.split()[0].lower() if meaning.split() else ""
    if first in aliases or set(meaning) & set("\"'\\"):
        reading.hidden = f"what the alias `{arguments[index].value}` of git runs is not read"
    if meaning.startswith("!"):
        from shlex import quote as quoted  # noqa: PLC0415 - for an alias that is a command only

        behind = " ".join(quoted(word.value) for word in rest)
        reading.inners.append(Inner(text=f"{meaning[1:].strip()} {behind}".strip()))
        return
    words = (Argument("git"), *(Argument(word) for word in meaning.split()), *rest)
    reading.inners.append(Inner(words=words))
