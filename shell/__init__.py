"""The process around a command: signals, memory limits, parents, exit codes, compiled kernels."""
