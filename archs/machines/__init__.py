"""Builders of the preset arrays, a module per tool or paper, and what they are built from."""
