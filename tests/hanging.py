"""When a test gives up on a process that hangs.

No working process comes near it, on a loaded machine either: it bounds a failure, not the work.
"""

SECONDS = 1800
