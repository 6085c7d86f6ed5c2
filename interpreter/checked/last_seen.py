"""`last_seen` of a kind: the claim that keeps what a seat may no longer see."""

from interpreter.checked.declared import Kind
from interpreter.checked.names import Names
from interpreter.checked.place import spoken
from interpreter.document.nodes import Mapping, Scalar
from interpreter.problems import did_you_mean, problem, there_are
from interpreter.ruleset.ruleset import Declaration
from interpreter.values.fit import fit
from interpreter.values.names import plain
from interpreter.values.types import Entity


def last_seen_of(names: Names, each: Declaration, kind: Kind) -> str:
    """Return the kind of claim that `last_seen` names, or "": it is about things of
    this kind, without a label, and each of its facts is a field of them."""
    node = each.node.get("last_seen") if isinstance(each.node, Mapping) else None
    if not isinstance(node, Scalar):
        return ""
    claim = names.claims.get(plain(node.text))
    if claim is None:
        known = [found.title for found in names.claims.values()]
        hint = did_you_mean(node.text, known) or there_are(known)
        message = f"'{node.text}' is no kind of claim"
        names.problems.append(problem("R301", node.span, message, hint=hint))
        return ""
    names.used.add(("claims", claim.name))
    fields = {field.name: field for field in kind.fields}
    missing = [fact.title for fact in claim.facts if fact.name not in fields]
    unlike = [
        fact.title
        for fact in claim.facts
        if fact.name in fields and fit(fields[fact.name].type, fact.type) != "yes"
    ]
    said = spoken(Entity(kind.name))
    about = claim.about is None or fit(Entity(kind.name), claim.about) != "yes"
    for wrong, message in (
        (about, f"'{claim.title}' is not about {said}"),
        (claim.label is not None, f"'{claim.title}' has a label, which no field gives"),
        (missing, f"no field of {said} is called '{', '.join(missing)}'"),
        (unlike, f"'{', '.join(unlike)}' has another type than the field"),
    ):
        if wrong:
            expected = f"about: {kind.name}, and facts named as fields, of their types"
            found = problem("R401", node.span, message, expected=expected)
            names.problems.append(found)
            return ""
    return claim.name
