"""Exact odds: the probability distribution of what a procedure gives."""
