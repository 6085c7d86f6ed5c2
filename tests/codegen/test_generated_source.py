"""The tool that prints generated source finds what is asked for."""

import pytest

from tools.generated_source import main

SHOT = "tests/packs/bench-shot"


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        (["shot"], "def p_shot(W, v_needed):"),
        (["shot", "--target", "once"], "def s_shot__0(W, v_needed"),
        (["procedures.shot"], "# procedures.shot, target direct"),
        ([], "procedures.shot\n"),
    ],
)
def test_source_is_printed(
    given: list[str], shown: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of a procedure in a target; without a name, the names."""
    assert main([SHOT, *given]) == 0
    assert shown in capsys.readouterr().out


@pytest.mark.parametrize("given", [[SHOT, "nonesuch"], ["nonesuch", "shot"]])
def test_unknown_names(given: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """They are an error, with nothing printed."""
    assert main(given) == 1
    told = capsys.readouterr()
    assert (told.out, "nonesuch" in told.err) == ("", True)
