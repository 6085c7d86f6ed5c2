"""A kind of claim as on a printed page: what it is about, and its facts."""

from interpreter.checked.declared import ClaimKind
from interpreter.reporting.layout import columns
from interpreter.reporting.listing import Shown, headline
from interpreter.reporting.paint import Paint, clean
from interpreter.values.spoken import spoken


def claim_kind_shown(kind: ClaimKind, paint: Paint) -> Shown:
    """Return a kind of claim: each fact by name, as it is read, and its type."""
    rows = [("fact", "read as", "type")]
    rows += [
        (clean(each.title), clean(each.words), clean(spoken(each.type)))
        for each in kind.facts
    ]
    lines = [headline(kind.title, "claim kind", kind.rule, kind.span, paint), ""]
    for word, of in (("about", kind.about), ("label", kind.label)):
        lines += [f"  {word}: {clean(spoken(of))}"] if of is not None else []
    lines += [*columns(rows, heading=True, indent="  ")] if kind.facts else []
    text = "\n".join(lines)
    return Shown(
        "claims", kind.title, "claim kind", kind.rule, kind.span, text, tuple(rows[1:])
    )
