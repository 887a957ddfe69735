"""A picture in pixels."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from resvg_py import svg_to_bytes

FONTS: Final = [str(file) for file in sorted((Path(__file__).parent / "fonts").glob("*.ttf"))]
"""A server need not have any."""


def draw_pixels(svg: str) -> bytes:
    """The same picture as a PNG; takes about 100 ms."""
    return bytes(svg_to_bytes(svg_string=svg, font_files=FONTS, skip_system_fonts=True))
