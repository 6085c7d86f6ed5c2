"""What a seat may know of a game state; every output for a seat is made from its view.

A view is built up from nothing: `visibility` decides which fields a seat sees, `masks`
and `block_labels` under which labels it knows what is masked, and `views` joins these
with the claims that it was sent.
"""
