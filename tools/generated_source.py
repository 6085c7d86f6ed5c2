"""Prints the Python source that is generated from one procedure or declaration.

    python tools/generated_source.py tests/packs/bench-shot shot --target once
    python tools/generated_source.py rencounter --option wind=no

A name is that of a procedure, or of a formula, a table, modifiers or a derived field
(`kind.field`); with a section before it (`tables.points`) where several have it.
Without a name the names are listed.
"""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from interpreter.codegen.generating import emit
from interpreter.codegen.source import FORMS, GeneratedCode, declaration
from interpreter.diagnostics import UmpireError
from interpreter.ir.effects import names_of
from interpreter.ir.instructions import Program
from interpreter.pipeline.opening import open_pack
from interpreter.ruleset.finding import find_pack
from interpreter.source import normalised


def code_units(program: Program, code: GeneratedCode) -> Mapping[str, str]:
    """Return the source of each procedure and declaration, by `section.name`."""
    places = {
        f"{section}.{name}": declaration(number)
        for number, (section, name) in enumerate(names_of(program.declared))
    }
    places |= {f"procedures.{name}": name for name in program.procedures}
    units = {place: source for place, (source, _) in code.units.items()}
    return {name: units[place] for name, place in places.items() if place in units}


def named(units: Mapping[str, str], name: str) -> Mapping[str, str]:
    """Return the units that a name may mean."""
    wanted = normalised(name)
    return {
        full: source
        for full, source in units.items()
        if wanted in (full, full.partition(".")[2])
    }


def main(given: list[str]) -> int:
    """Print what is wanted; 1 when there is no such name or pack."""
    parser = ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("pack", help="the name or folder of a pack")
    parser.add_argument("name", nargs="?", help="a procedure or declaration")
    parser.add_argument("--target", choices=FORMS, default="direct")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    asked: Namespace = parser.parse_args(given)
    options = dict(text.split("=", 1) for text in asked.option)
    try:
        program = open_pack(find_pack(asked.pack), options).program
    except UmpireError as error:
        print(error, file=sys.stderr)
        return 1
    units = code_units(program, emit(program, asked.target))
    if asked.name is None:
        print(*units, sep="\n")
        return 0
    found = named(units, asked.name)
    for full, source in found.items():
        print(f"# {full}, target {asked.target}", source, sep="\n")
    if not found:
        print(f"nothing is called '{asked.name}'", file=sys.stderr)
    return 0 if found else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
