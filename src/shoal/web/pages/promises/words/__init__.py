"""What is said about each model: our own words, and its formula as MathML."""
