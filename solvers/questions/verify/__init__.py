"""What verification covers, and proofs for other checkers."""
