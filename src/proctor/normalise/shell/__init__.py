"""
Read a shell command into simple commands, or say that it cannot be read.

`reader` splits the text; `wrappers` finds the command inside `sudo`, `env` or
`bash -c`; `operands` says which paths and URLs a command touches; `parts` puts
it together. Nothing here guesses: what is not certain is unread.
"""
