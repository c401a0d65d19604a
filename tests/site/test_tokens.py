"""Colours: contrast on the background, and hues that stay apart for every kind of colour vision.

Contrast is WCAG 2.2's ratio. Colour vision is simulated in linear light with the matrices of
Machado, Oliveira and Fernandes 2009 (IEEE TVCG 15:1291, severity 1.0); distance is CIE 1976 ΔE.
"""

import math
import re
from itertools import combinations

import pytest

from publish.assets import TEMPLATES

CSS = (TEMPLATES / "assets" / "site.css").read_text(encoding="utf-8")
#: The ratios SITE.md §3 states, light and dark.
STATED = {
    "ink": (17.6, 16.0),
    "muted": (7.2, 9.0),
    "link": (6.7, 8.8),
    "focus": (10.0, 13.1),
    "control": (4.1, 5.9),
    "ok": (6.4, 6.9),
    "bad": (7.3, 8.8),
    "mid": (7.1, 12.4),
    "none": (6.0, 7.1),
}
VERDICTS = ("ok", "bad", "mid", "none")
MATRICES = {
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
Colour = tuple[float, float, float]


def tokens(dark: bool) -> dict[str, str]:
    """The colour tokens of one scheme, as the style sheet has them."""
    blocks = re.findall(r":root \{(.*?)\}", CSS, re.S)
    return dict(re.findall(r"--([a-z0-9-]+): (#[0-9a-f]{3,6});", blocks[1 if dark else 0]))


def linear(text: str) -> Colour:
    """A hex colour in linear light."""
    digits = "".join(2 * digit for digit in text[1:]) if len(text) == 4 else text[1:]
    values = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    red, green, blue = (value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in values)
    return red, green, blue


def contrast(one: str, other: str) -> float:
    """WCAG contrast ratio."""
    light, dark = sorted((0.2126 * r + 0.7152 * g + 0.0722 * b for r, g, b in map(linear, (one, other))), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def lab(colour: Colour) -> Colour:
    """Linear sRGB to CIE L*a*b* under D65."""
    r, g, b = colour
    xyz = (
        0.4124564 * r + 0.3575761 * g + 0.1804375 * b,
        0.2126729 * r + 0.7151522 * g + 0.072175 * b,
        0.0193339 * r + 0.119192 * g + 0.9503041 * b,
    )
    x, y, z = (_cube_root(value / white) for value, white in zip(xyz, (0.95047, 1.0, 1.08883), strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _cube_root(value: float) -> float:
    return value ** (1 / 3) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116


def seen(colour: Colour, vision: str) -> Colour:
    """A colour as somebody with that vision sees it."""
    red, green, blue = (min(1.0, max(0.0, sum(m * c for m, c in zip(row, colour, strict=True)))) for row in MATRICES[vision])
    return red, green, blue


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("name", sorted(STATED))
def test_contrast_is_what_is_stated(name: str, *, dark: bool) -> None:
    """Each token has the contrast that the design promises, to a tenth."""
    found = tokens(dark)
    assert contrast(found[name], found["bg"]) == pytest.approx(STATED[name][dark], abs=0.06)


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("ground", ["surface", "band"])
def test_text_stays_readable_on_the_other_grounds(ground: str, *, dark: bool) -> None:
    """Text in every tone keeps 4.5 to 1 on cards and on the marked row."""
    found = tokens(dark)
    for name in ("ink", "muted", "link", *VERDICTS):
        assert contrast(found[name], found[ground]) >= 4.5, name


@pytest.mark.parametrize("dark", [False, True])
def test_the_simulated_banner_is_readable(*, dark: bool) -> None:
    """12.3 in light, 9.0 in dark."""
    found = tokens(dark)
    assert contrast(found["sim-ink"], found["sim-bg"]) == pytest.approx((12.3, 9.0)[dark], abs=0.06)


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("vision", sorted(MATRICES))
def test_verdict_hues_stay_apart(vision: str, *, dark: bool) -> None:
    """Any two of the four verdict hues are at least 20 ΔE apart for protan, deutan and tritan vision."""
    found = tokens(dark)
    for one, other in combinations(VERDICTS, 2):
        distance = math.dist(lab(seen(linear(found[one]), vision)), lab(seen(linear(found[other]), vision)))
        assert distance >= 20, (one, other, round(distance, 1))
