"""What pyproject.toml requires, a line each, for pip: `build` what the kernel is compiled with,
`dev` what tests and tools need."""

from __future__ import annotations

import shutil
import sys
import tomllib
from pathlib import Path

project = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))
if sys.argv[1] == "build":
    # The build backend brings these itself, but not when it is to keep what it compiled before.
    missing = [tool for tool in ("cmake", "ninja") if not shutil.which(tool)]
    lines = [*project["build-system"]["requires"], *missing]
else:
    lines = project["project"]["optional-dependencies"][sys.argv[1]]
own = project["project"]["name"]
print(*(line for line in lines if not line.startswith(own)), sep="\n")
