"""Umpire: a rules interpreter for tabletop wargames; the rooms are listed in
README.md."""

__version__ = "0.1.0"
