"""The table in a browser: pages of seats, of the judge and of those who look on.

An ASGI application over `app`. `server` has its addresses, `served` the games that are
open, `pages` makes HTML of what `app` gives for a seat, `guards` what every
response says and what no request may do. `lobby` is for the host of a folder of games
(`hosted`), with pages of its own (`lobby_pages`); `kept` makes in threads what takes
long. Nothing here knows a game or its state: a page is a function of `Game.page(seat)`,
or of what `app.lobby` gives.
"""
