"""A picture in pixels."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from resvg_py import svg_to_bytes

FONTS: Final = [str(file) for file in sorted((Path(__file__).parent / "fonts").glob("*.ttf"))]
"""A server need not have any."""


def draw_pixels(svg: str, *, zoom: float = 1.0) -> bytes:
    """The same picture as a PNG, so many times as large; a million of pixels takes about 100 ms."""
    return bytes(svg_to_bytes(svg_string=svg, font_files=FONTS, skip_system_fonts=True, zoom=zoom))
