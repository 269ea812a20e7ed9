"""
Command patterns: what `Bash(git push *)` means, in each direction.

`covers` is literal and answers for allow. `meets` is generous and answers for
deny and ask: options in any order and spelling, global options stepped over.
Both compare words as the shell would pass them on, never raw text.
"""

from __future__ import annotations

import re

from proctor.terms.action import Redirect
from proctor.terms.lazy_pattern import lazy
from proctor.terms.system import SYSTEM_FOLDERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from proctor.terms.action import Command

JOIN = "\0"  # no word contains it: the reader refuses such a command
REDIRECT = lazy(r"(\d*(?:>>|>\||>|<)|&>>?)(.*)", re.DOTALL)
DANGLING = lazy(r"(?:^|\s)(?:\d*(?:>>|>\||>|<)|&>>?)$")
# What has the letters of an operator in it and is none.
NO_OPERATOR = lazy(r"'[^']*'|\"[^\"]*\"|\\.|\d*>&\d|&>>?|>\|")
OPERATORS = lazy(r"&&|\|\||[;|&\n]|\$\(|`")


class CommandPattern:
    """
    A pattern of words.

    `open_end` says that more words may follow, after a word boundary.
    `compound` marks a pattern with an operator in it, which only a whole
    command can match.
    """

    __slots__ = ("compound", "open_end", "redirects", "text", "words")

    def __init__(
        self,
        text: str,
        words: tuple[str, ...],
        open_end: bool,
        redirects: tuple[Redirect, ...] = (),
        compound: bool = False,
    ) -> None:
        self.text = text
        self.words = words
        self.open_end = open_end
        self.redirects = redirects
        self.compound = compound

    def row(self) -> list[object]:
        """Return what the pattern is made of anew, as plain data."""
        redirects = [[*redirect] for redirect in self.redirects]
        return [self.text, [*self.words], self.open_end, redirects, self.compound]

    @property
    def everything(self) -> bool:
        """Say whether the pattern is for every command."""
        return self.text.strip("*") == ""

    @property
    def name(self) -> str:
        """Return the program that the pattern names; empty if it is wild."""
        first = self.words[0] if self.words else "*"
        return "" if is_glob(first) else first.rpartition("/")[2]


def read_command_pattern(text: str) -> CommandPattern:
    """
    Read a command pattern as people write it.

    Raises:
        RuleError: a quote is not closed.

    """
    body = text
    open_end = False
    if body.endswith((":*", " *")) and not DANGLING.search(body[:-2]):
        body, open_end = body[:-2], True
    words: list[str] = []
    redirects: list[Redirect] = []
    tokens = split_words(body)
    while tokens:
        word, quoted = tokens.pop(0)
        match = None if quoted else REDIRECT.fullmatch(word)
        if match and (match[2] or tokens):
            redirects.append(Redirect(match[1], match[2] or tokens.pop(0)[0]))
        else:
            words.append(word)
    bare = NO_OPERATOR.sub("", text)
    return CommandPattern(
        text, tuple(words), open_end, tuple(redirects), OPERATORS.search(bare) is not None
    )


def of_row(row: Sequence[Any]) -> CommandPattern:
    """Return the pattern that a row tells of, whatever stands behind it there."""
    text, words, open_end, redirects, compound = row[:5]
    targets = tuple([Redirect(*one) for one in redirects]) if redirects else ()
    return CommandPattern(text, tuple(words), open_end, targets, compound)


def split_words(text: str) -> list[tuple[str, bool]]:
    """Split a pattern into words, quotes resolved; say of each if it had quotes."""
    words: list[tuple[str, bool]] = []
    current: str | None = None
    quoted = False
    index = 0
    while index < len(text):
        char = text[index]
        if char in " \t\n":
            if current is not None:
                words.append((current, quoted))
            current, quoted = None, False
        elif char in "'\"":
            end = text.find(char, index + 1)
            if end < 0:
                from proctor.errors import RuleError  # noqa: PLC0415 - only for what is wrong

                raise RuleError(
                    "unclosed-quote", f"the quote in `{text}` is not closed", offset=index
                )
            current, quoted = (current or "") + text[index + 1 : end], True
            index = end
        elif char == "\\" and index + 1 < len(text):
            index += 1
            current = (current or "") + text[index]
        else:
            current = (current or "") + char
        index += 1
    return [*words, (current, quoted)] if current is not None else words


def is_glob(word: str) -> bool:
    """Say whether a word of a pattern has a wildcard."""
    return "*" in word


def glob_match(glob: str, text: str) -> bool:
    """Compare text with a glob in which only `*` is wild, in linear time."""
    first, *rest = glob.split("*")
    if not rest:
        return glob == text
    *middle, last = rest
    if len(text) < len(first) + len(last) or not text.startswith(first) or not text.endswith(last):
        return False
    at, end = len(first), len(text) - len(last)
    for piece in middle:
        at = text.find(piece, at, end)
        if at < 0:
            return False
        at += len(piece)
    return True


def covers(pattern: CommandPattern, command: Command) -> bool:
    """Say whether an allow rule with this pattern covers the command."""
    if pattern.compound:
        return False
    forms = [command.words, command.tilded or command.words] if command.harmless else []
    if command.assignments:
        forms.append((*(f"{name}={value}" for name, value in command.assignments), *command.words))
    if not command.words:
        return False
    folder, _, name = command.words[0].rpartition("/")
    if folder in SYSTEM_FOLDERS and command.harmless:
        forms.append((name, *command.words[1:]))
    if not any(covers_words(pattern, words) for words in forms):
        return False
    return all(
        any(covers_redirect(wanted, there) for there in command.redirects)
        for wanted in pattern.redirects
    )


def covers_words(pattern: CommandPattern, words: tuple[str, ...]) -> bool:
    """Compare word by word; a wildcard is any text, across words too."""
    if not any(is_glob(word) for word in pattern.words):
        count = len(pattern.words)
        return words[:count] == pattern.words and (pattern.open_end or len(words) == count)
    glob, joined = JOIN.join(pattern.words), JOIN.join(words)
    return glob_match(glob, joined) or (pattern.open_end and glob_match(f"{glob}{JOIN}*", joined))


def covers_redirect(wanted: Redirect, there: Redirect) -> bool:
    """Say whether a redirection in a pattern is the one in the command."""
    return wanted.operator == there.operator and glob_match(wanted.target, there.target)


def meets(pattern: CommandPattern, command: Command) -> bool:
    """Say whether a deny or ask rule with this pattern meets the command."""
    if pattern.everything:
        return True
    if pattern.compound or not command.words or not pattern.words:
        return False
    if is_glob(pattern.words[-1][1:]) and meets(opened(pattern), command):
        return True
    if command.tilded and meets(pattern, command._replace(words=command.tilded, tilded=())):
        return True
    name = command.words[0].rpartition("/")[2]
    words = (name, *command.words[1:])
    first = pattern.words[0].rpartition("/")[2]
    if glob_match(first, name) and has_options(pattern.words[1:], words):
        wanted = tuple(word for word in pattern.words[1:] if not is_option(word))
        if meets_operands(wanted, words[1:], pattern.open_end):
            return meets_redirects(pattern, command)
    return meets_text(pattern, " ".join(words))


def meets_redirects(pattern: CommandPattern, command: Command) -> bool:
    """Say whether the command redirects to each place that the pattern names."""
    return all(
        any(
            glob_match(wanted.target.removeprefix("./"), there.target.removeprefix("./"))
            for there in command.redirects
        )
        for wanted in pattern.redirects
    )


def opened(pattern: CommandPattern) -> CommandPattern:
    """Return `rm -rf*` as `rm -rf *`: for deny and ask, a word with an open end."""
    words = (*pattern.words[:-1], pattern.words[-1].rstrip("*"))
    return CommandPattern(pattern.text, words, True, pattern.redirects, pattern.compound)


def meets_text(pattern: CommandPattern, text: str) -> bool:
    """Compare the pattern with plain text, as a person would read it."""
    glob = " ".join(pattern.text.removesuffix(":*").removesuffix(" *").split())
    return glob_match(glob, text) or (pattern.open_end and glob_match(f"{glob} *", text))


def is_option(word: str) -> bool:
    """Say whether a word is an option; `-` and `--` are not."""
    return len(word) > 1 and word[0] == "-" and word != "--"


def has_options(wanted: tuple[str, ...], words: tuple[str, ...]) -> bool:
    """Say whether the command has every option of the pattern, however it is spelled."""
    options = tuple(word for word in wanted if is_option(word))
    if not options:
        return True
    from proctor.policy.option_spellings import letters_of  # noqa: PLC0415 - few rules name any

    end = words.index("--") if "--" in words else len(words)
    there = tuple(word for word in words[:end] if is_option(word))
    letters = letters_of(words[0], there)
    return all(has_option(words[0], option, there, letters) for option in options)


def has_option(program: str, wanted: str, there: tuple[str, ...], letters: frozenset[str]) -> bool:
    """Say whether one option of a pattern is among those of the command."""
    if any(glob_match(wanted, word) for word in there):
        return True
    from proctor.policy.option_spellings import known_long, letters_of  # noqa: PLC0415 - as above

    if not wanted.startswith("--"):
        return not is_glob(wanted) and letters_of(program, (wanted,)) <= letters
    name = wanted[2:].partition("=")[0]
    if any(word.startswith("--") and name == word[2:].partition("=")[0] for word in there):
        return "=" not in wanted
    shortened = (word[2:].partition("=")[0] for word in there if word.startswith("--"))
    if any(name.startswith(short) and not known_long(program, short) for short in shortened):
        return True
    own = letters_of(program, (wanted,))
    return bool(own) and own <= letters


def joined_value(option: str) -> str:
    """Return the value that an option may carry in itself: `-XPOST`, `--request=POST`."""
    return option.partition("=")[2] if option.startswith("--") else option[2:]


def meets_operands(wanted: tuple[str, ...], words: tuple[str, ...], open_end: bool) -> bool:
    """
    Say whether the operands of a pattern stand in the command, in order.

    A word behind an option may be its value, so it may be stepped over: which
    options take a value is not known for every program.
    """
    states = {0}  # how many operands were found, over all ways to read the words
    behind_option = False
    only_operands = False
    for word in words:
        if word == "--" and not only_operands:
            only_operands = True
            continue
        if is_option(word) and not only_operands:
            behind_option = True
            value = joined_value(word)
            states |= {s + 1 for s in states if s < len(wanted) and glob_match(wanted[s], value)}
            continue
        found = set(states) if behind_option else set()
        for state in states:
            if state == len(wanted):
                found |= {state} if open_end else set()
                continue
            if glob_match(wanted[state], word):
                found.add(state + 1)
            if wanted[state] == "*":
                found |= {state, state + 1}
        states = found
        behind_option = False
    goal = len(wanted)
    while goal in range(1, len(wanted) + 1) and wanted[goal - 1] == "*" and goal not in states:
        goal -= 1  # a trailing wildcard may stand for nothing
    return goal in states
