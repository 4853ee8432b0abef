"""`python -m wordtools` is `wordtools`."""

from wordtools.cli import main

if __name__ == "__main__":
    main()
