"""`python -m remap DFG ARCH OLD_MAPPING`: a new mapping that keeps most of an old one."""

import sys

from remap.question.question import QUESTION
from solvers.questions.command import command

main = command(QUESTION)

if __name__ == "__main__":
    sys.exit(main())
