"""How the workflow run of an agent stands: which role counts for it now, or that it has ended."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from proctor.agents.listing import Listed
from proctor.terms.role_chain import runs_of

UNKNOWN = "not known any more"
OVER = "its workflow run {id} is {status}: all that it tries is denied; end it with `proctor stop`"


class Stands(NamedTuple):
    """How a run stands; without a role it has ended, and `status` says how."""

    status: str
    role: str = ""


def in_run(one: Listed, found: Mapping[str, Stands]) -> Listed:
    """Return an agent with the roles of its stages, and the run of it that has ended."""
    mine = [(run, found[run]) for run in runs_of(one.role) if run in found]
    over = [OVER.format(id=run, status=each.status) for run, each in mine if not each.role]
    roles = " and ".join(each.role for _, each in mine if each.role)
    trouble = "; ".join(words for words in (one.trouble, *over) if words)
    # Where one of them has ended nothing is given, whatever another says.
    return one._replace(stage_role="" if over else roles, trouble=trouble)
