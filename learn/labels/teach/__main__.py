"""`python -m learn.labels.teach ARCH`: labels of random DFGs, from mappings proven optimal."""

import sys
from collections.abc import Mapping
from typing import Any

from learn.labels.teach.question import QUESTION
from learn.labels.teach.teach_options import TeachLabelsOptions
from solvers.questions.command import command


def _run(inputs: Mapping[str, Any], options: TeachLabelsOptions) -> int:
    from learn.labels.teach.solve import run

    return run(inputs, options)


main = command(QUESTION, _run)

if __name__ == "__main__":
    sys.exit(main())
