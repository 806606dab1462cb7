"""`python -m programs.optimize prog.c ARCH`: see `solvers.programs`, which maps the loops."""

import sys

from solvers.questions.optimize.command import main

if __name__ == "__main__":
    sys.exit(main())
