"""Runs several Pythons in one process. Each interpreter reads, compiles and looks words up
correctly, and can be closed."""

from __future__ import annotations

import subprocess
import sys

from tests.waiting import PATIENCE

SCRIPT = r"""
from wordtools import _kernel

spelling = _kernel.Spelling(["A", "C", "T", "CH"], [(c, c + c.lower()) for c in "ACTH"], "AaCcTtHh")
asked = []

def compose(text):
    asked.append(text)
    return text.replace("+", "")

collector = _kernel.Collector(spelling, compose)
assert collector.add_lines(b"tac\nact\nc+at\n") is None
assert asked == ["c+at"]
draft = collector.compile()[0]
assert b"".join(draft.encode_lines()) == b"ACT\nCAT\nTAC\n"
automaton = _kernel.Automaton.from_columns(spelling, *draft.encode_columns())
words = _kernel.WordSet(automaton, None, compose)
assert words.contains_many(["cat", "c+a+t", "chat"]) == b"\1\1\0"
assert words.contains_lines(b"cat\nca\n") == b"\1\0"
del spelling, collector, draft, words
"""

PARENT = """
import sys
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
script = sys.argv[1]
exec(script)
for _ in range(3):
    other = interpreters.create(*sys.argv[2:])
    assert not interpreters.run_string(other, script)
    interpreters.destroy(other)
print("done")
"""


def test_an_interpreter_of_its_own() -> None:
    """This runs in a separate process, because requesting another interpreter's GIL would hang."""
    sharing_the_gil = ["legacy"] if sys.version_info >= (3, 13) else []
    command = [sys.executable, "-c", PARENT, SCRIPT, *sharing_the_gil]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert (done.stdout, done.stderr) == ("done\n", "")
