"""A private PostgreSQL for tests: a cluster in a temporary folder, reached by its socket only, gone when the process is."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Final

_SETTINGS: Final = {
    "listen_addresses": "",
    "fsync": "off",  # the machine does not crash in a test
    "full_page_writes": "off",
    "shared_buffers": "16MB",
    "max_connections": "60",
    "max_wal_size": "128MB",
}


def programs() -> Path | None:
    """The folder with the newest initdb and postgres of this machine."""
    found = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    if not found and (initdb := shutil.which("initdb")):
        found = [Path(initdb).resolve().parent]
    return max(found, key=lambda path: [int(n) for n in path.parent.name.split(".") if n.isdigit()], default=None)


def why_not() -> str:
    """Why there can be none here; empty where there can."""
    if programs() is None:
        return "PostgreSQL is not installed (Debian: apt-get install postgresql)"
    if os.geteuid() == 0 and (_owner() is None or shutil.which("setpriv") is None):
        return "PostgreSQL does not run as root, and there is no user postgres or no setpriv"
    return ""


def _where() -> str:
    """In memory where there is plenty; a short path in any case, as a socket needs."""
    memory = Path("/dev/shm")
    return str(memory) if memory.is_dir() and shutil.disk_usage(memory).free > 2 << 30 else "/tmp"


def _owner() -> pwd.struct_passwd | None:
    """The user it runs as, when we are root."""
    try:
        return pwd.getpwnam("postgres")
    except KeyError:
        return None


class Cluster:
    """Started when made. ``fresh`` gives an empty database, ``stop`` and ``start`` are for tests that need a lost one."""

    def __init__(self) -> None:
        binaries = programs()
        assert binaries is not None, why_not()
        self._binaries = binaries
        self._folder = Path(tempfile.mkdtemp(prefix="paiju-pg-", dir=_where()))
        self._databases = 0
        self._server: subprocess.Popen[bytes] | None = None
        owner = _owner() if os.geteuid() == 0 else None
        self._as: list[str] = []
        if owner is not None:
            os.chown(self._folder, owner.pw_uid, owner.pw_gid)
            self._as = ["setpriv", f"--reuid={owner.pw_uid}", f"--regid={owner.pw_gid}", "--clear-groups"]
        initdb = [str(binaries / "initdb"), "-D", str(self._data), "-U", "paiju", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]
        subprocess.run([*self._as, *initdb], check=True, capture_output=True, cwd=self._folder)
        self.start()

    @property
    def _data(self) -> Path:
        return self._folder / "data"

    def start(self) -> None:
        # With a parent that was killed the server goes too; with the thread that started it as well, so do that in the main one.
        dying = ["setpriv", *self._as[1:], f"--pdeathsig={signal.SIGQUIT.name[3:]}"] if shutil.which("setpriv") else []
        settings = [f"-c{name}={value}" for name, value in _SETTINGS.items()]
        with (self._folder / "log").open("ab") as log:
            server = [str(self._binaries / "postgres"), "-D", str(self._data), "-k", str(self._folder), *settings]
            self._server = subprocess.Popen([*dying, *server], stdout=log, stderr=log, stdin=subprocess.DEVNULL, cwd=self._folder)
        until = time.monotonic() + 60
        while subprocess.run([self._binaries / "pg_isready", "-q", "-h", self._folder, "-d", "postgres"]).returncode:
            if self._server.poll() is not None or time.monotonic() > until:
                raise RuntimeError(f"PostgreSQL did not start: {(self._folder / 'log').read_text()[-2000:]}")
            time.sleep(0.02)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """SIGINT ends it in order, with its connections; SIGQUIT at once, as a crash would."""
        if self._server is not None:
            self._server.send_signal(how)
            self._server.wait(60)
            self._server = None

    def pause(self, on: bool) -> None:
        """Lets it hang, or go on: all its processes."""
        assert self._server is not None
        number = signal.SIGSTOP if on else signal.SIGCONT
        children = Path(f"/proc/{self._server.pid}/task/{self._server.pid}/children").read_text().split()
        for process in [self._server.pid, *map(int, children)]:
            os.kill(process, number)

    def run(self, statement: str, database: str = "postgres") -> str:
        """What a statement gives, by psql."""
        psql = [str(self._binaries / "psql"), "-X", "-q", "-A", "-t", "-h", str(self._folder), "-U", "paiju", "-d", database, "-c", statement]
        return subprocess.run(psql, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()

    def fresh(self) -> str:
        """The URL of a new, empty database; a test that failed may have left the server stopped."""
        if self._server is None:
            self.start()
        self._databases += 1
        self.run(f"CREATE DATABASE t{self._databases}")
        return f"postgresql://paiju@/t{self._databases}?host={self._folder}"

    def close(self) -> None:
        self.stop(signal.SIGQUIT)  # what is thrown away need not be written
        shutil.rmtree(self._folder, ignore_errors=True)
