"""Answer sources: how a stop of a run or of a game is answered.

The order is the same everywhere. A choice: answered beforehand, the only option, a rule
of the policy, the default of the step, the default of the policy, a person (`pending`,
`choices`, `prompted_choices`). A roll: faces given, real dice typed in, the seed
(`chance`, `prompted_dice`). A draw: written or drawn by a person, then the seed
(`writing`, `written_values`, `prompted_draws`).
`replies` is the only parser of what seats and files reply, `paths` takes a path that is
given at once step by step, `prompt` asks line by line.
Invariants: what was typed is checked like every answer; a reply of a seat is compared
only with the texts that the seat was shown.
"""
