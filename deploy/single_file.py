"""The entry point of the program that `make single-file` builds."""

from multiprocessing import freeze_support

from wordtools.cli import main

if __name__ == "__main__":
    freeze_support()  # workers of the service and of builds start here, too
    main()
