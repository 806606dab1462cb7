"""`python -m sweeps.compare DFG ARCH`: solvers and encodings on the same questions, fairly."""

import sys

from solvers.questions.command import command
from sweeps.compare.question import QUESTION

main = command(QUESTION)

if __name__ == "__main__":
    sys.exit(main())
