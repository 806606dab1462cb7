"""How small an array can be, for how many cycles."""
