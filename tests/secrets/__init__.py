"""Pairs of worlds that differ only in what a seat may not know, and leaks let in.

`packs/` says for each pack what is played and what is hidden; `declared` reads that,
`sampling` makes the worlds of a pair with the hands of `worlds`, `pairs` plays both and
compares what the seat gets, letter by letter. `python -m tests.secrets` does it for all
packs; `leaks` lets one leak after the other in, and asks whether the pairs see it. What
no pair can say of a report is in `test_reports`.

To add a pack: a file in `packs/`; what a copy of the pack has besides, in a folder
there. To add a leak: see `leaks`.
"""
