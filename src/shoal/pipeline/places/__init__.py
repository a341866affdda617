"""Where records come from and go to; a run has one place."""
