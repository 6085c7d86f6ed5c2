"""Answer sources of a run: dice, choices, rulings, and what a person writes."""
