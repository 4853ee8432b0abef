"""A report as a page that prints on A4 and Letter paper: served to the director, or a file that
needs nothing else."""

from __future__ import annotations

import datetime
import json
import zoneinfo
from pathlib import Path
from urllib.parse import urlencode

import jinja2

from wordtools.judge import acts
from wordtools.judge.location import Location
from wordtools.judge.log_record import now
from wordtools.judge.messages import Messages
from wordtools.judge.report import RulingReport
from wordtools.judge.ruling import Challenge
from wordtools.version import __version__
from wordtools.wording import end_sentence, hold_places, reveal

PAGES = Path(__file__).parent / "pages"


class PageMessages(Messages):
    """The messages of one language, with those that only pages have."""

    def __init__(self, language: str) -> None:
        super().__init__(language)
        own = json.loads((PAGES / "static" / "messages" / f"{language}.json").read_text("utf-8"))
        self.texts = {**self.texts, **own}


def render(
    report: RulingReport,
    log: str,
    *,
    event: str | None,
    round: str | None,
    language: str,
    zone: str = "",
    root: str = "",
) -> str:
    """The page of the report of an `event` and `round` of `log`, in HTML. Times are in the time
    zone `zone`, by default the machine's. With `root`, the service's address, it is a page of the
    service with links to the reports of other rounds; without, a file with its style in it. Raises
    `WordtoolsError` for a language that stations do not speak."""
    say = PageMessages(language)
    tzinfo = _find_zone(zone)

    def show_time(time: str) -> str:
        try:
            moment = datetime.datetime.fromisoformat(time).astimezone(tzinfo)
        except (ValueError, OverflowError):  # somebody edited it
            return time
        return moment.isoformat(" ", "seconds")

    def name_round(event: str | None, round: str | None) -> str:
        name = join_parts(event, round and say("place_round", round=round))
        return name or say("report_all" if event is round is None else "report_nowhere")

    def name_station(asked: Challenge) -> str:
        table = "" if asked.table == "-" else asked.table
        return Location(table=table).describe(asked.station, say)

    def link(**chosen: str) -> str:
        return "?" + urlencode({**chosen, "language": language, "zone": zone})

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(PAGES),
        autoescape=True,
        finalize=lambda value: hold_places(reveal(value)) if isinstance(value, str) else value,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    rulings = report.rulings
    return environment.get_template("report.html").render(
        say=say,
        show_time=show_time,
        name_round=name_round,
        name_station=name_station,
        link=link,
        join_parts=join_parts,
        describe_act=lambda record: acts.describe(record, say),
        end_sentence=end_sentence,
        report=report,
        log=log,
        chosen=(event, round),
        root=root,
        rulings=len(rulings),
        yes=sum(each.ruling.acceptable for each in rulings),
        void=sum(each.void is not None for each in rulings),
        lexicons=sorted({(each.ruling.edition, each.ruling.digest) for each in rulings}),
        made=show_time(now()),
        version=__version__,
    )


def join_parts(*parts: str | None) -> str:
    """Those parts that there are, in one line."""
    return " · ".join(part for part in parts if part)


def _find_zone(name: str) -> datetime.tzinfo | None:
    """The time zone of a name, UTC if this machine does not know it (every time is shown with its
    distance from UTC); None, the machine's own, for no name."""
    try:
        return zoneinfo.ZoneInfo(name) if name else None
    except (KeyError, ValueError, OSError):
        return datetime.UTC
