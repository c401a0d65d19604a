"""Interval strips: text in SVG that a strict content policy leaves alone."""

from publish.charts import HEIGHT, PAD, WIDTH, Scale, scale, strip
from publish.published import Published


def test_a_strip_has_no_style_and_is_hidden_from_readers_of_text(published: Published) -> None:
    """Presentation attributes only, since the policy blocks inline style."""
    row = next(row for row in published.rows if row.point is not None)
    text = str(strip(row, scale([row])))
    assert "style" not in text
    assert 'aria-hidden="true"' in text
    assert len(text) < 700


def test_ends_and_point_stand_where_the_scale_puts_them() -> None:
    """On a scale from 90 to 100, 95 % is the middle, and what lies below the scale stands at its edge."""
    axis = Scale(90, (90, 95, 100))
    assert axis.x("0.950000") == f"{WIDTH / 2:.1f}"
    assert axis.x("1.000000") == f"{WIDTH - PAD:.1f}"
    assert axis.x("0.100000") == axis.x(90) == f"{PAD:.1f}"


def test_no_evidence_is_a_dashed_line_without_a_dot(published: Published) -> None:
    """Nothing measured draws nothing that looks like a value."""
    text = str(strip(None, scale([])))
    assert "stroke-dasharray" in text
    assert "circle" not in text
    assert f"{HEIGHT // 2}H" in text


def test_the_scale_takes_the_decade_below_the_lowest_interval(published: Published) -> None:
    """All rows of a table count, and the axis never begins above 90."""
    row = next(row for row in published.rows if row.point == "1.000000").model_copy(update={"low": "0.950000"})
    low = row.model_copy(update={"low": "0.431000", "high": "1.000000"})
    assert scale([row, low, None]).low == 40
    assert scale([row.model_copy(update={"low": "0.990000"})]).low == 90
    assert scale([row.model_copy(update={"low": "0.000000"})]).ticks == (0, 50, 100)
