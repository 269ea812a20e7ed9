"""Tests of what users test their policies with."""
