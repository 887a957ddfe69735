"""The register: the scenes, and what can be done in each."""

from proofs.weaving.scenes import (  # noqa: F401
    accounts,
    before_start,
    clubs,
    events,
    ladders,
    running,
)
