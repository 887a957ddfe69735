"""The director's page, and what is done there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any, Final, NamedTuple

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import Player
from accounts.views import people_only
from board.words.refusals import sentence
from tournaments.access import event_for_viewer, table_for_viewer
from tournaments.forms.deciding import AdjudicateForm, AnnulForm, CorrectForm
from tournaments.forms.directing import (
    AskForm,
    BesideForm,
    EditForm,
    ExtendForm,
    InviteForm,
    JudgeForm,
    KeepApartForm,
    LetMeetForm,
    MessageForm,
    PairForm,
    ReplaceForm,
)
from tournaments.models import Entry, Event
from tournaments.presenters.deciding import directed_tables, living_at, names_to_correct, votes_at
from tournaments.presenters.directing import Directed, directed
from tournaments.presenters.looking import acts_of
from tournaments.refusals import EventRefusal, Unconfirmed
from tournaments.rights import why_not_direct
from tournaments.services.adjudicating import adjudicate
from tournaments.services.co_directing import ask_co_director, hand_over, leave_co_directing
from tournaments.services.correcting import correct_result
from tournaments.services.directing import (
    annul_table,
    extend_round,
    keep_apart,
    let_meet,
    notify_all,
    replace_entrant,
)
from tournaments.services.editing import edit_event
from tournaments.services.finishing import end_event
from tournaments.services.opening import cancel_event, invite_to_event
from tournaments.services.pairing import pair_by_hand, take_pairing_in_hand
from tournaments.services.removing import disqualify, remove_player
from tournaments.services.starting import start_now
from tournaments.views.visiting import done, house_answer
from tournaments.words import act_sentence
from upkeep.limits import Limit, check_limit

MESSAGES: Final = Limit("event-messages", most=10, seconds=86400)
JUDGED: Final = ("remove", "disqualify")
"""Acts about one entrant, whose forms stand in the row of the one that the address names."""
ACTS_SHOWN: Final = 3
INVITED: Final = Limit("event-invitations", most=200, seconds=86400)


@login_required
@people_only
@require_safe
def direct(request: HttpRequest, event: str) -> HttpResponse:
    """What the director can do now."""
    found = _directed_event(request, event)
    return _page(request, found, {})


def _directed_event(request: HttpRequest, public_id: str) -> Event:
    """Raises Http404, and Forbidden for who does not direct it."""
    found = event_for_viewer(public_id, request.user)
    if refusal := why_not_direct(found, request.user):
        raise house_answer(refusal, back=found.get_absolute_url())
    return found


def _page(request: HttpRequest, found: Event, wrong: Mapping[str, forms.Form]) -> HttpResponse:
    """`wrong`: what was sent and cannot be done, by its act."""
    page = directed(found, request.user)
    tables = directed_tables(found, request.user) if found.started_at else []
    judged = {form.data.get(f"{name}-player") for name, form in wrong.items() if name in JUDGED}
    entrant = next(iter(judged), None) or request.GET.get("entrant", "")
    fresh = {name: make(page, None) for name, make in FORMS.items()}
    context = {
        "event": found,
        "page": page,
        "forms": {name.replace("-", "_"): form for name, form in {**fresh, **wrong}.items()},
        "tables": tables,
        "running_tables": [table for table in tables if table.runs],
        "done_tables": [table for table in tables if not table.runs],
        "entrant": entrant,
        "lines": [(act, act_sentence(act)) for act in acts_of(found)[:ACTS_SHOWN]],
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if wrong else HTTPStatus.OK
    return render(request, "tournaments/direct.html", context, status=status)


FORMS: Final[Mapping[str, Callable[[Directed, QueryDict | None], forms.Form]]] = {
    "invite": lambda page, data: InviteForm(data),
    "replace": lambda page, data: ReplaceForm(data, entered=page.entered, waiting=page.waiting),
    "extend": lambda page, data: ExtendForm(data),
    "message": lambda page, data: MessageForm(data),
    "remove": lambda page, data: JudgeForm(data, entries=_still_in(page), prefix="remove"),
    "disqualify": lambda page, data: JudgeForm(data, entries=_with_place(page), prefix="disqualify"),
    "ask": lambda page, data: AskForm(data, prefix="ask"),
    "release": lambda page, data: BesideForm(data, people=page.beside, prefix="release"),
    "hand-over": lambda page, data: BesideForm(data, people=page.may_follow, prefix="hand-over"),
    "edit": lambda page, data: EditForm(data, event=page.event),
    "apart": lambda page, data: KeepApartForm(data, entries=page.entered),
    "meet": lambda page, data: LetMeetForm(data, apart=page.apart),
    "pair": lambda page, data: PairForm(data, entries=page.entered, proposed=page.proposed),
}
"""By act."""


def _still_in(page: Directed) -> list[Entry]:
    return [entry for entry in (*page.entered, *page.waiting) if entry.withdrawn_at is None]


def _with_place(page: Directed) -> list[Entry]:
    return [entry for entry in page.entered if entry.disqualified_at is None]


class Doing(NamedTuple):
    do: Callable[[Event, Player, Any], object]
    said: Any


def _invite(event: Event, director: Player, form: InviteForm) -> object:
    check_limit(INVITED, director.public_id)
    return invite_to_event(event_id=event.pk, director=director, invited=form.invited)


def _replace(event: Event, director: Player, form: ReplaceForm) -> object:
    leaves, comes = form.chosen()
    return replace_entrant(event_id=event.pk, director=director, player=leaves, by_player=comes)


def _extend(event: Event, director: Player, form: ExtendForm) -> object:
    return extend_round(event_id=event.pk, director=director, by=form.time())


def _tell(event: Event, director: Player, form: MessageForm) -> object:
    check_limit(MESSAGES, director.public_id)
    return notify_all(event_id=event.pk, director=director, words=form.cleaned_data["words"])


def _pair(event: Event, director: Player, form: PairForm) -> object:
    chosen = form.cleaned_data
    return pair_by_hand(
        event_id=event.pk, director=director, tables=chosen["tables"], confirmed=chosen["confirmed"]
    )


def _remove(event: Event, director: Player, form: JudgeForm) -> object:
    why = form.cleaned_data["reason"]
    return remove_player(event_id=event.pk, director=director, player=form.chosen(), reason=why)


def _disqualify(event: Event, director: Player, form: JudgeForm) -> object:
    why = form.cleaned_data["reason"]
    return disqualify(event_id=event.pk, director=director, player=form.chosen(), reason=why)


def _ask(event: Event, director: Player, form: AskForm) -> object:
    check_limit(INVITED, director.public_id)
    return ask_co_director(event_id=event.pk, director=director, asked=form.invited)


def _release(event: Event, director: Player, form: BesideForm) -> object:
    return leave_co_directing(event_id=event.pk, player=director, leaver=form.chosen())


def _hand_over(event: Event, director: Player, form: BesideForm) -> object:
    return hand_over(event_id=event.pk, director=director, to=form.chosen())


def _edit(event: Event, director: Player, form: EditForm) -> object:
    check_limit(MESSAGES, director.public_id)
    return edit_event(event_id=event.pk, director=director, **form.wanted())


def _stop(event: Event, director: Player, form: Any) -> object:
    return leave_co_directing(event_id=event.pk, player=director, leaver=director)


def _apart(event: Event, director: Player, form: KeepApartForm) -> object:
    one, other = form.chosen()
    return keep_apart(event_id=event.pk, director=director, one=one, other=other)


def _meet(event: Event, director: Player, form: LetMeetForm) -> object:
    one, other = form.chosen()
    return let_meet(event_id=event.pk, director=director, one=one, other=other)


def _end(event: Event, director: Player, form: Any) -> object:
    return end_event(event_id=event.pk, director=director)


def _hand(by_hand: bool) -> Callable[[Event, Player, Any], object]:
    def take(event: Event, director: Player, form: Any) -> object:
        return take_pairing_in_hand(event_id=event.pk, director=director, by_hand=by_hand)

    return take


def _start(event: Event, director: Player, form: Any) -> object:
    return start_now(event_id=event.pk, director=director)


def _cancel(event: Event, director: Player, form: Any) -> object:
    return cancel_event(event_id=event.pk, director=director)


ACTS: Final[Mapping[str, Doing]] = {
    "invite": Doing(_invite, _("The invitation is sent.")),
    "replace": Doing(_replace, _("The place is taken over.")),
    "extend": Doing(_extend, _("The round ends later.")),
    "message": Doing(_tell, _("The message is sent.")),
    "apart": Doing(_apart, _("The two are kept apart.")),
    "meet": Doing(_meet, _("The two may meet again.")),
    "remove": Doing(_remove, _("The player is removed.")),
    "disqualify": Doing(_disqualify, _("The player is disqualified.")),
    "ask": Doing(_ask, _("The player is asked to direct the event too.")),
    "release": Doing(_release, _("The player no longer directs the event.")),
    "hand-over": Doing(_hand_over, _("The event is handed over.")),
    "edit": Doing(_edit, _("The announcement is changed, and all who are entered are told.")),
    "stop": Doing(_stop, _("You no longer direct this event.")),
    "end": Doing(_end, _("The event is over.")),
    "pair": Doing(_pair, _("The round is paired.")),
    "by-hand": Doing(_hand(True), _("You pair the next round.")),
    "by-site": Doing(_hand(False), _("The site pairs the next round.")),
    "start": Doing(_start, _("The event starts.")),
    "cancel": Doing(_cancel, _("The event is not held.")),
}


@require_POST
@login_required
@people_only
def act(request: HttpRequest, event: str, act: str) -> HttpResponse:
    """Does one thing; what cannot be done is said beside its form. Raises Http404: there is no such act."""
    found, doing = _directed_event(request, event), ACTS.get(act)
    if doing is None:
        raise Http404
    form = None
    if act in FORMS:
        form = FORMS[act](directed(found, request.user), request.POST)
        if not form.is_valid():
            return _page(request, found, {act: form})
    try:
        doing.do(found, request.user, form)
    except EventRefusal as refusal:
        if form is None:
            raise house_answer(refusal, back=reverse("tournaments:direct", args=[event])) from refusal
        form.add_error(None, sentence(refusal))
        if isinstance(refusal, Unconfirmed):
            form.ask(refusal.unusual)
        return _page(request, found, {act: form})
    to = (
        found.get_absolute_url()
        if act in ("start", "cancel", "end", "stop")
        else reverse("tournaments:direct", args=[event])
    )
    return done(request, found, str(doing.said), to=to)


@login_required
@people_only
@require_http_methods(["GET", "HEAD", "POST"])
def decide(request: HttpRequest, event: str, table: int) -> HttpResponse:
    """A table: how it stands, and what the director decides there: who has won, or that it is played anew."""
    found = _directed_event(request, event)
    row = table_for_viewer(found, table)
    sent = request.POST if request.method == "POST" else None
    annuls, corrects = "reason" in request.POST, "why" in request.POST
    adjudicating = AdjudicateForm(None if annuls or corrects else sent, living=living_at(row))
    annulling = AnnulForm(sent if annuls else None)
    correcting = CorrectForm(sent if corrects else None, names=names_to_correct(row))
    form = annulling if annuls else correcting if corrects else adjudicating
    if form.is_valid():
        try:
            if corrects:
                chosen = correcting.cleaned_data
                correct_result(
                    table_id=row.pk, director=request.user, seat=chosen["result"], reason=chosen["why"]
                )
                said = gettext("The result is corrected.")
            elif annuls:
                annul_table(table_id=row.pk, director=request.user, reason=annulling.cleaned_data["reason"])
                said = gettext("The table is annulled, and played anew.")
            else:
                adjudicate(table_id=row.pk, director=request.user, winners=adjudicating.winners())
                said = gettext("The game is adjudicated.")
        except EventRefusal as refusal:
            form.add_error(None, sentence(refusal))
        else:
            return done(request, found, said, to=reverse("tournaments:direct", args=[event]))
    context = {
        "event": found,
        "table": row,
        "names": ", ".join(
            seat.entry.player.name for seat in row.seats.select_related("entry__player").order_by("number")
        ),
        "votes": votes_at(row),
        "adjudicating": adjudicating,
        "annulling": annulling,
        "correcting": correcting,
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "tournaments/decide.html", context, status=status)
