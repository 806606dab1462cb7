"""`python -m solvers.export DFG ARCH --cycles N FILE`: the model in the format of another tool."""

import sys

from solvers.questions.command import command
from solvers.questions.export.question import QUESTION

main = command(QUESTION)

if __name__ == "__main__":
    sys.exit(main())
