"""Optimising programs for an array: candidates are mapped, counted, checked and written."""
