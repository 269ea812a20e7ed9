"""
Put hooks into an agent program's settings file, and take them out again, byte for byte.

This room edits text and files. It knows no policy, starts no agent program, and is handed
the hook entries and the text of the executable as values.
"""
