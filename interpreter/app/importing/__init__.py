"""Tables of other programs and of printed pages, read into tables of a pack.

A reader of a format (`markdown_tables`, `separated_tables`, `pasted_text`,
`json_tables`) makes `printed.PrintedTable`s: texts in rows, each with its line.
`shaping` decides what kind of table of a pack that is, with the types of its results;
`domains` says what it is read with, `bands` reads the first column and `results` the
others. `table_yaml` writes it, `importing` does all of this for a text, and `adding`
puts tables into a file of a pack.

What is read comes from strangers: its size is limited before anything is split, and
what cannot be understood becomes a `Remark` with its line, never an exception.
"""
