"""Files that a user names: read, or refused in one line that says why."""

from __future__ import annotations

import pytest

from burgundy_lab.files import MOST_BYTES, read_json


@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_json_with_and_without_a_byte_order_mark(tmp_path, mark):
    path = tmp_path / "a.json"
    path.write_text(mark + '{"a": [1, 2.5, null]}', encoding="utf-8")
    assert read_json(path) == {"a": [1, 2.5, None]}


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "it is no JSON: Expecting value in line 1, column 1"),
        (b'{"a": 1,\n}', "in line 2, column 1"),
        (b"[" * 100_000, "it is nested too deeply"),
        (b'"\xff"', "byte 1 is no text in UTF-8"),
        (b" " * (MOST_BYTES + 1), "it has more than 10,000,000 bytes"),
        (b"9" * 5000, "Exceeds the limit"),
    ],
    ids=["empty", "comma", "deep", "bytes", "long", "digits"],
)
def test_what_cannot_be_read(tmp_path, content, why):
    path = tmp_path / "a.json"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=why) as error:
        read_json(path)
    assert "\n" not in str(error.value)


def test_a_file_that_is_not_there_or_a_folder(tmp_path):
    for path, why in ((tmp_path / "gone", "No such file"), (tmp_path, "Is a directory")):
        with pytest.raises(ValueError, match=why):
            read_json(path)


def test_a_device_that_never_ends():
    with pytest.raises(ValueError, match="it has more than"):
        read_json("/dev/zero")
