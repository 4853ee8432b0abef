"""Prints requirements of pyproject.toml for pip, one per line: `build` for the kernel, or `dev`."""

from __future__ import annotations

import shutil
import sys
import tomllib
from pathlib import Path

project = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))
if sys.argv[1] == "build":
    # The build backend installs these by itself, unless it has to keep files compiled earlier.
    missing = [tool for tool in ("cmake", "ninja") if not shutil.which(tool)]
    lines = [*project["build-system"]["requires"], *missing]
else:
    lines = project["project"]["optional-dependencies"][sys.argv[1]]
own = project["project"]["name"]
print(*(line for line in lines if not line.startswith(own)), sep="\n")
