"""Dataflow graphs as pictures, in layers."""
