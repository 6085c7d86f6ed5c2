"""A game: a run with stops as the fold of a journal of its answers.

Holds: `course` (a run folded so far; what is answered takes it on), `game` (a course
with its journal: begun, opened, answered, taken back), `questions` (what a stop asks of
which seat), `seeing` (who has seen what an undo would take back), `pinning` (a pack by
the hash of its meaning), `written` (values in the journal, by their types), `tokens`
(which question an answer belongs to), `words` (what seats add to the dice), `receipts`
(what a seat can hold against the umpire).
May import: opening, running, journal and everything below.
Invariants: the state is the fold of the journal and of nothing else; an answer is
checked against its stop before it is written, and written before it is acknowledged; an
answer that the rules refuse leaves no trace. A choice of several seats at once is
written seat by seat and takes effect when all have answered; until then it is in no
view. Where there is nothing to choose nobody is asked, and nothing is written.
Chance is written too, so that it can be verified; what was not typed follows from the
secret and the path of the roll. After an undo the same choice meets the same dice.
A pack that says the same with other comments or cases is the same pack; one that means
something else is refused, and `replay` says where a game departs from it.
How to add: a kind of event is a function in `course`, and a line in `reporting.course`.
2026-11-21: no result and no state is written: both follow. So a change of a pack is
found at the first stop that is another one or takes an answer no more, not before.
2026-11-21: values are written as the pack names them, not as numbers inside, or a
changed order of words would go unnoticed.
"""
