"""What keeps us from installing, in the user's words."""

from __future__ import annotations

import re
from pathlib import Path

from proctor.errors import FileProblems, Problem, ProctorError
from proctor.installing.settings_shape import Unfit
from proctor.terms.place import Place

LINE_BREAK = re.compile(r"\r\n|\n|\r")
LONGEST_LINE = 200


class InstallError(ProctorError):
    """Something on this machine keeps us from it; nothing was changed."""

    exit_code = 1


class SettingsProblems(FileProblems):
    """A settings file of an agent program is not as we could edit it; nothing was changed."""


def problems_of(wrong: Unfit, file: Path, text: str) -> SettingsProblems:
    """Return the error for a file that is not edited, with line, column and caret."""
    before = LINE_BREAK.split(text[: wrong.offset])
    line, column = len(before), len(before[-1]) + 1
    said = LINE_BREAK.split(text[wrong.offset - column + 1 :], maxsplit=1)[0]
    shown = said if len(said) <= LONGEST_LINE else None
    mend = "nothing was changed; mend the file, then run this again"
    return SettingsProblems(
        [
            Problem(
                code=wrong.code,
                message=wrong.message,
                place=Place(str(file), line, column),
                help=f"{wrong.advice}; {mend}" if wrong.advice else mend,
                line_text=shown,
            )
        ]
    )
