"""Homes of earlier versions, and the tests that upgrade them."""
