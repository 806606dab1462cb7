"""Builders of the preset arrays, a module per tool or paper, and their shared parts."""
