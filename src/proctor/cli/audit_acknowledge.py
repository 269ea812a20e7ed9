"""`proctor audit acknowledge`: a person has seen the alarms."""

from __future__ import annotations

from contextlib import closing

from proctor.audit.alarms import open_alarms
from proctor.cli import render
from proctor.cli.as_person import as_person
from proctor.cli.audit_pages import show_list
from proctor.cli.json_option import JsonOption
from proctor.home import proctor_home
from proctor.keepers import open_reader

EPILOG = """\b
Examples:
  proctor audit list --decision alarm
  proctor audit acknowledge

\b
Exit status: 0, also where there was nothing to acknowledge.
"""
NONE_OPEN = "no alarm is open"


def acknowledge(as_json: JsonOption = False) -> None:
    """
    List the open alarms and acknowledge them.

    `status`, `doctor` and the overview count an alarm until a person has acknowledged it. Its
    record stays, and who acknowledged it is kept as an event. Only people can do this.
    """
    home = proctor_home()
    with as_person(home) as person:
        with closing(open_reader(home)) as store:
            alarms = open_alarms(store)
        through = alarms[0].n if alarms else 0
        done = person.call("acknowledge", through=through)
    if as_json:
        render.out_json(done)
        return
    show_list(alarms)
    if not alarms:
        render.out(NONE_OPEN, err=True)
    else:
        render.out(("acknowledged", "bold"), f": {render.count(done['acknowledged'], 'alarm')}")
