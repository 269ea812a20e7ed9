"""Tests of what takes secrets out."""
