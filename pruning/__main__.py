"""`python -m pruning DFG… ARCH`: the smallest sub-array that maps all kernels."""

import sys

from pruning.question.question import QUESTION
from solvers.questions.command import command

main = command(QUESTION)

if __name__ == "__main__":
    sys.exit(main())
