"""Random small studies against an answer by definition: `make fuzz ARGS="--minutes 30"`."""
