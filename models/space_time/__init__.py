"""The constraint model over X, Y and Z: from a problem and a horizon to clauses and groups."""
