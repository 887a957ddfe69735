"""A picture in pixels, drawn in a process of its own.

The drawing holds the lock of its Python from the first pixel to the last: in a web server nobody else would
be answered meanwhile.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

from board.picture.pixels import draw_pixels

ROOT: Final = Path(__file__).resolve().parents[2]
SECONDS: Final = 6
"""A drawing takes a fifth of a second; one that takes so long is ended: whoever asked waits no longer."""
BEHIND: Final = 10
"""How nice it is to all else on the machine."""


class TooSlow(Exception):
    """The machine has too much else to do."""


def draw_apart(svg: str) -> bytes:
    """The same as `draw_pixels`. Raises TooSlow, and subprocess.CalledProcessError when it cannot be
    drawn."""
    drawing = [sys.executable, "-m", __name__]
    try:
        done = subprocess.run(
            drawing, input=svg.encode(), cwd=ROOT, capture_output=True, timeout=SECONDS, check=True
        )
    except subprocess.TimeoutExpired as late:
        raise TooSlow from late
    return done.stdout


if __name__ == "__main__":
    os.nice(BEHIND)
    sys.stdout.buffer.write(draw_pixels(sys.stdin.buffer.read().decode()))
