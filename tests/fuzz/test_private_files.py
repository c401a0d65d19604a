"""The lane's own files, met damaged: keys are read or refused without a word of them, sealed answers read as far as they are whole."""

import tempfile
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from generator.private import secret
from generator.private.files import read_sealed
from tests.fuzz.damage import BOUNDED, damaged, refused

KEYS = b"".join(f"{name}=gtk1_{digit * 64}\n".encode() for name, digit in zip(secret.NAMES, "abc", strict=True))
SEALED = b'{"answer": "' + b"ab" * 32 + b'", "sealed": "QUJD"}\n'


@BOUNDED
@given(damaged([KEYS]) | st.binary(max_size=200))
def test_a_damaged_key_file_is_read_or_refused(data: bytes) -> None:
    """Each refusal names the file and never a digit of a key."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "x.keys")
        path.write_bytes(data)
        path.chmod(0o600)
        for line in refused(lambda: secret.read(path)):
            assert not any(digit * 8 in line for digit in "abc") and "gtk1_" not in line.replace("gtk1_ and 64", "")


@BOUNDED
@given(damaged([SEALED * 3]) | st.just(b"[" * 100_000 + b"\n" + SEALED))
def test_damaged_sealed_answers_are_read_as_far_as_they_are_whole(data: bytes) -> None:
    """Never anything but a table of bytes by commitment; an undamaged line is found."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "x.jsonl")
        path.write_bytes(data)
        found = read_sealed(path)
        assert all(isinstance(value, bytes) for value in found.values())
        assert SEALED.strip() not in data.splitlines() or found["ab" * 32] == b"ABC"
