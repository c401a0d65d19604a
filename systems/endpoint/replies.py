"""What an endpoint said: the body of its response as a status and a text, and what it cost. Pure.

The text is what the model wrote, unparsed: a reasoning prefix or a fence around it is the graders'
business (`graders/answer.py`), and so is everything that is wrong inside.
"""

import json
import math
from typing import Any, Literal, NamedTuple

Status = Literal["ok", "truncated", "refused", "error", "timeout", "unparseable"]
#: Ends that a provider states and what they are to us; any other end with a text is an answer.
FINISHES: dict[str, Status] = {"length": "truncated", "content_filter": "refused"}
UNPINNED = "unpinned"
#: No answer to one document is longer; what is beyond is not read.
MOST_BYTES = 32_000_000


class Reply(NamedTuple):
    """One response: its end, its text (None unless "ok"), what was wrong in one line, and what it took.

    `tokens_in` and `tokens_out` are None where the endpoint does not say; `logprob` is the mean log
    probability of the tokens written, decimal text, None where it is not reported.
    """

    status: Status
    text: str | None
    detail: str = ""
    finish: str = ""
    tokens_in: int | None = None
    tokens_out: int | None = None
    fingerprint: str = UNPINNED
    logprob: str | None = None


def reply(data: bytes) -> Reply:
    """The reply in a response of status 200. A body that is no chat completion is "unparseable".

    >>> reply(b'{"choices": [{"message": {"content": "{}"}, "finish_reason": "stop"}]}').status
    'ok'
    """
    if len(data) > MOST_BYTES:
        return Reply("unparseable", None, f"the response has more than {MOST_BYTES // 1_000_000} MB")
    try:
        said = json.loads(data)
        choice = said["choices"][0]
        message = choice["message"]
        told = _told(said, choice)
        return told._replace(**_end(choice, message))
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError) as error:
        return Reply("unparseable", None, f"the response is no chat completion: {type(error).__name__}")


def _told(said: Any, choice: Any) -> Reply:
    usage = said.get("usage") or {}
    return Reply(
        "ok",
        None,
        finish=str(choice.get("finish_reason") or "")[:40],
        tokens_in=_count(usage.get("prompt_tokens")),
        tokens_out=_count(usage.get("completion_tokens")),
        fingerprint=str(said.get("system_fingerprint") or UNPINNED)[:80],
        logprob=_mean_logprob(choice.get("logprobs")),
    )


def _end(choice: Any, message: Any) -> dict[str, Any]:
    text, refusal = message.get("content"), message.get("refusal")
    ended: Status = FINISHES.get(str(choice.get("finish_reason")), "ok")
    if refusal:
        return {"status": "refused", "detail": "the model declined"}
    if ended != "ok":
        return {"status": ended, "detail": f"finish_reason {choice.get('finish_reason')}"}
    if not isinstance(text, str) or "{" not in text:
        return {"status": "unparseable", "detail": "no JSON object in the text" if text else "no text"}
    return {"text": text}


def _count(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 10**9 else None


def _mean_logprob(logprobs: Any) -> str | None:
    found = [token.get("logprob") for token in ((logprobs or {}).get("content") or [])]
    numbers = [float(value) for value in found if isinstance(value, (int, float)) and math.isfinite(value)]
    return f"{sum(numbers) / len(numbers):.6f}" if numbers else None
