"""`python -m solvers.min_cycles DFG ARCH`: the fewest cycles of a mapping, with a proof."""

import sys

from solvers.questions.command import command
from solvers.questions.min_cycles.question import QUESTION

main = command(QUESTION)

if __name__ == "__main__":
    sys.exit(main())
