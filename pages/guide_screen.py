"""A step of the guided first game as the template shows it: the sheet and the map of any table."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from board.map.page import Seen, render_bank
from board.map.places import place_turn
from board.map.snapshot import Snapshot
from board.map.symbols import render_badge, render_symbols
from board.turn.cautions import Cautions
from board.turn.choices import choices_of
from board.turn.making import Choosing, Links, make, turn_words
from board.turn.order import read_turn, text_of
from board.turn.screen import Said, TurnScreen, explain_turn, linked_map
from board.turn.verdict import verdict_of
from pages.guide import LAST_STEP, ME, Step, Verdict, story
from pages.guide_script import NAMES, OPPONENT

RIVAL: Final = NAMES.index(OPPONENT)


@dataclass(frozen=True, slots=True, kw_only=True)
class GuideScreen(TurnScreen):
    """The turn in the making, and the lesson."""

    number: int
    back: int
    """The step before."""
    progress: str
    aim: str
    how: str
    why: str
    reply_badge: SafeString
    reply: str
    """What the opponent has just done; empty at the first step."""
    shown_how: SafeString
    """The link to the turn asked for, made but not ended."""

    @property
    def page_title(self) -> str:
        return gettext("{progress}: your first game").format(progress=self.progress)


def links_of(number: int) -> Links:
    return Links(
        page=reverse("pages:learn_step", args=[number]),
        fragment=reverse("pages:learn_fragment", args=[number]),
        show=reverse("pages:learn_show", args=[number]),
        end=reverse("pages:learn_turn", args=[number]),
        end_fragment=reverse("pages:learn_turn_fragment", args=[number]),
    )


def guide_screen(step: Step, choosing: Choosing, said: Said | None = None) -> GuideScreen:
    """The table of this step with the turn in the making that `choosing` describes."""
    links, script = links_of(step.number), step.script
    read = read_turn(step.state, choosing.text)
    half = read.half
    choosing = replace(choosing, text=text_of(half))
    choices = choices_of(half, choosing, links)
    turn, mover = (half.turn, ME) if half.turn else (step.reply, RIVAL)
    table = Snapshot(half.position, place_turn(step.places, half), turn, mover)
    drawn = linked_map(table, Seen(ME), choices, choosing, links)
    making = make(read, links)
    return GuideScreen(
        number=step.number,
        back=step.number - 1,
        progress=gettext("Step {number} of {last}").format(number=step.number, last=LAST_STEP),
        aim=gettext(script.aim),
        how=gettext(script.how),
        why=gettext(script.why),
        reply_badge=render_badge(RIVAL, OPPONENT),
        reply=" · ".join(turn_words(step.reply, RIVAL, NAMES)),
        shown_how=links.markup(Choosing(text=script.turn)),
        links=links,
        map=drawn,
        bank=render_bank(half.position),
        making=making,
        choices=choices,
        explained=explain_turn(making, choices, step.state.rules),
        cautions=Cautions(None, verdict=verdict_of(step.state, half)),
        said=said or Said(),
    )


def gentle_word(step: Step, verdict: Verdict) -> str:
    """What is told after a legal turn that does not lead on."""
    told = gettext("That is a legal turn.")
    if verdict is Verdict.LOSES:
        told = gettext("That is a legal turn, but it would lose you the game.")
    return f"{told} {gettext(step.script.wish)}"


def final_map() -> SafeString:
    """The table after the last turn, with the symbols it uses."""
    told = story()
    table = Snapshot(told.end.position, told.end_places, told.end_turn, ME, over=True)
    drawn = linked_map(table, Seen(ME), None, Choosing(), None)
    return drawn + render_symbols(drawn)
