"""Proofs with the installed agent program: really run, in a private folder, on loopback only."""
