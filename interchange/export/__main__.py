"""`python -m interchange.export DFG ARCH --cycles N -o FILE`: the model, for another tool."""

import sys

from interchange.export.question import QUESTION
from solvers.questions.command import command

main = command(QUESTION)

if __name__ == "__main__":
    sys.exit(main())
