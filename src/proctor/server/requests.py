"""
Read what a request says.

Nothing in it is believed: a field of the wrong type is an error, one that is not
known too, so that a mistyped one is never silently without effect.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from proctor.approval.askers import Manner
from proctor.audit.identity import digest
from proctor.audit.ids import new_uid
from proctor.audit.rows import LARGEST
from proctor.audit.store import Filter
from proctor.errors import UsageError, did_you_mean
from proctor.roles.find import GUARDED
from proctor.terms.call import ToolCall
from proctor.terms.catalogue import ToolInfo
from proctor.terms.question import Draft, Status
from proctor.terms.reply import Answer, Reply, Scope
from proctor.tools.declarations import DECLARED, read_declarations

CALL_FIELDS = frozenset({
    "cwd", "agent", "session", "subagent", "harness", "call_id", "mode", "requester",
})  # fmt: skip
DECIDE_FIELDS = frozenset({
    "tool", "input", "role", "project", "uid", "ask", DECLARED, *CALL_FIELDS,
})  # fmt: skip
LONGEST_UID = 64
MANNERS: dict[str, Manner] = {manner.value: manner for manner in Manner}
LONGEST_SECONDS = 86_400
LONGEST_WORDS = 4000
# More than ever wait at once.
MOST_DENIED = 10_000
LONGEST_PATH, NUL = 4096, "\0"
# Of a field that is not known.
SHOWN = 60
SECONDS_DEFAULT = 60.0


class Request(NamedTuple):
    """
    A call to decide; `manner` says how whoever asks waits for a person's answer.

    `uid` is the name that the request was given by its sender, if any. `declared` are the
    tools that the program of the sender has declared in its code: it runs them, so it says
    what they are. What a catalogue knows is not changed by that.
    """

    call: ToolCall
    role: str
    project: str
    uid: str
    manner: Manner
    declared: tuple[ToolInfo, ...] = ()


class Allowance(NamedTuple):
    """A whole category that shall be allowed: for one agent's session, in one project."""

    category: str
    role: str
    project: str
    agent: str
    session: str


def read_request(data: Mapping[str, Any]) -> Request:
    """
    Read a call.

    Raises:
        UsageError: it is none.

    """
    if not data.keys() <= DECIDE_FIELDS:
        raise unknown(data, DECIDE_FIELDS)
    get = data.get
    tool = get("tool")
    if not isinstance(tool, str) or not tool:
        raise UsageError("`tool` is missing: the name of the tool that is called")
    words: dict[str, str | None] = {}
    for field, value in data.items():
        if field not in CALL_FIELDS:
            continue
        if value is not None and not isinstance(value, str):
            raise UsageError(f"`{field}` is a text")
        words[field] = value
    manner = MANNERS.get(ask) if isinstance(ask := get("ask", "hold"), str) else None
    if manner is None:
        raise UsageError(f"`ask` is one of {', '.join(MANNERS)}")
    project = folder(given(data, "project", get("cwd")))
    if words.get("cwd") is None:
        # A role at work is shared by all who were started in its project, each in its own folder.
        words["cwd"] = project
    call = ToolCall(tool=tool, input=get("input"), **words)
    role, uid = given(data, "role", GUARDED), given(data, "uid", "")
    if not isinstance(role, str) or not isinstance(uid, str) or len(uid) > LONGEST_UID:
        raise UsageError(f"`role` and `uid` are texts, the second of at most {LONGEST_UID} letters")
    return Request(call, role, project, uid, manner, read_declarations(get(DECLARED)))


def bound(key: bytes, name: str, request: object) -> str:
    """
    Return the uid of a request that its sender has named.

    Everything that was said goes into it. So the same request is the same one
    after a crash, and another under an old name is another: it takes over no
    answer, and no record stands in for its own.

    Args:
        key: that of the home.
        name: as the sender has named it.
        request: what was said.

    """
    if isinstance(request, tuple):
        # The same, and a tuple with names takes ten times as long to write.
        request = [tuple(one) if isinstance(one, tuple) else one for one in request]
    return digest(key, [name, repr(request)])


def folder(project: object) -> str:
    """
    Return the folder in which an agent was started.

    Raises:
        UsageError: it is none.

    """
    if not isinstance(project, str) or not project.startswith("/"):
        raise UsageError("`cwd` or `project` is missing: an absolute folder")
    if len(project) > LONGEST_PATH or not (project.isascii() or is_text(project)) or NUL in project:
        raise UsageError("`cwd` or `project` is no folder: no system has such a name")
    return project


def given(data: Mapping[str, Any], field: str, default: object) -> object:
    """Return a field, or what counts where it is missing, null or an empty text."""
    value = data.get(field)
    return default if value is None or value == "" else value


def read_draft(data: Mapping[str, Any]) -> Draft:
    """
    Read a question.

    Raises:
        UsageError: it is none.

    """
    if not data.keys() <= set(Draft._fields):
        raise unknown(data, Draft._fields)
    words = {field: data.get(field, "") for field in ("uid", "agent", "session", "tool", "action")}
    for field, value in words.items():
        if not isinstance(value, str):
            raise UsageError(f"`{field}` is a text")
    if not words["tool"] or not words["action"]:
        raise UsageError("`tool` and `action` say what is asked")
    words["uid"] = words["uid"] or new_uid()
    body = data.get("body", {})
    if not isinstance(body, dict):
        raise UsageError("`body` is an object")
    seconds = number(data, "seconds", SECONDS_DEFAULT)
    return Draft(**words, input=data.get("input"), body=body, seconds=seconds)


def read_reply(data: Mapping[str, Any]) -> Reply:
    """
    Read an answer; who gives it is not in it.

    Raises:
        UsageError: it is none.

    """
    fields = ("answer", "words", "scope", "seconds", "category")
    if not data.keys() <= set(fields):
        raise unknown(data, fields)
    answer, scope, words = data.get("answer"), data.get("scope", Scope.ONCE), data.get("words", "")
    if not isinstance(answer, str) or answer not in {Answer.ALLOW, Answer.DENY}:
        raise UsageError("`answer` is `allow` or `deny`")
    if not isinstance(scope, str) or scope not in set(Scope):
        raise UsageError(f"`scope` is one of {', '.join(Scope)}")
    if not isinstance(words, str) or len(words) > LONGEST_WORDS:
        raise UsageError(f"`words` is a text of at most {LONGEST_WORDS} letters")
    seconds, category = int(number(data, "seconds", 0)), data.get("category", "")
    if not isinstance(category, str):
        raise UsageError("`category` is a text")
    return checked(
        Reply(Answer(answer), words=words, scope=Scope(scope), seconds=seconds, category=category)
    )


def read_denial(data: Mapping[str, Any]) -> tuple[list[int], str]:
    """
    Read which questions are to be denied, and the words for their agents.

    Raises:
        UsageError: it is not a denial of several questions.

    """
    fields = ("numbers", "words")
    if not data.keys() <= set(fields):
        raise unknown(data, fields)
    numbers, words = data.get("numbers"), data.get("words", "")
    if not isinstance(numbers, list) or not all(map(is_question_number, numbers)):
        raise UsageError("`numbers` must be a list of question numbers")
    if not 0 < len(numbers) <= MOST_DENIED:
        raise UsageError(f"`numbers` must name from 1 to {MOST_DENIED} questions")
    if not isinstance(words, str) or len(words) > LONGEST_WORDS:
        raise UsageError(f"`words` is a text of at most {LONGEST_WORDS} letters")
    return numbers, words


def is_question_number(value: object) -> bool:
    """Return whether a question may have this number."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= LARGEST


def checked(reply: Reply) -> Reply:
    """
    Return an answer, through whatever it came, that is one.

    Raises:
        UsageError: what does not belong together is said in it.

    """
    if reply.answer not in {Answer.ALLOW, Answer.DENY}:
        raise UsageError("an answer is `allow` or `deny`")
    for_a_time = reply.scope is Scope.TIME
    if for_a_time != bool(reply.seconds) or not 0 <= reply.seconds <= LONGEST_SECONDS:
        raise UsageError(f"`seconds` belongs to the scope `{Scope.TIME}`, and is more than 0")
    if reply.category and reply.scope is not Scope.SESSION:
        raise UsageError(f"`category` belongs to the scope `{Scope.SESSION}`")
    if reply.answer is Answer.DENY and reply.scope is not Scope.ONCE:
        raise UsageError("a denial is for this call: a rule in the role denies for longer")
    return reply


def read_allowance(data: Mapping[str, Any]) -> Allowance:
    """
    Read what is allowed for a session in advance.

    Raises:
        UsageError: it is nothing that can be.

    """
    if not data.keys() <= set(Allowance._fields):
        raise unknown(data, Allowance._fields)
    words = {field: data.get(field, "") for field in Allowance._fields}
    for field, value in words.items():
        # Whoever writes a name by hand means one that can be seen.
        if not isinstance(value, str) or len(value) > LONGEST_PATH or not value.isprintable():
            raise UsageError(f"`{field}` is a printable text of at most {LONGEST_PATH} letters")
    if not words["category"]:
        raise UsageError("`category` is missing: what shall be allowed")
    words["role"] = words["role"] or GUARDED
    if not words["project"].startswith("/"):
        raise UsageError("`project` is missing: an absolute folder")
    return Allowance(**words)


def read_filter(data: Mapping[str, Any]) -> Filter:
    """
    Read which records are wanted.

    Raises:
        UsageError: a field is none.

    """
    if not data.keys() <= set(Filter._fields):
        raise unknown(data, Filter._fields)
    for field, value in data.items():
        whole = field in ("before", "after")
        if value is not None and not isinstance(value, int if whole else str):
            raise UsageError(f"`{field}` is a {'number' if whole else 'text'}")
    return Filter(**{field: value for field, value in data.items() if value is not None})


def read_status(word: str) -> Status | None:
    """
    Read how questions stand; none means all.

    Raises:
        UsageError: there is no such word.

    """
    if not word:
        return None
    if word not in set(Status):
        raise UsageError(f"`{word[:SHOWN]}` is no status: {', '.join(Status)}")
    return Status(word)


def number(data: Mapping[str, Any], field: str, default: float) -> float:
    """
    Read a number of seconds.

    Raises:
        UsageError: it is none.

    """
    value = data.get(field, default)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise UsageError(f"`{field}` is a number")
    if not 0 <= value <= LONGEST_SECONDS:
        raise UsageError(f"`{field}` is a number from 0 to {LONGEST_SECONDS}")
    return float(value)


def is_text(text: str) -> bool:
    """Say whether a text has no half of a character in it; odd bytes of a file's name count."""
    try:
        text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return False
    return True


def unknown(data: Mapping[str, Any], known: tuple[str, ...] | frozenset[str]) -> UsageError:
    """Say that a field is not known, and which one was meant."""
    names = sorted(known)
    field = next(field for field in data if field not in known)
    # Cut first: a name of megabytes is not to be compared with anything.
    shown = str(field)[:SHOWN]
    near = did_you_mean(shown, names)
    return UsageError(f"`{shown}` is not known", help=near or f"there are {', '.join(names)}")
