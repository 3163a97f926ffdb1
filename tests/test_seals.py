"""The seal of a part: any change to the file shows, and readers of Parquet pass over it."""

from __future__ import annotations

import io

import pandas as pd
import polars as pl
import pyarrow.parquet as pq
import pytest

from burgundy_lab.seals import BadSeal, Seal, read_seal, sealed

FRAME = pl.DataFrame({"game": [3, 3, 4, 4], "vp": [50, 60, 70, 80]})
SEAL = Seal(7, 3, 2)


@pytest.fixture
def part(tmp_path):
    content = io.BytesIO()
    FRAME.write_parquet(content)
    path = tmp_path / "part-00000.parquet"
    path.write_bytes(sealed(content.getvalue(), SEAL))
    return path


def test_a_sealed_part_is_read_by_all(part):
    assert read_seal(part) == SEAL
    assert pl.read_parquet(part).equals(FRAME)
    assert pl.scan_parquet(part).filter(game=4).collect().equals(FRAME.filter(game=4))
    assert pq.read_table(part)["vp"].to_pylist() == FRAME["vp"].to_list()
    assert pd.read_parquet(part)["game"].tolist() == FRAME["game"].to_list()


def test_a_bit_that_flips_anywhere_shows(part):
    content = part.read_bytes()
    unseen = []
    for at in range(len(content)):
        part.write_bytes(content[:at] + bytes([content[at] ^ 1 << at % 8]) + content[at + 1 :])
        try:
            if read_seal(part) is not None:
                unseen.append(at)
        except BadSeal:
            continue
        else:  # without its mark a part has no seal; its data are those that were written
            assert pl.read_parquet(part).equals(FRAME)
    assert unseen == []


def test_a_part_without_a_seal_has_none(part):
    FRAME.write_parquet(part)
    assert read_seal(part) is None


@pytest.mark.parametrize("content", [b"", b"PAR1", b"no Parquet file at all", b"\0" * 100])
def test_what_is_no_part(part, content):
    part.write_bytes(content)
    with pytest.raises(BadSeal, match=r"it is (empty|cut off)"):
        read_seal(part)


def test_a_part_that_is_cut(part):
    content = part.read_bytes()
    for end in range(0, len(content), 7):
        part.write_bytes(content[:end])
        with pytest.raises(BadSeal):
            read_seal(part)
