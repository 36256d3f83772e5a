"""Writing files so that a reader sees the old one or the new one, never half of one."""

import os
import shutil
import tempfile
from pathlib import Path


def write_whole(path: Path, content: str | bytes) -> None:
    """Replace or create `path`; text is written as UTF-8 with its line ends as they are. Keeps the file's mode."""
    data = content.encode("utf-8") if isinstance(content, str) else content
    handle, draft = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        if path.exists():
            shutil.copymode(path, draft)
        else:
            umask = os.umask(0)
            os.umask(umask)
            Path(draft).chmod(0o666 & ~umask)
        Path(draft).replace(path)
        sync_folder(path.parent)
    except BaseException:
        Path(draft).unlink(missing_ok=True)
        raise


def make_folder(path: Path) -> None:
    """Create a folder and its parents so that a power cut cannot take them away again."""
    if not path.is_dir():
        make_folder(path.parent)
        path.mkdir(exist_ok=True)
        sync_folder(path.parent)


def sync_folder(path: Path) -> None:
    """Make the names in a folder survive a power cut."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
