"""Writing certificates: claims, clauses, trimmed proofs, names of variables."""
