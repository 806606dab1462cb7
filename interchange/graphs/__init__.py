"""Graphs in the files of other tools."""
