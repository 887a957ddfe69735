"""The drawn examples of the pages of rules: real positions, and what a legal turn makes of them."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_noop

from board.map.page import Marks, Seen, render_cards, render_map
from board.map.places import Place, Places, place_turn, settle
from board.map.snapshot import Snapshot
from homeworlds.notation import parse_position, parse_turn
from homeworlds.position import Position
from homeworlds.rules import RuleSet
from homeworlds.turn import HalfTurn, make_turn

NAMES: Final = ("Ada", "Grace")
HOMES: Final = "<0> Ada (0, r1b2) g3-; Grace (1, y2b3) -y3"


class Scene(enum.StrEnum):
    SETUP = "setup"
    BUILD = "build"
    TRADE = "trade"
    MOVE = "move"
    DISCOVER = "discover"
    LEAVE = "leave"
    ATTACK = "attack"
    SACRIFICE = "sacrifice"
    CATASTROPHE = "catastrophe"
    STAR = "star"
    HOME = "home"
    RETURN = "return"


@dataclass(frozen=True, slots=True)
class Example:
    """A position in notation and a turn of seat 0 in it; `shown` are the systems in the picture."""

    before: str
    turn: str
    shown: tuple[str, ...]
    caption: str
    ends: bool = False
    """Shown is what the end of the turn makes of it, not its last step."""

    def half_turn(self, rules: RuleSet) -> HalfTurn:
        """The turn as made by these rules. Raises Refusal."""
        position = parse_position(self.before, rules, NAMES)
        return make_turn(rules, position, parse_turn(self.turn, len(NAMES)))

    def after(self, rules: RuleSet) -> Position:
        half = self.half_turn(rules)
        return half.end().position if self.ends else half.position


@dataclass(frozen=True, slots=True)
class Drawn:
    """An example as pictures."""

    before: SafeString
    """Empty when there was nothing."""
    after: SafeString
    """Empty when nothing is left."""
    caption: str
    turn: str


EXAMPLES: Final[Mapping[Scene, Example]] = {
    Scene.SETUP: Example(
        "<0>",
        "homeworld R1 B2 G3",
        ("Ada",),
        gettext_noop("Ada begins with a small red star, a medium blue star and a large green ship."),
    ),
    Scene.BUILD: Example(
        HOMES,
        "build G1 Ada",
        ("Ada",),
        gettext_noop("The green ship has the power, and it is green what it builds: the smallest there is."),
    ),
    Scene.TRADE: Example(
        "<0> Ada (0, r1b2) g1g3-; Grace (1, y2b3) -y3",
        "trade G1 Y1 Ada",
        ("Ada",),
        gettext_noop("The blue star has the power. The small green ship is now a small yellow one."),
    ),
    Scene.MOVE: Example(
        "<0> Ada (0, r1b2) y1g3-; Grace (1, y2b3) -y3; Vega (b3) g1-",
        "move Y1 Ada Vega",
        ("Ada", "Vega"),
        gettext_noop("Ada’s stars are small and medium, Vega is large: they are connected."),
    ),
    Scene.DISCOVER: Example(
        "<0> Ada (0, r1b2) y1g3-; Grace (1, y2b3) -y3",
        "discover Y1 Ada G3 Vega",
        ("Ada", "Vega"),
        gettext_noop("From a small and a medium star only a large one can be discovered. It gets a name."),
    ),
    Scene.LEAVE: Example(
        "<0> Ada (0, r1b2) g3-; Grace (1, y2b3) -y3; Vega (b3) y1-",
        "move Y1 Vega Ada",
        ("Ada", "Vega"),
        gettext_noop("Vega’s last ship leaves, so Vega’s star goes back to the bank."),
    ),
    Scene.ATTACK: Example(
        "<0> Ada (0, r1b2) g3-; Grace (1, y2b3) -y3; Vega (b3) r2-g1g2",
        "attack G2 Vega",
        ("Vega",),
        gettext_noop("Ada’s medium ship captures Grace’s medium one, which now points the other way."),
    ),
    Scene.SACRIFICE: Example(
        "<0> Ada (0, r1b2) g3-; Grace (1, y2b3) -y3; Vega (b3) y1g2-",
        "sacrifice G2 Vega; build G1 Ada; build Y1 Vega",
        ("Ada", "Vega"),
        gettext_noop(
            "A medium green ship is worth two builds. The yellow ship could not have built by itself:"
            " the power comes from the sacrifice."
        ),
    ),
    Scene.CATASTROPHE: Example(
        "<0> Ada (0, r1b2) g3-; Grace (1, y2b3) -y3; Vega (b3) y1g1g2-g1g3",
        "catastrophe Vega green",
        ("Vega",),
        gettext_noop("All four green ships go to the bank, whoever’s they are. The rest stays."),
    ),
    Scene.STAR: Example(
        "<0> Ada (0, r1b2) g3-; Grace (1, y2b3) -y3; Vega (g3) y1g1-g1g2",
        "catastrophe Vega green",
        ("Vega",),
        gettext_noop("Here the star is green and goes with them; without a star nothing can stay."),
    ),
    Scene.HOME: Example(
        "<0> Ada (0, r1b2) g3-; Grace (1, y2b3) r2-g1; Vega (g1) -y1",
        "attack G1 Grace",
        ("Grace", "Vega"),
        gettext_noop("Grace has a ship left, but none at home when the turn ends: she is out."),
        ends=True,
    ),
    Scene.RETURN: Example(
        "<0> Ada (0, r1b2) y2-; Grace (1, y2b3) -y3; Vega (b3) g3-",
        "sacrifice Y2 Ada; move G3 Vega Ada",
        ("Ada", "Vega"),
        gettext_noop("For a moment nobody was at home. At the end of the turn a ship is: Ada plays on."),
    ),
}
SMALLER_ATTACK: Final = Example(
    EXAMPLES[Scene.ATTACK].before,
    "attack G1 Vega",
    ("Vega",),
    gettext_noop("Ada’s medium ship captures the small one. The medium one is too large for it."),
)

CONNECTED: Final = (
    "<0> Ada (0, r1b2) g3-; Grace (1, y1g3) -y3; Vega (b3) g1-; Deneb (g1) y1-; Lyra (r2) -y2b1"
)
CONNECTED_PLACES: Final = Places(
    systems={"Vega": Place(3, 0), "Deneb": Place(1, 0), "Lyra": Place(2, 0)},
    homes={"Ada": 0, "Grace": 1},
    berths=1,
)


def example_for(scene: Scene, rules: RuleSet) -> Example | None:
    """None where the rules leave nothing to show."""
    if scene is Scene.RETURN and not rules.empty_homeworlds_stay:
        return None
    if scene is Scene.ATTACK and not rules.attacks_equals:
        return SMALLER_ATTACK
    return EXAMPLES[scene]


def draw_examples(rules: RuleSet) -> dict[str, Drawn]:
    """By the names of their scenes, all that these rules have."""
    examples = [(scene, example_for(scene, rules)) for scene in Scene]
    return {scene.value: _draw(scene, example, rules) for scene, example in examples if example}


def _draw(scene: Scene, example: Example, rules: RuleSet) -> Drawn:
    half = example.half_turn(rules)
    start = settle(Places(), half.start)
    after = example.after(rules)
    before = render_cards(Snapshot(half.start, start), example.shown, prefix=f"{scene}-before-")
    ended = Snapshot(after, settle(place_turn(start, half), after), half.turn, 0)
    return Drawn(
        before=before if half.start.systems else SafeString(""),
        after=render_cards(ended, example.shown, prefix=f"{scene}-after-"),
        caption=gettext(example.caption),
        turn=example.turn,
    )


def draw_connections(rules: RuleSet) -> SafeString:
    """A map with one system chosen, and marked what it is connected with."""
    position = parse_position(CONNECTED, rules, NAMES)
    table = Snapshot(position, CONNECTED_PLACES)
    return render_map(table, Seen(seated=False), Marks(selection="Vega"))
