"""The answers that people give on the page of approvals."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse

from proctor.errors import FileProblems, TooLate, UsageError
from proctor.server.edited_rules import Answerer, answered, previewed
from proctor.server.office import Office
from proctor.server.scope_keys import MAY
from proctor.server.web.approval_numbers import read_number
from proctor.server.web.approval_past import past_of
from proctor.server.web.approval_rules import problems_of
from proctor.server.web.forms import Form, read_form
from proctor.server.web.may import May, needs
from proctor.server.web.render import fragment
from proctor.terms.reply import Answer, Scope

CHANNEL = "web"
FIELDS = ("answer", "scope", "seconds", "minutes", "words", "rule", "seen", "category")
LARGEST_FORM = 64 << 10
A_MINUTE = 60
WRONG_RULE = 422
LOOK_AGAIN = "You have not seen what this rule would match. Look at it, and press again."


def answering(office: Office) -> APIRouter:
    """Return the routes by which people answer."""
    router = APIRouter()

    @router.post("/approvals/{number}/rule")
    async def look(request: Request, number: str) -> HTMLResponse:
        """Show what a rule would match that *always* would add; or what is wrong with it."""
        who = Answerer(needs(request, May.WORK), request.scope[MAY], CHANNEL)
        form = await read_form(request, FIELDS, LARGEST_FORM)
        found = await rule_shown(office, read_number(number), form.text("rule"), who)
        return fragment(request, "approvals/rule.html", note="", **found)

    @router.post("/approvals/{number}/answer")
    async def answer(request: Request, number: str) -> HTMLResponse:
        """Answer a question; what takes its place says how it ended."""
        # Which questions a viewer may answer is for the rights of people to say.
        who = Answerer(needs(request, May.VIEW), request.scope[MAY], CHANNEL)
        form = await read_form(request, FIELDS, LARGEST_FORM)
        wanted, data = read_number(number), answer_in(form)
        try:
            told = await answered(office, wanted, data, who)
        except (UsageError, FileProblems) as error:
            if "rule" not in data or isinstance(error, TooLate):
                raise
            # What is wrong with a rule stands under the rule.
            found = await rule_shown(office, wanted, data["rule"], who)
            said = fragment(
                request, "approvals/rule.html", status=WRONG_RULE, note=LOOK_AGAIN, **found
            )
            said.headers["hx-retarget"] = f"#rule-{wanted}-said"
            said.headers["hx-reswap"] = "innerHTML"
            return said
        return fragment(request, "approvals/ended.html", past=past_of(told))

    return router


def answer_in(form: Form) -> dict[str, Any]:
    """
    Return what a form says, as an answer.

    Raises:
        UsageError: it says two times, or no number.

    """
    data: dict[str, Any] = {"answer": form.text("answer"), "words": form.text("words")}
    if data["answer"] == Answer.ALLOW.value:
        data["scope"] = form.text("scope") or Scope.ONCE.value
    elif form.text("scope"):
        data["scope"] = form.text("scope")
    seconds, minutes = form.whole("seconds"), form.whole("minutes")
    if seconds and minutes:
        raise UsageError("say `seconds` or `minutes`, and not both")
    if seconds or minutes:
        data["seconds"] = seconds or minutes * A_MINUTE
    if form.text("category"):
        data["category"] = form.text("category")
    if "rule" in form and data.get("scope") == Scope.ALWAYS.value:
        # Also an empty one: whoever has taken the rule away does not mean the proposed one.
        data |= {"rule": form.text("rule"), "seen": form.text("seen")}
    return data


async def rule_shown(office: Office, number: int, rule: str, who: Answerer) -> dict[str, Any]:
    """
    Return what a rule would match, or what is wrong with it: each under its line.

    Raises:
        ProctorError: it is not about the rule.

    """
    try:
        return {"problems": (), "preview": await previewed(office, number, rule, who)}
    except TooLate:
        raise
    except (UsageError, FileProblems) as error:
        return {"problems": problems_of(error, rule)}
