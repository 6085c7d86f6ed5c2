"""Results to text and JSON, by pure functions.

One module for each kind of result: `odds` and `simulation` (with `distributions`),
`runs` (the record of one run), `explanation` (a run as text, short or explained, and as
JSON), `calculations` (sums and table look-ups), `views` (what a seat or the judge
knows), `entities`, `claims`, `questions`, `game_log`, `maps`, `tables`, `overview` and
`declarations` of a pack, `rulebook`, `cases`, `diagnostics`. Below all of them are
`values` (values as text), `source_text` (expressions as written), `text_layout`
(columns, folding) and `colour` (colour, and removal of control characters).

Guarantees: nothing here touches a file, a terminal or a clock; equal results give equal
bytes. Text of a pack or a command line passes `colour.clean`. Colour is chosen by
the caller and is never the only mark. JSON is made by one encoder from the records in
`outputs`, of which `schemas/output/` is generated. Names to read have spaces, names to
type have underscores; a page is 80 columns wide, except for an author's own lines.

To add a result: a function to text, a record in `outputs` and a function that fills it,
a test.
"""
