"""Text to tree: the trees of forms, the places of errors, and no other exception."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some
from ruamel.yaml import YAML

from interpreter.expressions import tree
from interpreter.expressions.parsing import DEEPEST, LONGEST, Unreadable, parse

PIECES = Path(__file__).with_name("pieces.yaml")


def shown(node: tree.Tree | None) -> str:
    """Write a tree so that its shape can be read in one line."""
    match node:
        case None:
            return "_"
        case tree.NumberLiteral():
            return str(node.value)
        case tree.Quoted():
            return f"'{node.text}'"
        case tree.Word():
            return node.name
        case tree.Dice():
            return f"{node.number}d{node.sides}"
        case tree.Operation():
            return f"({' '.join([node.operator, *map(shown, node.operands)])})"
        case tree.Branch():
            ways = map(shown, (node.condition, node.then, node.other))
            return f"(if {' '.join(ways)})"
        case _:
            return shown_with_names(node)


def shown_with_names(
    node: tree.Dot | tree.Bracket | tree.Series | tree.Call | tree.Gather,
) -> str:
    """Write a form that has names and lists of its own."""
    match node:
        case tree.Dot():
            return f"{shown(node.base)}.{node.name.name}"
        case tree.Bracket():
            return f"{shown(node.base)}[{', '.join(map(shown, node.keys))}]"
        case tree.Series():
            return f"[{', '.join(map(shown, node.items))}]"
        case tree.Call():
            return f"{node.name.name}({', '.join(map(shown, node.arguments))})"
        case tree.Gather():
            by = ", ".join(map(shown, node.by))
            return (
                f"{node.name.name}({shown(node.body)} for {node.variable.name} in "
                f"{shown(node.source)} where {shown(node.where)} by [{by}])"
            )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 + 2 * 3", "(+ 1 (* 2 3))"),
        ("(1 + 2) * 3", "(* (+ 1 2) 3)"),
        ("1 - 2 - 3", "(- (- 1 2) 3)"),
        ("8 / 4 / 2", "(/ (/ 8 4) 2)"),
        ("-a.b", "(neg a.b)"),
        ("+3", "3"),
        ("- -3", "(neg (neg 3))"),
        ("2 - -1", "(- 2 (neg 1))"),
        ("0.5", "1/2"),
        ("a or b and c", "(or a (and b c))"),
        ("not a and b", "(and (not a) b)"),
        ("not a is b", "(not (is a b))"),
        ("a is b", "(is a b)"),
        ("a = b", "(is a b)"),
        ("a == b", "(is a b)"),
        ("a is not b", "(is not a b)"),
        ("a != b", "(is not a b)"),
        ("a is not none", "(is not a none)"),
        ("a <= b + 1", "(<= a (+ b 1))"),
        ("a in b", "(in a b)"),
        ("a not in b", "(not in a b)"),
        ("1..6", "(.. 1 6)"),
        ("a + 1 .. b", "(.. (+ a 1) b)"),
        ("x in 1..6", "(in x (.. 1 6))"),
        ("far away", "far_away"),
        ("far_away", "far_away"),
        ("very  valuable is c", "(is very_valuable c)"),
        ("'24-mile hex'", "'24-mile hex'"),
        ("2d6", "2d6"),
        ("d12", "1d12"),
        ("[1, [2]]", "[1, [2]]"),
        ("[]", "[]"),
        ("f()", "f()"),
        ("a.f(b)", "f(a, b)"),
        ("a.b.c", "a.b.c"),
        ("t[a, b].c", "t[a, b].c"),
        ("bows[long].reach + 1", "(+ bows[long].reach 1)"),
        ("if a then b else c", "(if a b c)"),
        ("if a then b else if c then d else e", "(if a b (if c d e))"),
        ("f(x + 1 for x in l)", "f((+ x 1) for x in l where _ by [])"),
        (
            "f(x in l where x > 1 by -x, y)",
            "f(_ for x in l where (> x 1) by [(neg x), y])",
        ),
        ("f(x in l by x)", "f(_ for x in l where _ by [x])"),
        ("1 +  # one\n 2", "(+ 1 2)"),
        ("yes is no", "(is yes no)"),
    ],
)
def test_the_tree_of_a_form(text: str, expected: str) -> None:
    assert shown(parse(text)) == expected


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("", (0, 1)),
        ("1 +", (3, 4)),
        ("a is", (4, 5)),
        ("1 < 2 < 3", (6, 7)),
        ("a is b is c", (7, 9)),
        ("f(a, b", (6, 7)),
        ("f(a,, b)", (4, 5)),
        ("a.1", (2, 3)),
        ('a is "b"', (5, 6)),
        ("a $ b", (2, 3)),
        ("by + 1", (0, 2)),
        ("if a then b", (11, 12)),
        ("f(g(x) where x > 1)", (2, 6)),
        ("'open", (0, 1)),
    ],
)
def test_the_place_of_an_error(text: str, at: tuple[int, int]) -> None:
    with pytest.raises(Unreadable) as caught:
        parse(text)
    assert caught.value.at == at
    assert caught.value.message


def test_a_part_of_a_tree_knows_its_stretch() -> None:
    """What is underlined is what was written."""
    text = "a + far away.skill * 2"
    found = parse(text)
    assert isinstance(found, tree.Operation)
    product = found.operands[1]
    assert text[slice(*product.at)] == "far away.skill * 2"
    assert isinstance(product, tree.Operation)
    assert text[slice(*product.operands[0].at)] == "far away.skill"


@pytest.mark.parametrize(
    "text",
    [
        "(" * 5000,
        "f(" * DEEPEST + "1" + ")" * DEEPEST,
        "[" * DEEPEST + "1" + "]" * DEEPEST,
        "+".join("a" * (DEEPEST + 1)),
        " or ".join("a" * (DEEPEST + 1)),
        "a" + "[1]" * DEEPEST,
        "a" + ".b" * DEEPEST,
        "not\n" * DEEPEST + "a",
        "-" * 200 + "1",
        "not " * 900 + "a",
        "1" + " " * LONGEST,
        "if a then " * 400,
    ],
)
def test_depth_and_length_are_limited(text: str) -> None:
    with pytest.raises(Unreadable):
        parse(text)


PARTS = some.sampled_from(
    "1 2.5 a far away x 'q' ( ) [ ] , . .. + - * / < <= is not in and or if then else "
    'for where by none yes no 2d6 d = != # \n $ é " ² ٣'.split(" ")
)


@given(some.lists(PARTS, max_size=25).map(" ".join) | some.text(max_size=40))
def test_nothing_but_unreadable_is_ever_raised(text: str) -> None:
    try:
        found = parse(text)
    except Unreadable as fault:
        low, high = fault.at
        assert 0 <= low < high <= len(text) + 1
    else:
        assert 0 <= found.at[0] < found.at[1] <= len(text)


def test_the_hardest_pieces_parse() -> None:
    """Every expression of the fourteen pieces in which the language was tried."""
    pieces = YAML(typ="safe", pure=True).load(PIECES.read_text(encoding="utf-8"))
    assert len(pieces) == 14
    for name, expressions in pieces.items():
        for text in expressions:
            try:
                parse(text)
            except Unreadable as fault:
                pytest.fail(f"{name}: {text}: {fault.message}")
    assert sum(map(len, pieces.values())) == 744


def test_signs_are_named_as_they_are_written() -> None:
    """No name of the parser's own is shown."""
    with pytest.raises(Unreadable) as found:
        parse("a b 3")
    assert "'!='" in found.value.expected
    assert "anon" not in found.value.expected
