"""The sandbox as the template shows it: the map and the turn maker of the table, for whichever seat is to
move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from board.map.page import Seen, render_bank
from board.map.places import place_turn
from board.map.snapshot import Snapshot
from board.map.symbols import render_badge
from board.turn.cautions import Cautions
from board.turn.choices import choices_of
from board.turn.facts import facts_of
from board.turn.making import Choosing, Links, make, query_of, turn_words
from board.turn.order import read_turn, text_of
from board.turn.screen import Said, TurnScreen, explain_turn, linked_map
from board.turn.verdict import verdict_of
from board.words.game import result_sentence
from board.words.rules import variant_short_name
from games.table.looking_back import stage_address
from games.table.replay import Replay, StepLink
from homeworlds.rules import Variant
from study.trail import Moment, Root, Trail, pasted_address, position_text


@dataclass(frozen=True, slots=True)
class TriedLine:
    """A turn in the list of those that are tried."""

    number: int
    link: str
    badge: SafeString
    words: str
    current: bool
    later: bool
    """It is not made just now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SandboxScreen(TurnScreen):
    """The turn in the making, and what is tried."""

    title: str
    start: str
    """Where it begins, in words."""
    start_link: str
    """That position in the game; empty when it was pasted."""
    secret: str
    """Why nobody wins here; empty but in Good vs Evil."""
    heading: str
    """Who is to move."""
    place: str
    """How far one has come, in words."""
    replay: Replay | None
    """None while nothing has been tried."""
    last_badge: SafeString
    last_words: str
    tried: tuple[TriedLine, ...]
    position_text: str
    position_link: str
    trying: bool = True
    """Tells the turn maker that nothing counts here."""

    @property
    def status(self) -> str:
        """What a screen reader is told when the table has changed."""
        actions = self.making.actions if self.making else ""
        verdict = f"{self.cautions.verdict.words} " if self.cautions.verdict else ""
        return f"{verdict}{self.place}. {self.heading} {actions} {self.last_words}"


def sandbox_links(root: Root, trail: Trail) -> Links:
    carried = (*root.carried, *trail.pairs())
    query = query_of(carried)
    return Links(
        page=root.address("page"),
        fragment="",
        show=root.address("show") + query,
        end=root.address("end") + query,
        end_fragment=root.address("end") + query,
        carried=carried,
    )


def trail_address(root: Root, trail: Trail) -> str:
    return root.address("page") + query_of([*root.carried, *trail.pairs()])


def sandbox_screen(
    root: Root, trail: Trail, moments: Sequence[Moment], choosing: Choosing, said: Said | None = None
) -> SandboxScreen:
    """After `trail.done` of the turns, which have led to these moments, with the turn in the making."""
    moment = moments[trail.done]
    links = sandbox_links(root, trail)
    making = choices = verdict = None
    position, places, shown = moment.state.position, moment.places, moment.half
    if not moment.is_over:
        read = read_turn(moment.state, choosing.text)
        making = make(read, links)
        choosing = replace(choosing, text=text_of(read.half))
        choices = choices_of(read.half, choosing, links)
        judged = moment.state.rules.variant is not Variant.GOOD_VS_EVIL
        stood = moment.stands(read.half) if read.half.why_not_end() is None else 0
        verdict = verdict_of(moment.state, read.half, stood=stood, judged=judged)
        if read.half.turn:
            position, places, shown = read.half.position, place_turn(places, read.half), read.half
    turn, mover = (shown.turn, shown.mover) if shown else ((), None)
    table = Snapshot(position, places, turn, mover, moment.is_over)
    seen = Seen(root.side, root.seated, arrangement=root.arrangement)
    drawn = linked_map(table, seen, choices, choosing, links)
    system = position.find(choosing.at)
    return SandboxScreen(
        title=_title(root),
        start=_start(root),
        start_link=stage_address(root.game.public_id, root.number, last=root.game.log_number)
        if root.game
        else "",
        secret=_secret(root),
        links=links,
        map=drawn,
        bank=render_bank(position, before=moment.state.position),
        facts=facts_of(position, system, root.side if root.seated else None) if system else None,
        making=making,
        choices=choices,
        explained=explain_turn(making, choices, moment.state.rules),
        cautions=Cautions(None, verdict=verdict),
        heading=_heading(moment),
        place=_place(trail),
        replay=_replay(root, trail) if trail.turns else None,
        last_badge=_badge(moment),
        last_words=_words(moment),
        tried=tuple([_tried_line(root, trail, moments, n) for n in range(1, len(moments))]),
        position_text=position_text(moment),
        position_link=pasted_address(moment),
        said=said or Said(),
    )


def _title(root: Root) -> str:
    names = root.state.position.names
    if len(names) == 2:
        return " – ".join(names)
    return f"{variant_short_name(root.state.rules.variant)} · {len(names)}"


def _start(root: Root) -> str:
    if root.game is None:
        return gettext("It begins at the position that was pasted.")
    if not root.number:
        return gettext("It begins before the first turn of the game.")
    return gettext("It begins after turn {number} of the game.").format(number=root.number)


def _secret(root: Root) -> str:
    if root.state.rules.variant is not Variant.GOOD_VS_EVIL:
        return ""
    return gettext("Who is Good and who is Evil does not count here, so nobody wins.")


def _heading(moment: Moment) -> str:
    position = moment.state.position
    if moment.state.outcome is not None:
        return result_sentence(moment.state.outcome, position.names)
    if len(position.living) == 1:
        return gettext("Only {player} is left: no turn can follow.").format(
            player=position.names[position.living[0]]
        )
    if moment.is_over:
        return gettext("Nobody is left: no turn can follow.")
    return gettext("{player} is to move.").format(player=position.names[position.mover])


def _badge(moment: Moment) -> SafeString:
    if moment.half is None:
        return SafeString("")
    return render_badge(moment.half.mover, moment.half.start.names[moment.half.mover])


def _words(moment: Moment) -> str:
    """The turn that led here, and who fell by it."""
    half = moment.half
    if half is None:
        return ""
    names = half.start.names
    words = list(turn_words(half.turn, half.mover, names))
    if moment.eliminated:
        fallen = ", ".join([names[seat] for seat in moment.eliminated])
        words.append(gettext("out: {players}").format(players=fallen))
    return " · ".join(words)


def _tried_line(root: Root, trail: Trail, moments: Sequence[Moment], number: int) -> TriedLine:
    moment = moments[number]
    return TriedLine(
        number=number,
        link=trail_address(root, trail.at(number)),
        badge=_badge(moment),
        words=_words(moment),
        current=number == trail.done,
        later=number > trail.done,
    )


def _replay(root: Root, trail: Trail) -> Replay:
    """The ways through what is tried."""
    done, last = trail.done, len(trail.turns)
    ways = {
        "first": ("|‹", gettext("To where it begins"), "Home", 0 if done else None),
        "back": (gettext("‹ Turn"), gettext("A turn back"), "ArrowLeft", done - 1 if done else None),
        "on": (gettext("Turn ›"), gettext("A turn on"), "ArrowRight", done + 1 if done < last else None),
        "last": ("›|", gettext("To the last turn tried"), "End", last if done < last else None),
    }
    links = [
        StepLink(f"step-{name}", label, spoken, keys, _way(root, trail, target))
        for name, (label, spoken, keys, target) in ways.items()
    ]
    return Replay(links=tuple(links))


def _place(trail: Trail) -> str:
    if not trail.done:
        return gettext("Where it begins")
    return gettext("Tried turn {number} of {last}").format(number=trail.done, last=len(trail.turns))


def _way(root: Root, trail: Trail, done: int | None) -> SafeString:
    if done is None:
        return SafeString("")
    return format_html(' href="{}"', trail_address(root, trail.at(done)))
