"""What all learning here shares: files of samples that grow."""
