"""`python -m solvers.teach_labels ARCH`: labels of random DFGs, from mappings proven optimal."""

import sys
from collections.abc import Mapping
from typing import Any

from solvers.questions.command import command
from solvers.questions.teach_labels.options import TeachLabelsOptions
from solvers.questions.teach_labels.question import QUESTION


def _run(inputs: Mapping[str, Any], options: TeachLabelsOptions) -> int:
    from solvers.questions.teach_labels.solve import run

    return run(inputs, options)


main = command(QUESTION, _run)

if __name__ == "__main__":
    sys.exit(main())
