"""The coverage of verification, and proofs for other checkers."""
