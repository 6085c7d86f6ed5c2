"""Advice to a seat: what each of its choices leads to, from its view alone.

`supposed` draws what the seat does not see, `possible_games` plays the game again so
that it looks to the seat as it did, `ways` answers for everybody, `look_ahead` follows
a small game to its ends, and `advising` puts the choices beside each other.
"""
