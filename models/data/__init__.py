"""Plain data: graph, array, problem, mapping, what a certificate claims. No search, no formats."""
