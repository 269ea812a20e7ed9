"""Tests of the way to the owner of a home."""
