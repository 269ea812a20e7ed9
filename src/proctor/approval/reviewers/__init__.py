"""Ways to reach a model that reviews calls, one file each; each is imported only when used."""
