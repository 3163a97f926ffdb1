"""The command `burgundy`: reads arguments, calls the library, prints.

One module for each group of commands; it has `add_commands`, and `main` lists it. Imports come
late: what a command does not need is not loaded.
"""

from burgundy_lab.cli.main import main

__all__ = ["main"]
