"""Estimates from many trials, vectorised where trials meet.

`estimates` cuts trials in chunks and counts them, here or in several processes,
`cluster` on the machines of a Dask cluster; `vectorised` and `direct` are what runs a
chunk, `quick_answers` how policies answer without a stop.

Invariant: a chunk's dice depend on its number alone, so the counts are the same
wherever chunks are run. To add a strategy: a plan with the methods of `SimulationPlan`.
"""
