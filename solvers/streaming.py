"""`python -m solvers.streaming PROGRAM`."""

import sys

from solvers.questions.streaming.command import main

if __name__ == "__main__":
    sys.exit(main())
