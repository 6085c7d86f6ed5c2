"""What a change of rules means: what is written otherwise, and what comes of it."""
