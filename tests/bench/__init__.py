"""Benchmarks: ratios inside one run of `python -m tests.bench`; none is a test."""
