"""Telling processes apart and ending them with their parent, as far as this operating system allows."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

CAN_TELL = Path("/proc/self/exe").exists()  # Linux
PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


def die_with_parent(word: signal.Signals) -> Callable[[], None] | None:
    """For Popen's preexec_fn: the kernel sends the child this signal when the thread that started it ends.

    None where there is no such thing. It is set after the change of user, which would clear it.
    """
    if _libc is None:
        return None
    parent, prctl = os.getpid(), _libc.prctl

    def in_child() -> None:
        prctl(PR_SET_PDEATHSIG, int(word), 0, 0, 0)
        if os.getppid() != parent:  # it was gone before the word was given
            os._exit(1)

    return in_child


def end_with_parent(word: signal.Signals) -> None:
    """Ask the kernel to send this process a signal when its parent ends."""
    if _libc is not None:
        _libc.prctl(PR_SET_PDEATHSIG, int(word), 0, 0, 0)


def postgres_in(data: Path) -> list[int]:
    """The processes whose program is postgres and whose working folder is this data folder."""
    try:
        here = data.stat()
    except OSError:
        return []
    return [pid for pid in _all_pids() if _program(pid) == "postgres" and _works_in(pid, here)]


def _all_pids() -> list[int]:
    return [int(name) for name in os.listdir("/proc") if name.isdigit()]  # noqa: PTH208


def _program(pid: int) -> str:
    try:
        path = os.readlink(f"/proc/{pid}/exe")  # noqa: PTH115
    except OSError:  # gone, a zombie, or another user's
        return ""
    return os.path.basename(path.removesuffix(" (deleted)"))  # noqa: PTH119


def _works_in(pid: int, folder: os.stat_result) -> bool:
    try:
        return os.path.samestat(os.stat(f"/proc/{pid}/cwd"), folder)  # noqa: PTH116
    except OSError:
        return False


def signal_quietly(pid: int, word: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, word)


def is_alive(pid: str) -> bool:
    """Whether there is a process of this number (which may by now be another one's)."""
    try:
        os.kill(int(pid), 0)
    except (ValueError, ProcessLookupError):
        return False
    except PermissionError:
        pass
    return True


def wait_until_gone(left: Callable[[], list[int]], *, seconds: float) -> bool:
    """Wait until nothing is left; tell whether that came to pass."""
    deadline = time.monotonic() + seconds
    while left():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True
