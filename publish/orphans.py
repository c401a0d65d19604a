"""Worker processes that end with the process that started them, however that ends."""

import os
import threading
from multiprocessing import parent_process


def end_with_parent() -> None:
    """For a pool's `initializer`: watch the parent and leave when it is gone; a pool's workers otherwise wait for ever after SIGKILL.

    >>> ProcessPoolExecutor(2, initializer=end_with_parent)    # doctest: +SKIP
    """
    threading.Thread(target=_watch, daemon=True).start()


def _watch() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
