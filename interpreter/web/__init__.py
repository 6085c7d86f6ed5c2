"""The table in a browser: pages of seats, of the judge and of those who look on.

An ASGI application over `app`. `server` has its addresses, `served` the games that are
open, `pages` makes HTML of what `app` gives for a seat, `guards` what every
response says and what no request may do. Nothing here knows a game or its state: a page
is a function of `Game.page(seat)`.
"""
