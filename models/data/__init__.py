"""Plain data: graph, array, problem, mapping, claims of a certificate. No search, no formats."""
