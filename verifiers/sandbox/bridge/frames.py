"""How runner, child and host talk.

Host to runner: `O` opens a run (LIMITS), `D` carries bytes to the child, `K` ends the run. Runner to host: `H` says
hello (JSON), `R` carries reply bytes of the child, `1` and `2` its standard output and error, `X` ends the run (ENDED).
Child and host talk in messages inside `D` and `R`: a 4-byte length and JSON. What the child sends is opaque to the
runner, and the host trusts none of it.
"""

from __future__ import annotations

import os
import struct

FRAME = struct.Struct(">cI")
LENGTH = struct.Struct(">I")
LIMITS = struct.Struct(">III?")  # wall-clock ms, reply bytes, output bytes, whether the output is relayed
ENDED = struct.Struct(">ci??")  # how, exit code or signal, memory was exhausted, nothing was left behind
EXITED, SIGNALLED, TIMEOUT, OUTPUT_LIMIT, REPLY_LIMIT, CLOSED = b"e", b"s", b"t", b"o", b"r", b"c"

_read, _write = os.read, os.write  # bound now: the candidate may replace what it finds in a module


def read_exactly(fd: int, count: int) -> bytes:
    """`count` bytes of `fd`. Raises EOFError when the other side has gone."""
    data = bytearray()
    while len(data) < count:
        part = _read(fd, count - len(data))
        if not part:
            raise EOFError
        data += part
    return bytes(data)


def write_all(fd: int, data: bytes | memoryview) -> None:
    view = memoryview(data)
    while view:
        view = view[_write(fd, view) :]


def write_frame(kind: bytes, data: bytes | memoryview) -> None:
    """One frame to the host."""
    write_all(1, FRAME.pack(kind, len(data)))
    write_all(1, data)
