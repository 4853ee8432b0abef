"""A log with two rulings, on which the commands are tried."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import FAST, write_secret
from tests.lexicon.helpers import english_bytes
from wordtools.judge.acts import LexiconFacts
from wordtools.judge.judge import Judge
from wordtools.judge.password import DirectorPassword
from wordtools.judge.ruling import Challenge, Ruling
from wordtools.lexicon.lexicon import Lexicon
from wordtools.log.log import Log
from wordtools.service import access


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/rulings.db"


@pytest.fixture
def rulings(tmp_path: Path, url: str) -> list[Ruling]:
    """Two rulings in a log that was served with the password "correct horse"."""
    path = tmp_path / "test.lexicon"
    path.write_bytes(english_bytes("cat dog"))
    write_secret(tmp_path / "password", "correct horse\n")
    write_secret(tmp_path / "wrong", "wrong horse\n")
    log = Log(url)
    lexicon = Lexicon.read(path)
    password = DirectorPassword.from_hash(FAST.hash("correct horse"))
    access.open_service(log, LexiconFacts.of(lexicon), password, {})
    judge = Judge(lexicon, log)
    made = [
        judge.rule(Challenge(["cat"], event="Open", table="1", play_key="7", station="Table 1")),
        judge.rule(Challenge(["cat", "xx"])),
    ]
    log.close()
    return made
