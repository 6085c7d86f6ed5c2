"""Games played by people and policies, and checks of recorded games.

`playing` lets policies and the people at a terminal answer, `shared_terminal` shows
each seat its view in turn, `shared_file` plays one seat at a game file that others use
too, `handouts` makes the files for a seat, `verifying` checks a finished game.
Invariant: a seat is shown its own view and questions only.
"""
