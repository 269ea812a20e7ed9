"""Proofs with the installed agent program."""
