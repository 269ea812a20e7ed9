"""Fuzzers: random command lines, read by us and by a program that knows better."""
