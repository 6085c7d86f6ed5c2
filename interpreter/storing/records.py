"""The records that a cache may hold; nothing else is ever made of what it says.

Those of geometry stand in `of_boards`, which is imported only where a pack has boards.
"""

from interpreter.checked import audience, declared, drawn, plane_board
from interpreter.language import typed
from interpreter.program import instructions, program
from interpreter.source import Span
from interpreter.values import types

TYPES: tuple[type, ...] = (
    types.Unknown, types.Nothing, types.Truth, types.Number, types.Text, types.Moment,
    types.Enumeration, types.Part, types.Record, types.Entity, types.Seat, types.ListOf,
    types.MapOf, types.Maybe, types.SumOf, types.RowOf, types.Claim, types.Hex,
    types.Chart,
)  # fmt: skip

SHARED: frozenset[type] = frozenset((*TYPES, audience.Audience))
"""What stands in many places: each is kept once."""

CLASSES: tuple[type, ...] = (
    Span, *TYPES,
    audience.Grant, audience.Audience,
    typed.Constant, typed.Local, typed.FieldRead, typed.RecordRead, typed.IfElse,
    typed.Apply, typed.Use, typed.Collect, typed.Every, typed.Now, typed.Remembered,
    typed.ClaimsTo, typed.SumPart, typed.Reach, typed.DiceExpression, typed.Template,
    declared.Parameter, declared.Pattern, declared.Field, declared.Ending,
    drawn.Measure, drawn.Drawn, declared.Kind, declared.Formula, declared.Band,
    declared.Rolls,
    declared.RollTable, declared.Lookup,
    declared.Cross, declared.DecisionRow, declared.Decision, declared.Weighted,
    declared.ModifierRow, declared.ModifierGroup, declared.Modifiers, declared.Event,
    declared.Fact, declared.ClaimKind, declared.HexBoard, plane_board.PlaneBoard,
    declared.World, declared.Export, declared.Entry,
    instructions.Site, instructions.Let, instructions.Change, instructions.Assign,
    instructions.Roll, instructions.Draw, instructions.Choice, instructions.Feasible,
    instructions.Invoke, instructions.Create, instructions.Remove, instructions.Shuffle,
    instructions.Happen,
    instructions.Tell, instructions.Require, instructions.When, instructions.ForEach,
    instructions.Repeat, instructions.Block, instructions.End, instructions.Return,
    instructions.Procedure, instructions.Say,
    program.Policy,
)  # fmt: skip
"""Their places are what a cache names, and may change with every version."""
