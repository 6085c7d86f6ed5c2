"""The keys of a step: what may stand behind each, for checks, schemas and readers.

`tools/generate.py` writes the schemas of steps and the table of verbs in the reference
from these and from the records in `verbs`; nothing else says it once more.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

Schema = Mapping[str, object]

STEPS: Final = "steps"
"""The kind of a key behind which steps stand."""


@dataclass(frozen=True, slots=True)
class StepKey:
    """What may stand behind a key of a step.

    `kind` is `STEPS`, the name of a definition of `schemas/common.schema.json`, or a
    schema of its own; `about` describes it to authors, where the definition does not.
    `binds`: the name behind the key, or the names of its map, are bound by the step.
    """

    kind: str | Schema
    about: str = ""
    binds: bool = False

    @property
    def schema(self) -> Schema:
        """The schema of what stands behind the key, as it is written in a file of
        `schemas/steps/`."""
        if not isinstance(self.kind, str):
            return self.kind
        steps = "steps.schema.json"
        common = f"../common.schema.json#/definitions/{self.kind}"
        reference = {"$ref": steps if self.kind == STEPS else common}
        if not self.about:
            return reference
        return {"allOf": [reference], "description": self.about}


def map_of(value: StepKey, about: str, example: Schema | None = None) -> Schema:
    """Return the schema of a map with any keys, each with such a value."""
    shown = {} if example is None else {"examples": [example]}
    return {
        "type": "object",
        "description": about,
        **shown,
        "additionalProperties": value.schema,
    }


COMMON: Mapping[str, StepKey] = MappingProxyType(
    {
        "if": StepKey("condition", "The step is skipped without it."),
        "else": StepKey(STEPS, "What is done instead when `if` is not true."),
        "only": StepKey("only"),
        "for_each": StepKey("expression", "x in list: the step is done for each."),
        "times": StepKey("number", "How often it is done."),
        "until": StepKey("condition", "It is done again until this is true."),
        "id": StepKey("name", "Its name, for overlays, policies and `end`."),
        "rule": StepKey("rule"),
        "status": StepKey("status"),
        "say": StepKey("say"),
        "seen_by": StepKey("seen_by"),
        "discloses": StepKey(
            "prose", "The rule by which a seat learns something from this step."
        ),
    }
)
"""The clauses of every step."""
