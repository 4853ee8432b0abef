"""Parquet tables, read and written by DuckDB, which the extra `parquet` installs.

The columns are `word`, `categories` (a list) and `definition`.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wordtools import limits
from wordtools.alphabet import Alphabet
from wordtools.errors import SourceError, WordtoolsError
from wordtools.formats.csv_table import COLUMNS, write_tsv
from wordtools.formats.words_file import CategorySets, WordLines, WordsFile, WordsToWrite
from wordtools.wording import reveal

if TYPE_CHECKING:
    import duckdb

_ROWS = 1 << 16
SURE_ROWS, ROWS_IN_A_BYTE, MOST_ROWS = 1 << 19, 4, 1 << 26
"""How many rows a table may have: a base allowance, more for each byte of the file, and a maximum.
The Polish list has half a row per byte.
"""
TEXT_OF_A_ROW, CATEGORIES_OF_A_ROW = 32, 8
"""How many bytes of text, and how many entries in lists, rows may have on average if there is the
maximum number of rows.
"""
_MEMORY = "1GB"
_BETWEEN = "\x1f"  # categories


def looks_like_parquet(start: bytes) -> bool:
    """True if a file begins like a Parquet file."""
    return start.startswith(b"PAR1")


def read_parquet(path: Path, alphabet: Alphabet, encoding: str = "") -> WordsFile:
    """Reads the table in a file. Raises `SourceError` if the file cannot be read, and
    `WordtoolsError` if DuckDB is not installed."""
    _ = connect()
    file = WordsFile(
        read_lines=lambda: _read_rows(path, alphabet, file),
        brackets=True,
        rows_name_categories=True,
        path=str(path),
    )
    return file


def _read_rows(path: Path, alphabet: Alphabet, file: WordsFile) -> Iterator[WordLines]:
    import duckdb

    numbers: CategorySets[str | None] = CategorySets(file, lambda f: (f or "").split(_BETWEEN))
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "words.parquet"  # a path without wildcards
        try:
            plain.symlink_to(path.resolve(strict=True))
            engine = connect()
            columns = _choose_columns(engine, plain, path)
            _check_size(engine, plain, path, columns)
            rows = engine.execute(f"SELECT {columns} FROM read_parquet(?)", [str(plain)])
            while piece := rows.fetchmany(_ROWS):
                words, labels, definitions = zip(*piece, strict=True)
                sets = [numbers[label] for label in labels]
                lines = "\n".join([" ".join((word or "").split()) for word in words])
                yield WordLines(
                    alphabet.compose(lines + "\n").encode(),
                    sets if any(sets) else (),
                    [text or "" for text in definitions] if any(definitions) else (),
                )
        except OSError as error:
            raise SourceError(path, None, f"cannot be read: {error.strerror}") from None
        except (duckdb.Error, UnicodeError, MemoryError) as error:
            reason = str(error).partition("\n")[0].replace(str(plain), path.name)
            raise SourceError(path, None, f"not a readable Parquet file ({reason})") from None


def _choose_columns(engine: duckdb.DuckDBPyConnection, plain: Path, path: Path) -> str:
    """The columns to select, as SQL."""
    described = engine.execute("DESCRIBE SELECT * FROM read_parquet(?)", [str(plain)]).fetchall()
    kinds = {str(name).lower(): str(kind) for name, kind, *_ in described}
    if "word" not in kinds and list(kinds.values()).count("VARCHAR") == 1:
        [word] = [name for name, kind in kinds.items() if kind == "VARCHAR"]
    elif kinds.get("word") == "VARCHAR":
        word = "word"
    else:
        names = reveal(", ".join(kinds))[: limits.LONGEST_TEXT]
        raise SourceError(path, None, f"it has no text column 'word', only {names}")
    categories = "NULL"
    if kinds.get("categories") == "VARCHAR[]":
        categories = f"array_to_string(categories, '{_BETWEEN}')"
    elif kinds.get("categories") == "VARCHAR":
        categories = f"replace(categories, ' ', '{_BETWEEN}')"
    definition = "definition" if kinds.get("definition") == "VARCHAR" else "NULL"
    quoted = word.replace('"', '""')
    return f'"{quoted}" AS word, {categories} AS categories, {definition} AS definition'


def _check_size(engine: duckdb.DuckDBPyConnection, plain: Path, path: Path, columns: str) -> None:
    """Raises `SourceError` if the table would unpack to more than any list needs: repeated values
    take almost no space in a file."""
    max_rows = min(SURE_ROWS + ROWS_IN_A_BYTE * path.stat().st_size, MOST_ROWS)

    def check(things: str, limit: int, query: str) -> None:
        row = engine.execute(query, [str(plain)]).fetchone()
        number = int(row[0] or 0) if row else 0
        if number > limit:
            message = f"it has {number:,} {things}, more than the {limit:,} that its size allows"
            raise SourceError(path, None, message)

    check("rows", max_rows, "SELECT sum(num_rows) FROM parquet_file_metadata(?)")
    check(
        "entries in lists",
        max_rows * CATEGORIES_OF_A_ROW,
        "SELECT max(entries) FROM (SELECT sum(num_values) AS entries FROM parquet_metadata(?) "
        "WHERE path_in_schema ILIKE 'categories%' GROUP BY path_in_schema)",
    )
    check(
        "bytes of text",
        max_rows * TEXT_OF_A_ROW,
        "SELECT sum(strlen(concat(word, categories, definition))) "
        f"FROM (SELECT {columns} FROM read_parquet(?))",
    )


def write_parquet(words: WordsToWrite) -> dict[str, bytes]:
    """Writes a table of the words, in alphabet order. Raises `WordtoolsError` if DuckDB is not
    installed."""
    with tempfile.TemporaryDirectory() as folder:
        table, out = Path(folder) / "words.tsv", Path(folder) / "words.parquet"
        table.write_bytes(write_tsv(words)[""])
        names = COLUMNS if words.defined else COLUMNS[:2]
        columns = ", ".join(f"'{name}': 'VARCHAR'" for name in names)
        definition = ", nullif(definition, '') AS definition" if words.defined else ""
        connect().execute(f"""
            COPY (SELECT word, CASE WHEN categories = '' THEN []::VARCHAR[]
                                    ELSE string_split(categories, ' ') END AS categories
                         {definition}
                  FROM read_csv('{table}', delim = '\t', header = true, nullstr = '\x01',
                                quote = '"', escape = '"', columns = {{{columns}}}))
            TO '{out}' (FORMAT parquet, COMPRESSION zstd)""")
        return {"": out.read_bytes()}


def connect() -> duckdb.DuckDBPyConnection:
    """Opens DuckDB with a memory limit. Raises `WordtoolsError` if it is not installed."""
    try:
        import duckdb
    except ImportError:
        from wordtools.installation import describe_extra

        raise WordtoolsError(f"Parquet needs DuckDB; {describe_extra('parquet')}") from None
    # A single thread keeps the order, so that builds are reproducible.
    settings: dict[str, Any] = {"threads": 1, "memory_limit": _MEMORY}
    return duckdb.connect(config=settings)
