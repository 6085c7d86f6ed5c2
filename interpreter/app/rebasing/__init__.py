"""Rebases: an overlay is carried over to a base that has moved.

`base_places` finds where a path of a change leads in the old and in the new base, and
by which name something is found again; `deciding` says of each part of an overlay
whether it fits, how it is carried over, or why it is a conflict; `overlay_texts` makes
the edits of the overlay's files and reads the result again; `rebase` puts them together
and checks the overlay before and after.
"""
