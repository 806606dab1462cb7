"""A module whose import in this process waits until `tests.solvers.search.gate` opens."""

from multiprocessing import parent_process

from tests.solvers.search import gate

if parent_process() is None:
    gate.entered.set()
    gate.opened.wait()
