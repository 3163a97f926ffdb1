"""`python -m burgundy_lab.cli` is the command `burgundy`."""

import sys

from burgundy_lab.cli import main

if __name__ == "__main__":
    sys.exit(main())
