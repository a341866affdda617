"""Results as a plain dict, as charts and as one HTML page for the data steward."""
