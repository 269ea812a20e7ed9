"""Tests of the gateway: its upstreams, and what it serves."""
