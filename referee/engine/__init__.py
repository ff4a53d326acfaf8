"""The kit that every game is made of. It imports the standard library alone."""
