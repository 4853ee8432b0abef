"""Renders a report as a page for A4 or Letter paper, to be served or to be saved as a
self-contained file."""

from __future__ import annotations

import datetime
import json
import zoneinfo
from urllib.parse import urlencode

import babel
import jinja2
from babel.dates import format_skeleton, format_time
from markupsafe import Markup

from wordtools.judge import acts
from wordtools.judge.location import Location
from wordtools.judge.report import RulingReport
from wordtools.judge.ruling import Challenge
from wordtools.log.record import now
from wordtools.messages import Messages
from wordtools.pages import PAGES, STATIC
from wordtools.qr import draw_qr_code
from wordtools.version import __version__
from wordtools.wording import end_sentence, hold_places, reveal, split_letters


class PageMessages(Messages):
    """The messages of one language, including those of pages."""

    def __init__(self, language: str) -> None:
        super().__init__(language)
        own = json.loads((STATIC / "messages" / f"{language}.json").read_text("utf-8"))
        self.texts = {**self.texts, **own}


def render(
    report: RulingReport,
    log: str,
    *,
    event: str | None,
    round: str | None,
    language: str,
    locale: str = "",
    zone: str = "",
    root: str = "",
) -> str:
    """The HTML report of an `event` and a `round` in `log`. `locale` (such as `en-GB`) and `zone`
    determine how times are written. The defaults are the locale of the language and the time zone
    of the machine. With `root`, which is the service's address, the page links to the reports on
    other rounds. Without it, the page includes its own style. Raises `WordtoolsError` for an
    unsupported language."""
    messages = PageMessages(language)
    clock = _Clock(report, language, locale, zone)

    def name_round(event: str | None, round: str | None) -> str:
        name = join_parts(event, round and messages("place_round", round=round))
        return name or messages("report_all" if event is round is None else "report_nowhere")

    def name_station(challenge: Challenge) -> str:
        table = "" if challenge.table == "-" else challenge.table
        return Location(table=table).describe(challenge.station, messages)

    def link(**selection: str) -> str:
        style = {"language": language, "locale": locale, "zone": zone}
        return "?" + urlencode({**selection, **style})

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
        messages=messages,
        show_time=clock.show,
        zone=clock.describe_zone(),
        name_round=name_round,
        name_station=name_station,
        link=link,
        join_parts=join_parts,
        describe_act=lambda record: acts.describe(record, messages),
        end_sentence=end_sentence,
        split_letters=split_letters,
        draw_qr_code=lambda text: Markup(draw_qr_code(text)),
        report=report,
        log=log,
        chosen=(event, round),
        root=root,
        rulings=len(rulings),
        yes=sum(item.ruling.acceptable for item in rulings),
        void=sum(item.void is not None for item in rulings),
        lexicons=sorted({(item.ruling.edition, item.ruling.digest) for item in rulings}),
        made=clock.show(now()),
        version=__version__,
    )


def join_parts(*parts: str | None) -> str:
    """Joins into one line the parts that are not empty."""
    return " · ".join(part for part in parts if part)


class _Clock:
    """Formats times in the reader's style and in one time zone, which the report names only
    once."""

    def __init__(self, report: RulingReport, language: str, locale: str, zone: str) -> None:
        self._locale = _find_locale(locale, language)
        self._zone = _find_zone(zone)
        self._name = zone if self._zone not in (None, datetime.UTC) else ""
        records = [*report.acts, *(item.void for item in report.rulings if item.void)]
        times = [item.ruling.time for item in report.rulings] + [record.time for record in records]
        moments = [self._read(time) for time in (*times, now())]
        self._offsets = sorted({_show_offset(moment) for moment in moments if moment})

    def show(self, time: str) -> str:
        """The time of a record, with its offset from UTC if that varies within the report. If
        somebody edited the text and it is no longer a time, returns it unchanged."""
        moment = self._read(time)
        if moment is None:
            return time
        pattern = self._locale.datetime_formats["medium"].replace("'", "")
        day = format_skeleton("yMd", moment, locale=self._locale)
        text = pattern.format(format_time(moment, "medium", locale=self._locale), day)
        return text if len(self._offsets) < 2 else f"{text} {_show_offset(moment)}"

    def describe_zone(self) -> str:
        """The zone's name, and the zone's offsets from UTC at the times in the report."""
        name = "" if self._name in self._offsets else self._name
        return join_parts(name, ", ".join(self._offsets))

    def _read(self, time: str) -> datetime.datetime | None:
        try:
            return datetime.datetime.fromisoformat(time).astimezone(self._zone)
        except (ValueError, OverflowError):
            return None


def _find_locale(name: str, language: str) -> babel.Locale:
    """The locale with this name (`en-GB`) if it belongs to this language; otherwise the default
    locale of the language.
    """
    try:
        locale = babel.Locale.parse(name, sep="-")
    except (ValueError, TypeError, babel.UnknownLocaleError):
        return babel.Locale(language)
    return locale if locale.language == language else babel.Locale(language)


def _find_zone(name: str) -> datetime.tzinfo | None:
    """The time zone with this name. "" stands for the machine's own zone (None). An unknown name
    gives UTC, as the report then states.
    """
    try:
        return zoneinfo.ZoneInfo(name) if name else None
    except (KeyError, ValueError, OSError):
        return datetime.UTC


def _show_offset(moment: datetime.datetime) -> str:
    """The offset of a time from UTC."""
    return f"UTC{moment.isoformat(timespec='seconds')[19:] if moment.utcoffset() else ''}"
