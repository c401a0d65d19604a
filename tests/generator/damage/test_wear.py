"""Scanners and thermal paper: worn as declared."""

import numpy as np

from generator.damage.picture import Grey
from generator.damage.wear import Wear, faded, heavy_wear, light_wear, worn
from generator.draw import Draw

PAGE: Grey = np.full((600, 500), 255, np.uint8)
PAGE[::20, 40:460] = 0


def test_wear_stays_within_what_is_declared() -> None:
    """Over 500 draws: light at most 0.7 degrees (tangent 0.01222), heavy at most 2.5 (0.04366), JPEG about 60 and 25 to 34."""
    for number in range(500):
        light, heavy = (wear(Draw(bytes([number % 256, number // 256]))) for wear in (light_wear, heavy_wear))
        assert abs(light.slope) <= 0.01222 * 65536 + 1
        assert abs(heavy.slope) <= 0.04366 * 65536 + 1
        assert 56 <= light.quality <= 66
        assert 25 <= heavy.quality <= 34
        assert heavy.noise > light.noise or heavy.ink > light.ink


def test_no_wear_changes_nothing() -> None:
    """With every part at zero the page comes back as it was."""
    plain = Wear(dpi=150, slope=0, mix=0, noise=0, ink=0, light=(255, 0, 0), quality=90)
    assert np.array_equal(worn(PAGE, plain, Draw(b"none")), PAGE)


def test_heavy_is_coarser_and_darker_than_light() -> None:
    """Fewer dots, and dimmer paper."""
    light, heavy = (worn(PAGE, wear(Draw(b"wear")), Draw(b"x")) for wear in (light_wear, heavy_wear))
    assert light.shape == PAGE.shape
    assert heavy.shape[0] < PAGE.shape[0]
    assert heavy.mean() < light.mean()


def test_faint_print_has_little_contrast_but_some() -> None:
    """Over 40 draws, between the darkest and the lightest tenth lie 40 to 120 levels; a light scan has over 150."""
    page = np.full((400, 400), 255, np.uint8)
    page[:, 100:200] = 0
    for number in range(40):
        found = faded(page, Draw(bytes([number]))).astype(int)
        low, high = np.percentile(found, (5, 95))
        assert 40 <= high - low <= 120
    light = worn(page, light_wear(Draw(b"wear")), Draw(b"x")).astype(int)
    assert np.percentile(light, 95) - np.percentile(light, 5) > 150
