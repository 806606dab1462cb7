"""`python -m sweeps SWEEP.toml`: many questions at once, each answered once and kept."""

import sys
from collections.abc import Mapping
from typing import Any

from solvers.questions.command import command
from sweeps.options import SweepOptions
from sweeps.question import QUESTION


def _run(inputs: Mapping[str, Any], options: SweepOptions) -> int:
    from sweeps.solve import run

    return run(inputs, options)


main = command(QUESTION, _run)

if __name__ == "__main__":
    sys.exit(main())
