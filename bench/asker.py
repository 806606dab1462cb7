"""Processes that are measured."""

from bench.process import run

__all__ = ["run"]
