"""A PostgreSQL server for tests: on loopback, in its own folder, not as root, gone at the end."""

import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

SECONDS = 60
USER, SECRET = "steward", "p@ss/w:rd"


@contextmanager
def server() -> Iterator[str]:
    """The URL of a fresh server, without the password that it asks for.

    Its folder is not pytest's: another test session would close that one to the server's user.
    """
    temporary = TemporaryDirectory(prefix="shoal-postgres-", ignore_cleanup_errors=True)
    with temporary as folder, _running(Path(folder)) as url:
        yield url


@contextmanager
def _running(folder: Path) -> Iterator[str]:
    data, secret = folder / "data", folder / "secret"
    secret.write_text(SECRET)
    folder.chmod(0o755)
    as_owner = _owner(folder, secret)
    ask = ["-A", "scram-sha-256", "-U", USER, f"--pwfile={secret}", "--no-sync", "-E", "UTF8"]
    _run([*as_owner, _program("initdb"), "-D", str(data), *ask, "--locale=C"])
    port = _free_port()
    settings = f"-c listen_addresses=127.0.0.1 -p {port} -c unix_socket_directories= -c fsync=off"
    control = [*as_owner, _program("pg_ctl"), "-D", str(data), "-w", "-t", str(SECONDS)]
    _run([*control, "-o", settings, "-l", str(data / "log"), "start"])
    try:
        yield f"postgresql://{USER}@127.0.0.1:{port}/postgres"
    finally:
        _run([*control, "-m", "immediate", "stop"])


def _owner(folder: Path, secret: Path) -> list[str]:
    """PostgreSQL refuses to run as root, so root lends the folder to nobody."""
    if os.geteuid() != 0:
        return []
    for path in (folder, secret):
        shutil.chown(path, "nobody")
    return ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]


def _program(name: str) -> str:
    """Debian keeps the server's programs out of the path."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return shutil.which(name) or str(found[-1])


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def _run(command: list[str]) -> None:
    # Output goes nowhere: the server would keep a pipe open after pg_ctl is done.
    nowhere = subprocess.DEVNULL
    env = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    done = subprocess.run(
        command, stdout=nowhere, stderr=nowhere, timeout=SECONDS, env=env, cwd="/", check=False
    )
    assert done.returncode == 0, f"{Path(command[-1]).name}: {done.returncode}"
