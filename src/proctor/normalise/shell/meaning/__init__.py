"""What a tree would run: words expanded, values, functions and folders followed."""
