"""Test cases of packs, run and compared."""
