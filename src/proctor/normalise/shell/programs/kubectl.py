"""kubectl: `exec`, and subcommands that show any object that is named, also a secret."""

from __future__ import annotations

import re
from collections.abc import Sequence

from proctor.normalise.shell.knowledge.classify import Work
from proctor.normalise.shell.knowledge.reading import Reading, Use
from proctor.normalise.shell.knowledge.table import Spec, spec_of
from proctor.normalise.shell.meaning.argument import Argument
from proctor.terms.lazy_pattern import lazy

SECRETS = frozenset({"secret", "secrets"})
# Formats that show names and counts only.
NAMES_ONLY = frozenset({"", "name", "wide"})
# Subcommands that stand below another one.
GROUPS = {"view-last-applied": "apply", "view": "config"}
# Formats whose template stands in a file, which is shown as it is written.
FROM_FILE = lazy(r"[a-z-]*file=(.*)", re.DOTALL)
OUTPUT = lazy(r"-[ARw]*o=?(.*)", re.DOTALL)
FILES = lazy(r"-[ARw]*[fk]|--filename|--kustomize")
WHY = "it shows the content of secrets"


def read(words: Sequence[Argument], reading: Reading) -> None:
    """Read the words as the table says, then see whether they ask for a secret's content."""
    spec = entry_of(words[0].value)
    if spec is None:
        reading.doubt(f"`kubectl {words[0].value}` is not understood")
        return
    work = Work(spec.but(special=""), words, reading)
    work.follow()
    if words[0].value == "exec":
        if not reading.inners and not work.instead:
            reading.doubt("`kubectl exec` has no command")
        return
    raw_paths(words, reading)
    if not shows_content(words, reading) and words[0].value != "view-last-applied":
        return
    if name_secrets(work.operands):
        reading.add(("secret",), WHY)
    if any(FILES.match(word.value) for word in words[1:]):
        reading.doubt("what the file names may be a secret")


def entry_of(name: str) -> Spec | None:
    """Return the table's entry of a subcommand that is read here."""
    spec = spec_of("kubectl")
    if spec and name in GROUPS:
        spec = next(spec.children(GROUPS[name]), None)
    return next(spec.children(name), None) if spec else None


def name_secrets(operands: Sequence[Argument]) -> bool:
    """Say whether operands name secrets: `secret x`, `pods,secrets`, `secrets.v1.`, `secret/x`."""
    # Behind the first one, words without a slash are the names of objects.
    texts = [word.value for word in operands[:1]]
    texts += [word.value for word in operands[1:] if "/" in word.value]
    kinds = (piece.partition("/")[0] for text in texts for piece in text.lower().split(","))
    return any(kind.partition(".")[0].strip() in SECRETS for kind in kinds)


def shows_content(words: Sequence[Argument], reading: Reading) -> bool:
    """Say whether an output format is asked for that may show all of an object."""
    shows = False
    for index, word in enumerate(words[1:], start=1):
        after = words[index + 1].value if index + 1 < len(words) else ""
        name, equals, value = word.value.partition("=")
        short = OUTPUT.fullmatch(word.value)
        if short is not None and not name.startswith("--"):
            value, equals = short[1], short[1]
        elif name != "--output":
            shows |= name == "--template" or word.unknown is not None
            continue
        output = value if equals else after
        shows |= output not in NAMES_ONLY or word.unknown is not None
        template = FROM_FILE.fullmatch(output)
        if template:
            reading.uses.append(Use(Argument(template[1]), "r"))
    return shows


def raw_paths(words: Sequence[Argument], reading: Reading) -> None:
    """Look at the path that `--raw` asks the server for."""
    for index, word in enumerate(words):
        name, equals, value = word.value.partition("=")
        if name != "--raw":
            continue
        path = (
            value if equals else words[index + 1].value if index + 1 < len(words) else ""
        ).lower()
        if "%" in path:
            reading.doubt("the path behind `--raw` is written in a way that is not read")
        if "secret" in path:
            reading.add(("secret",), WHY)
        if "proxy" in path:
            reading.add(("network",), "it reaches a service inside the cluster")
