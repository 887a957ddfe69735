"""Pages of staff: what they have in common, logs to look at, and what one of staff asks of another."""

from upkeep.admin import logs, requests  # noqa: F401
from upkeep.admin.pages import ActsWithReason, LooksWithReason, ReadOnly, ReasonForm

__all__ = ["ActsWithReason", "LooksWithReason", "ReadOnly", "ReasonForm"]
