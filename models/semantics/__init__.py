"""What operators mean: evaluation on numbers, algebraic laws, rewrite rules, equality of terms."""
