"""What verbs print with `--json`: records, and the one encoder of them.

A record is a frozen dataclass whose fields, in order, are the keys of a JSON object.
The record of a verb is a subclass of `VerbOutput`, named by `OUTPUT` in the module of
the verb in `cli`. Functions of `reports` and `app` fill the records, and
`encoding.encoded` turns them into plain data.

`tools/output_schemas.py` reads the same records and makes `schemas/output/`: the types
of fields become schemas, and the texts below fields their descriptions. A field without
a text is an error there.

To change what a verb prints: change its record, fill it, run `tools/generate.py`.
"""
