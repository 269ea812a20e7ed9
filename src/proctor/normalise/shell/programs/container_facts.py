"""
Read `docker inspect`, which shows all that a container was started with.

Its variables are among it, and passwords among these. Where a template asks for
plain facts only (`{{.State.Status}}`), nothing else is shown.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from proctor.normalise.shell.knowledge.classify import Work
from proctor.normalise.shell.knowledge.reading import Reading
from proctor.normalise.shell.knowledge.table import spec_of
from proctor.normalise.shell.meaning.argument import Argument
from proctor.terms.lazy_pattern import lazy

ACTION = lazy(r"\{\{(.*?)\}\}", re.DOTALL)
# Fields without variables, arguments or labels; below them there are none either.
PLAIN = lazy(
    r"-?\s*(?:end|else|(?:(?:json|len|range|if|not|index|upper|lower)\s+)*"
    r"\.(?:State|Name|Id|ID|Created|Image|RestartCount|Platform|Driver|Mounts|NetworkSettings|Size"
    r"|RepoTags|RepoDigests|Architecture|Os|LogPath|Source|Destination|Type|RW|IPAddress|Gateway"
    r"|MacAddress|HostConfig\.(?:Memory|NanoCpus|RestartPolicy|NetworkMode|Privileged|PortBindings"
    r"|Binds))(?:\.\w+)*)\s*-?"
)
FORMATS = ("-f", "--format")
WHY = "it shows the variables that a container was started with, passwords among them"


def read(words: Sequence[Argument], reading: Reading) -> None:
    """Read the words by the entry, then see whether a template leaves the variables out."""
    docker = spec_of("docker")
    spec = next(docker.children("inspect"), None) if docker else None
    if spec is None:
        reading.doubt("`docker inspect` is not in the tables")
        return
    work = Work(spec.but(special=""), words, reading)
    work.follow()
    formats = [work.values[name].value for name in FORMATS if name in work.values]
    if not work.shown and not (len(formats) == 1 and plain(formats[0])):
        reading.add(("secret",), WHY)


def plain(template: str) -> bool:
    """Say whether a template asks for plain facts and nothing else."""
    actions = ACTION.findall(template)
    rest = ACTION.sub("", template)
    return bool(actions) and "{{" not in rest and all(PLAIN.fullmatch(one) for one in actions)
