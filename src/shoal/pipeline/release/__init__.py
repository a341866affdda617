"""From a solution to the release: labels, frames, graphs."""
