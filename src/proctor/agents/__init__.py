"""Agents: started, watched, talked to and stopped."""
