"""The way to the owner of a home from any process: find it, start it, speak to it."""
