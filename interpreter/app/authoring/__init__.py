"""For authors: packs to begin with, who set a value, what differs from the book."""
