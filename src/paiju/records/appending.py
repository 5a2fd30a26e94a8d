"""Files that grow at their end: opened for one program alone, written without a buffer. Knows no format."""

from __future__ import annotations

import os
from io import FileIO

from paiju.core.errors import RecordError


def opened(path: str | os.PathLike[str], *, must_exist: bool = False) -> FileIO:
    """A file to append to and read, for this program alone; RecordError where another one has it."""
    if must_exist:
        os.stat(path)
    file = FileIO(path, "a+")
    try:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ImportError:  # a system without such locks
        pass
    except OSError:
        file.close()
        name = os.fspath(path)
        en = f"another program is writing {name}; wait for it or stop it, or name another place"
        raise RecordError(en, f"别的程序正在写 {name}；等它写完或停掉它，或者另指一个地方") from None
    return file


def append(file: FileIO, data: bytes) -> None:
    """All of it, however little the system takes at a time."""
    left = memoryview(data)
    try:
        while left:
            left = left[file.write(left) :]
    except OSError as error:
        raise OSError(error.errno, error.strerror, file.name) from None  # a full disk does not say whose
