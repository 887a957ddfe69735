"""FIDE's Dutch system as py4swiss pairs it, asked in the words of our own arithmetic."""

from __future__ import annotations

from collections.abc import Sequence

from py4swiss.engines import DutchEngine
from py4swiss.engines.common import PairingError
from py4swiss.trf import ParsedTrf
from py4swiss.trf.codes import PlayerCode
from py4swiss.trf.results import ColorToken, ResultToken, RoundResult
from py4swiss.trf.sections import PlayerSection, XSection

from tournaments.pairing.plain import Round, State
from tournaments.pairing.refusals import Impossible

PAID = {ResultToken.WIN: 10, ResultToken.PAIRING_ALLOCATED_BYE: 10}
PAID |= {ResultToken.DRAW: 5, ResultToken.HALF_POINT_BYE: 5}
OF_POINTS = {0.0: ResultToken.LOSS, 0.5: ResultToken.DRAW, 1.0: ResultToken.WIN}


def pair(state: State, rounds: int) -> Round:
    """The next round of an event of so many. Raises Impossible."""
    order = sorted(state.entrants, key=lambda each: (-each.rating, each.id))
    numbers = {each.id: number for number, each in enumerate(order, start=1)}
    playing = {each.id for each in state.playing()}
    sections = []
    for each in order:
        results = _results(state, each.id, each.entered, numbers)
        if each.id not in playing:
            results.append(_idle(ResultToken.ZERO_POINT_BYE))
        sections.append(_section(numbers[each.id], results))
    trf = ParsedTrf(player_sections=sections, x_section=XSection(number_of_rounds=rounds))
    try:
        found = DutchEngine.generate_pairings(trf)
    except PairingError:
        raise Impossible("no-pairing") from None
    tables = tuple((order[each.white - 1].id, order[each.black - 1].id) for each in found if each.black)
    byes = tuple(order[each.white - 1].id for each in found if not each.black)
    return Round(number=state.round, tables=tables, byes=byes)


def _results(state: State, player: int, entered: int, numbers: dict[int, int]) -> list[RoundResult]:
    """What the player had in each round before; a late entry half a point for all that he missed."""
    found = {number: _idle(ResultToken.ZERO_POINT_BYE) for number in range(1, state.round)}
    if entered > 1:
        found[1] = _idle(ResultToken.HALF_POINT_BYE)
    for number, had in state.byes:
        if had == player:
            found[number] = _idle(ResultToken.PAIRING_ALLOCATED_BYE)
    for game in state.played:
        if player in game.seats and game.points is not None:
            seat = game.seats.index(player)
            color = (ColorToken.WHITE, ColorToken.BLACK)[seat]
            opponent = numbers[game.seats[1 - seat]]
            found[game.round] = RoundResult(id=opponent, color=color, result=OF_POINTS[game.points[seat]])
    return [found[number] for number in sorted(found)]


def _idle(token: ResultToken) -> RoundResult:
    return RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=token)


def _section(number: int, results: Sequence[RoundResult]) -> PlayerSection:
    points = sum(PAID.get(each.result, 0) for each in results)
    return PlayerSection(
        code=PlayerCode.PLAYER,
        starting_number=number,
        points_times_ten=points,
        rank=number,
        results=[*results],
    )
