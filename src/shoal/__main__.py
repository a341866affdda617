"""`python -m shoal` is the command line."""

from shoal.cli.main import main

if __name__ == "__main__":
    main()
