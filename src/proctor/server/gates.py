"""The gate of one request: its role's rules, its seat at the desk, and the trail behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proctor.approval.askers import Manner
from proctor.approval.rights import SELF_EDITS
from proctor.pipeline import Audit, Desk, Gate, Pipeline
from proctor.server.called_otherwise import AsMeant, CalledAs
from proctor.server.seat import Behind, Seat, Sitting, Unasked, Wished, post_of
from proctor.server.self_edits import OfItself

if TYPE_CHECKING:
    from proctor.server.office import Office
    from proctor.server.requests import Request


def gate_of(office: Office, request: Request, sitting: Sitting) -> Gate:
    """
    Return the gate that a request goes through.

    Raises:
        ProctorError: its role does not load, and never did.

    """
    post = post_of(office.posts, request, sitting)
    pipeline: Pipeline = post.pipeline
    if sitting.called_as:
        pipeline = AsMeant(pipeline, sitting.called_as)
    if sitting.wished:
        pipeline = Wished(pipeline)
    if request.call.tool in SELF_EDITS:
        pipeline = OfItself(pipeline, office.self_edits, office.rights, request)
    # Nobody is kept waiting for what only a mended file, or another call, can settle.
    if request.manner is Manner.HOLD and (why := sitting.flaw or post.trouble):
        pipeline = Unasked(pipeline, why)
    desk: Desk = Seat(office.desk, office.posts, post, request, sitting)
    audit: Audit = Behind(office, sitting.about) if sitting.about else office
    if sitting.called_as:
        audit = CalledAs(audit, sitting.called_as)
    if sitting.reuse is not None:
        desk = audit = sitting.reuse.before(desk, audit)
    return Gate(pipeline, post.standing, desk=desk, audit=audit, unrecorded=post.unrecorded)
