"""Umpire: a rules interpreter for tabletop wargames.

The docstring of each package says what the package holds and what it may import.
"""

__version__ = "0.1.0"
