"""
The command `proctor`: a door, one file per command.

`main.py` has the table of commands and imports the one that is called;
`options.py` has the options that several share; `render.py` is everything that
a terminal shows. No command decides anything itself.
"""
