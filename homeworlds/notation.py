"""Reading and writing actions, turns and positions (rules.md 7).

Read leniently, write one canonical form; ``parse_x(format_x(x)) == x`` always.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from homeworlds.actions import (
    Action,
    Attack,
    Build,
    Catastrophe,
    Discover,
    Homeworld,
    Move,
    Pass,
    Sacrifice,
    Trade,
    Turn,
)
from homeworlds.names import check_name, ends_as_separator
from homeworlds.pieces import PIECES, Colour, Piece, Pieces, find_piece
from homeworlds.position import Position, System
from homeworlds.position import format_position as format_position
from homeworlds.position import format_system as format_system
from homeworlds.refusals import Refusal, RefusalCode
from homeworlds.rules import RuleSet
from homeworlds.words import Words
from homeworlds.words import gettext_noop as _

LONGEST_TURN: Final = 2000
"""Characters of the longest turn that is read."""

_COMPASS: Final = {2: "ns", 3: "nes", 4: "nesw"}
"""The seats of the recorded games, which name an owner by a compass letter."""

VERBS: Final = {
    "homeworld": "homeworld",
    "build": "build",
    "construct": "build",
    "trade": "trade",
    "discover": "discover",
    "move": "move",
    "attack": "attack",
    "capture": "attack",
    "sacrifice": "sacrifice",
    "catastrophe": "catastrophe",
    "pass": "pass",
}
"""What may be shortened as long as one meaning is left."""


class Vocabulary(NamedTuple):
    """The words of a language that people write turns in, all in lower case; see `homeworlds.reading`."""

    verbs: Mapping[str, str]
    """Besides those that may be shortened: each stands for one of these, and is written whole."""
    colours: Mapping[str, Colour]
    sizes: Mapping[str, int]
    at: frozenset[str]
    """Words before the system where something is done."""
    origin: frozenset[str]
    to: frozenset[str]
    """Before where a ship goes, and before what it is traded for."""
    instead: frozenset[str]
    """Before what a ship is traded for."""
    owner: frozenset[str]
    named: frozenset[str]
    """Before the name of a system that is discovered."""
    using: frozenset[str]
    """Before the ship that does it; of a trade, before what it is traded for."""
    fillers: frozenset[str]
    """Words that say nothing."""
    speakers: frozenset[str]
    """Words before a verb that say nothing."""
    between: frozenset[str]
    """Words between two steps."""


ENGLISH: Final = Vocabulary(
    verbs={
        "grow": "build", "make": "build", "con": "build", "builds": "build", "grows": "build",
        "swap": "trade", "convert": "trade", "change": "trade", "exchange": "trade", "trades": "trade",
        "travel": "move", "go": "move", "moves": "move", "travels": "move",
        "explore": "discover", "discovers": "discover",
        "take": "attack", "invade": "attack", "attacks": "attack", "captures": "attack", "takes": "attack",
        "sacrifices": "sacrifice", "sacs": "sacrifice", "passes": "pass",
        "overpopulate": "catastrophe", "overpopulation": "catastrophe",
        "hw": "homeworld", "home": "homeworld", "setup": "homeworld",
    },
    colours={colour.word: colour for colour in Colour},
    sizes={"small": 1, "medium": 2, "med": 2, "large": 3, "big": 3},
    at=frozenset({"at", "in", "on"}),
    origin=frozenset({"from"}),
    to=frozenset({"to", "into", "onto"}),
    instead=frozenset({"for"}),
    owner=frozenset({"of"}),
    named=frozenset({"named", "called", "as"}),
    using=frozenset({"with", "using"}),
    fillers=frozenset(
        {"the", "a", "an", "my", "new", "ship", "star", "stars", "system", "piece", "binary"}
    ),
    speakers=frozenset({"i", "we", "he", "she", "they", "now"}),
    between=frozenset({"and", "then", "&"}),
)  # fmt: skip

FRENCH: Final = Vocabulary(
    verbs={
        "construire": "build", "construis": "build", "construit": "build",
        "échanger": "trade", "échange": "trade", "convertir": "trade",
        "déplacer": "move", "déplace": "move", "aller": "move",
        "découvrir": "discover", "découvre": "discover", "explorer": "discover",
        "attaquer": "attack", "attaque": "attack", "capturer": "attack",
        "sacrifier": "sacrifice", "sacrifie": "sacrifice",
        "surpopulation": "catastrophe",
        "monde": "homeworld",
        "passer": "pass", "passe": "pass",
    },
    colours={"rouge": Colour.RED, "jaune": Colour.YELLOW, "vert": Colour.GREEN, "bleu": Colour.BLUE},
    sizes={"petit": 1, "moyen": 2, "grand": 3},
    at=frozenset({"à", "dans"}),
    origin=frozenset({"depuis"}),
    to=frozenset({"vers", "en"}),
    instead=frozenset({"contre", "pour"}),
    owner=frozenset({"de"}),
    named=frozenset({"nommé", "appelé"}),
    using=frozenset({"avec"}),
    fillers=frozenset(
        {"le", "la", "les", "un", "une", "mon", "nouveau", "vaisseau", "étoile", "étoiles", "système"}
    ),
    speakers=frozenset({"je", "nous", "il", "elle"}),
    between=frozenset({"et", "puis"}),
)  # fmt: skip

VOCABULARIES: Final = (ENGLISH, FRENCH)
"""All of them are read, whatever language a page has: no word means two things."""

EXAMPLES: Final = {
    "homeworld": "homeworld R1 B2 G3",
    "build": "build G1 Vega",
    "trade": "trade G1 Y1 Vega",
    "discover": "discover G1 Vega B2 Mira",
    "move": "move G1 Vega Mira",
    "attack": "attack R2 Vega",
    "sacrifice": "sacrifice G3 Vega",
    "catastrophe": "catastrophe Vega green",
    "pass": "pass",
}


def verb_of(word: str) -> str:
    """What a word at the beginning of a step stands for. Raises Refusal (UNKNOWN_VERB)."""
    folded = word.lower()
    if folded == "c":
        return "catastrophe"
    meanings = _meanings(folded)
    if len(meanings) != 1:
        raise Refusal(RefusalCode.UNKNOWN_VERB, verb=word)
    (meaning,) = meanings
    return meaning


@lru_cache(maxsize=1024)
def _meanings(beginning: str) -> frozenset[str]:
    return frozenset([meaning for verb, meaning in VERBS.items() if verb.startswith(beginning)])


def _piece(word: str) -> Piece:
    piece = find_piece(word)
    if piece is None:
        raise Refusal(RefusalCode.UNKNOWN_PIECE, text=word)
    return piece


def _colour(word: str) -> Colour:
    for colour in Colour:
        if colour.word.startswith(word.lower()):
            return colour
    raise Refusal(RefusalCode.UNKNOWN_COLOUR, text=word)


def _homeworld(words: list[str], players: int) -> Action:
    first, second, ship, *name = words
    stars = [_piece(first)] if second == "-" else sorted([_piece(first), _piece(second)])
    return Homeworld(tuple(stars), _piece(ship), name[0] if name else None)


def _attack(words: list[str], players: int) -> Action:
    ship, at, seat = words[0].partition("@")
    if at:
        if not (seat.isascii() and seat.isdigit() and len(seat) < 3 and int(seat) < players):
            raise Refusal(RefusalCode.NO_SUCH_SEAT, seat=seat, last=players - 1)
        return Attack(_piece(ship), words[1], int(seat))
    letters = _COMPASS.get(players, "")
    if len(ship) == 3 and ship[2].lower() in letters:
        return Attack(_piece(ship[:2]), words[1], letters.index(ship[2].lower()))
    return Attack(_piece(ship), words[1])


_READERS: Final[dict[str, tuple[range, Callable[[list[str], int], Action]]]] = {
    "homeworld": (range(3, 5), _homeworld),
    "build": (range(2, 3), lambda w, n: Build(_piece(w[0]), w[1])),
    "trade": (range(3, 4), lambda w, n: Trade(_piece(w[0]), _piece(w[1]), w[2])),
    "discover": (
        range(3, 5),
        lambda w, n: Discover(_piece(w[0]), w[1], _piece(w[2]), w[3] if len(w) == 4 else None),
    ),
    "move": (range(3, 4), lambda w, n: Move(_piece(w[0]), w[1], w[2])),
    "attack": (range(2, 3), _attack),
    "sacrifice": (range(2, 3), lambda w, n: Sacrifice(_piece(w[0]), w[1])),
    "catastrophe": (range(2, 3), lambda w, n: Catastrophe(w[0], _colour(w[1]))),
    "pass": (range(1), lambda w, n: Pass()),
}


def parse_action(text: str, players: int) -> Action:
    """One step. Raises Refusal with `input` quoted; whether it is legal is not asked here."""
    try:
        words = text.split()
        verb = verb_of(words[0] if words else "")
        counts, reader = _READERS[verb]
        if len(words) - 1 not in counts:
            raise Refusal(RefusalCode.WRONG_WORDS, text=text.strip(), example=EXAMPLES[verb])
        return reader(words[1:], players)
    except Refusal as refusal:
        refusal.input = text.strip()
        raise


def format_action(action: Action, players: int) -> str:
    """The canonical form; the owner of an attacked ship is written with three or more players,
    so that of a game of two comes back as None."""
    match action:
        case Build(piece, system):
            return f"build {piece} {system}"
        case Trade(ship, piece, system):
            return f"trade {ship} {piece} {system}"
        case Move(ship, origin, destination):
            return f"move {ship} {origin} {destination}"
        case Discover(ship, origin, star, name):
            return f"discover {ship} {origin} {star}" + (f" {name}" if name else "")
        case Attack(ship, system, owner):
            owned = owner is not None and players > 2
            return f"attack {ship}@{owner} {system}" if owned else f"attack {ship} {system}"
        case Sacrifice(ship, system):
            return f"sacrifice {ship} {system}"
        case Catastrophe(system, colour):
            return f"catastrophe {system} {colour.word}"
        case Homeworld(stars, ship, name):
            pair = " ".join(map(str, stars)) if len(stars) == 2 else f"{stars[0]} -"
            return f"homeworld {pair} {ship}" + (f" {name}" if name else "")
        case Pass():
            return "pass"


_ASIDE: Final = re.compile(r"\([^()\n]*\)?")
"""No name holds a parenthesis."""
_NUMBER: Final = re.compile(r"\s*\d{1,4}[.)]\s*(?=\D)")
_COMMENTS: Final = ("#", "//")


def split_steps(text: str) -> list[str]:
    """The steps of a turn as they were typed, without the numbers before them and the comments after them:
    `(…)` anywhere, and from `#` or `//` to the end of the line where no word of the step can stand.

    >>> split_steps("1. build G1 Ann # good; better\\n2. pass (why not?)")
    ['build G1 Ann', 'pass']
    """
    steps = []
    for line in _ASIDE.sub(" ", text).split("\n"):
        for part in line.split(";"):
            step = part[_end_of_number(part) :]
            end = _end_of_step(step)
            if step[:end].strip():
                steps.append(step[:end].strip())
            if end < len(step):
                break
    return steps


def _end_of_number(part: str) -> int:
    number = _NUMBER.match(part)
    return number.end() if number else 0


def _end_of_step(step: str) -> int:
    """Where its comment begins. A name may look like the beginning of one, so words are read by place."""
    words = list(re.finditer(r"\S+", step))
    if not words or words[0].group().startswith(_COMMENTS):
        return words[0].start() if words else len(step)
    try:
        counts, _reader = _READERS[verb_of(words[0].group())]
    except Refusal:
        return len(step)
    if len(words) - 1 in counts:
        return len(step)
    marks = [place for place, word in enumerate(words[1:]) if word.group().startswith(_COMMENTS)]
    place = max([place for place in marks if place in counts], default=None)
    return len(step) if place is None else words[1 + place].start()


def parse_turn(text: str, players: int) -> Turn:
    """One action a line, or `; ` between them, numbered and commented or not; empty text is an empty turn.

    Raises Refusal with `input` quoted and `step` set.

    >>> parse_turn("s g3 Ann; build g1 Ann", players=2)
    (Sacrifice(ship=<G3>, system='Ann'), Build(piece=<G1>, system='Ann'))
    """
    if len(text) > LONGEST_TURN:
        raise Refusal(RefusalCode.TOO_LONG, count=len(text), most=LONGEST_TURN)
    actions: list[Action] = []
    for step in split_steps(text):
        try:
            actions.append(parse_action(step, players))
        except Refusal as refusal:
            refusal.step = len(actions)
            raise
    return tuple(actions)


def format_turn(turn: Turn, players: int) -> str:
    """The actions in canonical form with `; ` between them.

    >>> format_turn(parse_turn("s g3 Ann; b g1 Ann", players=2), players=2)
    'sacrifice G3 Ann; build G1 Ann'
    """
    return "; ".join([format_action(action, players) for action in turn])


def names_as_separator(turn: Turn) -> bool:
    """Whether a system would be called by a name that ends in a sign between steps."""
    return any(isinstance(step, Discover) and ends_as_separator(step.name or "") for step in turn)


def is_canonical(text: str, players: int) -> bool:
    """Whether a turn is written as `format_turn` writes it, but for case and for line ends as separators.

    >>> is_canonical("build g1 ann", players=2), is_canonical("b g1 Ann", players=2)
    (True, False)
    """
    try:
        turn = parse_turn(text, players)
    except Refusal:
        return False
    if names_as_separator(turn):
        return False
    written, typed = format_turn(turn, players), re.sub(r"\s*\n\s*", "; ", text.strip())
    if any(isinstance(step, Homeworld) for step in turn):
        # Which of two stars is named first means nothing.
        return sorted(written.casefold().split()) == sorted(typed.casefold().split())
    return written.casefold() == typed.casefold()


_POSITION: Final = re.compile(
    r"<(?P<mover>\d{1,2})(?: out (?P<out>\d{1,2}(?:,\d{1,2})*))?"
    r"(?: warp (?P<warp>\d{1,2}:\d(?:,\d{1,2}:\d)*))?"
    r"(?: one-star (?P<one>\d{1,2}(?:,\d{1,2})*))?>(?P<systems>.*)",
    re.ASCII | re.DOTALL,
)
_SYSTEM: Final = re.compile(
    r"(?P<name>[^\s;()]+) \((?:(?P<home>\d{1,2}), ?)?(?P<stars>(?:[rygb][123]){1,2})\) "
    r"(?P<fleets>(?:[rygb][123]|-)+)",
    re.ASCII | re.IGNORECASE,
)


def _bad(detail: str, **params: str | int) -> Refusal:
    """`detail` is marked for translation: a site shows it to who pastes a position."""
    return Refusal(RefusalCode.BAD_POSITION, detail=Words(detail, params))


def _pieces(text: str) -> Pieces:
    return tuple(sorted([_piece(text[i : i + 2]) for i in range(0, len(text), 2)]))


def _seats(text: str | None, players: int) -> frozenset[int]:
    seats = frozenset(int(seat) for seat in text.split(",")) if text else frozenset()
    if any(seat >= players for seat in seats):
        raise _bad(_("there are only the seats 0 to {last}"), last=players - 1)
    return seats


def _system(text: str, players: int) -> System:
    match = _SYSTEM.fullmatch(text)
    if match is None:
        raise _bad(_("“{text}” is not a system like “Vega (y2) g1-”; write “;” between systems"), text=text)
    check_name(match["name"])
    fleets = tuple(_pieces(fleet) for fleet in match["fleets"].split("-"))
    if len(fleets) != players:
        raise _bad(
            _("{system} needs {number} hyphens between the fleets of {players} seats"),
            system=match["name"],
            number=players - 1,
            players=players,
        )
    home = int(match["home"]) if match["home"] else None
    if home is not None and home >= players:
        raise _bad(_("there is no seat {seat}"), seat=home)
    if home is None and not any(fleets):
        raise _bad(_("{system} has no ship"), system=match["name"])
    return System(match["name"], _pieces(match["stars"]), fleets, home)


def _bank(systems: Sequence[System], rules: RuleSet, players: int) -> tuple[int, ...]:
    limit = rules.pieces_of_each_kind(players)
    bank = [limit] * len(PIECES)
    for system in systems:
        for piece in (*system.stars, *(ship for fleet in system.fleets for ship in fleet)):
            bank[piece] -= 1
    for piece in PIECES:
        if bank[piece] < 0:
            raise Refusal(
                RefusalCode.TOO_MANY_PIECES, piece=str(piece), count=limit - bank[piece], limit=limit
            )
    return tuple(bank)


def seat_names(text: str) -> tuple[str, ...]:
    """A name for each seat of a position text: its homeworld's, or `Seat-1` and so on without one.

    Empty when no system tells how many seats there are; what else is wrong with the text is not asked.
    """
    found = [
        match for part in text.partition(">")[2].split(";") if (match := _SYSTEM.fullmatch(part.strip()))
    ]
    if not found:
        return ()
    homes = {int(match["home"]): match["name"] for match in found if match["home"]}
    taken = {match["name"].casefold() for match in found}
    names = []
    for seat in range(found[0]["fleets"].count("-") + 1):
        name = f"Seat-{seat + 1}"
        while name.casefold() in taken:
            name += "~"
        names.append(homes.get(seat, name))
    return tuple(names)


def mover_of(text: str) -> int:
    """The seat to move of a position text, without reading the rest. Raises Refusal: it begins otherwise.

    >>> mover_of("<2 out 0,3> Cleo (2, g3b2) --g3-")
    2
    """
    match = _POSITION.fullmatch(text.strip())
    if match is None:
        raise _bad(_("it must begin like “<0>” or “<2 out 0,3>”"))
    return int(match["mover"])


def parse_position(text: str, rules: RuleSet, names: Sequence[str]) -> Position:
    """Position text; one name a seat. The seat to move stands first, then the systems, separated by
    semicolons (blanks and line ends beside them do no harm); in a system the ships of the seats are separated
    by hyphens. The bank is what is left.

    Raises Refusal with `input` quoted: unreadable, contradictory, or more pieces than the bank has. Whether a
    turn can begin with such a position is asked by `check_position`.

    >>> from homeworlds import Preset, Variant, preset_rules
    >>> rules = preset_rules(Preset.MODERN, Variant.BINARY)
    >>> text = "<1> Ann (0, r1b2) g1g3-; Bob (1, y1b3) -g3; Vega (y2) -y1"
    >>> position = parse_position(text, rules, ["Ann", "Bob"])
    >>> position.find("Vega").fleets
    ((), (<Y1>,))
    """
    try:
        return _parse_position(text, rules, names)
    except Refusal as refusal:
        refusal.input = text
        raise


def _parse_position(text: str, rules: RuleSet, names: Sequence[str]) -> Position:
    players = len(names)
    match = _POSITION.fullmatch(text.strip())
    if match is None:
        raise _bad(_("it must begin like “<0>” or “<2 out 0,3>”"))
    mover, out = int(match["mover"]), _seats(match["out"], players)
    if mover >= players:
        raise _bad(_("there is no seat {seat}"), seat=mover)
    if mover in out and len(out) < players:
        raise _bad(_("seat {seat} is out and cannot be to move"), seat=mover)
    parts = [part.strip() for part in match["systems"].split(";")]
    systems = tuple([_system(part, players) for part in parts if part])
    if len({system.name.casefold() for system in systems}) < len(systems):
        raise _bad(_("two systems have the same name"))
    homes = [system.home for system in systems if system.home is not None]
    if len(set(homes)) < len(homes):
        raise _bad(_("a seat has two homeworlds"))
    if out.intersection(homes):
        raise _bad(_("a seat that is out has a homeworld"))
    warps = [pair.split(":") for pair in (match["warp"] or "").split(",") if pair]
    timewarp = tuple(sorted([(int(seat), int(bonus)) for seat, bonus in warps]))
    if any(seat >= players or seat in out or not 1 <= bonus <= 3 for seat, bonus in timewarp):
        raise _bad(_("a Timewarp needs a living seat and 1 to 3 actions"))
    if len(dict(timewarp)) < len(timewarp):
        raise _bad(_("a seat has two Timewarps"))
    one_star = _seats(match["one"], players)
    if one_star.intersection(homes):
        raise _bad(_("a seat with a homeworld has set up already"))
    bank = _bank(systems, rules, players)
    return Position(tuple(names), mover, systems, bank, out, timewarp, one_star)
