"""Shared code of machines that execute loops: a search that places each mapping on the machine."""
