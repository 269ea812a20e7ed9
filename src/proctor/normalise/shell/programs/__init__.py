"""Readers for commands whose words no table can describe, and for programs inside arguments."""
