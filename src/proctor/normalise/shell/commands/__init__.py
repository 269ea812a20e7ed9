"""What is known of commands: one family of tables a file, in the language of `table.py`."""
