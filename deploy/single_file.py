"""What the program of `make single-file` starts with."""

from multiprocessing import freeze_support

from wordtools.cli import main

if __name__ == "__main__":
    freeze_support()  # a worker of the service or of a build starts here, too
    main()
