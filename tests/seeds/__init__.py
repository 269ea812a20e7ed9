"""Each seed document, with its rules and its outcomes."""
