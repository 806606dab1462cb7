"""Files in and out: the JSON formats of xyzmap, DOT, and files of operators."""
