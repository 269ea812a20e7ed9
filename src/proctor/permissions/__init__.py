"""Permissions in a program's own process: no server, no role file, no catalogue on disk."""
