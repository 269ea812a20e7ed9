"""Tests of the inbox on the web."""
