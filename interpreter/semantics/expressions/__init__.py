"""From the tree of an expression to a typed one: names bound, types known."""
