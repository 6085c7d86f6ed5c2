"""Runs, exact odds and simulations of an opened pack."""
