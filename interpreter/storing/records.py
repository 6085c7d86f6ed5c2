"""The records that a cache may hold; nothing else is ever made of what it says."""

from interpreter.checked import declared
from interpreter.language import typed
from interpreter.program import instructions
from interpreter.source import Span
from interpreter.values import types

SHARED: frozenset[type] = frozenset(
    (
        types.Unknown, types.Nothing, types.Truth, types.Number, types.Text,
        types.Moment, types.Enumeration, types.Part, types.Record, types.Entity,
        types.Seat, types.ListOf, types.MapOf, types.Maybe, types.SumOf, types.RowOf,
    )
)  # fmt: skip
"""Types: each is kept once."""

CLASSES = (
    Span,
    *sorted(SHARED, key=lambda each: each.__name__),
    typed.Constant, typed.Local, typed.FieldRead, typed.RecordRead, typed.IfElse,
    typed.Apply, typed.Use, typed.Collect, typed.Every, typed.SumPart,
    typed.DiceExpression, typed.Template,
    declared.Parameter, declared.Field, declared.Kind, declared.Formula, declared.Band,
    declared.RollTable, declared.Lookup, declared.Cross, declared.DecisionRow,
    declared.Decision, declared.Weighted, declared.ModifierRow, declared.ModifierGroup,
    declared.Modifiers, declared.Event, declared.World, declared.Entry,
    instructions.Site, instructions.Let, instructions.Change, instructions.Assign,
    instructions.Roll, instructions.Draw, instructions.Choice, instructions.Invoke,
    instructions.Create, instructions.Remove, instructions.When, instructions.ForEach,
    instructions.Repeat, instructions.Block, instructions.End, instructions.Return,
    instructions.Procedure,
)  # fmt: skip
"""Their places are what a cache names, and may change with every version."""
