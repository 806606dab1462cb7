"""`python -m solvers.remap DFG ARCH OLD_MAPPING`: a new mapping that keeps most of an old one."""

import sys

from solvers.questions.command import command
from solvers.questions.remap.question import QUESTION

main = command(QUESTION)

if __name__ == "__main__":
    sys.exit(main())
