"""Tests of the pages, most of them in a real browser; `conftest.py` has what they share."""
