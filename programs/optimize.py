"""`python -m programs.optimize prog.c ARCH`: an alias of a command of `solvers`."""

import sys
from importlib import import_module

main = import_module("solvers.optimize").main

if __name__ == "__main__":
    sys.exit(main())
