"""Turn an ASK into a Reply: put the question where people see it, and wait."""
