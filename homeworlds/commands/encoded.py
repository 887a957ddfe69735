"""Lines of text out of files and pipes, whatever system they come from."""

from __future__ import annotations

import gzip
import io
from collections.abc import Iterator

from homeworlds.reading.decoding import MARK, encoding_of, western


def lines_of(stream: io.BufferedReader | gzip.GzipFile) -> Iterator[str]:
    """The lines of a text as they come, with line ends of any system; each that is no UTF-8 as Latin-1."""
    encoding = encoding_of(stream.peek(4)[:4])
    is_wide = encoding in ("utf-16", "utf-32")
    text = io.TextIOWrapper(stream, encoding, "replace" if is_wide else "surrogateescape")
    try:
        for line in text:
            try:
                line.encode()
            except UnicodeEncodeError:
                line = western(line.encode("utf-8", "surrogateescape"))
            yield line.removeprefix(MARK)
    finally:
        text.detach()
