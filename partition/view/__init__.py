"""Mapped partitions as tables and pictures: parts one after another on a time line."""
