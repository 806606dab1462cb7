"""`python -m programs.optimize PROGRAM ARCH`: transform the loops of a C program, and map them."""

import sys

from programs.question.question import QUESTION
from solvers.questions.command import command

main = command(QUESTION)

if __name__ == "__main__":
    sys.exit(main())
