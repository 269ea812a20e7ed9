"""The files that hide in curl's options."""

from __future__ import annotations

import shlex

from tests.normalise.shell.programs.paths import doubted, touched
from tests.tables import each_row

URL = "https://example.org"


@each_row(
    ("options", "expected"),
    [
        ("-d @.env", "r:.env"),
        ("-d text", ""),
        ("--data-raw @.env", ""),
        ("--data-bin @.env", "r:.env"),
        ("--data-urlencode name@file", "r:file"),
        ("--data-urlencode name=a@b", ""),
        ("-F a=@b;type=text/plain", "r:b"),
        ("-F a=<b", "r:b"),
        ("-F a=b", ""),
        ("-H @headers", "r:headers"),
        ("-b jar", "r:jar"),
        ("-b a=b", ""),
        ("-T up", "r:up"),
        ("-o out", "w:out"),
        ("-o -d@.env", "w:-d@.env"),
        ("-o /dev/null", ""),
    ],
)
def test_files_that_are_sent_are_told(options: str, expected: str) -> None:
    """A file whose content curl sends counts as read, one that it saves as written."""
    command = shlex.join(["curl", *options.split(), URL])
    assert f"{expected} url:{URL}".strip() == touched(command)


def test_a_file_url_is_a_path_too() -> None:
    """What curl reads by a `file:` URL is told as a path."""
    assert touched("curl file:///etc/hosts") == "r:/etc/hosts url:file:///etc/hosts"


def test_a_word_that_is_not_known_makes_it_uncertain() -> None:
    """A host that is not known is never taken for harmless."""
    assert doubted("curl", unknown="$x") == "not known"
