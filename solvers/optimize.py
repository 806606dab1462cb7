"""`python -m solvers.optimize PROGRAM ARCH`, and `python -m programs.optimize` alike."""

import sys

from solvers.questions.command import command
from solvers.questions.optimize.options import QUESTION

main = command(QUESTION)

if __name__ == "__main__":
    sys.exit(main())
