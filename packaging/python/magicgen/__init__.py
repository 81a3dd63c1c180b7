"""Generate chess magic-bitboard tables as source code: the command `magicgen`, and where it is."""

import os
import sysconfig


def find_magicgen() -> str:
    """The path of the installed program."""
    name = "magicgen" + sysconfig.get_config_var("EXE")
    schemes = [sysconfig.get_default_scheme(), sysconfig.get_preferred_scheme("user")]
    tried = [os.path.join(sysconfig.get_path("scripts", scheme), name) for scheme in schemes]
    for path in tried:
        if os.path.isfile(path):
            return path
    raise FileNotFoundError("magicgen isn't in " + " or ".join(tried))
