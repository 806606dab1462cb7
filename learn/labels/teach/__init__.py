"""Training data: labels of random graphs from mappings proven optimal."""
