"""Rule coverage: which rules of a source a pack carries, and which its cases try.

`elements` lists what a program can run through, `covered` collects what passing cases
ran through, `rule_status` joins both with the rulebook.
"""
