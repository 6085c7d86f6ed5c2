"""What an editor asks about a pack while somebody types: problems, meanings, edits.

Everything here is a function of a pack as it was read last, the texts as they are typed
and a place in one of them; nothing knows the protocol of editors (`cli.language_server`
does). Holds: `text_positions` (offsets and the positions of editors), `moved_text`
(places after an edit), `workshop` (open texts, their packs and problems), `meanings`
and `mentions_in_yaml` (which name means what), `hovers`, `completions`, `outlines`,
`renames`, `row_odds` (what a row is worth).
"""
