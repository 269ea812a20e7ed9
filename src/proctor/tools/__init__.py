"""Tools: how they are declared, which there are, and how a call of one is checked and run."""
