"""Which instructions leave what they stand in: nothing after them is reached."""

from interpreter.program.instructions import Block, End, Instruction, Return, When


def leaves(instruction: Instruction) -> bool:
    """Tell whether nothing after the instruction in its block can be reached."""
    match instruction:
        case Return() | End():
            return True
        case When():
            ways = (instruction.then, instruction.other)
            return all(way and leaves(way[-1]) for way in ways)
        case _:
            return False


def returns(block: tuple[Instruction, ...]) -> bool:
    """Tell whether a block always ends by `return`."""
    if not block:
        return False
    match block[-1]:
        case Return():
            return True
        case When(then=then, other=other):
            return returns(then) and returns(other)
        case Block(body=body):
            return returns(body)
        case _:
            return False
