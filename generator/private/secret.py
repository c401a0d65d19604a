"""The three keys of a private edition: K_nonce, K_seed, r32. Read, written and held without ever being shown.

Text form of a key: `gtk1_` and 64 hex digits. They come from the environment (GT_K_NONCE, GT_K_SEED,
GT_R32, all three) or from a file of three lines NAME=gtk1_..., mode 0600, outside every repository:
GT_KEYS_FILE, or ~/.config/ground-truth/<edition>.keys.
"""

import os
import re
import secrets
import stat
from collections.abc import Callable, MutableMapping
from pathlib import Path
from typing import NoReturn, SupportsIndex

from generator.private import commit
from records.errors import GroundTruthError, one

PREFIX = "gtk1_"
NAMES = ("GT_K_NONCE", "GT_K_SEED", "GT_R32")
_KEY = re.compile(r"gtk1_[0-9a-f]{64}")


class Closed:
    """An object that no general tool prints or takes apart: not repr, pickle, copy, vars, iteration or a schema. Equality is identity."""

    __slots__ = ("__weakref__",)
    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"

    def __format__(self, spec: str) -> str:
        return repr(self)

    def __reduce_ex__(self, protocol: SupportsIndex) -> NoReturn:
        self._refuse("pickled")

    def __getstate__(self) -> NoReturn:
        self._refuse("pickled")

    def __copy__(self) -> NoReturn:
        self._refuse("copied")

    def __deepcopy__(self, memo: object) -> NoReturn:
        self._refuse("copied")

    def __dir__(self) -> list[str]:
        return []

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: object) -> NoReturn:
        raise TypeError(f"{cls.__name__} has no schema")

    def _refuse(self, what: str) -> NoReturn:
        raise TypeError(f"{type(self).__name__} cannot be {what}")


class Sealed(Closed):
    """A closed object whose content is held by a function, so that even a walk over slots finds nothing to print."""

    __slots__ = ("_open",)


class Secret(Sealed):
    """The keys of one edition. Its methods give only what the construction derives from them."""

    __slots__ = ()
    _open: Callable[[], tuple[bytes, bytes, bytes]]

    def __init__(self, k_nonce: bytes, k_seed: bytes, r32: bytes) -> None:
        if any(len(key) != commit.KEY_BYTES for key in (k_nonce, k_seed, r32)):
            raise ValueError("a key that is not 32 bytes")
        self._open = lambda: (k_nonce, k_seed, r32)

    def nonce(self, corpus: str, split: str, n: int) -> bytes:
        """nonce_n, 32 bytes."""
        return commit.item_nonce(self._open()[0], corpus, split, n)

    def seed(self, corpus: str, split: str, n: int) -> bytes:
        """rng_n, 32 bytes."""
        return commit.item_seed(self._open()[1], corpus, split, n)

    def canary(self, corpus: str, split: str) -> str:
        """The word that stands in every private document of the split."""
        return commit.canary(self._open()[1], corpus, split)

    def seed_commit(self, corpus: str, split: str) -> str:
        """The published commitment to K_seed, hex."""
        _, k_seed, r32 = self._open()
        return commit.seed_commit(r32, k_seed, corpus, split).hex()

    def answer(self, item: bytes, *, run: str, system: str, condition: str, replicate: int, status: str, text: str | None) -> str:
        """The commitment to one raw answer, hex."""
        return commit.answer_commitment(
            self._open()[0], item, run=run, system=system, condition=condition, replicate=replicate, status=status, text=text
        ).hex()

    def retired(self) -> dict[str, str]:
        """The three keys in hex, by the names of `records.retired.RetiredKeys`: for `retire` alone, after which they are no secret."""
        return dict(zip(("k_nonce", "k_seed", "r32"), (key.hex() for key in self._open()), strict=True))

    def seal(self, committed: str, said: bytes) -> bytes:
        """A raw answer closed, or opened again, under its commitment (hex)."""
        return commit.seal_answer(self._open()[0], bytes.fromhex(committed), said)


def fresh() -> Secret:
    """New keys from the operating system's random source."""
    return Secret(*(secrets.token_bytes(commit.KEY_BYTES) for _ in NAMES))


def default_file(edition: str, environment: MutableMapping[str, str]) -> Path:
    """Where an edition's keys lie: GT_KEYS_FILE, or ~/.config/ground-truth/<edition>.keys."""
    named = environment.get("GT_KEYS_FILE")
    return Path(named).expanduser() if named else Path.home() / ".config" / "ground-truth" / f"{edition}.keys"


def find(edition: str, environment: MutableMapping[str, str], file: Path | None = None) -> Secret:
    """The edition's keys from `file`, the environment, or the default file, in this order.

    The variables are taken out of `environment`, so that no program started later inherits them.
    Raises GroundTruthError with one line that names the place and never the content.
    """
    given = {name: environment.pop(name) for name in NAMES if name in environment}
    if file is None and given:
        return _parse("environment", given, "set all of " + ", ".join(NAMES))
    return read(file or default_file(edition, environment))


def available(edition: str, environment: MutableMapping[str, str], file: Path | None = None) -> bool:
    """Whether keys are at hand at all (they may still be refused)."""
    return file is not None or any(name in environment for name in NAMES) or os.path.lexists(default_file(edition, environment))


def read(path: Path) -> Secret:
    """The keys in a file. Refuses a mode wider than 0600, another's file, a link, and any place in a git work tree."""
    refuse_repository(path)
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except OSError as error:
        remedy = "set GT_KEYS_FILE or put the edition's key file back; lost keys close the edition to new runs"
        raise GroundTruthError(one(str(path), f"keys cannot be read: {(error.strerror or 'unknown').lower()}", remedy=remedy)) from None
    try:
        _refuse_mode(path, os.fstat(handle))
        text = os.read(handle, 4096).decode("ascii", "replace")
    finally:
        os.close(handle)
    return _parse(str(path), _pairs(str(path), text), "restore the file: three lines NAME=gtk1_ and 64 hex digits")


def write(path: Path, secret: Secret) -> None:
    """Write keys to a new file of mode 0600 in a folder of mode 0700. Refuses to replace a file."""
    refuse_repository(path)
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    text = "".join(f"{name}={PREFIX}{key.hex()}\n" for name, key in zip(NAMES, secret._open(), strict=True))
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise GroundTruthError(
            one(str(path), f"keys cannot be written: {(error.strerror or 'unknown').lower()}", remedy="name another file with --keys")
        ) from None
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(text.encode("ascii"))
            stream.flush()
            os.fsync(stream.fileno())
    except OSError as error:
        # Half a key is no key, and would stand in the way of the next try.
        path.unlink(missing_ok=True)
        reason = f"keys cannot be written: {(error.strerror or 'unknown').lower()}"
        raise GroundTruthError(one(str(path), reason, remedy="make room; nothing was committed to")) from None


def _pairs(where: str, text: str) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        name, equals, value = line.partition("=")
        if not equals or name not in NAMES or name in pairs:
            raise GroundTruthError(
                one(where, "not a key line, or a name twice", line=number, remedy="three lines NAME=gtk1_ and 64 hex digits")
            )
        pairs[name] = value
    return pairs


def _parse(where: str, given: dict[str, str], remedy: str) -> Secret:
    missing = [name for name in NAMES if name not in given]
    if missing:
        raise GroundTruthError(one(where, f"missing {', '.join(missing)}", remedy=remedy))
    malformed = [name for name in NAMES if not _KEY.fullmatch(given[name])]
    if malformed:
        raise GroundTruthError(one(where, f"malformed {', '.join(malformed)}", remedy=remedy))
    if len(set(given.values())) != len(NAMES):
        raise GroundTruthError(one(where, "two keys are the same", remedy=remedy))
    return Secret(*(bytes.fromhex(given[name].removeprefix(PREFIX)) for name in NAMES))


def _refuse_mode(path: Path, status: os.stat_result) -> None:
    if not stat.S_ISREG(status.st_mode):
        raise GroundTruthError(one(str(path), "not a regular file", remedy="keys lie in a plain file"))
    if status.st_uid != os.geteuid():
        raise GroundTruthError(one(str(path), "belongs to another user", remedy="keys belong to who runs the lane"))
    if status.st_mode & 0o177:
        raise GroundTruthError(
            one(
                str(path),
                f"mode {stat.S_IMODE(status.st_mode):04o} is wider than 0600",
                remedy="chmod 600, and make a new edition if others could read it",
            )
        )


def refuse_repository(path: Path) -> None:
    """Raise GroundTruthError where a path lies in a git work tree."""
    # The folder is resolved, not the file: a link is refused by O_NOFOLLOW, a linked folder is judged by where it leads.
    folder = path.absolute().parent.resolve()
    for parent in (folder, *folder.parents):
        if (parent / ".git").exists():
            raise GroundTruthError(one(str(path), "inside a git work tree", remedy="keep keys and raw answers outside every repository"))
