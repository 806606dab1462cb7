"""`python -m partition DFG ARCH --max-ii N`: temporal partitioning of a DFG."""

import sys

from partition.question.question import QUESTION
from solvers.questions.command import command

main = command(QUESTION)

if __name__ == "__main__":
    sys.exit(main())
