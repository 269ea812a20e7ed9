"""
Workflows: templates with stages, and runs of them.

A template names a role for every stage, and a gate that ends it. A run is one template on its
way: which stage it is in says which role counts. Nothing here asks a person, runs a command or
serves anybody: that is done by those who call in.
"""
