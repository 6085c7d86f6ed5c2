"""What the verb `new` writes for an author: an overlay, a scenario, a pack."""
