"""Semantics of operators: evaluation on numbers, algebraic laws, rewrite rules, equality
of terms.
"""
