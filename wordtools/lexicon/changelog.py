"""The changes between two editions, as a Markdown page for a federation to publish."""

from __future__ import annotations

from collections.abc import Iterator

from wordtools.lexicon.diff import SIGNS, Comparison
from wordtools.lexicon.lexicon import Lexicon
from wordtools.wording import pluralize


def format_changelog(changes: Comparison, title: str = "") -> Iterator[str]:
    """Yields the lines of the page. They give the numbers of words before and after, a table of the
    changes by length, and then the words. These are in one paragraph or, if `changes` are grouped
    by length, in one paragraph for each length.
    """
    old, new = changes.old, changes.new
    with_digest = _name(old) == _name(new)
    yield f"# {title or f'{_name(new)}: what has changed'}"
    yield ""
    yield f"From {_describe(old, with_digest)} to {_describe(new, with_digest)}."
    yield ""
    yield f"| tiles | {' | '.join(SIGNS[sign] for sign in changes.signs)} | words |"
    yield f"|---|{'---:|' * len(changes.signs)}---:|"
    counts = new.words_by_length()
    lengths = sorted(counts.keys() | {n for by_sign in changes.counts.values() for n in by_sign})
    for length in lengths:
        yield _format_row(str(length), changes, length, counts.get(length, 0))
    yield _format_row("all", changes, None, len(new))
    section = ""
    groups = sorted(changes.group_words(), key=lambda group: ("+-~".index(group[0]), group[1:3]))
    for sign, categories, length, words in groups:
        if section != (section := f"## {SIGNS[sign].capitalize()}"):
            yield from ("", section)
            heading = ""
        if categories and heading != (heading := f"### {categories}"):
            yield from ("", heading)
        label = f"**{pluralize(length, 'tile')}** ({words.count(' '):,}): " if length else ""
        yield from ("", label + words.rstrip())
    yield from ("", f"Digests: {_name(old)} `{old.digest}`, {_name(new)} `{new.digest}`.")


def _format_row(label: str, changes: Comparison, length: int | None, words: int) -> str:
    cells = [f"{changes.count(sign, length):,}" for sign in changes.signs]
    return f"| {label} | {' | '.join(cells)} | {words:,} |"


def _name(lexicon: Lexicon) -> str:
    if lexicon.edition_name != lexicon.name:
        return lexicon.edition_name
    return lexicon.manifest.title


def _describe(lexicon: Lexicon, with_digest: bool) -> str:
    since = f", in force from {effective}" if (effective := lexicon.manifest.effective) else ""
    digest = f", digest {lexicon.digest[:12]}" if with_digest else ""
    return f"{_name(lexicon)} ({pluralize(len(lexicon), 'word')}{since}{digest})"
