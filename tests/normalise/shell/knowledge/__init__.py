"""Tests of what the folder of the same name holds."""
