"""Broken packs by the thousand: one pure function from a pack and a seed to a mutant.

`mutant(files, seed)` gives the files anew, with one to three faults such as a person,
an editor or a bad copy would make, and some that nobody would make by accident.
Equal arguments give equal mutants, on every machine and in every process.
"""

import re
from collections.abc import Callable, Mapping
from random import Random

Lines = list[str]
Fault = Callable[[Random, Lines], str]

ODD = (
    "\t", "\0", "'", '"', "{", "}", "[", "]", ":", "#", "&a", "*a", "!!t", "|", ">",
    "%", "@", "`", "\u00a0", "\u2028", "\ufeff", "\u202e", "\u00e9", "\U0001f3b2", "\r",
    "\x07", "\ud7ff", "---", "...", "? ", "- ", "<<: ",
)  # fmt: skip
NUMBERS = ("0", "-1", str(10**9), str(-(10**18)), "9" * 400, "1/0", "1e999", "0x1F")
SPLICES = (
    "((", "))", "f(", "[1", "1 +", "1..", "x.y.", "if then", "2d", "0d6", "1d0",
    "1000000d1000000", "(" * 300 + "1" + ")" * 300, "not " * 300 + "yes",
    "sum(x in every(k) where x is", "'", "a is b is c", "__import__('os')",
    "().__class__", "9 / 0", "1.." + "9" * 12, "-" * 400 + "1", "x" * 5000,
)  # fmt: skip
WORD = re.compile(r"[^\W\d]\w*")
NUMBER = re.compile(r"\d+")
ENTRY = re.compile(r"^(\s*(?:- )?)([^\s#:][^:#]*):(?: +(.*))?$")
DECLARED = re.compile(r"^(\s+)([A-Za-z][\w ]*):\s*$")


def line_of(random: Random, lines: Lines) -> int:
    """Return the index of a line that says something, where there is one."""
    full = [index for index, line in enumerate(lines) if line.strip()]
    return random.choice(full) if full else 0


def entry_of(random: Random, lines: Lines) -> tuple[int, re.Match[str]] | None:
    """Return a line of the form `key: value` and its parts, where there is one."""
    found = [(at, hit) for at, line in enumerate(lines) if (hit := ENTRY.match(line))]
    return random.choice(found) if found else None


def delete(random: Random, lines: Lines) -> str:
    """Delete one to five lines."""
    at = line_of(random, lines)
    count = random.randint(1, 5)
    del lines[at : at + count]
    return f"lines {at + 1} to {at + count} deleted"


def double(random: Random, lines: Lines) -> str:
    """Put one to five lines there twice."""
    at = line_of(random, lines)
    count = random.randint(1, 5)
    lines[at:at] = lines[at : at + count]
    return f"lines {at + 1} to {at + count} doubled"


def swap(random: Random, lines: Lines) -> str:
    """Swap two lines."""
    a, b = line_of(random, lines), line_of(random, lines)
    lines[a], lines[b] = lines[b], lines[a]
    return f"lines {a + 1} and {b + 1} swapped"


def change_letter(random: Random, lines: Lines) -> str:
    """Delete, replace or insert one character."""
    at = line_of(random, lines)
    place = random.randrange(len(lines[at]) + 1)
    drop = random.randint(0, 1)
    letter = random.choice(["", chr(random.randint(32, 126))])
    lines[at] = lines[at][:place] + letter + lines[at][place + drop :]
    return f"line {at + 1}, column {place + 1}: {drop} away, {letter!r} in"


def odd_letters(random: Random, lines: Lines) -> str:
    """Insert characters that mean something to YAML, or nothing to anyone."""
    at = line_of(random, lines)
    place = random.randrange(len(lines[at]) + 1)
    odd = random.choice(ODD) * random.choice((1, 1, 1, 2, 50))
    lines[at] = lines[at][:place] + odd + lines[at][place:]
    return f"line {at + 1}, column {place + 1}: {odd[:10]!r} inserted"


def misspell(random: Random, lines: Lines) -> str:
    """Misspell a word: two letters swapped, one lost or doubled, or another case."""
    at = line_of(random, lines)
    found = list(WORD.finditer(lines[at]))
    if not found:
        return "nothing to misspell"
    word = random.choice(found)
    text = word.group()
    place = random.randrange(len(text))
    pair = text[place : place + 2]
    wrong = random.choice(
        (
            text[:place] + pair[::-1] + text[place + 2 :],
            text[:place] + text[place + 1 :],
            text[:place] + text[place] + text[place:],
            text.swapcase(),
        )
    )
    lines[at] = lines[at][: word.start()] + wrong + lines[at][word.end() :]
    return f"line {at + 1}: {text!r} spelt {wrong!r}"


def other_word(random: Random, lines: Lines) -> str:
    """Put a word from elsewhere in the file in place of a word."""
    at = line_of(random, lines)
    here = list(WORD.finditer(lines[at]))
    there = WORD.findall(lines[line_of(random, lines)])
    if not (here and there):
        return "no word to put there"
    word, other = random.choice(here), random.choice(there)
    lines[at] = lines[at][: word.start()] + other + lines[at][word.end() :]
    return f"line {at + 1}: {other!r} for {word.group()!r}"


def indent(random: Random, lines: Lines) -> str:
    """Move a line, or all from there on, to the left or right."""
    at = line_of(random, lines)
    by = random.choice((-4, -2, -1, 1, 2, 4, 40))
    end = random.choice((at + 1, at + 3, len(lines)))
    for index in range(at, min(end, len(lines))):
        line = lines[index]
        lines[index] = " " * by + line if by > 0 else line[min(-by, blanks(line)) :]
    return f"line {at + 1} and up to {end} moved by {by}"


def blanks(line: str) -> int:
    """Return with how many blanks a line begins."""
    return len(line) - len(line.lstrip(" "))


def other_number(random: Random, lines: Lines) -> str:
    """Replace a number by one that nobody expects."""
    found = [
        (at, hit) for at, line in enumerate(lines) for hit in NUMBER.finditer(line)
    ]
    if not found:
        return "no number to replace"
    at, number = random.choice(found)
    other = random.choice(NUMBERS)
    lines[at] = lines[at][: number.start()] + other + lines[at][number.end() :]
    return f"line {at + 1}: {other[:20]} for {number.group()}"


def deep(random: Random, lines: Lines) -> str:
    """Nest maps, lists or brackets deeper than anyone would."""
    at = line_of(random, lines)
    depth = random.choice((10, 63, 64, 65, 500, 3000))
    left = " " * blanks(lines[at])
    shape = random.randrange(3)
    if shape == 0:
        lines[at:at] = [f"{left}{' ' * level}deep:" for level in range(min(depth, 500))]
    elif shape == 1:
        lines[at] = f"{left}deep: {'[' * depth}1{']' * depth}"
    else:
        lines[at] = f"{left}deep: {'{a: ' * depth}1{'}' * depth}"
    return f"line {at + 1}: {depth} levels of shape {shape}"


def swap_values(random: Random, lines: Lines) -> str:
    """Swap the values of two keys."""
    a, b = entry_of(random, lines), entry_of(random, lines)
    if not (a and b):
        return "no values to swap"
    for (at, here), (_, other) in ((a, b), (b, a)):
        lines[at] = f"{here[1]}{here[2]}: {other[3] or ''}"
    return f"values of lines {a[0] + 1} and {b[0] + 1} swapped"


def double_key(random: Random, lines: Lines) -> str:
    """Say one key twice, the second time with another value."""
    entry, other = entry_of(random, lines), entry_of(random, lines)
    if not (entry and other):
        return "no key to double"
    at, here = entry
    lines.insert(at + 1, f"{here[1].replace('-', ' ')}{here[2]}: {other[1][3] or ''}")
    return f"key {here[2]!r} of line {at + 1} doubled"


def other_key(random: Random, lines: Lines) -> str:
    """Put the key of another line in place of a key."""
    entry, other = entry_of(random, lines), entry_of(random, lines)
    if not (entry and other):
        return "no key to put there"
    at, here = entry
    lines[at] = f"{here[1]}{other[1][2]}: {here[3] or ''}"
    return f"line {at + 1}: key {other[1][2]!r} for {here[2]!r}"


def empty_value(random: Random, lines: Lines) -> str:
    """Take the value of a key away, or put one where others stand."""
    entry = entry_of(random, lines)
    if not entry:
        return "no value to take away"
    at, here = entry
    value = random.choice(("", "[]", "{}", "null", "~", "''", "|", ">-", "2001-01-01"))
    lines[at] = f"{here[1]}{here[2]}: {value}"
    return f"line {at + 1}: {here[2]!r} is {value!r}"


def splice(random: Random, lines: Lines) -> str:
    """Put something into an expression that does not fit, or does not end."""
    entry = entry_of(random, lines)
    if not entry:
        return "no expression to spoil"
    at, here = entry
    value, odd = here[3] or "", random.choice(SPLICES)
    place = random.randrange(len(value) + 1)
    new = random.choice((f"{value[:place]}{odd}{value[place:]}", f'"{odd}"'))
    lines[at] = f"{here[1]}{here[2]}: {new}"
    return f"line {at + 1}: {odd[:20]!r} in the value of {here[2]!r}"


def recursion(random: Random, lines: Lines) -> str:
    """Make a formula or a procedure call itself, or two of them each other."""
    name = f"mutant {random.randint(1, 99)}"
    word = name.replace(" ", "_")
    formulas = [
        "formulas:",
        f"  {name}:",
        "    takes: {n: integer}",
        "    gives: integer",
        f"    is: {word}(n + 1) + 1",
    ]
    procedures = [
        "procedures:",
        f"  {name}:",
        "    steps:",
        f"      - call: {word}()",
    ]
    declared = [
        (at, hit) for at, line in enumerate(lines) if (hit := DECLARED.match(line))
    ]
    section, *body = random.choice((formulas, procedures))
    if section in lines:
        at = lines.index(section) + 1
        lines[at:at] = body
    elif declared and random.randint(0, 1):
        at, here = random.choice(declared)
        own = here[2].strip().replace(" ", "_")
        lines.insert(at + 1, f"{here[1]}  is: {own}({own}(1))")
    else:
        lines += [section, *body]
    return f"recursion in {section} {name!r}"


def truncate(random: Random, lines: Lines) -> str:
    """End the file in the middle of a line."""
    at = line_of(random, lines)
    place = random.randrange(len(lines[at]) + 1)
    lines[at:] = [lines[at][:place]]
    return f"cut off at line {at + 1}, column {place + 1}"


def long_line(random: Random, lines: Lines) -> str:
    """Make a line, or the file, much longer than anyone would."""
    at = line_of(random, lines)
    times = random.choice((10, 200, 2000))
    if random.randint(0, 1):
        lines[at] = lines[at] * times
    else:
        lines[at:at] = [lines[at]] * times
    return f"line {at + 1} {times} times"


FAULTS: tuple[Fault, ...] = (
    delete, double, swap, change_letter, odd_letters, misspell, other_word, indent,
    other_number, deep, swap_values, double_key, other_key, empty_value, splice,
    recursion, truncate, long_line,
)  # fmt: skip


def mutant(files: Mapping[str, str], seed: int) -> tuple[dict[str, str], str]:
    """Return the files of a pack with faults in one of them, and what was done.

    `files` is path -> text; so is the result, which holds every file of the pack.
    Which file: each is likely in the measure of its lines, but none is left out.
    """
    random = Random(f"mutant {seed}")
    names = sorted(files)
    lengths = [files[name].count("\n") + 20 for name in names]
    (name,) = random.choices(names, lengths)
    lines = files[name].split("\n")
    told = []
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        fault = random.choice(FAULTS)
        told.append(fault(random, lines))
        lines = lines or [""]
    changed = "\n".join(lines)
    return {**files, name: changed}, f"{name}: {'; '.join(told)}"
