"""A case of a published pack runs with the part of it that the case can reach, as it
runs with the whole: so a case that is asked for by name waits for nothing else."""

from pathlib import Path

import pytest

from interpreter.app.testing.case_runs import CaseRunner
from interpreter.app.testing.pack_runs import by_part
from interpreter.cache.parsed_texts import remembered_texts
from interpreter.pipeline.loading import load_files
from tests.agreement.targets import packs
from tests.trial import ROOT

IN_GATE = 4
EVERY = 1_000_000


@pytest.mark.parametrize("pack", packs())
@pytest.mark.parametrize(
    "number", [IN_GATE, pytest.param(EVERY, marks=pytest.mark.long)]
)
def test_the_cases_of_a_pack_pass_by_part(pack: str, number: int) -> None:
    """All pass with the whole pack, as the gate shows; so nothing is missing."""
    with remembered_texts(Path(pack)):
        files = CaseRunner(load_files(ROOT / pack), again=True)
        every = [e for e in files.declared().values() if not files.others(e)]
        chosen = every[:: max(1, len(every) // number)]
        for case in chosen:
            result = by_part(files, case).result(case)
            assert result.passed, (case.name, result.error, result.differences)
    assert chosen or not every
