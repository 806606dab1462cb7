"""Shared parts of the packages of this room: files of samples, processes, archives, and torch."""
