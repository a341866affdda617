"""Tables: where they come from, what their columns mean, how they are written."""
