"""Calls to an endpoint: what each was, how it ended, what it used. No text of a document or an answer."""

from typing import Annotated

from pydantic import Field

from records.document import Record
from records.verdict import Status

CallId = Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]


class Begun(Record):
    """A call about to be made, made durable first: what it may cost at most is reserved.

    A begun call without an end is in doubt: it may have been paid for. `reserved` is USD of list
    price, None without a price. `prompt_sha256` is of the request body.
    """

    call: CallId
    attempt: int
    document: str
    replicate: int
    reserved: str | None
    prompt_sha256: str


class Attempt(Record):
    """A call that ended. `http` is the response's status, 0 where there was none.

    `seconds` is wall time; `cpu_seconds` are the server's, None where its processor is not ours to see.
    `final` says that this is the answer: nothing more is asked for it. `text` is the answer, kept in
    the journal only so that a killed sweep asks nothing twice; None in what is committed.
    """

    call: CallId
    attempt: int
    document: str
    replicate: int
    http: int
    status: Status
    final: bool
    detail: str = ""
    finish: str = ""
    seconds: str
    cpu_seconds: str | None = None
    tokens_in: int | None
    tokens_out: int | None
    usd: str | None
    fingerprint: str
    logprob: str | None = None
    prompt_sha256: str = ""
    text: str | None = None
