"""The grammar of the shell: a text becomes a tree, or is refused."""
