"""What the turn in the making does to the game, in words, before it counts: who wins, falls or draws."""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext, ngettext

from board.words.game import one_of
from homeworlds.foresight import Prospect, foresee
from homeworlds.outcome import CLAIMABLE, Alignment, Outcome, Termination, repetition
from homeworlds.position import sinister_target
from homeworlds.refusals import RefusalCode
from homeworlds.rules import FORBIDS_OWN_ELIMINATION, Variant
from homeworlds.state import GameState
from homeworlds.turn import HalfTurn


class Kind(enum.StrEnum):
    WINS = "wins"
    OUT = "out"
    """Its maker falls, whoever wins by that."""
    DRAWS = "draws"
    MAY_DRAW = "may-draw"
    """Unless hidden alignments decide otherwise."""
    FALLS = "falls"
    """Somebody else, and the game goes on or hidden alignments decide."""
    CLAIM = "claim"
    FORBIDDEN = "forbidden"


SIGNS: Final[Mapping[Kind, str]] = {
    Kind.WINS: "✓",
    Kind.OUT: "✕",
    Kind.DRAWS: "½",
    Kind.MAY_DRAW: "½",
    Kind.FALLS: "i",
    Kind.CLAIM: "3×",
    Kind.FORBIDDEN: "✕",
}


@dataclass(frozen=True, slots=True)
class Verdict:
    kind: Kind
    title: str
    text: str
    words: str
    """Both, to be read aloud."""

    @property
    def sign(self) -> str:
        return SIGNS[self.kind]

    @property
    def wins_or_lives_on(self) -> bool:
        return self.kind in (Kind.WINS, Kind.FALLS, Kind.CLAIM)


def verdict_of(
    state: GameState,
    half: HalfTurn,
    *,
    drawn: Termination | None = None,
    stood: int = 0,
    side: Alignment | None = None,
    judged: bool = True,
) -> Verdict | None:
    """None: the game simply goes on.

    `drawn` is the draw that comes with the turn unless it ends the game otherwise, `stood` how often the
    position has stood with it. `side` is the maker's own in Good vs Evil, for his eyes alone: what is said
    has the same length and the same kind for the Good and for the Evil. Not `judged`: nobody wins there.
    """
    if not half.turn:
        return None
    refusal = half.why_not_end()
    if refusal is not None:
        return _forbidden(state, half) if refusal.code is RefusalCode.OWN_ELIMINATION else None
    prospect = foresee(state, half, stood)
    if not judged:
        prospect = prospect._replace(possible=((None, repetition(prospect.position, stood)),))
    said = _Saying(state, half, prospect, drawn)
    outcomes = prospect.outcomes()
    if half.mover in prospect.eliminated and not all(out and half.mover in out.winners for out in outcomes):
        return said.out(outcomes)
    if all(outcomes):
        return said.draw_of_all(outcomes) if all(out and out.draw for out in outcomes) else said.wins()
    if drawn is not None:
        return said.draws(outcomes)
    if prospect.eliminated:
        return said.falls(side)
    return said.claims(stood) if stood >= CLAIMABLE else None


def drawn_sentence(drawn: Termination) -> str:
    if drawn is Termination.FIFTH_OCCURRENCE:
        return gettext("The position occurs for the fifth time.")
    return gettext("All who are left agree on a draw.")


def _forbidden(state: GameState, half: HalfTurn) -> Verdict:
    why = gettext("By the rules of this game nobody puts himself out; to leave, resign.")
    if state.rules.variant in FORBIDS_OWN_ELIMINATION:
        why = gettext("It would deny somebody the win; to leave, resign.")
    if half.actions_left:
        why = " ".join([why, gettext("Bring a ship back home, or undo.")])
    return _verdict(Kind.FORBIDDEN, gettext("You may not put yourself out"), why)


def _verdict(kind: Kind, title: str, text: str) -> Verdict:
    return Verdict(kind, title, text, f"{title}. {text}".strip())


@dataclass(frozen=True, slots=True)
class _Saying:
    """The sentences about one turn."""

    state: GameState
    half: HalfTurn
    prospect: Prospect
    drawn: Termination | None

    @property
    def others(self) -> tuple[int, ...]:
        """Who falls besides its maker."""
        return tuple([seat for seat in self.prospect.eliminated if seat != self.half.mover])

    def names(self, seats: Sequence[int]) -> str:
        return ", ".join([self.state.position.names[seat] for seat in seats])

    def no_ship_at_home(self) -> str:
        if self.state.rules.variant is Variant.SINISTER:
            target = sinister_target(self.state.position, self.half.mover)
            names = self.names([seat for seat in self.others if seat == target])
            return gettext("{player}, your target, has no ship at home.").format(player=names)
        if len(self.others) == 1:
            return gettext("{player} has no ship at home.").format(player=self.names(self.others))
        return gettext("No ship at home: {players}.").format(players=self.names(self.others))

    def wins(self) -> Verdict:
        return _verdict(Kind.WINS, gettext("This turn wins"), self.no_ship_at_home())

    def draw_of_all(self, outcomes: Sequence[Outcome | None]) -> Verdict:
        names = self.names(self.others)
        if any(out and out.termination is Termination.FIFTH_OCCURRENCE for out in outcomes):
            text = drawn_sentence(Termination.FIFTH_OCCURRENCE)
        elif len(self.others) == 1:
            text = gettext("Neither you nor {player} has a ship at home.").format(player=names)
        else:
            text = gettext("Nobody has a ship at home: {players}, you.").format(players=names)
        return _verdict(Kind.DRAWS, gettext("This turn ends in a draw"), text)

    def out(self, outcomes: Sequence[Outcome | None]) -> Verdict:
        words = [gettext("No ship of yours is left at home.")]
        winners = {outcome.winners for outcome in outcomes if outcome}
        if len(outcomes) == 1 and winners:
            (seats,) = winners
            sentence = ngettext("{players} wins.", "{players} win.", len(seats))
            words.append(sentence.format(players=self.names(seats)))
        elif winners:
            words.append(gettext("Who wins then, the hidden alignments decide."))
        elif self.drawn is not None:
            words.append(drawn_sentence(self.drawn))
        else:
            words.append(gettext("The others play on."))
        return _verdict(Kind.OUT, gettext("This turn puts you out"), " ".join(words))

    def draws(self, outcomes: Sequence[Outcome | None]) -> Verdict:
        if self.drawn is None or outcomes == (None,):
            text = drawn_sentence(self.drawn or Termination.AGREEMENT)
            return _verdict(Kind.DRAWS, gettext("This turn ends in a draw"), text)
        text = gettext(
            "All who are left agree on a draw, so the game is drawn unless somebody wins by this turn."
        )
        return _verdict(Kind.MAY_DRAW, gettext("This turn may end in a draw"), text)

    def falls(self, side: Alignment | None) -> Verdict:
        sides = self.prospect.sides()
        if not sides:
            return self._others_fall()
        texts = {each: self._hidden(each) for each in Alignment}
        if side is None or len(sides) == 1:
            (shown,) = sides if len(sides) == 1 else (Alignment.GOOD,)
            return _verdict(Kind.FALLS, *texts[shown])
        good, evil = texts[Alignment.GOOD], texts[Alignment.EVIL]
        title, text, words = [
            one_of(side, good=of_good, evil=of_evil)
            for of_good, of_evil in zip((*good, ". ".join(good)), (*evil, ". ".join(evil)), strict=True)
        ]
        return Verdict(Kind.FALLS, title, text, words)

    def _others_fall(self) -> Verdict:
        number, variant = len(self.others), self.state.rules.variant
        if variant is Variant.SINISTER:
            title = ngettext("{players} falls, nobody wins", "{players} fall, nobody wins", number)
            target = sinister_target(self.prospect.position, self.half.mover)
            text = gettext("Your target stays {player}.")
            text = text.format(player=self.names([target])) if target is not None else ""
        else:
            title = ngettext("{players} falls", "{players} fall", number)
            living = self.prospect.position.living
            left = [seat for seat in living if seat != self.half.mover]
            text = gettext("The game goes on: {players} and you are left.").format(players=self.names(left))
            if variant is Variant.GOOD_VS_EVIL or not left:
                text = ""
        return _verdict(Kind.FALLS, title.format(players=self.names(self.others)), text)

    def _hidden(self, side: Alignment) -> tuple[str, str]:
        """Title and text for a maker on this side; whoever falls is revealed, and so is he."""
        title = ngettext(
            "{players} falls and is revealed", "{players} fall and are revealed", len(self.others)
        )
        title = title.format(players=self.names(self.others))
        outcomes = self.prospect.outcomes(side)
        won = [out is not None and self.half.mover in out.winners for out in outcomes]
        if side is Alignment.EVIL:
            return gettext("This turn wins"), gettext("You are Evil and eliminate somebody: you win alone.")
        if won and all(won):
            return gettext("This turn wins"), gettext("No Evil player is left then.")
        if not any(won):
            return title, gettext("You are revealed too. Nobody wins: an Evil player is left.")
        return title, gettext("You are revealed too, and you win if no Evil player is left then.")

    def claims(self, stood: int) -> Verdict:
        title = (
            gettext("The same position a third time")
            if stood == CLAIMABLE
            else gettext("The same position a fourth time")
        )
        other = self.names([seat for seat in self.prospect.position.living if seat != self.half.mover])
        text = gettext("{player} or you may then claim a draw.").format(player=other)
        return _verdict(Kind.CLAIM, title, text)
