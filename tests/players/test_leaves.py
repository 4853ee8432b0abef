"""Tables of leaves: their files byte by byte, fitting a game, and damaged files."""

from __future__ import annotations

import struct
from array import array
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.board.games import small
from tests.board.test_generator import crossword
from tests.conftest import examples
from wordtools import _kernel
from wordtools.errors import ExportError, WordtoolsError
from wordtools.formats.klv import looks_like_klv, read_klv, write_klv
from wordtools.formats.leaves import read_leaves_csv
from wordtools.formats.superleaves import read_superleaves
from wordtools.players.leaves import (
    LeavesError,
    LeaveTable,
    find_note,
    read_leave_table,
    write_leave_table,
)
from wordtools.rules.ruleset import CrosswordRuleset


def tiny() -> CrosswordRuleset:
    """A game with a blank, two A and a B, and racks of three tiles."""
    game = crossword(". . .", rack=3)
    tiles = dict.fromkeys(game.tiles, (0, 0)) | {"?": (1, 0), "A": (2, 1), "B": (1, 3)}
    return type(game)(**{**{f: getattr(game, f) for f in game.__struct_fields__}, "tiles": tiles})


def lookup(data: bytes, leave: tuple[int, ...], width: str = "f") -> float:
    """The value of a leave in a KLV, read as its format describes it."""
    (size,) = struct.unpack_from("<I", data)
    nodes = struct.unpack_from(f"<{size}I", data, 4)
    values = struct.unpack_from(f"<{len(data[8 + 4 * size :]) // struct.calcsize(width)}{width}",
                                data, 8 + 4 * size)  # fmt: skip

    def count(at: int) -> int:
        if not at:
            return 0
        node: int = nodes[at]
        rest = 0 if node >> 22 & 1 else count(at + 1)
        return (node >> 23 & 1) + count(node & 0x3FFFFF) + rest

    index, at = 0, nodes[0] & 0x3FFFFF
    for place, tile in enumerate(leave):
        while at and nodes[at] >> 24 != tile:
            if nodes[at] >> 22 & 1:
                return 0
            index += count(at) - count(at + 1)
            at += 1
        if not at:
            return 0
        if place + 1 < len(leave):
            index += nodes[at] >> 23 & 1
            at = nodes[at] & 0x3FFFFF
    return values[index] if nodes[at] >> 23 & 1 else 0


def random_table(game: CrosswordRuleset, random: Random) -> LeaveTable:
    table = LeaveTable.empty(game)
    leaves, values = table.list_leaves()
    made = array("i", (random.randint(-60_000, 60_000) for _ in values))
    table.kernel.set_many(leaves, made.tobytes())
    return table


def test_the_leaves_of_a_set(tmp_path: Path) -> None:
    table = LeaveTable.empty(tiny())
    assert [leave for leave, _ in table] == [
        b"\0", b"\0\1", b"\0\2", b"\1", b"\1\1", b"\1\2", b"\2",
    ]  # fmt: skip
    assert len(table) == 7
    assert repr(table) == "<LeaveTable test: 7 leaves>"


def test_klv2_byte_by_byte(tmp_path: Path) -> None:
    table = LeaveTable.empty(tiny())
    values = [28.5, 40.0, 30.25, -0.5, -3.0, 1.0, -9.75]
    points = array("i", (round(value * 1000) for value in values))
    table.kernel.set_many(table.list_leaves().leaves, points.tobytes())
    data = write_klv(table.kernel)
    (size,) = struct.unpack_from("<I", data)
    nodes = struct.unpack_from(f"<{size}I", data, 4)
    assert nodes[1] == 0x400000 and nodes[0] < size  # the root, and nothing before it
    assert data[4 + 4 * size :] == struct.pack("<I7f", 7, *values)
    assert [lookup(data, tuple(leave)) for leave, _ in table] == values
    assert lookup(data, (2, 2)) == 0
    assert len(data) == 8 + 4 * size + 4 * 7


def test_a_klv2_of_another_program() -> None:
    """B, A, AB and ?, with nodes in an order that our writer never gives them."""
    nodes = [0x4, 0x400000, 0, 0x02C00000, 0x00800000, 0x01800003, 0x02C00000]
    data = struct.pack(f"<I{len(nodes)}II4f", len(nodes), *nodes, 4, 28.9, -0.49, 3.5, -9.85)
    assert looks_like_klv(data)
    read = read_klv(data, 3, "x.klv2")
    assert read.leaves == bytes([1, 0, 2, 0, 2, 3, 0, 3, 0])
    assert list(read.values) == [28_900, -490, 3_500, -9_850]
    older = data[: -4 * 4] + struct.pack("<4h", 7398, -125, 896, -2522)
    assert list(read_klv(older, 3, "x.klv").values) == [28_898, -488, 3_500, -9_852]


def test_an_empty_klv() -> None:
    data = bytes.fromhex("02000000 00000000 00004000 00000000")
    assert read_klv(data, 27, "x") == (b"", array("i"))


def test_superleaves_byte_by_byte() -> None:
    data = bytes([1, 1, 128, 156, 2, 5, 6, 0, 120])  # ? 28.5, AB -8
    read = read_superleaves(data, 27, "superleaves")
    assert read == (bytes([1, 0, 2, 3, 0]), array("i", [28_500, -8_000]))


def test_lines_of_text(tmp_path: Path) -> None:
    game = small(tmp_path)
    text = b"leave,value\n?,28.9\n[CH]L,-1.25\n# a comment\n\nc[ll]\t3\n"
    read = read_leaves_csv(text, game.alphabet, "x.csv")
    ch, ll = (game.alphabet.tiles.index(face) + 2 for face in ("CH", "LL"))
    c, el = (game.alphabet.tiles.index(face) + 2 for face in "CL")
    assert read == (bytes([1, 0, ch, el, 0, c, ll, 0]), array("i", [28_900, -1250, 3000]))


@pytest.mark.parametrize("name", ["x.klv2", "x.csv", "x.klv"])
@given(seed=st.integers(0, 999))
def test_files_are_read_as_they_were_written(
    name: str, seed: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("leaves")
    table = random_table(small(folder), Random(seed))
    write_leave_table(folder / name, table)
    again = read_leave_table(folder / name, table.ruleset)
    assert again.note == table.note
    apart = 2 if name == "x.klv" else 0  # in 256ths of a point
    pairs = zip(table.list_leaves().values, again.list_leaves().values, strict=True)
    assert all(abs(one - other) <= apart for one, other in pairs)
    write_leave_table(folder / name, again)
    second = read_leave_table(folder / name, table.ruleset)
    assert second.list_leaves() == again.list_leaves()


def test_every_value_is_where_the_format_says(tmp_path: Path) -> None:
    table = random_table(small(tmp_path), Random(1))
    data, older = write_klv(table.kernel), write_klv(table.kernel, older=True)
    for leave, value in table:
        assert lookup(data, tuple(leave)) == pytest.approx(value, abs=1e-4)
        assert lookup(older, tuple(leave), "h") / 256 == pytest.approx(value, abs=1 / 512)


def test_values_too_large_for_an_older_klv_are_refused() -> None:
    table = LeaveTable.empty(tiny())
    table.kernel.set_many(b"\1\0", (200_000).to_bytes(4, "little"))
    with pytest.raises(ExportError, match="write a KLV2"):
        write_klv(table.kernel, older=True)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("BB,3\n", "has more of a tile than the set"),
        ("AAB,3\n", "has 3 tiles"),
        ("A,3\nÉ,4\n", r"leaves.csv:2: 'É' is not a English tile|is not an? \w+ tile"),
        ("A,3\nB\n", "leaves.csv:2: not a leave and its value"),
        ("A,3000\n", "cannot be worth"),
    ],
)
def test_leaves_that_do_not_fit_are_refused(line: str, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "leaves.csv"
    path.write_text(line, "utf-8")
    with pytest.raises(WordtoolsError, match=reason):
        read_leave_table(path, tiny())


def test_a_table_of_other_tiles_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "leaves.klv2"
    write_leave_table(path, LeaveTable.empty(small(tmp_path)))
    with pytest.raises(LeavesError, match=r"leaves.klv2.toml: its leaves for .* have other tiles"):
        read_leave_table(path, tiny())
    find_note(path).unlink()
    with pytest.raises(WordtoolsError, match=r"another alphabet|does not fit"):
        read_leave_table(path, tiny())


def test_a_missing_table_is_named(tmp_path: Path) -> None:
    with pytest.raises(WordtoolsError, match=r"none.klv2: cannot be read"):
        read_leave_table(tmp_path / "none.klv2", tiny())


def test_long_racks_have_shorter_leaves() -> None:
    assert _kernel.LeaveValues([2] * 64, 15).longest == 5
    assert _kernel.LeaveValues([2] * 3, 1).longest == 0
    for counts, rack in (([2], 7), ([2] * 65, 7), ([2] * 3, 0), ([2] * 3, 16)):
        with pytest.raises(ValueError):
            _kernel.LeaveValues(counts, rack)


@settings(max_examples=examples(2))
@given(seed=st.integers(0, 1 << 32))
def test_any_value_of_a_leave_can_be_asked(seed: int) -> None:
    random = Random(seed)
    table = LeaveTable.empty(tiny())
    leave = bytes(random.choices(range(200), k=random.randint(0, 4)))
    try:
        assert table.value(leave) == 0
    except ValueError:
        assert len(leave) > 2 or max(leave) > 26


@pytest.mark.soak
@pytest.mark.slow
@pytest.mark.parametrize("kind", ["klv2", "klv", "csv", "superleaves"])
def test_damaged_files_are_refused_or_harmless(kind: str, tmp_path: Path, longer: float) -> None:
    game = small(tmp_path)
    table = random_table(game, Random(kind))
    path = tmp_path / f"leaves.{kind}"
    if kind == "superleaves":
        leaves, values = table.list_leaves()
        path.write_bytes(
            b"".join(
                bytes([len(leave), *(t + 3 if t > 1 else 1 for t in leave)])
                + round((value / 1000 + 128) * 256).to_bytes(2, "little")
                for leave, value in zip(leaves.split(b"\0"), values, strict=False)
            )
        )
    else:
        write_leave_table(path, table)
        find_note(path).unlink()
    whole = path.read_bytes()
    assert read_leave_table(path, game).list_leaves().leaves == table.list_leaves().leaves
    random = Random(kind + "damage")
    refused = 0
    for _ in range(int(250 * longer)):
        data = bytearray(whole)
        for _ in range(random.choice((1, 1, 2, 8))):
            at = random.randrange(len(data))
            match random.randrange(5):
                case 0 | 1:
                    data[at] ^= 1 << random.randrange(8)
                case 2:
                    data[at : at + 4] = random.randbytes(4)
                case 3:
                    del data[at : at + random.randint(1, 9)]
                case 4:
                    data[at:at] = whole[at : at + random.randint(1, 9)]
        path.write_bytes(data)
        try:
            read_leave_table(path, game)
        except WordtoolsError as error:
            refused += 1
            assert str(path) in str(error)
    assert refused
