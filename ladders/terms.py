"""The clock of ladders and stairs."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from games.clocks.arithmetic import Pace

LADDER_PACE: Final = Pace(timedelta(days=5), timedelta(hours=36), timedelta(days=7))
