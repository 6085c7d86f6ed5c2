"""One module for each section of a ruleset that declares something."""
