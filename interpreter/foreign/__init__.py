"""Notations of other languages, and how the same is written in a ruleset.

Authors type what they know from spreadsheets, Python, JavaScript, Lua, SQL, dice
rollers and printed books. Once there is a diagnostic, and before a name is looked for
that is spelt alike, its text is read again by a grammar that knows these notations too;
what comes out is the author's own text in the notation of rulesets.

Tables, a row an idiom (what is typed, where that is from, what it means there, how it
is written here): `calls.table` with functions and methods, `operators` with signs,
words and prose, `dice_notations`, `printed_bands`, and `step_words` for the keys of
steps. `rereading` is the grammar (precedence climbing over `tokens`, with `operands`
and `postfixes`): each of its rules makes a text at once (`pieces`, and `call_forms`
where a template cannot say it), so there is no tree. `listing` has all rows, for the
reference page of authors.

Nothing of this runs while a pack has no errors. It has no types: the parser has the
last word on what was written. Texts longer than `tokens.LONGEST` are not read again,
and each part of a text is read once, so the cost grows with its length.
"""
