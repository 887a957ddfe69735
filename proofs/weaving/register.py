"""The acts that can meet, one row each, and which of them can touch the same."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
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
        also: str = "",
        *,
        call: Callable[[Any], Any] | None = None,
        is_refused: bool = False,
        **given: Any,
    ) -> None:
        """`touches`: names, with a space between. What the service is given stands here, or follows from the
        scene by its name: a `game_id` is that of its `game`. `call`: where that does not say how."""
        made = Act(
            does, self.name, frozenset(touches.split()), call or _called(does, given), also, is_refused
        )
        if any(each.name == made.name for each in self.acts):
            raise ValueError(f"{made} is registered already")
        self.acts.append(made)

    def pairs(self) -> Iterator[tuple[Act, Act]]:
        """Which of them stops first matters; an act can meet itself: a form sent twice, two workers."""
        for one in self.acts:
            for other in self.acts:
                if one.touches & other.touches:
                    yield one, other


class The:
    """Something of a scene, said before the scene stands: `the.game.pk`, `the.players[0]`."""

    def __init__(self, found: Callable[[Any], Any]) -> None:
        self._found = found

    def __getattr__(self, name: str) -> The:
        return The(lambda scene: getattr(self._found(scene), name))

    def __getitem__(self, place: int) -> The:
        return The(lambda scene: self._found(scene)[place])


the: Final[Any] = The(lambda scene: scene)
WHY: Final = "To prove something."


def _called(does: Callable[..., Any], given: Mapping[str, Any]) -> Callable[[Any], Any]:
    """Raises TypeError: the service takes no such arguments."""
    signature = inspect.signature(does)
    signature.bind_partial(**given)
    wanted = [
        each.name
        for each in signature.parameters.values()
        if each.default is each.empty and each.kind is each.KEYWORD_ONLY
    ]

    def call(scene: Any) -> Any:
        said = {name: _by_name(scene, name) for name in wanted if name not in given}
        found = {
            name: value._found(scene) if isinstance(value, The) else value for name, value in given.items()
        }
        return does(**said, **found)

    return call


def _by_name(scene: Any, name: str) -> Any:
    if name == "reason":
        return WHY
    return getattr(scene, name.removesuffix("_id")).pk if name.endswith("_id") else getattr(scene, name)


SCENES: Final[dict[str, Scene]] = {}


def scene(build: Callable[[], Any]) -> Scene:
    """Registers it under the name of its function."""
    name = build.__name__.replace("_", " ")
    return SCENES.setdefault(name, Scene(name, build))


def all_acts() -> Sequence[Act]:
    return [act for each in SCENES.values() for act in each.acts]
