"""The fields of a form, strictly: an unknown one, or one that came twice, is an error."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from urllib.parse import parse_qsl

from fastapi import Request

from proctor.errors import UsageError, did_you_mean
from proctor.server.answers import WrongForm
from proctor.server.bodies import read_body
from proctor.terms.plain import plain

KIND = "application/x-www-form-urlencoded"
MOST_FIELDS = 5000
LONGEST_NAME = 40
# What a checkbox says, and what else counts as a yes.
YES = frozenset({"on", "true", "1", "yes"})
NO = frozenset({"", "off", "false", "0", "no"})


class Form:
    """What somebody filled in."""

    def __init__(self, fields: Mapping[str, Sequence[str]]) -> None:
        self.fields = fields

    def __contains__(self, name: str) -> bool:
        """Say whether a field came at all."""
        return name in self.fields

    def text(self, name: str, default: str = "") -> str:
        """
        Return the text of a field, with the line ends of a file.

        Raises:
            UsageError: it came twice.

        """
        given = self.fields.get(name, ())
        if len(given) > 1:
            raise UsageError(f"the field `{name}` came twice")
        return given[0] if given else default

    def texts(self, name: str) -> tuple[str, ...]:
        """Return all texts of a field that may come many times."""
        return tuple(self.fields.get(name, ()))

    def flag(self, name: str) -> bool:
        """
        Say whether something was ticked.

        Raises:
            UsageError: it is neither yes nor no.

        """
        said = self.text(name).lower()
        if said not in YES | NO:
            raise UsageError(f"the field `{name}` is ticked or not")
        return said in YES

    def whole(self, name: str, default: int = 0, *, most: int = 1 << 31) -> int:
        """
        Return the whole number of a field.

        Raises:
            UsageError: it is none, or too large.

        """
        said = self.text(name).strip()
        if not said:
            return default
        if not (said.isascii() and said.isdigit() and len(said) <= len(str(most))):
            raise UsageError(f"the field `{name}` is a whole number")
        if int(said) > most:
            raise UsageError(f"the field `{name}` is at most {most}")
        return int(said)


async def read_form(
    request: Request, known: Collection[str], most: int = 1 << 20, *, many: Collection[str] = ()
) -> Form:
    """
    Read the fields of a urlencoded body.

    Args:
        request: whose body it is.
        known: every field that there may be.
        most: the largest body, in bytes.
        many: fields that there may be besides, and more than once.

    Raises:
        WrongForm: it is no form.
        TooLarge: it is.
        UsageError: a field is not known, or the text is no text. One that came twice is an
            error where it is taken as one text.

    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    body = await read_body(request, most)
    if kind != KIND and (kind or body):
        raise WrongForm(f"a form is taken as {KIND}")
    return Form(fields_of(body, {*known, *many}))


def fields_of(body: bytes, known: Collection[str]) -> dict[str, list[str]]:
    """
    Return the fields of a body, in order.

    Raises:
        UsageError: one is not known, or the text is no text.

    """
    try:
        pairs = parse_qsl(
            body.decode("ascii"),
            keep_blank_values=True,
            strict_parsing=bool(body),
            errors="strict",
            max_num_fields=MOST_FIELDS,
        )
    except ValueError:
        raise UsageError("the form cannot be read") from None
    fields: dict[str, list[str]] = {}
    for name, value in pairs:
        if name not in known:
            raise UsageError(
                f"there is no field `{plain(name[:LONGEST_NAME])}` here",
                help=did_you_mean(name, list(known)),
            )
        # A browser ends each line of a form as typewriters do.
        fields.setdefault(name, []).append(value.replace("\r\n", "\n"))
    return fields
