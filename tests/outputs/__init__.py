"""Whether two checkouts answer the same commands alike: `python -m tests.outputs OLD`.

For a change that must not alter what anybody sees, such as a renaming of the whole
code: `OLD` is a checkout of the commit before it. JSON, exit codes and figures must be
equal; text is shown where it differs, for its wording may change on purpose.
"""
