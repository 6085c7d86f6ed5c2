"""Notations of other languages, and how the same is written in a ruleset.

Authors type what they know from spreadsheets, Python, JavaScript, Lua, SQL, dice
rollers and printed books. Once a diagnostic has been found, and before a name is looked
for that is spelt alike, its text is read again with a grammar that knows these
notations too; what comes out is the author's own text in the notation of rulesets.

`operators`, `calls`, `dice_notations`, `printed_bands` and `step_words` are tables, a
row an idiom: what is typed, where that is from, what it means there and how it is
written here. `rereading` is the tolerant grammar (precedence climbing) that uses them,
`tokens` splits its text. `listing` has all rows, for the reference page of authors.

Nothing of this runs while a pack has no errors. Texts longer than `LONGEST` are not
read again, and each part of a text is read once, so the cost is linear in its length.
"""
