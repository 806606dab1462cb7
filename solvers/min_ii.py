"""`python -m solvers.min_ii DFG ARCH`: the smallest initiation interval, with a proof."""

import sys

from solvers.questions.command import command
from solvers.questions.min_ii.question import QUESTION

main = command(QUESTION)

if __name__ == "__main__":
    sys.exit(main())
