"""How what is done in events is answered: with the event as it is then, or with the reason why not."""

from __future__ import annotations

from http import HTTPStatus
from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from board.words.refusals import sentence
from tournaments.models import Event
from tournaments.refusals import EventRefusal
from tournaments.refusals import EventRefusalCode as Code
from upkeep.answers import Conflict, Forbidden

NOT_YOURS: Final = {Code.PEOPLE_ONLY, Code.SUSPENDED, Code.SILENCED, Code.DIRECTOR_ONLY, Code.MEMBERS_ONLY}


def house_answer(refusal: EventRefusal, *, back: str) -> Conflict | Forbidden:
    return (Forbidden if refusal.code in NOT_YOURS else Conflict)(sentence(refusal), back=back)


def done(request: HttpRequest, event: Event, said: str, *, to: str = "") -> HttpResponse:
    """Goes back to the event, or elsewhere, and says what was done."""
    messages.success(request, said)
    return HttpResponseRedirect(to or event.get_absolute_url(), status=HTTPStatus.SEE_OTHER)
