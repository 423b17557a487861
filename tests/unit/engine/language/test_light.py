"""Reading a letter without a fault loads nothing that only faults need."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def test_the_search_for_near_words_is_loaded_for_faults_only(checkout: Path) -> None:
    code = (
        "import sys, engine.desk, engine.language.block\n"
        "from tests.unit.engine.language.test_samples import read, TRADERS, TRADERS_TEXT\n"
        "read(TRADERS, TRADERS_TEXT)\n"
        "assert 'rapidfuzz' not in sys.modules\n"
        "read(TRADERS, 'BIULD')\n"
        "assert 'rapidfuzz' in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], cwd=checkout, check=True)
