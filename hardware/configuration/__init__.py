"""What a mapping asks of the hardware, context by context, and the check of it."""
