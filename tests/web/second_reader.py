"""Asks the second reader of the lexicon file, web/lexicon.js, which runs under Node."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

from tests.conftest import ROOT

WEB = ROOT / "web"


def run_node(*arguments: str | Path, input: str = "") -> str:
    """The output of a script."""
    node = shutil.which("node")
    assert node, "Node is missing: run need_node of tools/system.sh"
    command = [node, *arguments]
    done = subprocess.run(command, input=input, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def ask(what: str, **request: Any) -> Any:
    """The second reader's answer to one of the requests of answers.js."""
    script = Path(__file__).with_name("answers.js")
    return json.loads(run_node(script, input=json.dumps({"ask": what, **request}, default=str)))
