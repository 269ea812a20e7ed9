"""
Doors for Python agent frameworks: one file each, imported only when it is used.

A plug puts Proctor in front of a framework's tools. It decides nothing by itself: `calls.py`
asks the judge, and whatever is not plainly an allow is a no that the model reads.
"""
