"""
The frozen nouns that every room shares.

Nothing here decides, reads a file or knows another room: a noun is what one
stage hands to the next.
"""
