"""Tests of the room that edits settings files."""
