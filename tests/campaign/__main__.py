"""`python -m tests.campaign --write` writes the letters of the campaign anew."""

import sys
import tempfile
from pathlib import Path

from tests.campaign.playing import LETTERS, played
from tests.campaign.test_campaign import without_tokens

if sys.argv[1:] != ["--write"]:
    sys.exit("usage: python -m tests.campaign --write")
with tempfile.TemporaryDirectory() as folder:
    for moment, letters in played(Path(folder)):
        for seat, text in letters.items():
            file = LETTERS / moment / f"{seat}.md"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(without_tokens(text), encoding="utf-8")
