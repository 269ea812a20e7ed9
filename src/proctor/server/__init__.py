"""A door: the process that owns the store, its socket, its HTTP interface and its pages."""
