"""Solvers and encodings on the same questions, measured."""
