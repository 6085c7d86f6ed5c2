"""The application layer: the public Python API, and what serves every front end.

Holds: `ruleset`, `results` and `game` (the API, exported by `interpreter`), `opening`
(from names and values to what is run: packs, arguments, answers, policies, game files),
`answering` (who answers dice and questions of a run), `running` (runs, odds,
simulations), `explaining` (what a trace says, why something is refused), `playing`
(games, alone or by turns, handouts, answers that came back), `testing` (cases), `lobby`
(scenarios as data, games of a folder, a game from a form), `maps`, `alarms` (what
takes long).
May import: reports and everything below.
Invariants: nothing here knows a terminal, a parser of command lines or an exit code;
a person is reached through a `console.Console`. Every output for a seat is
made from its view. What takes long to import is imported where it is needed, so that a
warm start is quick. Functions take plain values and raise errors of `UmpireError`.
"""
