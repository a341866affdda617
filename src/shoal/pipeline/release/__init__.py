"""What is released, as a frame or a graph."""
