"""`python -m solvers.partition DFG ARCH --max-ii N`: parts that run one after another."""

import sys

from solvers.questions.command import command
from solvers.questions.partition.options import QUESTION

main = command(QUESTION)

if __name__ == "__main__":
    sys.exit(main())
