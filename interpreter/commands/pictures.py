"""Pictures that are asked for, into a file."""

from pathlib import Path

from interpreter.problems import Unusable


def write_picture(path: Path, drawn: str) -> None:
    """Write a picture; Unusable where it cannot be."""
    try:
        path.write_text(drawn, encoding="utf-8")
    except OSError as error:
        said = (error.strerror or "an input or output error").lower()
        raise Unusable(f"the picture cannot be written to '{path}': {said}") from None
