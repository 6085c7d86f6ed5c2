"""Boards, walks on them, and their functions in expressions."""
