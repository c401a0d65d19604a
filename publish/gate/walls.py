"""Walls around the process that renders again (L3): what it may open, and that it may start or reach nothing.

Raised after everything is imported and before the payload is read, in this order. What each defends against:

- nothing inherited: no environment, a working directory that holds nothing of ours, no descriptor but the standard
  three (the caller sees to this), so that no key can be found where keys are usually left
- limits of the system: no file may grow by a byte, no core is dumped, and no process is started by anyone but root
- Landlock, where the kernel has it: the kernel itself refuses to open or list any file but the readable ones, to
  write anywhere, and to connect or listen by TCP; also to root, to native code and to any child
- an audit hook: refuses every event of the interpreter that is not on the list, such as opening other files,
  sockets of any kind, programs, forks, threads and ctypes; it cannot be removed, and remembers what it refused, so
  that swallowing the error does not help

What they do not defend against: native code where there is no Landlock; UDP and named sockets from native code; and
asking whether a file exists. They are walls against our own mistakes, not a prison for hostile code.
"""

import os
import resource
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

#: Events that reach nothing outside the interpreter. Whatever is neither here nor in _PLACES is refused.
_HARMLESS = frozenset(
    {"import", "compile", "exec", "marshal.loads", "marshal.load", "code.__new__", "function.__new__", "builtins.id"}
    | {"object.__getattr__", "object.__setattr__", "object.__delattr__", "array.__new__", "re._compile"}
    | {"sys._getframe", "sys._getframemodulename", "sys.excepthook", "sys.unraisablehook", "gc.get_objects"}
    | {"cpython._PySys_ClearAuditHooks", "cpython.PyInterpreterState_Clear"}
)
#: Events about a place in the file system: allowed where it is readable, and where nothing is to be written.
_PLACES = frozenset({"open", "os.listdir", "os.scandir"})
#: Modules of native code that lead outside without an event of their own; they may not be imported, and are forgotten where they were.
_LEADING_OUT = frozenset({"_posixsubprocess", "_ctypes", "_socket", "_ssl", "_multiprocessing", "_sqlite3", "mmap", "_testcapi"})
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


class Walls(NamedTuple):
    """Which walls stand, in words, and the list to which the hook adds what it refuses."""

    names: tuple[str, ...]
    refused: list[str]


def raise_walls(readable: Sequence[Path]) -> Walls:
    """Close this process in for good: of the file system only what lies below `readable` can be read, nothing written.

    Whether the kernel has Landlock is found out here; the other walls always stand.
    """
    roots = tuple(os.path.realpath(path) for path in readable if path.exists())
    limit()
    names = ["no environment", "limits", *([f"Landlock {abi}"] if (abi := landlock(roots)) else []), "audit hook"]
    os.environ.clear()
    for name in _LEADING_OUT:
        sys.modules.pop(name, None)
    refused: list[str] = []
    sys.addaudithook(hook(roots, refused))
    return Walls(tuple(names), refused)


def limit() -> None:
    """No file may be written to, no memory dumped and (but for root) no process started; processor time ends some day."""
    for which, most in ((resource.RLIMIT_FSIZE, 0), (resource.RLIMIT_CORE, 0), (resource.RLIMIT_NPROC, 0), (resource.RLIMIT_CPU, 1800)):
        resource.setrlimit(which, (most, most))


def hook(roots: Iterable[str], refused: list[str]) -> Callable[[str, tuple[Any, ...]], None]:
    """The audit hook: raises PermissionError on what is not allowed and notes it in `refused`."""
    inside = tuple(f"{root}{os.sep}" for root in roots)
    itself = frozenset(roots)

    def reads(arguments: tuple[Any, ...]) -> bool:
        place = os.fsdecode(arguments[0]) if isinstance(arguments[0], str | bytes | os.PathLike) else None
        if place is None or (len(arguments) > 2 and _writes(arguments[1], arguments[2])):
            return False
        real = os.path.realpath(place)
        return real.startswith(inside) or real in itself

    def refuse(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "import" and arguments[0] in _LEADING_OUT:
            event = f"import of {arguments[0]}"
        if event in _HARMLESS or (event in _PLACES and reads(arguments)):
            return
        # A place may be named: it is a path of this machine, never content. Other arguments may hold anything.
        told = f"{event} {Path(str(arguments[0])).name[:60]}" if event in _PLACES else event
        refused.append(told)
        raise PermissionError(f"{told} is refused while rendering again")

    return refuse


def _writes(mode: object, flags: object) -> bool:
    return (isinstance(mode, str) and not set(mode).isdisjoint("wax+")) or (isinstance(flags, int) and bool(flags & _WRITING))


# The numbers of Landlock's three system calls and its rights, from linux/landlock.h; the same on every architecture.
_CREATE, _ADD, _RESTRICT = 444, 445, 446
_READ = 1 << 2 | 1 << 3  # read a file, list a folder
_EVERY_RIGHT = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}  # how many rights of files a version knows
_NO_NEW_PRIVILEGES = 38


def landlock(roots: Sequence[str]) -> int:
    """Let the kernel refuse this process everything but reading below `roots`; the version of Landlock, or 0 where there is none.

    Raises OSError where the kernel has it and yet does not close the process in. Source: Documentation/userspace-api/landlock.rst.
    """
    import ctypes

    library = ctypes.CDLL(None, use_errno=True)

    def call(number: int, *arguments: Any) -> int:
        found = int(library.syscall(ctypes.c_long(number), *arguments))
        if found < 0:
            raise OSError(ctypes.get_errno(), f"Landlock: {os.strerror(ctypes.get_errno())}")
        return found

    try:
        version = call(_CREATE, None, ctypes.c_size_t(0), ctypes.c_uint32(1))
    except OSError:
        return 0
    rights = (1 << _EVERY_RIGHT.get(version, 16)) - 1
    words = [rights, *([0b11] if version >= 4 else []), *([0b11] if version >= 6 else [])]  # files, TCP, signals and abstract sockets
    attributes = (ctypes.c_uint64 * len(words))(*words)
    ruleset = call(_CREATE, ctypes.byref(attributes), ctypes.c_size_t(ctypes.sizeof(attributes)), ctypes.c_uint32(0))
    for root in roots:
        folder = os.open(root, os.O_PATH | os.O_CLOEXEC)
        right = _READ if Path(root).is_dir() else 1 << 2
        beneath = right.to_bytes(8, sys.byteorder) + folder.to_bytes(4, sys.byteorder)
        call(_ADD, ctypes.c_int(ruleset), ctypes.c_int(1), ctypes.c_char_p(beneath), ctypes.c_uint32(0))
        os.close(folder)
    if library.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0):
        raise OSError(ctypes.get_errno(), "Landlock: privileges could not be given up")
    call(_RESTRICT, ctypes.c_int(ruleset), ctypes.c_uint32(0))
    os.close(ruleset)
    return version
