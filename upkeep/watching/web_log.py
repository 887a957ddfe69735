"""The lines of the web server itself, written and scrubbed as all others: it quotes what visitors send."""

from __future__ import annotations

import logging
import os
from typing import Any

from gunicorn.glogging import Logger

from upkeep.watching.logs import JsonLine, Line


class WebLog(Logger):
    def setup(self, cfg: Any) -> None:
        super().setup(cfg)
        line: logging.Formatter = JsonLine() if os.environ.get("LOG_FORMAT") == "json" else Line()
        for handler in self.error_log.handlers:
            handler.setFormatter(line)
