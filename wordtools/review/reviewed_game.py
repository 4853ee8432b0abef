"""The review of a recorded game: its moves, the disagreements with the record, and the scores."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from wordtools.formats.gcg import Kind as MoveKind
from wordtools.game.state import Ending
from wordtools.review.disagreements import Disagreement
from wordtools.wording import pluralize


class ReviewedMove(msgspec.Struct, frozen=True):
    """The review of a move. `score` and `total` follow from the rules; `said_score` and
    `said_total` are as recorded. `acceptable`: the verdict on a play. It is None for other moves,
    and for plays that cannot be judged; `cannot` then states the reason. `board`: the board after
    the move, as drawn by `str(board)`, or ""."""

    line: int
    player: str
    kind: MoveKind
    move: str
    words: list[str]
    acceptable: bool | None
    cannot: str | None
    score: int
    total: int
    said_score: int
    said_total: int | None
    board: str

    @property
    def verdict(self) -> str:
        """The verdict on a play, in words; "" for other moves."""
        if self.cannot:
            return "CANNOT JUDGE"
        return {True: "YES", False: "NO", None: ""}[self.acceptable]


class Stop(msgspec.Struct, frozen=True):
    """The line that makes no sense on the board, and the reason."""

    line: int
    sentence: str


class ReviewedGame(msgspec.Struct, frozen=True):
    """The review of a record. `scores` follow from the rules and include leftover tiles. `stopped`
    is the first line that makes no sense on the board, at which judging stops; or None."""

    ruleset_name: str = msgspec.field(name="ruleset")
    lexicon: str
    edition: str
    digest: str
    lines: list[ReviewedMove]
    disagreements: list[Disagreement]
    scores: dict[str, int]
    ended: Ending | None
    stopped: Stop | None = None

    def leave_out(self, kinds: Collection[str]) -> ReviewedGame:
        """The review without disagreements of these kinds."""
        kept = [fault for fault in self.disagreements if fault.kind not in kinds]
        return msgspec.structs.replace(self, disagreements=kept)

    def __repr__(self) -> str:
        lines = pluralize(len(self.lines), "line")
        disagreements = pluralize(len(self.disagreements), "disagreement")
        return f"<ReviewedGame {self.ruleset_name}: {lines}, {disagreements}>"

    def table(self) -> list[str]:
        """The review as lines of text: its rules and lexicon, the moves, and the scores."""
        rows = [
            (str(e.line), e.player, e.move, f"{e.score:+d}", str(e.total), e.verdict,
             " ".join(e.words))
            for e in self.lines
        ]  # fmt: skip
        widths = [max((len(row[at]) for row in rows), default=0) for at in range(7)]
        right = (0, 3, 4)
        lines = [f"{self.ruleset_name}, {self.edition} ({self.lexicon} {self.digest[:12]})"]
        for row in rows:
            cells = [
                cell.rjust(width) if at in right else cell.ljust(width)
                for at, (cell, width) in enumerate(zip(row, widths, strict=True))
            ]
            lines.append("  ".join(cells).rstrip())
        scores = ", ".join(f"{player} {score}" for player, score in self.scores.items())
        return [*lines, f"{scores} ({self.ended or 'not ended'})"]
