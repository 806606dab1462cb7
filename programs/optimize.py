"""`python -m programs.optimize prog.c ARCH`: see `solvers.programs`, which maps the loops."""

import sys

from solvers.programs.command import main

if __name__ == "__main__":
    sys.exit(main())
