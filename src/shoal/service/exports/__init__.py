"""Files that bring new records into the form of a release, with or without a model."""
