"""Tests of asking."""
