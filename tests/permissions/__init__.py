"""Tests of the permissions in a program's own process."""
