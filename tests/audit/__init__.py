"""Tests of the room that keeps."""
