"""Start a module of Proctor without `site`: `python -IS start.py MODULE WORDS…`."""

import sys

if __name__ == "__main__":
    sys.path.append(__file__.rpartition("/")[0].rpartition("/")[0])
    from proctor.own_process import run_module

    run_module(sys.argv[1:])
