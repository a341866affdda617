"""`python -m shoal` runs the command line."""

from shoal.cli.program import main

if __name__ == "__main__":
    main()
