"""Tests of the roles room."""
