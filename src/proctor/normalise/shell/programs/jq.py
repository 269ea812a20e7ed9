"""Read a program of jq or yq: it only computes, unless it shows the environment or loads files."""

from __future__ import annotations

from proctor.normalise.shell.knowledge.reading import Reading, Use
from proctor.normalise.shell.meaning.argument import Argument
from proctor.terms.lazy_pattern import lazy

TOKEN = lazy(
    r"(?P<blank>\s+)|(?P<comment>\#[^\n]*)|(?P<field>\.[A-Za-z_]\w*)|(?P<variable>\$\s*[A-Za-z_]\w*)"
    r"|(?P<format>@\w+)|(?P<name>[A-Za-z_](?:\w|::)*)|(?P<number>\.?\d[\w.]*)"
    r"|(?P<open>[(\[{])|(?P<close>[)\]}])|(?P<quote>\")|(?P<single>'[^'\"\\]*')"
    r"|(?P<mark>[^\w\s\"'])"
)
IN_STRING = lazy(r'[^"\\]+|\\[^(]')
PAIRS = {"(": ")", "[": "]", "{": "}"}
ENVIRONMENT = frozenset({"env", "strenv", "envsubst"})
LOADS = lazy(r"load(?:_?\w+)?|strload")
UNSURE = {
    "import": "the jq program loads a module, which is not looked into",
    "include": "the jq program loads a module, which is not looked into",
    "eval": "the yq program makes the expression that it runs",
    "repl": "the jq program waits for more programs",
}
PLAIN_NAMES = frozenset(
    "HOME PATH USER LOGNAME SHELL LANG PWD OLDPWD TERM TZ EDITOR HOSTNAME CI NODE_ENV".split()
)
# yq takes its first word as a file if there is one of that name.
FILE_NAME = lazy(r"(?:\.{0,2}/)?[\w@~+-][\w@~+./-]*|\.env[\w.-]*")


class Unreadable(Exception):
    """The program is not understood."""


def read_program(text: str, reading: Reading) -> None:
    """Say what a program of jq or yq does besides computing."""
    if FILE_NAME.fullmatch(text) and ("." in text or "/" in text):
        reading.uses.append(Use(Argument(text), "r"))
    try:
        found = tokens(text)
    except Unreadable as error:
        reading.doubt(str(error))
        return
    nesting: list[str] = []
    for index, (kind, token) in enumerate(found):
        if kind == "open":
            nesting.append(token)
        elif kind == "close" and nesting:
            nesting.pop()
        elif kind == "variable" and token.lstrip("$ \t\n") == "ENV":
            judge_environment(found, index, reading)
        elif kind == "name" and not is_key(found, index, nesting):
            judge_name(found, index, reading)


def tokens(text: str) -> list[tuple[str, str]]:
    r"""Return the tokens of a program, those inside of strings (`"\(…)"`) too."""
    found: list[tuple[str, str]] = []
    waiting: list[str] = []  # what closes each bracket; `"` for one that a string opened
    at = 0
    while at < len(text):
        match = TOKEN.match(text, at)
        if match is None:
            raise Unreadable(f"the jq program is not understood at `{text[at : at + 20]}`")
        kind, piece = match.lastgroup or "", match[0]
        at = match.end()
        if kind == "comment" and piece.rstrip("\r").endswith("\\"):
            raise Unreadable("where a comment of the jq program ends is not certain")
        if kind == "quote" or (piece == ")" and waiting[-1:] == ['"']):
            if kind == "close":
                waiting.pop()
                found.append((kind, piece))
            at = string(text, at, found, waiting)
            continue
        if kind == "open":
            waiting.append(PAIRS[piece])
        elif kind == "close" and (not waiting or waiting.pop() != piece):
            raise Unreadable("the brackets of the jq program do not match")
        if kind not in ("blank", "comment"):
            found.append((kind, piece))
    if waiting:
        raise Unreadable("the brackets of the jq program do not match")
    return found


def string(text: str, at: int, found: list[tuple[str, str]], waiting: list[str]) -> int:
    """Step over a string up to its end, or to a program inside of it; return where."""
    begin = at
    while at < len(text):
        match = IN_STRING.match(text, at)
        if match is not None:
            at = match.end()
        elif text[at] == '"':
            found.append(("string", text[begin:at]))
            return at + 1
        elif text.startswith("\\(", at):
            found.append(("piece", text[begin:at]))
            found.append(("open", "("))
            waiting.append('"')
            return at + 2
        else:
            break
    raise Unreadable("a string of the jq program has no end")


def is_key(found: list[tuple[str, str]], index: int, nesting: list[str]) -> bool:
    """Say whether a name is a key of an object, or a field behind a dot."""
    before = found[index - 1][1] if index else ""
    after = found[index + 1][1] if index + 1 < len(found) else ""
    if nesting and nesting[-1] == "{":
        return before in ("{", ",") and after in (":", ",", "}")
    return False


def judge_name(found: list[tuple[str, str]], index: int, reading: Reading) -> None:
    """Look at a function that is called."""
    name = found[index][1]
    if name in ENVIRONMENT:
        judge_environment(found, index, reading)
    elif name in UNSURE:
        reading.doubt(UNSURE[name])
    elif name in ("system", "exec"):
        reading.add(("code",), "the yq program runs commands")
    elif LOADS.fullmatch(name) and follows(found, index, "("):
        literal = found[index + 2] if index + 2 < len(found) else ("", "")
        if literal[0] == "string" and "\\" not in literal[1] and follows(found, index + 2, ")"):
            reading.uses.append(Use(Argument(literal[1]), "r"))
        else:
            reading.doubt("the yq program makes the name of a file that it reads")


def judge_environment(found: list[tuple[str, str]], index: int, reading: Reading) -> None:
    """Look at a use of the environment: one variable that tells nothing, or any."""
    after = found[index + 1] if index + 1 < len(found) else ("", "")
    if after[0] == "field":
        name = after[1][1:]
    elif after[1] in ("(", "[") and index + 2 < len(found) and follows(found, index + 2, ")"):
        name = found[index + 2][1]
    else:
        name = ""
    if name not in PLAIN_NAMES:
        reading.add(("secret",), "the program shows variables of the environment")


def follows(found: list[tuple[str, str]], index: int, text: str) -> bool:
    """Say whether a bracket stands behind a token."""
    return index + 1 < len(found) and found[index + 1] in (("open", text), ("close", text))
