"""`python -m programs.__main__ PROGRAM ARCH`, and `python -m programs.optimize` alike."""

import sys

from programs.question.options import QUESTION
from solvers.questions.command import command

main = command(QUESTION)

if __name__ == "__main__":
    sys.exit(main())
