"""`python -m solvers.optimize PROGRAM ARCH`, and `python -m programs.optimize` alike."""

import sys

from solvers.questions.optimize.command import main

if __name__ == "__main__":
    sys.exit(main())
