"""What is committed of the calls of a run."""

from records.attempt import Attempt
from systems.endpoint.asked import published


def ended(file: str, replicate: int, attempt: int = 1) -> Attempt:
    """A call about one file."""
    return Attempt(
        call="0" * 32,
        attempt=attempt,
        document=file,
        replicate=replicate,
        http=200,
        status="ok",
        final=True,
        seconds="1.000",
        tokens_in=1,
        tokens_out=1,
        usd=None,
        fingerprint="unpinned",
        text='{"INVOICE_NUMBER": "1"}',
    )


def test_calls_of_the_runs_own_documents_are_committed_without_their_answers() -> None:
    """In order of file, replicate and attempt; what another, larger run asked of the same endpoint is not this one's."""
    calls = [ended("inv-0002.light", 1), ended("inv-0001.clean", 2), ended("inv-0003.clean", 1), ended("inv-0001.clean", 1, 2)]
    found = published(calls, {"inv-0001", "inv-0002"})
    assert [(one.document, one.replicate) for one in found] == [("inv-0001.clean", 1), ("inv-0001.clean", 2), ("inv-0002.light", 1)]
    assert all(one.text is None for one in found)
