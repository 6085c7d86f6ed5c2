"""Estimates from many trials, vectorised where trials meet."""
