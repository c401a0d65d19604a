"""What a layout is: a name, a family, and a function that draws a document's facts on a sheet."""

from collections.abc import Callable
from typing import NamedTuple

from generator.sheet import Sheet
from records.fields import Family


class Layout(NamedTuple):
    """One structure of page. `landscape` is the first page's; `private_only` keeps it from the public split."""

    name: str
    family: Family
    draw: Callable[[Sheet], None]
    landscape: bool = False
    private_only: bool = False
