"""The guided first game as a script: what each step asks for, why, and what the opponent answers.

No rules and no positions: those follow when the library plays the turns.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext_noop

LEARNER: Final = "Terra"
OPPONENT: Final = "Nova"
NAMES: Final = (LEARNER, OPPONENT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """A step. The sentences are translated when they are shown."""

    turn: str
    """The turn asked for, in notation."""
    reply: str = ""
    """The opponent's; empty after the last step."""
    aim: str
    how: str
    """What to press."""
    why: str
    wish: str
    """The aim with its reason, to be told after a legal turn that is another one."""


SCRIPT: Final = (
    Script(
        turn="homeworld Y1 B2 G3",
        reply="homeworld Y1 B2 G3",
        aim=gettext_noop("Set up your homeworld: a small yellow and a medium blue star, a large green ship."),
        how=gettext_noop("Press the three pieces, then End turn."),
        why=gettext_noop("Each colour is a power, so you begin with three of the four."),
        wish=gettext_noop(
            "Here we want a small yellow star, a medium blue star and a large green ship, because the next"
            " steps use these three colours."
        ),
    ),
    Script(
        turn="build G1 Terra",
        reply="build G1 Nova",
        aim=gettext_noop("Build a small green ship at Terra, your homeworld."),
        how=gettext_noop("Press Terra on the map, then Build, then End turn."),
        why=gettext_noop(
            "Green builds, and your large ship there is green. For short, a small green ship is called G1."
        ),
        wish=gettext_noop(
            "Here we want a new small green ship at Terra, because with one ship alone you cannot do much."
        ),
    ),
    Script(
        turn="trade G3 R3 Terra",
        reply="trade G1 Y1 Nova",
        aim=gettext_noop("Trade your large green ship for a large red one."),
        how=gettext_noop("Press Terra, Trade, the large ship, and the red piece."),
        why=gettext_noop("Blue trades, and Terra has a blue star. The size stays the same."),
        wish=gettext_noop(
            "Here we want the large green ship to become a large red one, because only a large ship can"
            " attack every other, and red attacks."
        ),
    ),
    Script(
        turn="discover G1 Terra R3 Altair",
        reply="move Y1 Nova Altair",
        aim=gettext_noop("Send your small green ship to a new star: a large red one."),
        how=gettext_noop("Press Terra, Discover, the small ship, and the large red star."),
        why=gettext_noop(
            "Yellow moves, and Terra has a yellow star. A ship goes only to stars of other sizes than those"
            " it leaves: Terra is small and medium, so the new star must be large."
        ),
        wish=gettext_noop(
            "Here we want the small green ship to discover a large red star, because the large red ship"
            " guards your home and a red star will help you to attack."
        ),
    ),
    Script(
        turn="attack Y1 Altair",
        reply="build G1 Nova",
        aim=gettext_noop("A ship of Nova has come to Altair. Capture it."),
        how=gettext_noop("Press Altair, then Attack."),
        why=gettext_noop(
            "Red attacks, and the star is red: for both of you, so be first. You can take a ship that is not"
            " larger than yours."
        ),
        wish=gettext_noop(
            "Here we want you to capture the small yellow ship at Altair, because otherwise it takes yours."
        ),
    ),
    Script(
        turn="build Y2 Altair",
        reply="trade G3 Y3 Nova",
        aim=gettext_noop("Build a yellow ship at Altair."),
        how=gettext_noop("Press Altair, Build, and the yellow ship."),
        why=gettext_noop(
            "You build in a colour of your ships there, always the smallest piece that the bank still has."
            " All small yellow pieces are in play, so you get a medium one."
        ),
        wish=gettext_noop(
            "Here we want a yellow ship built at Altair, because a medium yellow one is soon worth two moves."
        ),
    ),
    Script(
        turn="move G1 Altair Terra",
        reply="build Y2 Nova",
        aim=gettext_noop("Move your small green ship from Altair home to Terra."),
        how=gettext_noop("Press Altair, the small green ship, and Terra."),
        why=gettext_noop(
            "Whoever has no ship at home at the end of a turn has lost. Your red ship is about to leave, so"
            " another must stand guard."
        ),
        wish=gettext_noop(
            "Here we want the small green ship to move from Altair to Terra, because somebody must stay at"
            " home when the red ship leaves."
        ),
    ),
    Script(
        turn="sacrifice Y2 Altair; move R3 Terra Altair; move R3 Altair Nova",
        reply="build G1 Nova",
        aim=gettext_noop(
            "Sacrifice your medium yellow ship and move the large red one twice: to Altair and on to Nova."
        ),
        how=gettext_noop(
            "Press Altair, Sacrifice, the medium ship. Then Terra, the red ship, Altair."
            " Then Altair again, the red ship, Nova."
        ),
        why=gettext_noop(
            "A sacrificed ship goes back to the bank. It gives as many actions of its colour as it is large,"
            " wherever you have ships: a medium yellow one gives two moves in one turn."
        ),
        wish=gettext_noop(
            "Here we want the medium yellow ship sacrificed and the large red ship moved to Altair and on to"
            " Nova, because two moves in one turn leave Nova no time to prepare."
        ),
    ),
    Script(
        turn="move Y1 Altair Nova",
        reply="discover G1 Nova B3 Vega",
        aim=gettext_noop("Abandon Altair: move your last ship there to Nova."),
        how=gettext_noop("Press Altair, then Nova."),
        why=gettext_noop(
            "A star without ships is abandoned: it goes back to the bank at once. And Nova has three yellow"
            " pieces: yours is the fourth, which is too many."
        ),
        wish=gettext_noop(
            "Here we want the small yellow ship to move from Altair to Nova and the turn to end, because"
            " four pieces of one colour in a system are a danger that you can use."
        ),
    ),
    Script(
        turn="catastrophe Nova yellow",
        reply="trade G1 R1 Nova",
        aim=gettext_noop("Call the yellow catastrophe at Nova."),
        how=gettext_noop("Press Nova (yellow), then End turn."),
        why=gettext_noop(
            "Where a system has four pieces of one colour, whoever is to move may send all of them to the"
            " bank, stars too. It costs no action."
        ),
        wish=gettext_noop(
            "Here we want the yellow catastrophe at Nova and nothing else, because it takes a star and two"
            " ships from Nova for one small ship of yours."
        ),
    ),
    Script(
        turn="attack R1 Nova",
        aim=gettext_noop("Capture Nova’s last ship at home, and win."),
        how=gettext_noop("Press Nova, then Attack."),
        why=gettext_noop(
            "Only the homeworld counts: whoever has no ship there at the end of a turn is out. The ship that"
            " got away to Vega does not help."
        ),
        wish=gettext_noop(
            "Here we want you to capture the small red ship at Nova, because then Nova has no ship at home"
            " and you have won."
        ),
    ),
)
