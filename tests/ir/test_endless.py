"""Which procedures come to an end, found from those alone that call themselves."""

from random import Random

from interpreter.ir.effects import KnownCalls, recursive
from interpreter.ir.instructions import Instruction, Procedure
from interpreter.ir.reachability import _Search, endless
from tests.codegen import building as b

NAMES = "abcdef"


def test_as_a_search_through_all_finds() -> None:
    """Of random calls, some of them on one of two paths; the same however much is known
    of other programs."""
    random, known = Random(7), KnownCalls()
    results = set()
    for _ in range(600):
        procedures = {name: made(name, random) for name in NAMES}
        every = _Search(procedures).ending
        found = endless(procedures, known)
        assert (not found) == (every == {*NAMES})
        assert found == endless(procedures)
        results.add((bool(found), bool(recursive(procedures))))
    assert results == {(True, True), (False, True), (False, False)}


def made(name: str, random: Random) -> Procedure:
    """Return a procedure that makes up to two calls, each always, perhaps or in a
    loop."""
    body: list[Instruction] = []
    for _ in range(random.choice((0, 0, 1, 1, 2))):
        call = b.call(random.choice(NAMES))
        ways = (
            call,
            b.when(True, (call,)),
            b.again(call, times=2),
            b.again(call, until=True),
            b.when(True, (b.back(1),)),
        )
        body.append(random.choice(ways))
    return b.procedure(name, "", *body)


def test_who_calls_itself() -> None:
    procedures = {
        "a": b.procedure("a", "", b.call("b")),
        "b": b.procedure("b", "", b.call("c"), b.call("d")),
        "c": b.procedure("c", "", b.when(True, (b.call("b"),))),
        "d": b.procedure("d", ""),
        "e": b.procedure("e", "", b.call("e")),
    }
    assert recursive(procedures) == {"b", "c", "e"}
    assert recursive({name: procedures[name] for name in "abd"}) == set()
