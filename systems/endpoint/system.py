"""An endpoint as a system like any other: a card for the site, and an answer to a file, a replicate by its seed."""

import hashlib
import os
import resource
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from importlib import metadata
from pathlib import Path

import httpx

from records.attempt import Attempt, Begun
from records.errors import GroundTruthError, one
from records.fields import Family
from records.lines import canonical, strict_json
from records.money import decimal_from_text
from records.price import Price
from records.probe import Probe
from records.run import SystemCard
from systems.endpoint.card import Card, address
from systems.endpoint.client import Client, body_bytes
from systems.endpoint.journal import Journal
from systems.endpoint.page_text import page_text, pictures
from systems.endpoint.processor import process_of
from systems.endpoint.replies import UNPINNED, Status
from systems.endpoint.wording import body, most_tokens, seed_of
from systems.readers import RapidOCR, Reader, TextLayer
from systems.system import one_line

HERE = Path(__file__).resolve().parent
#: Set by the door of sweeps for the processes that ask: what they may spend, the list price (a Price as JSON), and that the
#: documents are public. The journal keeps answers in the clear, so without that word nothing is asked.
BUDGET, PRICE, SPLIT = (f"GROUND_TRUTH_{name}" for name in ("BUDGET_USD", "LIST_PRICE", "ENDPOINT_SPLIT"))
PUBLIC = "public"
JOURNAL = "calls.jsonl"
READS = {"text_layer": "pdfium text layer", "ocr": "RapidOCR, PP-OCRv6 small", "pictures": "page pictures"}
PACKAGES = {"text_layer": ("pypdfium2",), "ocr": ("rapidocr", "onnxruntime", "pypdfium2"), "pictures": ("pypdfium2",)}
#: Texts of read documents kept at a time, so that replicates do not read the page again.
KEPT = 4096


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer as a worker hands it on: the fields of `systems.system.Answer`, with the ends a model can come to beside its own.

    `cpu_seconds` is "" where the endpoint's processor is not ours to see: our own waiting would pass for the model's work.
    A class of its own, since that file's bytes are in the fingerprints of recorded runs.
    """

    status: Status
    text: str | None
    detail: str
    seconds: str
    cpu_seconds: str


@dataclass
class Endpoint:
    """Asks one endpoint for answers. `folder` holds its calls, its pace and what the probe measured."""

    spec: Card
    card: SystemCard
    folder: Path
    _client: Client | None = field(default=None, repr=False)
    _reader: Reader | None = field(default=None, repr=False)
    _pages: dict[str, Sequence[str] | Sequence[bytes]] = field(default_factory=dict, repr=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    def prepare(self) -> None:
        """Load the reader, find the endpoint. Raises GroundTruthError where address, budget or probe are missing."""
        self._reader = _reader(self.spec)
        if self._reader is not None:
            self._reader.prepare()
        self._client = client(self.spec, self.folder)

    def answer(self, pdf: Path, family: Family) -> Answered:
        """The first replicate."""
        return self.replicate(pdf, family, 1)

    def replicate(self, pdf: Path, family: Family, number: int) -> Answered:
        """Replicate `number` of the answer to one file: the same seed always, another for each number."""
        assert self._client is not None, "prepare first"
        cpu = _cpu_seconds()
        try:
            digest = hashlib.sha256(pdf.read_bytes()).hexdigest()
            shown = self._shown(pdf, digest)
        except Exception as error:  # noqa: BLE001 - a reader may fail on a bad file in any way, and each way is an answer
            return Answered("error", None, one_line(f"{type(error).__name__}: {error}"), "0.000", f"{_cpu_seconds() - cpu:.3f}")
        asked = body(self.spec, self._client.address.model, family, shown, seed_of(self.spec.slug, digest, number))
        ended = self._client.ask(asked, _name(self.spec.slug, pdf, digest, number, asked), most_tokens(asked))
        return answered(ended, _cpu_seconds() - cpu)

    def _shown(self, pdf: Path, digest: str) -> Sequence[str] | Sequence[bytes]:
        """What the model is shown of the file, read once for all replicates."""
        with self._lock:
            if digest not in self._pages:
                while len(self._pages) >= KEPT:
                    self._pages.pop(next(iter(self._pages)))
                self._pages[digest] = pictures(pdf) if self._reader is None else [page_text(page) for page in self._reader.read(pdf)]
            return self._pages[digest]


def endpoint(spec: Card, root: Path) -> Endpoint:
    """The system of a card; its calls are kept under `root`/build/endpoint."""
    versions = {name: _version(name) for name in ("httpx", *PACKAGES[spec.input])}
    parts = {
        "card": spec.model_dump(mode="json", exclude={"note", "title", "homepage"}),
        "files": {name: hashlib.sha256((HERE / name).read_bytes()).hexdigest() for name in ("wording.py", "page_text.py", "replies.py")},
        "versions": versions,
    }
    settings = hashlib.sha256(canonical(parts).encode()).hexdigest()
    card = SystemCard(
        slug=spec.slug,
        title=spec.title,
        reader=READS[spec.input],
        extractor=f"{spec.model or 'a model'} by chat completion, {'JSON schema' if spec.schema_answers else 'instructions only'}",
        in_house=False,
        conditions=spec.conditions,
        claims_determinism=False,
        versions=versions
        | ({"weights": spec.weights_sha256} if spec.weights_sha256 else {})
        | ({"runtime": spec.runtime} if spec.runtime else {}),
        fingerprint=settings if spec.weights_sha256 else UNPINNED,
        homepage=spec.homepage,
        note=spec.note,
    )
    return Endpoint(spec, card, root / "build" / "endpoint" / f"{spec.slug}-{settings[:12]}")


def client(spec: Card, folder: Path, environment: Mapping[str, str] = os.environ) -> Client:
    """The client of a card with what the environment says. Raises GroundTruthError naming what is missing."""
    price = list_price(environment)
    if environment.get(SPLIT) != PUBLIC:
        reason = "an endpoint is asked about public documents alone: its journal keeps answers in the clear"
        raise GroundTruthError(one(spec.slug, reason, remedy=f"run python -m systems sweep {spec.slug}"))
    journal = Journal(folder / JOURNAL, budget(price, environment))
    return Client(
        card=spec,
        address=address(spec, environment),
        journal=journal,
        http=httpx.Client(limits=httpx.Limits(max_connections=64)),
        price=price,
        interval=measured(folder, spec.slug).interval(),
        process=process_of(environment),
    )


def list_price(environment: Mapping[str, str] = os.environ) -> Price | None:
    """The list price that the door found, None where there is none."""
    text = environment.get(PRICE, "")
    return Price.model_validate(strict_json(text)) if text else None


def budget(price: Price | None, environment: Mapping[str, str] = os.environ) -> Decimal | None:
    """The most to be spent in USD of list price, None for no limit. Raises GroundTruthError where it cannot be kept."""
    text = environment.get(BUDGET, "")
    if not text:
        return None
    try:
        limit = decimal_from_text(text)
    except ValueError:
        raise GroundTruthError(one(BUDGET, f"{text[:20]!r} is not an amount", remedy="write it as 5.00")) from None
    if limit < 0:
        raise GroundTruthError(one(BUDGET, "is less than nothing", remedy="write it as 5.00"))
    if price is None:
        raise GroundTruthError(one(BUDGET, "there is no list price to count by", remedy="add one to data/prices/prices.jsonl"))
    return limit


def measured(folder: Path, slug: str) -> Probe:
    """What the probe measured. Raises GroundTruthError where nothing was probed yet."""
    path = folder / "probe.json"
    if not path.is_file():
        raise GroundTruthError(one(slug, "was not probed yet", remedy=f"run python -m systems.endpoint probe {slug}"))
    return Probe.model_validate_json(path.read_text(encoding="utf-8"))


def answered(ended: Attempt, own: float) -> Answered:
    """The end of a call as an answer to a file. CPU seconds are the server's and our `own`, or "" where the server's cannot be seen."""
    cpu = "" if ended.cpu_seconds is None else f"{float(ended.cpu_seconds) + own:.3f}"
    return Answered(status=ended.status, text=ended.text, detail=ended.detail, seconds=ended.seconds, cpu_seconds=cpu)


def _name(slug: str, pdf: Path, digest: str, number: int, asked: dict[str, object]) -> Begun:
    """Which call this is: the same name for the same file, settings and replicate."""
    prompt = hashlib.sha256(body_bytes(asked)).hexdigest()
    call = hashlib.sha256(f"{slug}/{digest}/{number}/{prompt}".encode()).hexdigest()[:32]
    return Begun(call=call, attempt=0, document=pdf.stem, replicate=number, reserved=None, prompt_sha256=prompt)


def _reader(spec: Card) -> Reader | None:
    readers: dict[str, type[TextLayer] | type[RapidOCR]] = {"text_layer": TextLayer, "ocr": RapidOCR}
    return readers[spec.input]() if spec.input in readers else None


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "not installed"


def _cpu_seconds() -> float:
    used = time.process_time()
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used + children.ru_utime + children.ru_stime
