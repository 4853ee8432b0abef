"""Games that last for days, days off, and players who have left."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.table import tables
from tests.table.sitting import Sitting
from wordtools.errors import WordtoolsError
from wordtools.table import days
from wordtools.table.clock import find_next_due
from wordtools.table.days import find_absent, find_deadline
from wordtools.table.events import Happened
from wordtools.table.table import Command, Deed
from wordtools.table.view import SeatView, view

LISBON = ZoneInfo("Europe/Lisbon")
HOUR = 3600


class Days:
    """A table for tests, at which the game began at this moment."""

    def __init__(
        self, ruleset: str, start: datetime, players: int = 2, kinds: str = "eee", **options: Any
    ) -> None:
        self.words = tables.make_lexicon(ruleset)
        self.log: list[Happened] = []
        table, log = tables.open_for(ruleset, players, 1, kinds, **options)
        self.now = start.timestamp()
        self.table = tables.sit(table, log, self.words, self.now)

    def __call__(self, player: str, deed: Deed, text: str = "") -> None:
        command = Command(player, deed, text)
        self.table = tables.do(self.table, self.log, self.words, self.now, command)

    def wait(self, **time: float) -> None:
        self.now += timedelta(**time).total_seconds()
        self.table = tables.do(self.table, self.log, self.words, self.now, None)

    def refuses(self, player: str, deed: Deed, text: str = "") -> str:
        with pytest.raises(WordtoolsError) as error:
            self(player, deed, text)
        return str(error.value)

    def may(self, player: str) -> tuple[Deed, ...]:
        return view(self.table, player, self.now).may

    @property
    def mover(self) -> str:
        return view(self.table, "", self.now).turn or ""

    @property
    def others(self) -> list[str]:
        return [name for name in self.table.opened.names if name != self.mover]

    @property
    def seats(self) -> tuple[SeatView, ...]:
        return view(self.table, "", self.now).seats

    def after(self, player: str) -> str:
        """The next player who has not lost."""
        names = [seat.name for seat in self.seats if not seat.has_lost or seat.name == player]
        return names[(names.index(player) + 1) % len(names)]

    def move(self) -> None:
        """Passes, or in Lingo places a tile beside the last one."""
        if "pass" in self.may(self.mover):
            self(self.mover, "pass")
        else:
            rack = view(self.table, self.mover, self.now).rack
            column = chr(ord("b") + len([line for line in self.table.sheet if line.text]))
            self(self.mover, "play", f"{rack[0]}{column}2")

    def show_deadline(self, zone: ZoneInfo) -> str:
        deadline = view(self.table, "", self.now).deadline
        assert deadline is not None
        return f"{datetime.fromtimestamp(deadline, zone):%Y-%m-%d %H:%M %Z}"


@pytest.mark.parametrize("ruleset", ["scrabble-pt-pt", "lingo"])
def test_a_change_of_clocks_moves_no_deadline(ruleset: str) -> None:
    """24 hours after noon on the day before the clocks go back, it is 11 o'clock in Lisbon."""
    noon = datetime(2026, 10, 24, 12, tzinfo=LISBON)
    sit = Days(ruleset, noon, hours=24)
    assert sit.show_deadline(LISBON) == "2026-10-25 11:00 WET"
    assert sit.show_deadline(ZoneInfo("America/Sao_Paulo")) == "2026-10-25 08:00 -03"
    spring = Days(ruleset, datetime(2026, 3, 28, 12, tzinfo=LISBON), hours=24)
    assert spring.show_deadline(LISBON) == "2026-03-29 13:00 WEST"
    spring.wait(hours=24 - 1e-3)
    assert "claim" not in spring.may(spring.others[0])
    spring.wait(hours=2e-3)
    assert "claim" in spring.may(spring.others[0])


def test_an_absent_player_loses_only_when_an_opponent_claims() -> None:
    sit = Days("scrabble-en-us", datetime(2026, 5, 1, tzinfo=UTC), hours=24)
    (other,), mover = sit.others, sit.mover
    assert "time for a turn" in sit.refuses(other, "claim")
    assert "could still play" in sit.refuses(other, "discard")
    assert find_next_due(sit.table, sit.now) == find_deadline(sit.table)
    sit.wait(days=20)
    assert not sit.table.is_over
    assert "time for a turn" in sit.refuses(mover, "claim")
    sit.move()  # late, but nobody has made a claim
    assert find_absent(sit.table, sit.now) is None
    sit.wait(days=2)
    sit(mover, "claim")
    assert sit.table.closed is not None
    assert (sit.table.closed.reason, sit.table.closed.winners) == ("lost", (mover,))
    assert [line.kind for line in sit.table.sheet] == ["pass", "claims", "resigns"]


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("ruleset", ["scrabble-pt-pt", "lingo"])
def test_after_a_claim_the_others_play_on(ruleset: str, players: int) -> None:
    """The absent player has lost, and keeps the score at that moment. The next player has the whole
    time for a turn. The last player who is present wins, regardless of the scores.
    """
    sit = Days(ruleset, datetime(2026, 5, 1, tzinfo=UTC), players, "eeee", hours=24)
    for left in range(players, 1, -1):
        absent, next_one = sit.mover, sit.after(sit.mover)
        sit.wait(hours=25)
        sit(next_one, "claim")
        assert [seat.has_lost for seat in sit.seats].count(True) == players - left + 1
        assert "claim" not in sit.may(absent)
        if left > 2:
            assert not sit.table.is_over
            assert sit.mover == next_one
            sit.wait(hours=23)
            assert find_absent(sit.table, sit.now) is None
    assert sit.table.closed is not None
    assert (sit.table.closed.reason, sit.table.closed.winners) == ("lost", (next_one,))


def test_a_claim_lets_the_last_play_stand() -> None:
    """It can no longer be challenged, and its player draws."""
    sit = Sitting("scrabble-en-us:box", "ATONESR", "EEEEIII", "EEEEIII", hours=24)
    sit("Ana", "play", "8H AT")
    assert len(sit.rack("Ana")) == 5
    sit.wait(25 * HOUR)
    sit("Ana", "claim")
    assert len(sit.rack("Ana")) == 7
    assert [line.kind for line in sit.table.sheet] == ["play", "claims", "resigns"]
    assert (sit.scores["Ana"], sit.table.game.turn) == (4, "Caio")
    assert "no play that you can challenge" in sit.refuses("Caio", "challenge")


def test_nobody_is_absent_while_a_play_waits_for_an_answer() -> None:
    """Silence answers the question in the time for a turn; only then does the next turn begin."""
    changes = {"challenge": {"rule": "poll"}}
    sit = Sitting("scrabble-pt-pt", "CASAQOO", "EEEEIII", hours=24, changes=changes)
    sit.wait(20 * HOUR)
    sit("Ana", "play", "8H QOO")
    for hours, turn, may_claim in ((23, "Ana", False), (1, "Bia", False), (24, "Bia", True)):
        sit.wait(hours * HOUR)
        assert sit.table.game.turn == turn
        assert ("claim" in sit.look("Ana").may) == may_claim
        if not may_claim:
            assert "time for a turn" in sit.refuses("Bia", "claim")
            assert "time for a turn" in sit.refuses("Ana", "claim")
    sit("Ana", "claim")
    assert sit.table.closed is not None
    assert [line.kind for line in sit.table.sheet] == ["withdrawn", "claims", "resigns"]
    assert sit.table.closed.winners == ("Ana",)


def test_nobody_is_absent_while_a_play_may_be_taken_back() -> None:
    sit = Sitting("literki", "NATOEEE", "EEEEIII", bag="ŻĄ", hours=24)
    sit("Ana", "play", "8I NA")
    sit("Bia", "accept")
    sit("Ana", "take-back")
    sit.wait(23 * HOUR)
    assert "time for a turn" in sit.refuses("Ana", "claim")
    sit.wait(1 * HOUR)  # silence does not consent
    assert sit.table.game.turn == "Bia" and not sit.table.game.board.is_empty


@pytest.mark.parametrize("ruleset", ["scrabble-pt-pt", "lingo"])
def test_whoever_resigns_leaves_the_game_to_the_others(ruleset: str) -> None:
    """This also works in another player's turn, which then continues. The turns skip the player who
    has left. That player's score stands, but cannot win.
    """
    sit = Days(ruleset, datetime(2026, 5, 1, tzinfo=UTC), 4, "eeee", hours=24)
    order = [seat.name for seat in sit.seats]
    sit.move()
    sit(order[0], "resign")
    assert (sit.table.is_over, sit.mover) == (False, order[1])
    assert "resign" not in sit.may(order[0])
    assert "lost" in sit.refuses(order[0], "resign")
    sit(order[1], "resign")
    assert sit.mover == order[2]
    movers = []
    for _ in range(2):
        movers.append(sit.mover)
        sit.move()
    assert movers == [order[2], order[3]]
    assert "not" in sit.refuses(order[0], "play", "8H AB")
    sit(order[3], "resign")
    assert sit.table.closed is not None
    assert (sit.table.closed.reason, sit.table.closed.winners) == ("lost", (order[2],))
    lost = {seat.name: seat.has_lost for seat in sit.seats}
    assert lost == {name: name != order[2] for name in order}


@pytest.mark.parametrize("ruleset", ["scrabble-pt-pt", "lingo"])
def test_an_adjourned_game_does_not_wait_for_who_resigned(ruleset: str) -> None:
    sit = Days(ruleset, datetime(2026, 5, 1, tzinfo=UTC), 3, hours=24)
    absent, others = sit.mover, sit.others
    sit(absent, "adjourn")
    sit(absent, "resign")
    for name in others:
        sit(name, "adjourn")
    assert sit.table.adjourned
    for name in others:
        sit(name, "return")
    assert not sit.table.adjourned
    sit.move()


def test_an_absent_player_need_not_agree_to_adjourn() -> None:
    sit = Days("lingo", datetime(2026, 5, 1, tzinfo=UTC), players=3, hours=12)
    absent, (first, second) = sit.mover, sit.others
    sit.wait(hours=13)
    sit(first, "adjourn")
    assert not sit.table.adjourned
    sit(second, "adjourn")
    assert sit.table.adjourned
    sit.wait(days=100)
    for name in (first, second):
        sit(name, "return")
    assert sit.table.adjourned
    sit(absent, "return")
    assert sit.mover == absent
    assert find_deadline(sit.table) == sit.now + 12 * HOUR


def test_an_absent_players_game_can_be_discarded() -> None:
    sit = Days("lingo", datetime(2026, 5, 1, tzinfo=UTC), hours=12)
    sit.wait(hours=13)
    assert "discard" in sit.may(sit.others[0])
    sit(sit.others[0], "discard")
    assert sit.table.discarded


def test_days_off_do_not_count() -> None:
    holidays = ("2026-12-24", "2026-12-26")
    sit = Days("lingo", datetime(2026, 12, 23, 18, tzinfo=UTC), hours=24, holidays=holidays)
    mover, (other,) = sit.mover, sit.others
    assert sit.show_deadline(ZoneInfo("UTC")) == "2026-12-27 18:00 UTC"
    sit(other, "rest", "2026-12-28 2026-12-31")  # not this player's turn
    sit(mover, "rest", "2026-12-26 2026-12-27")  # one of them is a holiday anyway
    assert sit.show_deadline(ZoneInfo("UTC")) == "2026-12-28 18:00 UTC"
    assert view(sit.table, mover, sit.now).days_off == 12
    assert "at most 12" in sit.refuses(mover, "rest", "2027-01-01 2027-01-13")
    assert "comes before" in sit.refuses(mover, "rest", "2027-01-02 2027-01-01")
    assert "2026-12-24" in sit.refuses(mover, "rest", "tomorrow")
    assert "in the past" in sit.refuses(mover, "rest", "2026-12-22")
    sit(mover, "rest", "2027-01-01 2027-01-12")
    assert "rest" not in sit.may(mover)
    sit.wait(days=5, hours=1)
    assert find_absent(sit.table, sit.now) == mover
    assert "over" in sit.refuses(mover, "rest", "2027-02-01")
    sit.move()
    assert sit.show_deadline(ZoneInfo("UTC")) == "2027-01-02 00:00 UTC"


@pytest.mark.parametrize(
    ("options", "refusal"),
    [
        ({"holidays": ("2026-12-24", "2026-12-26")}, "need hours"),
        ({"hours": 24, "holidays": ("2026-12-24", "Christmas")}, "first and the last day"),
        ({"hours": 24, "holidays": ("2026-12-24", "2027-12-24")}, "too many"),
    ],
)
def test_impossible_holidays(options: dict[str, Any], refusal: str) -> None:
    with pytest.raises(WordtoolsError, match=refusal):
        tables.open_for("lingo", 2, 1, **options)


def test_no_clock_runs_and_windows_are_long() -> None:
    sit = Days("scrabble-pt-pt", datetime(2026, 12, 23, tzinfo=UTC), hours=24,
               holidays=("2026-12-24", "2026-12-26"))  # fmt: skip
    assert view(sit.table, "", sit.now).seats[0].left is None
    sit.wait(hours=2)
    mover, (other,) = sit.mover, sit.others
    sit(mover, "play", tables.list_plays(sit.table, sit.words)[0])
    (question,) = view(sit.table, other, sit.now).questions
    assert question.deadline == datetime(2026, 12, 27, 2, tzinfo=UTC).timestamp()
    sit.wait(days=3, hours=23)
    sit(other, "challenge")  # 24 hours less one second are within the window
    assert sit.table.sheet[-1].kind in ("challenge", "withdrawn")


def test_in_other_games_a_player_is_absent_after_a_day() -> None:
    sit = Days("scrabble-es", datetime(2026, 5, 1, tzinfo=UTC))
    assert view(sit.table, "", sit.now).deadline is None
    sit.wait(hours=23.9)
    assert "claim" not in sit.may(sit.others[0])
    sit.wait(hours=0.1)
    assert "claim" in sit.may(sit.others[0])
    assert "not allowed" not in sit.refuses(sit.mover, "rest", "2026-06-01")


INTERVALS = st.lists(
    st.tuples(st.integers(0, 100), st.integers(1, 20)).map(lambda one: (one[0], sum(one))),
    max_size=5,
)


@given(st.integers(0, 60), st.integers(1, 60), INTERVALS)
def test_seconds_that_count(since: int, seconds: int, off: list[tuple[float, float]]) -> None:
    """The reference counts every second."""
    moment, left = since, seconds
    while left:
        left -= not any(begin <= moment < end for begin, end in off)
        moment += 1
    assert days._count_on(since, seconds, off) == moment
