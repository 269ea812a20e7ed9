"""What is secret in a text: shapes, names, programs, places; PURE."""
