"""`python -m solvers.compare DFG ARCH`: solvers and encodings on the same questions, fairly."""

import sys

from solvers.questions.command import command
from solvers.questions.compare.question import QUESTION

main = command(QUESTION)

if __name__ == "__main__":
    sys.exit(main())
