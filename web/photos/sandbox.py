"""Work on pictures in processes of their own, each with limits on time and memory.

A picture comes from anybody, and decoders are large C libraries: whatever one does to its process, the server goes on
and the sender gets a sentence. The processes are spawned (never forked: OpenCV does not survive that everywhere) and
kept warm, because importing OpenCV takes longer than reading a photograph.
"""

import contextlib
import logging
import multiprocessing
import os
import queue
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from assistant.errors import GladeError, InputError
from web.config import TIME_LIMIT_S
from web.errors import Unavailable, Unprocessable
from web.i18n import _

MEMORY_BYTES = 4 << 30
"""Address space of one process; OpenCV, NumPy and a 200-megapixel JPEG together need about 2 GiB of it."""

JOBS_PER_PROCESS = 300
"""Then a fresh process takes its place, so that what leaks somewhere in it never adds up."""

MOST_WAITING = 24
"""Jobs that wait for a process: twenty phones at once. Each holds a thread of the server, and the pages need some."""

_log = logging.getLogger("glade.sandbox")
_spawn = multiprocessing.get_context("spawn")

StageHeard = Callable[[str], None]


class Refused(InputError):
    """The work itself said no (not a picture, no board): code and message as `vision` gave them."""


class Sandbox:
    """Some warm processes; `run` hands a job to the next free one."""

    def __init__(
        self,
        size: int,
        time_limit_s: float = TIME_LIMIT_S,
        memory_bytes: int = MEMORY_BYTES,
        niceness: int = 5,
        most_waiting: int = MOST_WAITING,
    ) -> None:
        self._size = size
        self._time_limit_s = time_limit_s
        self._memory_bytes = memory_bytes
        self._niceness = niceness  # the pages of everybody else come before somebody's photograph
        self._free: queue.Queue[_Child | None] = queue.Queue()
        for _number in range(size):
            self._free.put(None)
        self._closed = False
        self._turns = threading.Semaphore(size + most_waiting)

    def warm(self) -> None:
        """Start the processes now and let them import what they need, without waiting for it."""
        for _number in range(self._size):
            child = self._free.get()
            self._free.put(child or self._start())

    def run(self, job: str, *args: object, on_stage: StageHeard | None = None) -> Any:
        """The result of `web.photos.work.JOBS[job](*args)` in another process.

        Raises
        ------
        Refused
            What the work refuses.
        Unprocessable
            The picture killed its process, or took too long or too much memory.
        Unavailable
            Too many wait already.
        """
        if not self._turns.acquire(blocking=False):
            raise _too_many()
        try:
            return self._run(job, args, on_stage)
        finally:
            self._turns.release()

    def _run(self, job: str, args: tuple[object, ...], on_stage: StageHeard | None) -> Any:
        try:
            child = self._free.get(timeout=self._time_limit_s)
        except queue.Empty:
            raise _too_many() from None
        try:
            if child is None or not child.is_alive():
                child = self._start()
            return child.run(job, args, on_stage, self._time_limit_s)
        finally:
            if child is not None and (child.is_broken or child.jobs >= JOBS_PER_PROCESS or self._closed):
                child.stop()
                child = None
            self._free.put(child)

    def close(self) -> None:
        """End all processes; one at work ends when its job is done."""
        self._closed = True
        with contextlib.suppress(queue.Empty):
            while True:
                child = self._free.get_nowait()
                if child is not None:
                    child.stop()

    def _start(self) -> "_Child":
        return _Child(self._memory_bytes, self._niceness)


class _Child:
    """One process and the pipe to it."""

    def __init__(self, memory_bytes: int, niceness: int) -> None:
        self.jobs = 0
        self.is_broken = False
        self._pipe, theirs = _spawn.Pipe()
        self._process = _spawn.Process(target=_serve, args=(theirs, memory_bytes, niceness), daemon=True)
        self._process.start()
        theirs.close()

    def is_alive(self) -> bool:
        return self._process.is_alive()

    def run(self, job: str, args: tuple[object, ...], on_stage: StageHeard | None, time_limit_s: float) -> Any:
        self.jobs += 1
        self.is_broken = True  # until the answer is here
        end = time.monotonic() + time_limit_s
        try:
            self._pipe.send((job, args))
            while True:
                if not self._pipe.poll(max(0.0, end - time.monotonic())):
                    _log.warning("%s took longer than %.0f s", job, time_limit_s)
                    raise Unprocessable(
                        "photo-too-slow",
                        _("Reading this photo took too long and was stopped. Take it again, or enter it by hand."),
                    )
                kind, value = self._pipe.recv()
                if kind == "stage":
                    if on_stage and not self._pipe.poll():  # one that is over already would only hold up what follows
                        on_stage(value)
                    continue
                self.is_broken = False
                return _result(job, kind, value)
        except (EOFError, OSError) as err:
            self._process.join(timeout=1)
            _log.warning("%s ended its process (exit code %s)", job, self._process.exitcode)
            raise Unprocessable(
                "photo-unreadable",
                _("This file could not be opened as a picture. Save it as JPEG, or take the photo again."),
            ) from err

    def stop(self) -> None:
        self._process.kill()
        self._process.join(timeout=5)
        self._pipe.close()
        if self._process.exitcode is not None:
            self._process.close()


def _too_many() -> Unavailable:
    return Unavailable("readers-busy", _("Too many photos at once. Try again in a moment."))


def _result(job: str, kind: str, value: Any) -> Any:
    if kind == "done":
        return value
    if kind == "refused":
        raise Refused(*value)
    if kind == "memory":
        raise Unprocessable(
            "photo-too-large", _("This picture needs more memory than there is. Send a smaller one, as JPEG.")
        )
    _log.error("%s failed in its process:\n%s", job, value)
    raise Unprocessable(
        "photo-unreadable", _("Reading this photo failed inside Glade. Take it again, or enter the board by hand.")
    )


def _serve(pipe: Connection, memory_bytes: int, niceness: int) -> None:
    """What the process does: import everything, then one job after the other until the pipe is closed."""
    import signal
    import traceback

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C in the terminal is the server's business
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        os.nice(niceness)
    os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")
    from web.photos import work

    work.prepare()
    while True:
        try:
            job, args = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            answer = ("done", work.JOBS[job](*args, lambda stage: pipe.send(("stage", stage))))
        except GladeError as err:
            answer = ("refused", (err.code, err.message))
        except MemoryError:
            answer = ("memory", None)
        except Exception:
            answer = ("failed", traceback.format_exc())
        with contextlib.suppress(OSError):
            pipe.send(answer)
