"""
Read a text of SQL: it only asks, or it changes something.

Only what is known to ask counts as such: statements by their first word, and in
them functions by their names, because a function can do anything.
"""

from __future__ import annotations

import re
from itertools import pairwise

from proctor.normalise.shell.knowledge.reading import Reading, Use
from proctor.normalise.shell.meaning.argument import Argument
from proctor.normalise.shell.programs import sql_names as names
from proctor.normalise.shell.programs.sql_tokens import Token, Unreadable, statements
from proctor.terms.lazy_pattern import lazy

ASKS = frozenset({"select", "with", "values", "table", "from", "("})
SHOWS = frozenset({"show", "describe", "desc", "help", "status", "use", "summarize", "print"})
PASSES = frozenset({"begin", "commit", "rollback", "end", "start", "abort"})
CHANGES = frozenset(
    "alter analyze attach call checkpoint cluster comment copy create deallocate delete detach "
    "discard drop exec execute export flush grant import insert kill load lock merge notify "
    "optimize purge reassign refresh reindex rename repair replace reset revoke set shutdown "
    "truncate unlock update upsert vacuum".split()
)
RUNS = frozenset({"call", "do", "exec", "execute", "install", "load"})
# Words that begin a statement of their own in the middle of another: in a `WITH`, or
# where a dialect needs no semicolon.
EMBEDDED = frozenset(
    "alter attach backup bulk call copy create dbcc deallocate declare delete deny detach drop "
    "exec execute export grant import insert into kill load merge openquery openrowset "
    "opendatasource prepare readtext reconfigure restore revert revoke set shutdown truncate "
    "update updatetext use vacuum waitfor writetext outfile dumpfile xp_cmdshell".split()
)
CHANGED_ROWS = frozenset({"insert", "update", "delete", "merge", "replace", "into", "set"})
SECRETS = frozenset({"pg_shadow", "pg_authid", "pg_user_mapping", "pg_user_mappings"})
CODE_FUNCTIONS = frozenset({"xp_cmdshell", "load_extension", "sys_exec", "sys_eval", "shell"})
WRITE_FUNCTIONS = frozenset({"writefile", "lo_export", "lo_import", "setval", "nextval"})
PLAIN_SETTINGS = frozenset(
    "search_path statement_timeout lock_timeout timezone time_zone names client_encoding "
    "datestyle nocount rowcount".split()
)
# What a DROP takes away and the next CREATE brings back: no data is in it.
WITHOUT_DATA = frozenset(
    "constraint default function index not policy procedure role trigger user view".split()
)
LISTS = lazy(r"\\d[A-Za-z]*[S+x]*")
KNOWN = names.KEYWORDS | names.TYPES | names.FUNCTIONS
URL = lazy(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)
TARGETS = frozenset({"from", "join", "summarize", "describe", "desc", "table", "show"})


def read_program(text: str, reading: Reading) -> None:
    """Say what a text of SQL does besides asking."""
    text = text.strip()
    if text[:1] in (".", "\\"):
        read_client_command(text, reading)
        return
    try:
        for statement in statements(text):
            if statement:
                read_statement(statement, reading)
    except Unreadable as error:
        reading.doubt(str(error))


def read_client_command(text: str, reading: Reading) -> None:
    r"""Look at a command for the client itself: sqlite's `.tables`, psql's `\d`."""
    name, _, rest = text.replace("\t", " ").partition(" ")
    shows = name in names.DOT_COMMANDS or name in names.META_COMMANDS or LISTS.fullmatch(name)
    if not shows or set(rest) & set("\\`\n") or ("|" in rest and name != ".separator"):
        reading.add(("code", "hides"), f"`{name}` of the client may run commands or write files")


def read_statement(statement: list[Token], reading: Reading) -> None:
    """Look at one statement."""
    first = statement[0].text
    measured = first == "analyze" and statement[1:] and statement[1].text in ("select", "with")
    if first in ("explain", "describe", "desc") or measured:
        read_explained(statement, reading)
    elif first in ASKS:
        read_query(statement, reading)
    elif first in SHOWS or first in PASSES:
        is_definition = [token.text for token in statement[:2]] == ["show", "create"]
        check_words(statement[2 if is_definition else 1 :], reading)
        read_tables(statement, reading)
    elif first == "pragma":
        read_pragma(statement, reading)
    elif first == "set" and len(statement) > 1 and setting(statement) in PLAIN_SETTINGS:
        check_words(statement[1:], reading)
    elif first == "copy" and copies_out(statement):
        read_query(statement[1:], reading)
    else:
        read_change(statement, reading)


def read_explained(statement: list[Token], reading: Reading) -> None:
    """Look at what is explained, which is done too if it is to be measured."""
    words = [token.text.strip('"`').lower() for token in statement]
    starts = (ASKS | CHANGES) - {"analyze", "("}
    begin = next((i for i, word in enumerate(words) if i and word in starts), None)
    if begin is None:
        read_query(statement, reading)
        return
    options, inner = words[:begin], statement[begin:]
    measured = "analyze" in options or "analyse" in options
    if not measured and inner[0].text in CHANGED_ROWS:
        check_words([token for token in inner if token.text not in CHANGED_ROWS], reading)
    else:
        read_statement(inner, reading)


def setting(statement: list[Token]) -> str:
    """Return the name of the setting that a SET is about."""
    first = statement[1].text
    return statement[2].text if first in ("local", "session") and statement[2:] else first


def copies_out(statement: list[Token]) -> bool:
    """Say whether a COPY only shows its data: `COPY name TO STDOUT`, `COPY (…) TO STDOUT`."""
    words = [token.text for token in statement]
    at, depth = 1, 0
    if words[1:2] == ["("]:
        for at, word in enumerate(words):
            depth += (word == "(") - (word == ")")
            if at and not depth:
                break
        at += 1
    else:
        while at < len(words) and (
            statement[at].kind == "quoted"
            or words[at] == "."
            or (statement[at].kind == "name" and words[at] not in ("to", "from"))
        ):
            at += 1
    return words[at : at + 2] == ["to", "stdout"]


def read_pragma(statement: list[Token], reading: Reading) -> None:
    """Look at a PRAGMA: it shows a setting, or changes it."""
    rest = statement[1:]
    if rest[1:] and rest[1].text == ".":
        rest = rest[2:]
    shown = names.PRAGMAS if rest[1:] else names.SETTINGS
    sets = any(token.text in ("=", ":=") for token in rest)
    if not rest or sets or rest[0].text not in shown:
        reading.add(("write",), "the SQL changes a setting of the database")


def read_query(statement: list[Token], reading: Reading) -> None:
    """Look at a query: what it calls, and the files it names as tables."""
    check_words(statement, reading)
    read_tables(statement, reading)
    judge_loss([token.text for token in statement], reading)


def read_tables(statement: list[Token], reading: Reading) -> None:
    """Take what stands where a table does: DuckDB reads a file that is named so."""
    for before, token in pairwise(statement):
        if token.kind not in ("string", "quoted"):
            continue
        is_path = "." in token.text or "/" in token.text
        if (before.text == "," and is_path) or (
            before.text in TARGETS and (is_path or token.kind == "string")
        ):
            read_file(Token("string", token.text), reading)


def check_words(statement: list[Token], reading: Reading) -> None:
    """Look for words that do more than ask."""
    before = Token("mark", "")
    for index, token in enumerate(statement):
        after = statement[index + 1].text if index + 1 < len(statement) else ""
        if token.kind == "name" and before.text not in (".", "as"):
            if token.text in EMBEDDED:
                reading.add(("write",), f"the SQL has `{token.text.upper()}` in it")
            elif token.text == "go":
                reading.doubt("the SQL has several batches")
        bare = token.text.strip('"`')
        if bare in SECRETS or (bare == "user" and statement[index - 2].text.strip("`") == "mysql"):
            reading.add(("secret",), "the SQL shows the passwords of the database's users")
        if after == "(" and token.kind in ("name", "quoted") and before.text != "as":
            if token.text in names.READS_FILE:
                read_file(named_file(statement, index + 2), reading)
            elif not is_named_query(before, statement) and not is_known(token.text, before.text):
                call(token.text, reading)
        before = token


def is_known(name: str, before: str) -> bool:
    """Say whether a name before a parenthesis only computes; behind a dot it is another's."""
    return name in (names.KEYWORDS if before == "." else KNOWN)


def is_named_query(before: Token, statement: list[Token]) -> bool:
    """Say whether a name is the one that a WITH gives to a query: `WITH t(a, b) AS (…)`."""
    return statement[0].text == "with" and before.text in ("with", "recursive")


def call(name: str, reading: Reading) -> None:
    """Take a function that is not known to only compute."""
    if name in CODE_FUNCTIONS:
        reading.add(("code", "hides"), f"the SQL runs code by `{name}`")
    elif name in WRITE_FUNCTIONS:
        reading.add(("write",), f"the SQL changes something by `{name}`")
    else:
        reading.doubt(f"what the SQL function `{name}` does is not known")


def named_file(statement: list[Token], index: int) -> Token:
    """Return the file that a function is given; no string if it is put together of several."""
    following = [token.text for token in statement[index + 1 : index + 2]]
    whole = following in ([")"], [","])
    return statement[index] if whole else Token("mark", "")


def read_file(token: Token, reading: Reading) -> None:
    """Take a file that a query reads as a table."""
    if token.kind != "string":
        reading.doubt("the SQL makes the name of a file that it reads")
        return
    path = token.text[1:-1].replace("''", "'")
    if URL.match(path):
        reading.urls.append(Argument(path))
        reading.add(("network",), f"the SQL reaches `{path}`")
    else:
        reading.uses.append(Use(Argument(path, wild=bool(set(path) & set("*?["))), "r"))


def judge_loss(words: list[str], reading: Reading) -> None:
    """Say that a statement takes data away for good: a table, a column, all rows."""
    for word, after in pairwise(words):
        if (word == "drop" and after not in WITHOUT_DATA) or word == "truncate":
            reading.add(("destroy",), f"the SQL takes data away by {word.upper()}")
        elif word == "delete" and after == "from" and "where" not in words:
            reading.add(("destroy",), "the SQL deletes all rows of a table")


def read_change(statement: list[Token], reading: Reading) -> None:
    """Take a statement that changes something."""
    words = [token.text for token in statement]
    first = words[0]
    if first == "drop" and words[1:2] in (["database"], ["keyspace"]):
        reading.add(("destroy-outside",), "the SQL drops a whole database")
    elif first in RUNS or "program" in words or "xp_cmdshell" in words:
        reading.add(("code",), f"the SQL runs code by {first.upper()}")
        if "program" in words or "xp_cmdshell" in words:
            reading.hide("the SQL runs a program of the server's machine")
    elif first in CHANGES:
        reading.add(("write",), f"the SQL changes the database by {first.upper()}")
    else:
        reading.doubt(f"the SQL statement `{first[:40]}` is not known")
        reading.hide(f"`{first[:40]}` may be a command for the client that runs another")
    if ("user" in words[1:2] or "role" in words[1:2]) and first in ("create", "alter", "drop"):
        reading.add(("privileged",), "the SQL changes who may do what")
    if first in ("grant", "revoke"):
        reading.add(("privileged",), "the SQL changes who may do what")
    # What else is in it: a batch without semicolons may hold worse.
    for word, after in pairwise(words):
        if word == "drop" and after in ("database", "keyspace"):
            reading.add(("destroy-outside",), "the SQL drops a whole database")
    judge_loss(words, reading)
