"""Whole games by policies, as every seat saw them: files that tests replay.

A scenario of a published pack that names its `main` is played with each policy of the
pack (`first` where it has none), the same one for all seats, the judge by `first`. For
each seat there is a file, `PACK/SCENARIO/POLICY/SEAT.txt`, with all that came to it,
and `judge.txt` with the umpire's log and the truth at the end. Of a long game with many
things only every second view is kept, or every third, and so on. A file is written anew
only by `python -m tests.playthroughs --write`; what then differs is to be looked at.
"""
