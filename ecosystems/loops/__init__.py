"""What the machines that execute loops share: a search that places each mapping on the machine."""
