"""
Role files: find them, read them, merge parents and profiles in, check them, write them.

Nothing here decides about a call. What a project's files say counts only as
far as `trust.py` and `tighten.py` let it.
"""
