"""A claim that is false: 9 cycles are the fewest, where 3 do."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from tests.solvers.verification.claims import Files, edited, write
from tests.solvers.verification.genuine import genuine


@dataclass
class Claim:
    """A certificate's folder that is being written."""

    folder: Path
    files: Files

    def save(self) -> None:
        """Write the claim."""
        files = {name.replace("arch", "architecture"): x for name, x in self.files.items()}
        write(json.loads(json.dumps(files)), self.folder)


def cycles(folder: Path) -> Claim:
    """Claim it of the smallest problem there is."""
    edits = {"value": 9, "lower_bound": 9, "mapping:horizon": 9}
    return Claim(folder, edited(genuine("optimal"), edits | {"architecture": "architecture.json"}))
