"""Laying open: one document of an edition in use, or everything of one that is retired. Pure but for the fingerprints.

What is made here is published. The keys leave `Secret` in `keys` alone.
"""

import json
from collections.abc import Iterable, Mapping, Sequence

from generator.private import CORPUS, commit
from generator.private.edition import Edition, families
from generator.private.fingerprint import generator_digest, graders_digest
from generator.private.lane import Grader, published_keys
from records.commitment import Commitment, Opened, PrivateAnswer
from records.document import Condition, Label
from records.errors import GroundTruthError, Problem, one
from records.lines import canonical, parse_line
from records.retired import RetiredKeys, Retirement, RevealedAnswer, RevealedDocument, RevealedPayload
from records.run import Run
from records.verdict import PrivateVerdict

_LANE = "private lane"
_OTHER = "check out the commit the edition was made with, with its locked libraries"


def opened(edition: Edition, n: int, payload: str, commitments: Sequence[Commitment], date: str) -> Opened:
    """Document n as an opening, dated. Raises GroundTruthError where it is none of the edition's commitments."""
    nonce = edition.secret.nonce(CORPUS, edition.split, n)
    leaves = [bytes.fromhex(item.commitment) for item in commitments]
    try:
        opening = commit.opening(CORPUS, edition.split, n, nonce, payload.encode("utf-8"), leaves)
    except ValueError:
        raise GroundTruthError(one(_LANE, f"document {n} regenerates to another commitment", remedy=_OTHER)) from None
    return Opened(commitment=commitments[opening.leaf_index].commitment, date=date, opening=opening)


def keys(edition: Edition) -> RetiredKeys:
    """The edition's keys as they are published."""
    return RetiredKeys(**edition.secret.retired())


def documents(edition: Edition, payloads: Iterable[tuple[int, str]], commitments: Sequence[Commitment]) -> list[RevealedDocument]:
    """Every document with its commitment. Raises GroundTruthError unless they are exactly those committed to."""
    found = []
    for n, payload in payloads:
        nonce = edition.secret.nonce(CORPUS, edition.split, n)
        item = commit.commitment(CORPUS, edition.split, n, nonce, payload.encode("utf-8")).hex()
        found.append(RevealedDocument(n=n, commitment=item, payload=payload))
    strange = {item.commitment for item in found} ^ {item.commitment for item in commitments}
    if strange or len(found) != len(families(edition.plan)):
        reason = f"{max(1, len(strange) // 2)} documents regenerate to other commitments"
        raise GroundTruthError(one(_LANE, reason, remedy=_OTHER))
    return found


def answers(
    edition: Edition, run: Run, committed: Sequence[PrivateAnswer], sealed: Mapping[str, bytes], where: str
) -> list[RevealedAnswer]:
    """A run's raw answers, taken out of their seals and compared with their commitments. `where` names the sealed file.

    Raises GroundTruthError naming how many are lost and each that is not what was committed to.
    """
    lost = [answer for answer in committed if answer.answer not in sealed]
    if lost:
        remedy = "put the edition's sealed answers back beside its keys: without them nobody can grade again"
        raise GroundTruthError(one(where, f"{len(lost)} of {len(committed)} sealed answers of {run.id} are not here", remedy=remedy))
    found, problems = [], []
    for answer in committed:
        said = edition.secret.seal(answer.answer, sealed[answer.answer])
        if _committed(edition, run, answer, said) == answer.answer:
            place = {"commitment": answer.commitment, "condition": answer.condition, "replicate": answer.replicate}
            found.append(RevealedAnswer.model_validate(place | {"said": said.decode("ascii")}))
        else:
            reason = f"the sealed answer {answer.answer[:12]} of {run.id} is not the one committed to"
            problems.append(Problem(file=where, line=None, reason=reason, remedy="restore the file"))
    if problems:
        raise GroundTruthError(problems)
    return found


def _committed(edition: Edition, run: Run, answer: PrivateAnswer, said: bytes) -> str:
    try:
        status, text = json.loads(said.decode("ascii"))
    except ValueError:
        return ""
    item, place = bytes.fromhex(answer.commitment), (answer.condition, answer.replicate)
    return edition.secret.answer(item, run=run.id, system=run.system.slug, condition=place[0], replicate=place[1], status=status, text=text)


def regraded(documents: Sequence[RevealedDocument], said: Sequence[RevealedAnswer], grade: Grader) -> list[PrivateVerdict]:
    """The verdicts that graders give a run's answers now, from the labels inside the payloads.

    None where an answer's document is not among these or it is no list of status and text: whoever compares names that.
    """
    payloads = {found.commitment: parse_line(f"document {found.n}", 1, found.payload, RevealedPayload) for found in documents}
    places: dict[tuple[str, Condition], dict[int, str]] = {}
    for answer in (answer for answer in said if answer.commitment in payloads and _is_reply(answer.said)):
        places.setdefault((answer.commitment, answer.condition), {})[answer.replicate] = answer.said
    return [_verdict(item, condition, payloads[item], replies, grade) for (item, condition), replies in sorted(places.items())]


def _is_reply(said: str) -> bool:
    try:
        found = json.loads(said)
    except ValueError:
        return False
    return isinstance(found, list) and len(found) == 2


def _verdict(item: str, condition: Condition, payload: RevealedPayload, replies: Mapping[int, str], grade: Grader) -> PrivateVerdict:
    labels = [parse_line("label", 1, canonical({"document": "private", **label}), Label) for label in payload.labels]
    judged = grade(payload.family, payload.conventions, labels, condition, [tuple(json.loads(replies[n])) for n in sorted(replies)])
    names = published_keys([found.label for found in judged])
    outcomes = {name: found.outcomes for name, found in zip(names, judged, strict=True)}
    return PrivateVerdict(commitment=item, family=payload.family, condition=condition, outcomes=outcomes)


def retirement(edition: Edition, date: str, revision: str, tools: str, files: Iterable[str], note: str) -> Retirement:
    """The record that says what was retired and what can make it again."""
    return Retirement(
        edition=edition.plan.edition,
        split=edition.split,
        date=date,
        revision=revision,
        generator=generator_digest(),
        graders=graders_digest(),
        tools=tools,
        files=tuple(sorted(files)),
        note=note,
    )
