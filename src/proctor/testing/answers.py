"""What people would say, written down before they are asked."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping

from proctor.approval.channel import Told
from proctor.approval.channels.scripted import UNREAD, Line, ScriptedChannel, read_line
from proctor.errors import ChannelError, did_you_mean
from proctor.terms.question import Question
from proctor.terms.reply import Answer, Reply, Scope

AnswerLike = Line | Mapping[str, object]
Expire = Callable[[Question, str], Awaitable[object]]
SCRIPT = "script"
NOBODY = "nobody answers in this trial"
NONE_FITS = "no answer of this trial is about it"
DOES_NOT_COUNT = "the answer in this trial does not count: {words}"
SCOPES = tuple(scope.value for scope in Scope)


def allow(  # noqa: PLR0913 - keyword only but for what is asked
    tool: str = "*",
    action: str = "*",
    *,
    scope: Scope | str = Scope.ONCE,
    seconds: int = 0,
    category: str = "",
    words: str = "",
    user: str = SCRIPT,
    delay: float = 0.0,
) -> Line:
    """
    Return a yes to the questions that fit.

    Args:
        tool: which tools it is about; `*` and `?` are wild.
        action: which action strings, such as `tool:bash:git push *`.
        scope: `once`, `session`, `time` or `always`.
        seconds: how long it holds, for the scope `time`.
        category: for which kind of call a session's yes shall hold, `bash` or `edit`.
        words: what the agent is told.
        user: who says it: one of the `people:` of config.yaml, where there are any.
        delay: for how many seconds they think.

    Raises:
        ChannelError: it is no answer.

    """
    said = {"scope": scope, "seconds": seconds, "category": category, "words": words}
    who = {"user": user, "delay": delay}
    return read_answer({"answer": Answer.ALLOW, "tool": tool, "action": action, **said, **who})


def deny(
    words: str = "", *, tool: str = "*", action: str = "*", user: str = SCRIPT, delay: float = 0.0
) -> Line:
    """
    Return a no to the questions that fit.

    Args:
        words: what the agent is told.
        tool: which tools it is about; `*` and `?` are wild.
        action: which action strings, such as `tool:bash:git push *`.
        user: who says it: one of the `people:` of config.yaml, where there are any.
        delay: for how many seconds they think.

    Raises:
        ChannelError: it is no answer.

    """
    about = {"tool": tool, "action": action, "user": user, "delay": delay}
    return read_answer({"answer": Answer.DENY, "words": words, **about})


def read_answer(answer: AnswerLike) -> Line:
    """
    Read what somebody would say.

    Raises:
        ChannelError: it is no answer.

    """
    given = answer._asdict() if isinstance(answer, Line) else dict(answer)
    for key in given:
        if key not in Line._fields:
            message = f"an answer cannot be read: `{key}` is no part of it"
            raise ChannelError(message, help=suggested(key, Line._fields))
    scope = given.get("scope", Scope.ONCE)
    if scope not in SCOPES:
        message = f"an answer cannot be read: `{scope}` is no scope"
        raise ChannelError(message, help=suggested(scope, SCOPES))
    try:
        return read_line(given)
    except ChannelError as error:
        words = error.message.removeprefix(UNREAD)
        raise ChannelError(f"an answer cannot be read: {words}", help=error.help) from None


def suggested(word: object, known: tuple[str, ...]) -> str:
    """Return which word may be meant, or all that there are."""
    return did_you_mean(str(word), known) or f"one of {', '.join(known)}"


class TrialChannel(ScriptedChannel):
    """
    A script that knows its end: what it has no answer for ends at once, unanswered.

    Args:
        script: the answers, the first that fits counts.
        expire: ends a question that nobody will answer, and says why.

    """

    def __init__(self, script: Iterable[AnswerLike], expire: Expire) -> None:
        super().__init__(map(read_answer, script))
        self.expire = expire
        # By what they are and not by what they say: two may say the same.
        self.unused = list(self.script)

    def replace(self, script: Iterable[AnswerLike]) -> None:
        """Answer by another script from now on."""
        self.script = [read_answer(each) for each in script]
        self.unused += self.script

    async def ask(self, question: Question) -> Reply:
        """
        Return what the script says.

        Raises:
            ChannelError: the channel was stopped before.

        """
        line = next((each for each in self.script if each.fits(question)), None)
        self.unused = [each for each in self.unused if each is not line]
        if line is None:
            await self.expire(question, NONE_FITS if self.script else NOBODY)
        return await super().ask(question)

    async def answer(self, number: int, line: Line) -> Told:
        """Answer a question as a line says; one that does not count is the last word too."""
        told = await super().answer(number, line)
        if not told.counts and number in self.open:
            await self.expire(self.open[number], DOES_NOT_COUNT.format(words=told.words))
        return told
