"""Semantics of operators: evaluation on numbers, algebraic laws, equality of terms."""
