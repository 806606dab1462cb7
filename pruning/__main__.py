"""`python -m pruning DFG… ARCH`: the smallest part of an array that does the job."""

import sys

from pruning.question.question import QUESTION
from solvers.questions.command import command

main = command(QUESTION)

if __name__ == "__main__":
    sys.exit(main())
