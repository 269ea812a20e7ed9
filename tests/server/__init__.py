"""Tests of the server: what it can do, and the ways to reach it."""
