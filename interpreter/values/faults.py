"""What goes wrong with values while a ruleset runs."""


class Fault(Exception):  # a finding about a pack, turned into a problem R7
    """A fault of a pack while running: a code of family R7 and a sentence."""

    def __init__(self, code: str, message: str) -> None:
        """Keep the code and the sentence."""
        super().__init__(message)
        self.code = code
        self.message = message
