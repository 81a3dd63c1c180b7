"""Makes the module of attack sets before the package is built; all else is in pyproject.toml."""

import subprocess

from setuptools import setup
from setuptools.command.build_py import build_py


class BuildMagics(build_py):
    """Copies modules, the generated one among them."""

    def run(self) -> None:
        subprocess.run(["magicgen", "--locked"], check=True)
        super().run()


setup(cmdclass={"build_py": BuildMagics})
