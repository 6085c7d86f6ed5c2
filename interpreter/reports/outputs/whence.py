"""What `whence` prints with `--json`."""

from msgspec import Struct

from interpreter.reports.outputs.encoding import VerbOutput


class ProvenanceStepOutput(Struct, frozen=True, kw_only=True):
    """Somebody who said what a value is."""

    by: str
    """The pack, overlay or option; empty for the pack that declares an option."""
    at: str
    """Its place: file:line; empty for the command line."""
    verb: str
    """`written` where the value began, `nothing` where there was none, `set` for an
    option, else the verb of the change."""
    before: str
    """What was there before; empty for nothing."""
    after: str
    """What is there after it; empty for nothing."""
    path: str
    """The path of the change, which may be that of what is around the value."""


class WhenceOutput(VerbOutput, frozen=True, kw_only=True):
    """Who said what a value of a pack is."""

    path: str
    """The whole path, as an overlay writes it."""
    value: str
    """What holds now."""
    rule: str
    """The rules of the source around it, or empty."""
    left_out: bool
    """Whether the options of now leave it out."""
    steps: tuple[ProvenanceStepOutput, ...]
    """Who said so, the latest first."""
    overlay: tuple[str, ...]
    """The lines that an overlay writes to change it."""
