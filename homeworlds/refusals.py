"""Why something was refused: a code with parameters, and the English sentence made from them.

Sites translate SENTENCES by the sentence and fill in the same parameters.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import Final

from homeworlds.words import Words
from homeworlds.words import gettext_noop as _


class RefusalCode(enum.StrEnum):
    # reading text
    UNKNOWN_VERB = "unknown-verb"
    WRONG_WORDS = "wrong-words"
    SEVERAL_STEPS = "several-steps"
    SEVERAL_READINGS = "several-readings"
    NO_READING = "no-reading"
    NOT_A_STEP = "not-a-step"
    NAME_MEANT = "name-meant"
    UNKNOWN_PIECE = "unknown-piece"
    UNKNOWN_COLOUR = "unknown-colour"
    BAD_NAME = "bad-name"
    NAME_SEPARATES = "name-separates"
    BAD_POSITION = "bad-position"
    IMPOSSIBLE_POSITION = "impossible-position"
    TOO_MANY_PIECES = "too-many-pieces"
    TOO_LONG = "too-long"
    BAD_REQUEST = "bad-request"
    # rule sets
    UNKNOWN_PRESET = "unknown-preset"
    UNKNOWN_VARIANT = "unknown-variant"
    UNKNOWN_OPTION = "unknown-option"
    BAD_OPTION = "bad-option"
    WRONG_PLAYERS = "wrong-players"
    ONLY_SO_MANY_PLAYERS = "only-so-many-players"
    BAD_ALIGNMENTS = "bad-alignments"
    # steps of a turn
    GAME_OVER = "game-over"
    SET_UP_FIRST = "set-up-first"
    ALREADY_SET_UP = "already-set-up"
    TWO_STARS_NEEDED = "two-stars-needed"
    ONE_STAR_NEEDED = "one-star-needed"
    FIRST_SHIP_LARGE = "first-ship-large"
    WRONG_HOMEWORLD_NAME = "wrong-homeworld-name"
    NOT_IN_BANK = "not-in-bank"
    NO_SUCH_SYSTEM = "no-such-system"
    NO_SHIP_THERE = "no-ship-there"
    NO_SUCH_SHIP = "no-such-ship"
    NO_POWER = "no-power"
    WRONG_SACRIFICE_POWER = "wrong-sacrifice-power"
    NO_ACTIONS_LEFT = "no-actions-left"
    ACTIONS_OVER = "actions-over"
    SACRIFICE_ONLY_FIRST = "sacrifice-only-first"
    NO_SHIP_OF_COLOUR = "no-ship-of-colour"
    NOT_SMALLEST = "not-smallest"
    COLOUR_USED_UP = "colour-used-up"
    SAME_COLOUR = "same-colour"
    OTHER_SIZE = "other-size"
    NOT_CONNECTED = "not-connected"
    SAME_SYSTEM = "same-system"
    NAME_TAKEN = "name-taken"
    NO_ENEMY_SHIP = "no-enemy-ship"
    OWNER_UNCLEAR = "owner-unclear"
    NO_SUCH_SEAT = "no-such-seat"
    OWN_SHIP = "own-ship"
    OWN_SEAT = "own-seat"
    TOO_LARGE_TO_ATTACK = "too-large-to-attack"
    NOT_SMALLER_TO_ATTACK = "not-smaller-to-attack"
    NO_OVERPOPULATION = "no-overpopulation"
    NO_ACTION_TO_GIVE_UP = "no-action-to-give-up"
    # the end of a turn
    MUST_ACT = "must-act"
    NOTHING_DONE = "nothing-done"
    OWN_ELIMINATION = "own-elimination"
    # the game
    NOT_LIVING = "not-living"
    NO_CLAIM = "no-claim"
    NOT_TWO_SEATS = "not-two-seats"


SENTENCES: Final[Mapping[RefusalCode, str]] = {
    RefusalCode.UNKNOWN_VERB: _(
        "“{verb}” is not an action. Use build, trade, move, discover, attack, sacrifice, catastrophe, "
        "pass or homeworld."
    ),
    RefusalCode.WRONG_WORDS: _("“{text}” has too few or too many words. Write it like “{example}”."),
    RefusalCode.SEVERAL_STEPS: _(
        "“{text}” looks like several steps. Write “;” between them, or a new line: {example}."
    ),
    RefusalCode.SEVERAL_READINGS: _("“{text}” can mean several steps: {readings}."),
    RefusalCode.NO_READING: _("No step that is possible now fits “{text}”. Write it like “{example}”."),
    RefusalCode.NOT_A_STEP: _(
        "“{text}” is no step of a turn: to resign or to offer a draw, use the buttons beside the turn."
    ),
    RefusalCode.NAME_MEANT: _("There is no system named {system}. Did you mean {known}?"),
    RefusalCode.UNKNOWN_PIECE: _("“{text}” is not a piece. Write a colour letter and a size, like G3."),
    RefusalCode.UNKNOWN_COLOUR: _("“{text}” is not a colour. Use red, yellow, green or blue."),
    RefusalCode.BAD_NAME: _(
        "“{name}” cannot be a name. Use 1 to {most} visible characters without blanks, “;”, “(” or “)”."
    ),
    RefusalCode.NAME_SEPARATES: _(
        "The name {name} ends in a sign that stands between steps. Leave that sign out."
    ),
    RefusalCode.BAD_POSITION: _("The position cannot be read: {detail}."),
    RefusalCode.IMPOSSIBLE_POSITION: _("No turn begins with this position: {detail}."),
    RefusalCode.TOO_MANY_PIECES: _(
        "The position has {count} pieces {piece}, but only {limit} exist in this game."
    ),
    RefusalCode.TOO_LONG: _("The text is too long: {count} characters; {most} are enough for any turn."),
    RefusalCode.BAD_REQUEST: _("The request cannot be used: {detail}."),
    RefusalCode.UNKNOWN_PRESET: _("There is no rule set “{preset}”. Choose one of: {known}."),
    RefusalCode.UNKNOWN_VARIANT: _("There is no variant “{variant}”. Choose one of: {known}."),
    RefusalCode.UNKNOWN_OPTION: _("There is no option “{option}”. Choose one of: {known}."),
    RefusalCode.BAD_OPTION: _("The option “{option}” cannot be “{value}”. Choose one of: {known}."),
    RefusalCode.WRONG_PLAYERS: _("This variant is for {least} to {most} players, not for {players}."),
    RefusalCode.ONLY_SO_MANY_PLAYERS: _("This variant is for {least} players, not for {players}."),
    RefusalCode.BAD_ALIGNMENTS: _("Good vs Evil needs one letter G or E for each of the {players} seats."),
    RefusalCode.GAME_OVER: _("The game is over."),
    RefusalCode.SET_UP_FIRST: _("Your first turn sets up your homeworld; nothing else is possible."),
    RefusalCode.ALREADY_SET_UP: _("Your homeworld is already set up."),
    RefusalCode.TWO_STARS_NEEDED: _("Your homeworld needs two stars."),
    RefusalCode.ONE_STAR_NEEDED: _("In this game your homeworld has a single star. Write it like B2 - G3."),
    RefusalCode.FIRST_SHIP_LARGE: _("The first ship must be large in this game; {ship} is not."),
    RefusalCode.WRONG_HOMEWORLD_NAME: _("Your homeworld is named after you: {expected}, not {name}."),
    RefusalCode.NOT_IN_BANK: _("There is no {piece} in the bank."),
    RefusalCode.NO_SUCH_SYSTEM: _("There is no system named {system}."),
    RefusalCode.NO_SHIP_THERE: _("You have no ship at {system}, so you cannot act there."),
    RefusalCode.NO_SUCH_SHIP: _("You have no {ship} at {system}."),
    RefusalCode.NO_POWER: _("You have no {colour} at {system}, neither a ship of yours nor a star."),
    RefusalCode.WRONG_SACRIFICE_POWER: _(
        "The ship you sacrificed gives you {power} actions only; this needs {colour}."
    ),
    RefusalCode.NO_ACTIONS_LEFT: _("You have no action left in this turn."),
    RefusalCode.ACTIONS_OVER: _("After a catastrophe no more actions are possible in this turn."),
    RefusalCode.SACRIFICE_ONLY_FIRST: _("You can sacrifice only one ship in a turn."),
    RefusalCode.NO_SHIP_OF_COLOUR: _("To build {piece} you need a {colour} ship of yours at {system}."),
    RefusalCode.NOT_SMALLEST: _(
        "You must build the smallest {colour} piece in the bank: {smallest}, not {piece}."
    ),
    RefusalCode.COLOUR_USED_UP: _("There is no {colour} piece left in the bank."),
    RefusalCode.SAME_COLOUR: _("A trade must change the colour: {ship} for {piece} does not."),
    RefusalCode.OTHER_SIZE: _("A trade keeps the size: {ship} for {piece} does not."),
    RefusalCode.NOT_CONNECTED: _(
        "{origin} and {destination} are not connected: both have a star of the same size."
    ),
    RefusalCode.SAME_SYSTEM: _("The ship is already at {system}."),
    RefusalCode.NAME_TAKEN: _("There is already a system or player named {name}. Choose another name."),
    RefusalCode.NO_ENEMY_SHIP: _("There is no {ship} of another player at {system}."),
    RefusalCode.OWNER_UNCLEAR: _(
        "Several players have a {ship} at {system}. Name the seat, like {ship}@{example}."
    ),
    RefusalCode.NO_SUCH_SEAT: _("There is no seat {seat}; the seats are 0 to {last}."),
    RefusalCode.OWN_SHIP: _("The {ship} at {system} is already yours."),
    RefusalCode.OWN_SEAT: _(
        "The order names you as the owner, and you have no {ship} at {system}. Name whose ship you attack."
    ),
    RefusalCode.TOO_LARGE_TO_ATTACK: _(
        "{ship} is larger than your largest ship at {system}, so you cannot attack it."
    ),
    RefusalCode.NOT_SMALLER_TO_ATTACK: _(
        "In this game you can attack only smaller ships; "
        "{ship} is not smaller than your largest ship at {system}."
    ),
    RefusalCode.NO_OVERPOPULATION: _(
        "{system} has {count} {colour} pieces; a catastrophe needs at least {least}."
    ),
    RefusalCode.NO_ACTION_TO_GIVE_UP: _("There is no action left that you could pass on."),
    RefusalCode.MUST_ACT: _("You may pass only when no other turn is possible."),
    RefusalCode.NOTHING_DONE: _("Nothing has been done yet. To do nothing, pass."),
    RefusalCode.OWN_ELIMINATION: _(
        "This would leave you without a ship at your homeworld, which is forbidden in this game. "
        "To leave, resign."
    ),
    RefusalCode.NOT_LIVING: _("This player is already out of the game."),
    RefusalCode.NO_CLAIM: _("This position has not occurred three times, so no draw can be claimed."),
    RefusalCode.NOT_TWO_SEATS: _("This is possible only in a game of two seats."),
}
"""The English sentence of each code, with the parameters in braces."""


class Refusal(ValueError):
    """Something the rules or the notation do not allow.

    `code` and `params` make the sentence (a parameter may be Words, a part with parameters of its own);
    `input` and `position` quote what was refused and where (None until known). `step` is the number of
    the offending step of a turn, from 0. `suggestions` are steps or names that may have been meant.

    >>> from homeworlds import Preset, Variant, begin, parse_turn, preset_rules, start_game
    >>> state = start_game(preset_rules(Preset.BOOKLET, Variant.BINARY), ["Ann", "Bob"])
    >>> (homeworld,) = parse_turn("homeworld R1 B2 G1", players=2)
    >>> try:
    ...     begin(state).then(homeworld)
    ... except Refusal as refusal:
    ...     print(refusal.code, "|", refusal.sentence)
    first-ship-large | The first ship must be large in this game; G1 is not.
    """

    def __init__(self, code: RefusalCode, **params: str | int | Words) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params
        self.input: str | None = None
        self.position: str | None = None
        self.step: int | None = None
        self.suggestions: tuple[str, ...] = ()

    @property
    def template(self) -> str:
        """The English sentence before the parameters are filled in."""
        return SENTENCES[self.code]

    @property
    def sentence(self) -> str:
        """The English sentence, without the quotation."""
        return self.template.format(**self.params)

    def __str__(self) -> str:
        text = self.sentence
        if self.input is not None:
            text += f" [{self.input}]"
        if self.position is not None:
            text += f" at {self.position}"
        return text
