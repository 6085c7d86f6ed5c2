"""A game: a run with stops as the fold of a journal of its answers.

Holds: `state` (the progress of a run, folded from events), `game` (progress with its
journal: begun, answered, undone; the hash of the meaning of its pack), `questions`
(what a stop asks each seat), `corrections` (what the judge changes by no rule: the
state after it, its event), `disclosures` (what seats have seen), `journal_values`
(values in the journal, by their types), `dice_words` (words that seats add to the
dice), `receipts` (proofs for a seat).
Invariants: the state is the fold of the journal and of nothing else; an answer is
checked against its stop before it is written, and written before it is acknowledged; an
answer that the rules refuse is not written. A choice of several seats at once is
written seat by seat and takes effect when all have answered; until then it is in no
view. A question with one option is not asked and not written.
Rolls and draws are written too, so that they can be verified; what was not typed
follows from the secret and the path of the roll. After an undo the same choice meets
the same dice. Neither results nor states are written: both follow, so a change of a
pack is found at the first stop that differs or refuses an answer.
A pack that differs only in comments or cases is the same pack; one with another meaning
is refused, and `replay` reports where a game departs from it.
To add a kind of event: a method of `GameProgress`, and a line in `reports.game_log`.
"""
