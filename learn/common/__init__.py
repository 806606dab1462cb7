"""What the packages of this room share: files of samples, processes, archives, and torch."""
