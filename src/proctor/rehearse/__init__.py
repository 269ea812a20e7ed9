"""
Deciding without doing: what is wrong in the files, what cases say, what a log would meet.

Nothing here runs a call. `shadow.py` finds rules that never decide, `check.py`
gathers what is wrong, `cases.py` reads and runs case files, `replay.py` decides
a stream of calls.
"""
