"""What is released: a frame or a graph, its aggregated and replaced columns."""
