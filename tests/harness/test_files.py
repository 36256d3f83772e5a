"""A file is written whole or not at all."""

from pathlib import Path

import pytest

from harness.files import write_whole


def test_text_is_written_with_its_line_ends_and_the_mode_of_the_file_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old")
    path.chmod(0o640)
    write_whole(path, "é\r\n")
    assert (path.read_bytes(), path.stat().st_mode & 0o777) == ("é\r\n".encode(), 0o640)


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old")
    with pytest.raises(UnicodeEncodeError):
        write_whole(path, "\ud800")
    blocked = tmp_path / "folder"
    blocked.mkdir()
    with pytest.raises(OSError):
        write_whole(blocked, "x")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.txt", "folder"]
    assert path.read_text() == "old"
