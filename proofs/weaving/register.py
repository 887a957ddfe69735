"""The acts that can meet, one row each, and which of them can touch the same."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final


@dataclass(frozen=True)
class Act:
    """Something that is done to the site: a service, a task, or a step of the sweep."""

    does: Callable[..., Any]
    """The service itself; by it the register knows that the service is there."""
    scene: str
    touches: frozenset[str]
    """What it reads to decide, or writes: a game, seat, event, ladder, the stairs, a wish, club, account,
    notice, each by the name that its scene has for it."""
    call: Callable[[Any], Any]
    """How it is called, with the scene."""
    also: str = ""
    """Tells it from another act of the same service in the same scene."""
    is_refused: bool = False
    """As the scene stands; after another act it may not be."""

    @property
    def name(self) -> str:
        return f"{name_of(self.does)}{f' ({self.also})' if self.also else ''}"

    def __str__(self) -> str:
        return f"{self.scene}: {self.name}"


def name_of(service: Callable[..., Any]) -> str:
    service = inspect.unwrap(service)
    return f"{service.__module__}.{service.__qualname__}"


@dataclass
class Scene:
    """A state of the site in which some acts can be done; `build` makes it, and what it returns is given to
    each call."""

    name: str
    build: Callable[[], Any]
    acts: list[Act] = field(default_factory=list)

    def act(
        self,
        does: Callable[..., Any],
        touches: str,
        call: Callable[[Any], Any],
        also: str = "",
        *,
        is_refused: bool = False,
    ) -> None:
        """`touches`: names, with a space between."""
        made = Act(does, self.name, frozenset(touches.split()), call, also, is_refused)
        if any(each.name == made.name for each in self.acts):
            raise ValueError(f"{made} is registered already")
        self.acts.append(made)

    def pairs(self) -> Iterator[tuple[Act, Act]]:
        """Which of them stops first matters; an act can meet itself: a form sent twice, two workers."""
        for one in self.acts:
            for other in self.acts:
                if one.touches & other.touches:
                    yield one, other


SCENES: Final[dict[str, Scene]] = {}


def scene(build: Callable[[], Any]) -> Scene:
    """Registers it under the name of its function."""
    name = build.__name__.replace("_", " ")
    return SCENES.setdefault(name, Scene(name, build))


def all_acts() -> Sequence[Act]:
    return [act for each in SCENES.values() for act in each.acts]
