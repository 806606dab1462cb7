"""`python -m solvers.sweep SWEEP.toml`."""

import sys

from solvers.questions.sweep.command import main

if __name__ == "__main__":
    sys.exit(main())
