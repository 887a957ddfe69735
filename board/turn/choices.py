"""The buttons of a turn in the making: ship, action, target. Each leads to the table with one choice more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from board.map.symbols import render_badge, render_piece, render_star
from board.turn.buttons import CATASTROPHES, QUESTIONS, VERB_LABELS, WHICH_SHIP, Choice, Row
from board.turn.making import Choosing, Links, Verb, choosing_after, is_setup, text_with, verb_of
from board.turn.setting_up import setup_row
from board.words.systems import BANK_WORDS, COLOUR_LABELS, SHIP_WORDS, STAR_WORDS, big_first
from homeworlds.actions import (
    Action,
    Attack,
    Build,
    Catastrophe,
    Discover,
    Move,
    Pass,
    Sacrifice,
    Trade,
)
from homeworlds.pieces import Piece
from homeworlds.position import System
from homeworlds.turn import HalfTurn

AT_ONCE = frozenset({Verb.BUILD, Verb.ATTACK, Verb.SACRIFICE})
"""These need no further question when only one thing can be meant."""


class Berth(NamedTuple):
    """A free place on the map."""

    target: Choosing
    """The discovery, or what is still to be asked of it."""
    stars: tuple[Piece, ...]
    """Those that it can get."""


@dataclass(frozen=True, slots=True)
class Choices:
    """All that may be chosen now."""

    rows: tuple[Row, ...]
    passing: Choice | None
    catastrophes: tuple[Choice, ...]
    """At the system chosen."""
    elsewhere: tuple[Choice, ...]
    """Catastrophes at the other systems."""
    at: str
    """The system chosen, as it is written; empty for none."""
    hint: str
    """What to do when there is no button to press."""
    tap: str
    """What on the map is to be tapped for the ship that shall go, or for what is left of a sacrifice."""
    back: SafeString
    """The link to the last question; empty without one."""
    moves: Mapping[str, Choosing] = field(default_factory=dict)
    """Where the chosen ship can go, by system: the cards of the map lead there."""
    reach: frozenset[str] = frozenset()
    """Where a ship of the system chosen can go."""
    berths: Mapping[int, Berth] = field(default_factory=dict)
    """What can be discovered, by size: the free berths of the map lead there."""
    acting: frozenset[str] = frozenset()
    """The systems where the actions that are left can be used, while none of these is chosen."""
    ship: Piece | None = None
    """The one that the player has chosen, or the only one at the system."""
    verbs: tuple[Verb, ...] = ()
    """What can be chosen or has been; all of them while no system is chosen."""
    going: Choice | None = None
    """The ship that has been chosen, when the map shows where it can go: what else it can do waits."""
    going_by_button: bool = False
    """Its targets are asked for as buttons."""
    leaves: str = ""
    """Which ship leaves which system."""


class _Chooser:
    """One system, its ships and what they can do."""

    def __init__(self, half: HalfTurn, choosing: Choosing, links: Links) -> None:
        self.half, self.links = half, links
        self.legal = tuple(half.legal_actions())
        self.text = choosing.text
        self.acting = frozenset([place for action in self.legal if (place := _place(action)) is not None])
        name = self.named = choosing.at
        if not name and half.turn and len(self.acting) == 1:
            # What is left can be done there only.
            (name,) = self.acting
        system = half.position.find(name) if name else None
        self.system = system
        self.offers = [action for action in self.legal if system and _place(action) == system.name]
        fleet = system.fleets[half.mover] if system else ()
        self.fleet = Counter(big_first(fleet))
        self.ship = choosing.ship if choosing.ship in self.fleet else None
        if self.ship is None and len(self.fleet) == 1:
            self.ship = next(iter(self.fleet))
        self.verb = choosing.verb if choosing.verb in {verb_of(offer) for offer in self.offers} else None
        self.size = choosing.size
        goes = [offer for offer in self.of(Verb.MOVE) if isinstance(offer, Move)]
        self.to = choosing.to if choosing.to in {offer.destination for offer in goes} else ""

    def chosen(
        self,
        *,
        ship: Piece | None = None,
        verb: Verb | None = None,
        to: str = "",
        size: int | None = None,
    ) -> Choosing:
        at = self.system.name if self.system else ""
        return Choosing(text=self.text, at=at, ship=ship, verb=verb, to=to, size=size)

    def rows(self) -> list[Row]:
        if self.system is None:
            return []
        if not self.fleet:
            return [self._nothing(gettext("You have no ship at {system}."), self.system)]
        if not self.offers:
            return [self._nothing(gettext("Nothing can be done at {system}."), self.system)]
        if self.verb is None:
            return self._ships_and_verbs(self.system)
        if self.verb in WHICH_SHIP and (self.ship is None or self.verb is Verb.SACRIFICE):
            return [self._which_ship(self.verb)]
        return [self._targets(self.system, self.verb)]

    def _nothing(self, reason: str, system: System) -> Row:
        sentences = [reason.format(system=system.name)]
        if self.half.actions_left:
            sentences.append(gettext("Choose another system."))
        return Row(" ".join(sentences), ())

    def back(self) -> Choosing | None:
        if self.system is None:
            return None
        if self.verb is None:
            return replace(self.chosen(), at="") if self.named else None
        return self.chosen()

    def of(self, verb: Verb) -> list[Action]:
        """What the chosen ship can do, or any ship while none is chosen."""
        return [
            offer
            for offer in self.offers
            if verb_of(offer) is verb and (verb not in WHICH_SHIP or self.ship in (None, _ship(offer)))
        ]

    def moves(self) -> dict[str, Choosing]:
        """Where the cards of the map lead that a ship can go to, once it is clear that one is to go."""
        if self.verb not in (None, Verb.MOVE) or (self.ship is None and self.verb is None):
            return {}
        ways: dict[str, list[Move]] = {}
        for action in self.of(Verb.MOVE):
            if isinstance(action, Move):
                ways.setdefault(action.destination, []).append(action)
        return {name: self._after_ship(each, verb=Verb.MOVE, to=name) for name, each in ways.items()}

    def berths(self) -> dict[int, Berth]:
        """Where the free berths of the map lead."""
        if self.verb not in (None, Verb.MOVE, Verb.DISCOVER):
            return {}
        sizes: dict[int, list[Discover]] = {}
        for action in self.of(Verb.DISCOVER):
            if isinstance(action, Discover):
                sizes.setdefault(action.star.size, []).append(action)
        return {
            size: Berth(
                self._after_ship(each, verb=Verb.DISCOVER, size=size),
                tuple(dict.fromkeys([action.star for action in each])),
            )
            for size, each in sizes.items()
        }

    def _after_ship(
        self, actions: Sequence[Action], *, verb: Verb, to: str = "", size: int | None = None
    ) -> Choosing:
        """The step when only one is meant; otherwise the question that is left."""
        if len(actions) == 1:
            return choosing_after(self.half, actions[0], self.system.name if self.system else "")
        ships = {_ship(action) for action in actions}
        return self.chosen(verb=verb, ship=ships.pop() if len(ships) == 1 else None, to=to, size=size)

    def verbs(self) -> tuple[Verb, ...]:
        if self.system is None:
            return tuple(Verb) if self.half.actions_left else ()
        return tuple([verb for verb in Verb if self.verb in (None, verb) and self.of(verb)])

    def going(self, pressed: Piece | None) -> Choice | None:
        """The button of the chosen ship when it shall go; `pressed` is the one that was chosen itself."""
        ways = {Verb.MOVE, Verb.DISCOVER}
        if self.ship is None or self.verb not in (None, Verb.MOVE) or not any(map(self.of, ways)):
            return None
        if self.verb is None and self.ship != pressed and set(self.verbs()) - ways:
            return None
        return replace(self._ship_button(self.ship, 1, self.chosen()), id="going")

    def leaves(self) -> str:
        if self.system is None or self.ship is None:
            return ""
        return gettext("{ship} leaves {system}").format(ship=self.ship, system=self.system.name)

    def _ships_and_verbs(self, system: System) -> list[Row]:
        ships = [
            self._ship_button(ship, number, self.chosen(ship=None if ship == self.ship else ship))
            for ship, number in self.fleet.items()
        ]
        question = gettext("Which ship at {system}?")
        if self.ship is not None:
            question = gettext("What shall {ship} do at {system}?")
        verbs = [self._verb_button(verb) for verb in Verb if self.of(verb)]
        return [
            Row(question.format(system=system.name, ship=self.ship), tuple(ships)),
            Row("", tuple(verbs)),
        ]

    def _verb_button(self, verb: Verb) -> Choice:
        offers = self.of(verb)
        target = self.chosen(verb=verb, ship=self.ship if verb in WHICH_SHIP else None)
        if verb in AT_ONCE and len(offers) == 1:
            target = choosing_after(self.half, offers[0], target.at)
        return Choice(id=f"do-{verb}", link=self.links.markup(target), label=gettext(VERB_LABELS[verb]))

    def _ship_button(self, ship: Piece, number: int, target: Choosing) -> Choice:
        return Choice(
            id=f"ship-{ship.text}",
            link=self.links.markup(target),
            spoken=gettext(SHIP_WORDS[ship]),
            piece=render_piece(ship, self.half.mover),
            number=number,
            chosen=ship == self.ship,
            kind="ship",
            ship=ship.text,
        )

    def _which_ship(self, verb: Verb) -> Row:
        """Of the ships that can do it; it is done at once when nothing else is open."""
        offers: dict[Piece, list[Action]] = {}
        for offer in self._sized(self.of(verb)):
            ship = _ship(offer)
            if ship is not None and self.to in ("", _destination(offer)):
                offers.setdefault(ship, []).append(offer)
        buttons = []
        for ship, number in self.fleet.items():
            if each := offers.get(ship):
                target = self.chosen(verb=verb, ship=ship, size=self.size)
                if verb is Verb.SACRIFICE or (len(each) == 1 and (self.to or self.size)):
                    target = choosing_after(self.half, each[0], target.at)
                buttons.append(self._ship_button(ship, number, target))
        question = gettext(WHICH_SHIP[verb])
        if self.to:
            question = gettext("Move which ship to {system}?").format(system=self.to)
        return Row(question, tuple(buttons))

    def _sized(self, offers: Sequence[Action]) -> Sequence[Action]:
        """Only discoveries of the size chosen, if there are any."""
        sized = [offer for offer in offers if isinstance(offer, Discover) and offer.star.size == self.size]
        return sized or offers

    def _targets(self, system: System, verb: Verb) -> Row:
        question = gettext(QUESTIONS[verb]).format(system=system.name, ship=self.ship)
        return Row(question, tuple([self._target(offer) for offer in self._sized(self.of(verb))]))

    def _target(self, action: Action) -> Choice:
        at = self.system.name if self.system else ""
        link = self.links.markup(choosing_after(self.half, action, at))
        names = self.half.start.names
        match action:
            case Build(piece=piece):
                drawn = render_piece(piece, self.half.mover)
                return Choice(f"build-{piece.text}", link, "", gettext(SHIP_WORDS[piece]), drawn, kind="ship")
            case Trade(piece=piece):
                drawn = render_piece(piece)
                return Choice(f"trade-{piece.text}", link, "", str(BANK_WORDS[piece]), drawn, kind="ship")
            case Discover(star=star):
                drawn = SafeString(render_star(star))
                return _piece_choice(f"star-{star.text}", link, STAR_WORDS[star], drawn)
            case Attack(ship=ship, owner=owner) if owner is not None:
                spoken = gettext("{ship} of {owner}").format(
                    ship=gettext(SHIP_WORDS[ship]), owner=names[owner]
                )
                drawn = render_piece(ship, owner)
                return Choice(f"attack-{ship.text}-{owner}", link, names[owner], spoken, drawn, kind="enemy")
            case Move(destination=destination):
                stars, badge = self._seen(destination)
                return Choice(
                    f"to-{_index(self.half, destination)}", link, destination, piece=stars, badge=badge
                )
        raise ValueError(action)

    def _seen(self, name: str) -> tuple[str, str]:
        """The stars of a system, and the badge of the one whose system it is."""
        position = self.half.position
        system = position.find(name)
        if system is None:
            return "", ""
        owners = [seat for seat, fleet in enumerate(system.fleets) if fleet]
        owner = system.home if system.home is not None else owners[0] if len(owners) == 1 else None
        badge = "" if owner is None else render_badge(owner, position.names[owner])
        return "".join(map(render_star, system.stars)), badge


def _piece_choice(id_: str, link: SafeString, word: str, drawn: str) -> Choice:
    return Choice(id=id_, link=link, spoken=gettext(word), piece=drawn, kind="ship")


def choices_of(half: HalfTurn, choosing: Choosing, links: Links) -> Choices:
    """What the player may choose next; `choosing.text` is the half-made turn in canonical form."""
    chooser = _Chooser(half, choosing, links)
    if is_setup(half):
        rows = [] if half.turn else [setup_row(half, choosing.stars, links)]
        back = SafeString("")
        if choosing.stars and not half.turn:
            back = links.markup(Choosing(stars=choosing.stars[:-1], anew=True))
        return Choices(tuple(rows), None, (), (), "", "", "", back)
    last = chooser.back()
    acting = chooser.acting if half.turn and not chooser.offers else frozenset()
    hint = chooser.system is None and half.actions_left
    goes = chooser.of(Verb.MOVE) if chooser.verb in (None, Verb.MOVE) else []
    moves, berths = chooser.moves(), chooser.berths()
    tap = gettext("Tap a dashed place") if berths else gettext("Nothing more can be done")
    if moves or acting:
        tap = gettext("Tap a lit system")
    return Choices(
        rows=tuple(chooser.rows()),
        passing=_pass_button(chooser) if chooser.system is None and not half.turn else None,
        catastrophes=tuple(_catastrophes(chooser, here=True)),
        elsewhere=tuple(_catastrophes(chooser, here=False)),
        at=chooser.system.name if chooser.system else "",
        hint=gettext("Choose a system on the map.") if hint else "",
        tap=tap,
        back=links.markup(last) if last else SafeString(""),
        moves=moves,
        reach=frozenset([action.destination for action in goes if isinstance(action, Move)]),
        berths=berths,
        acting=acting,
        ship=chooser.ship,
        verbs=chooser.verbs(),
        going=chooser.going(choosing.ship),
        going_by_button=chooser.verb is Verb.MOVE,
        leaves=chooser.leaves(),
    )


def _pass_button(chooser: _Chooser) -> Choice | None:
    if Pass() not in chooser.legal:
        return None
    link = chooser.links.markup(Choosing(text=text_with(chooser.half, Pass())))
    return Choice(id="pass", link=link, label=gettext("Pass"))


def _catastrophes(chooser: _Chooser, *, here: bool) -> Iterable[Choice]:
    """At the system chosen, or at all others, which say less."""
    half, chosen = chooser.half, chooser.system.name if chooser.system else None
    for action in chooser.legal:
        if isinstance(action, Catastrophe) and (action.system == chosen) is here:
            words = {"system": action.system, "colour": gettext(COLOUR_LABELS[action.colour])}
            full = gettext(CATASTROPHES[action.colour]).format(**words)
            yield Choice(
                id=f"catastrophe-{_index(half, action.system)}-{action.colour.letter}",
                link=chooser.links.markup(
                    Choosing(
                        text=text_with(half, action),
                        at=chooser.system.name if chooser.system and half.actions_left else "",
                    )
                ),
                label=full if here else gettext("{system} ({colour})").format(**words),
                spoken="" if here else gettext("{system} ({colour}): catastrophe").format(**words),
                kind="hot" if here else "hot small",
            )


def _index(half: HalfTurn, name: str) -> int:
    """Names may hold what an id must not."""
    return [system.name for system in half.position.systems].index(name)


def _place(action: Action) -> str | None:
    """Where the ship is that acts; None for what needs no ship."""
    match action:
        case Build() | Trade() | Attack() | Sacrifice():
            return action.system
        case Move() | Discover():
            return action.origin
    return None


def _destination(action: Action) -> str:
    return action.destination if isinstance(action, Move) else ""


def _ship(action: Action) -> Piece | None:
    match action:
        case Trade() | Move() | Discover() | Sacrifice():
            return action.ship
    return None
