"""Runs the command line for `python -m wordtools`."""

from wordtools.cli import main

if __name__ == "__main__":
    main()
