"""
Search for inputs that are slow to decide.

An input is pieces that are repeated, between a start and an end. Each search begins at random and
climbs: it changes one thing and goes on from there if that is slower. A finding costs more than
twice what a plain script of 128 KiB does, measured again: the whole decision in a project with many
files, the record, and the snapshot of the files that a yes covers.
"""

from __future__ import annotations

import random
import time
from typing import NamedTuple

from proctor.terms.call import ToolCall
from tests.fuzz.generate import ATOMS
from tests.slow_inputs import MOST_TIMES, SIZE, decide_whole, plain_script, shell_call

CLIMBS = 10
WORST_KEPT = 5
SIZES = (SIZE, SIZE, SIZE, SIZE // 2, SIZE // 8, SIZE // 64)
COUNTS = (1, 1, 1, 2, 3, 7, 8, 20, 60, 70, 200, 450, 900, 1000, 4000, 30_000)
PROGRAMS = (
    "env", "sudo", "nice", "timeout 5", "xargs", "find .", "find . -exec", "bash -c", "sh -c",
    "eval", "command", "builtin", "exec", "awk", "sed", "sed -n", "jq", "sqlite3 a", "psql -c",
    "mysql -e", "python3 -c", "perl -e", "node -e", "git", "git -c a.b=c", "git log", "git config",
    "curl", "wget", "ssh a", "kubectl", "docker run a", "tar", "grep", "rg", "fd", "make", "npm",
    "gh api", "mlr", "fzf", "less", "tmux", "su -c", "crontab -", "at now", "printf", "echo",
    "printf -v a", "test", "[", "read", "declare", "export", "local", "trap", "set --", "shift",
    "cd", "pushd", "let", "source", "alias", "unset", "return", "break", "exit", "rm", "rm -rf",
    "cp", "mv", "ln -s", "cat", "ls", "tee", "dd", "rsync -e", "ansible all -a", "aws s3", "vim -c",
    "ed", "ftp", "patch", "apply_patch", "pip install", "chmod 777", "kill", "f", "a",
)  # fmt: skip
WORDS = (
    "*/* ", "*/*/* ", "folder*/f* ", "**/* ", "src/* ", "src/linked ", "*1 ", "f*/*0 ", "folder01 ",
    "a", "a ", "a/", "../", "./", "/", "//", "/etc/", "~/", "~", ".env ", "*.py ", "a=b ", "a+=b ",
    "-a ", "--a=b ", "--", "-", "-e ", "-o ", "-exec ", "+ ", "\\; ", "{} ", "a:b ", "a@b:c ",
    "http://a/ ", "https://a:b@c/?d=e&f=g ", "//a.b/ ", "a.b.", "%20", "%", "@", "0", "9", "1 ",
    "$1", "$9 ", "${999}", "${a[9]}", "${a[999]} ", "$@ ", '"$@" ', "${a}", "$HOME ", "${a:-b}",
    "${a//b/c}", "${!a}", "${#a} ", "$((a))", "$((a+1))", "$((a[0]))", "$(a)", "$(echo a)",
    "$(cat a) ", "`a`", "<(a) ", ">(a) ", "<a ", ">a ", "2>&1 ", "<<<a ", "{a,b}", "{1..9}", "{a,",
    "{", "}", "[a-z]", "[", "]", "?", "*", "**", "*a", "[!a]", "'", '"', "'a'", '"a"', "''", '""',
    "'a' ", "\\", "\\'", "\\\\", "$'a'", "$'\\x41'", "a;", "a&&", "a||", "a|", "a&", "a\n", "\n",
    "\t", " ", "  ", "if a;then b;fi;", "while a;do b;done;", "for i in a b;do c;done;",
    "for i in 1 2 3 4 5 6 7 8;do ", "while a;do ", "if a;then ", "done;", "fi;", "{ ", "};", "( ",
    ");", "f(){ a;};", "f(){ f;f;};", "f ", "case a in b)c;;esac;", "[[ a ]];", "a -eq b && ",
    "-v a ", "a == b && ", "((a++));", "A ", "A+", "A=", "cd a;", "cd a&&", "cd -;", "a=1;",
    "a=$a$a;", "a+=a;", "a=(1 2);", "declare -A a;", "local a=b;", "trap a EXIT;", "trap a DEBUG;",
    "return;", "break;", "exit;", "eval ", "eval a;", "env ", "sudo ", "xargs ", "time ", "! ",
    "#a\n", "#",
    "<<E\n", "<<'E'\n", "E\n", "s/a/b/;", "{print $1}", "/a/,", "{a:b}", ".a|", ".a", "select 1;",
    "select a from b where c=(", "'';", "(", ")", ",", ";", ":", "=", "!", ".", "!a\n", ".a\n",
    "password=a ", "token: a ", "AKIA", "ghp_", "Bearer ", "eyJ", "-----BEGIN ", "KEY-----", "é",
    "\u202e", "-u a:b ", "-H 'a: b' ", "* * * * * a\n", "a%", "*** Update File: a\n", "@@\n",
    "+a\n",
)  # fmt: skip
OTHERS = ("Read", "Edit", "Write", "Glob", "Grep", "WebFetch", "mcp__a__b", "apply_patch", "Task")
FIELDS = ("file_path", "path", "pattern", "url", "content", "input", "query", "a")


class Recipe(NamedTuple):
    """How an input is made: `units` are pieces with their counts, together repeated to a size."""

    tool: str
    start: str
    units: tuple[tuple[str, int], ...]
    end: str
    size: int

    def text(self) -> str:
        """Return the text that it makes."""
        once = "".join([piece * count for piece, count in self.units])[: self.size] or "a"
        room = max(self.size - len(self.start) - len(self.end), 0)
        return self.start + once * (room // len(once)) + self.end

    def call(self) -> ToolCall:
        """Return the call that it makes."""
        text = self.text()
        if self.tool == "Bash":
            return shell_call(text)
        if self.tool == "mcp__a__b":
            deep: object = text
            for _ in range(min(len(self.units) * 40, 200)):
                deep = {"a": [deep]}
            return ToolCall(tool=self.tool, input={"a": deep, "b": [text[:9]] * 900})
        return ToolCall(tool=self.tool, input=dict.fromkeys(FIELDS, text[:SIZE]))


def begin(chance: random.Random) -> Recipe:
    """Return a recipe to begin with."""
    tool = "Bash" if chance.random() < 0.85 else chance.choice(OTHERS)
    start = chance.choice(
        (*(f"{program} " for program in PROGRAMS), "", "", "f(){ a;};", "(( ", "[[ ")
    )
    start += chance.choice(("", "", "'", '"', "<<E\n", "<<'E'\n", "$(", "{ ", "-- ", "a "))
    units = tuple(unit(chance) for _ in range(chance.randint(1, 3)))
    return Recipe(tool, start, units, closing(start, chance), chance.choice(SIZES))


def unit(chance: random.Random) -> tuple[str, int]:
    """Return a piece and how often it is repeated."""
    words = (*WORDS, *WORDS, *ATOMS, *(f"{program} " for program in PROGRAMS))
    piece = "".join(chance.choice(words) for _ in range(chance.choice((1, 1, 2, 3))))
    return piece, chance.choice(COUNTS)


def closing(start: str, chance: random.Random) -> str:
    """Return what closes a start, most of the time."""
    ends = {"'": "'", '"': '"', "<<E\n": "\nE\n", "<<'E'\n": "\nE\n", "$(": ")", "{ ": ";}",
            "(( ": "))", "[[ ": " ]]"}  # fmt: skip
    found = "".join(end for begins, end in ends.items() if start.endswith(begins))
    return found if chance.random() < 0.8 else chance.choice(("", "'", "rm -rf ~", ";ls", "\n"))


def changed(recipe: Recipe, chance: random.Random) -> Recipe:
    """Return a recipe with one thing changed."""
    units = list(recipe.units)
    at = chance.randrange(len(units))
    what = chance.randrange(6)
    if what == 0:
        units[at] = unit(chance)
    elif what == 1:
        units[at] = (units[at][0], chance.choice(COUNTS))
    elif what == 2:
        units.insert(at, unit(chance))
    elif what == 3 and len(units) > 1:
        del units[at]
    elif what == 4:
        other = begin(chance)
        return recipe._replace(start=other.start, end=other.end)
    else:
        return recipe._replace(size=SIZE)
    return recipe._replace(units=tuple(units))


def seconds_of(call: ToolCall, tries: int = 1) -> float:
    """Return the CPU time that a decision takes, at the least."""
    taken = []
    for _ in range(tries):
        before = time.process_time()
        decide_whole(call)
        taken.append(time.process_time() - before)
    return min(taken)


class Search:
    """A search with what it compares to, and the slowest inputs that it met."""

    def __init__(self) -> None:
        self.plain = 0.0
        self.worst: list[tuple[float, Recipe]] = []

    def times_plain(self, recipe: Recipe, tries: int = 1) -> float:
        """Return how many times as long as the plain script an input takes."""
        return seconds_of(recipe.call(), tries) / self.plain

    def climb(self, chance: random.Random) -> Recipe | None:
        """Climb once; return a recipe that takes too long."""
        plain = shell_call(plain_script())
        self.plain = seconds_of(plain, 2)
        best = begin(chance)
        score = self.times_plain(best)
        for _ in range(CLIMBS):
            other = changed(best, chance)
            slower = self.times_plain(other)
            if slower > score:
                best, score = other, slower
        if score > MOST_TIMES:
            # The machine may have been busy: both once more, at their least.
            self.plain = seconds_of(plain, 5)
            score = self.times_plain(best, 5)
        self.worst = sorted([*self.worst, (score, best)], key=lambda one: -one[0])[:WORST_KEPT]
        return best if score > MOST_TIMES else None


SEARCH = Search()


def find(chance: random.Random) -> str | None:
    """Return an input that takes too long; None if one search finds none."""
    found = SEARCH.climb(chance)
    return None if found is None else told(*SEARCH.worst[0])


def told(score: float, recipe: Recipe) -> str:
    """Return a recipe in words, with how long it takes."""
    return f"{score:.1f} times a plain script: {recipe!r}"


def worst() -> list[str]:
    """Return the slowest inputs so far."""
    return [told(*one) for one in SEARCH.worst]
