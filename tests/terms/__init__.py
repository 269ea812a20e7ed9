"""Tests of the room that decides."""
