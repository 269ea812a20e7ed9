"""How the tables of commands are read, and what they say of one command."""
