"""`python -m magicgen` is the command `magicgen`."""

import os
import subprocess
import sys

from magicgen import find_magicgen

if __name__ == "__main__":
    command = [find_magicgen(), *sys.argv[1:]]
    if os.name == "nt":
        sys.exit(subprocess.run(command, check=False).returncode)
    os.execv(command[0], command)
