"""Tests of the hook, with real processes."""
