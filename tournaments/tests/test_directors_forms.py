"""What a director does on his pages, without JavaScript."""

from __future__ import annotations

import pytest
from django.urls import reverse

from accounts.models import Player, Quiet
from accounts.quiet import quiet
from games.tests.browsing import forms_on
from tournaments.models import CoDirector, Entry, Event, EventInvitation, Format, Round
from tournaments.services.pairing import take_pairing_in_hand
from tournaments.sheet import Sheet, unusual_by_hand
from tournaments.tests.events import (
    entered,
    now,
    opened,
    people,
    play_out,
    play_round,
    points,
    started,
    tables,
)
from tournaments.tests.visits import Browser, shown
from tournaments.words import act_sentence
from upkeep.tests.elements import page_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]


def direct(event: Event) -> str:
    return reverse("tournaments:direct", args=[event.public_id])


def sends(viewer: Player, event: Event, act: str, **values: str):
    """The form of this act on the director's page."""
    browser = Browser(viewer).open(direct(event))
    action = reverse("tournaments:act", args=[event.public_id, act])
    form = next(form for form in forms_on(browser.page) if form.action == action)
    return page_of(browser.send(form, **values))


def test_somebody_is_removed_and_disqualified_with_a_reason(alice: Player) -> None:
    players = people(4)
    event = started(alice, players)
    page = sends(alice, event, "remove", **{"remove-player": players[0].public_id, "remove-reason": " "})
    assert "The player is removed." not in page.text
    chosen = {"remove-player": players[0].public_id, "remove-reason": "Two accounts."}
    assert "The player is removed." in sends(alice, event, "remove", **chosen).text
    assert Entry.objects.get(event=event, player=players[0]).why == "removed"
    event = play_out(event)
    chosen = {"disqualify-player": players[1].public_id, "disqualify-reason": "Had help."}
    page = sends(alice, event, "disqualify", **chosen)
    assert "The player is disqualified." in page.text and "This event is over." in page.text
    public = shown(None, event.get_absolute_url())
    rows = public.select(".event-table tbody tr")
    assert rows[-1].select("th .name")[0].text == "Player2"
    assert [row.select(".event-table__place")[0].text for row in rows] == ["1", "2", "3", "–"]


def test_a_director_who_plays_is_told_that_others_decide(alice: Player) -> None:
    event = started(alice, [alice, *people(3)])
    page = shown(alice, direct(event))
    assert "whom to remove or disqualify is for a director who does not" in page.text
    assert "Remove the player" not in page.names("button")


def test_a_result_of_an_older_round_is_corrected_on_its_page(alice: Player) -> None:
    event = play_round(started(alice, people(4)))
    table = tables(event, 1)[0]
    where = reverse("tournaments:decide", args=[event.public_id, table.pk])
    page = shown(alice, direct(event))
    assert where in [link["href"] for link in page.all("link")]
    browser = Browser(alice).open(where)
    answer = page_of(browser.send(browser.form("why"), result="-1", why=""))
    assert "The result is corrected." not in answer.text
    answer = page_of(browser.send(browser.form("why"), result="-1", why="A fault of the site."))
    assert "The result is corrected." in answer.text
    names = [seat.entry.player.name for seat in table.seats.all()]
    assert [points(event)[name] for name in names] == [0.5, 0.5]


def test_an_announcement_is_changed(alice: Player) -> None:
    event = entered(opened(alice), people(3))
    page = sends(alice, event, "edit")
    assert "Nothing is changed." in page.text
    page = sends(alice, event, "edit", **{"edit-title": "Winter", "edit-most": "12"})
    assert "The announcement is changed, and all who are entered are told." in page.text
    assert (now(event).title, now(event).most, now(event).starts_at) == ("Winter", 12, event.starts_at)
    assert event.acts.latest("number").data == {"fields": ["title", "most"]}


def test_somebody_is_asked_accepts_takes_over_and_leaves(alice: Player, bob: Player) -> None:
    event = opened(alice)
    assert "is asked to direct" in sends(alice, event, "ask", **{"ask-name": "Bob"}).text
    browser = Browser(bob).open(event.get_absolute_url())
    assert "You are asked to direct this event too." in page_of(browser.page).text
    assert "You direct this event too." in page_of(browser.press("Direct it too").page).text
    page = shown(None, event.get_absolute_url())
    assert "Directed by Alice. Beside: Bob." in page.text
    page = shown(bob, direct(event))
    assert "Ask to direct too" not in page.names("button")
    assert "The event is handed over." in (
        sends(alice, event, "hand-over", **{"hand-over-beside": bob.public_id}).text
    )
    assert now(event).director == bob
    assert "You no longer direct this event." in sends(alice, event, "stop").text
    assert not CoDirector.objects.exists()
    assert Browser(alice).get(direct(event)).status_code == 403


def test_who_was_asked_may_decline(alice: Player, bob: Player) -> None:
    event = opened(alice)
    sends(alice, event, "ask", **{"ask-name": "Bob"})
    browser = Browser(bob)
    answer = browser.client.post(
        reverse("tournaments:direct_too", args=[event.public_id]), {"decline": "1"}, follow=True
    )
    assert "You do not direct this event." in page_of(answer).text and not CoDirector.objects.exists()
    again = browser.client.post(reverse("tournaments:direct_too", args=[event.public_id]))
    assert again.status_code == 409


def test_somebody_is_invited_after_the_start(alice: Player, bob: Player) -> None:
    event = started(alice, people(4), late_entry=False)
    assert "The invitation is sent." in sends(alice, event, "invite", name="Bob").text
    assert EventInvitation.objects.get(event=event).player == bob
    browser = Browser(bob).open(event.get_absolute_url())
    assert "The director invites you to this event." in page_of(browser.page).text
    assert "You are entered." in page_of(browser.press("Enter the event").page).text


# --- what is unusual in a round by hand


def in_hand(alice: Player, number: int = 6, format_: Format = Format.SWISS) -> Event:
    event = started(alice, people(number), format_, rounds=3)
    take_pairing_in_hand(event_id=event.pk, director=alice)
    return play_round(event)


def by_hand(event: Event, *wanted: tuple[int, ...]) -> str:
    names = {entry.number: entry.player.name for entry in event.entries.all()}
    return "\n".join(", ".join(names[number] for number in table) for table in wanted)


def first_round(event: Event) -> list[tuple[int, ...]]:
    return [tuple(seat.entry.number for seat in table.seats.order_by("number")) for table in tables(event, 1)]


def test_a_whole_round_of_rematches_is_confirmed_before_it_is_written(alice: Player) -> None:
    event = in_hand(alice)
    text = by_hand(event, *first_round(event))
    browser = Browser(alice).open(direct(event))
    page = page_of(browser.send(browser.form("tables"), tables=text))
    assert Round.objects.filter(event=event).count() == 1
    assert "See what is unusual in this round, and confirm it." in page.text
    assert "At every table of this round two meet who have met before." in page.text
    assert page.text.count("have met before.") == 4, "each is named once"
    box = page.one("checkbox", "I have read this, and want it so.")
    keys = " ".join(unusual_by_hand(Sheet(event), first_round(event)))
    assert box["value"] == keys and "checked" not in box
    page = page_of(browser.send(browser.form("tables"), tables=text))
    assert Round.objects.filter(event=event).count() == 1, "not ticked"
    page = page_of(browser.send(browser.form("tables"), tables=text, confirmed=keys))
    assert "The round is paired." in page.text and Round.objects.filter(event=event).count() == 2
    act = event.acts.filter(kind="paired").latest("number")
    assert act.data["confirmed"] == keys.split()
    assert act_sentence(act) == "The director pairs round 2, and has confirmed what is unusual in it."


def test_what_comes_besides_is_asked_for_anew(alice: Player) -> None:
    """The box stands for what was shown beside it, not for another pairing."""
    event = in_hand(alice)
    first = first_round(event)
    (a, b), (c, d), (e, f) = first
    sheet = Sheet(event)
    assert unusual_by_hand(sheet, [(a, c), (b, e), (d, f)]) == {}
    one = unusual_by_hand(sheet, [(a, b), (c, e), (d, f)])
    assert len(one) == 1
    more = unusual_by_hand(sheet, [(a, b), (c, e), (d,), (f,)])
    assert more.keys() - one.keys() == {"byes-2-0"}
    sent = {"tables": by_hand(event, (a, b), (c, e), (d,), (f,)), "confirmed": " ".join(one)}
    where = reverse("tournaments:act", args=[event.public_id, "pair"])
    page = page_of(Browser(alice).client.post(where, sent))
    assert "More players have a bye (2) than must (0)." in page.text
    assert Round.objects.filter(event=event).count() == 1


def test_whom_somebody_has_blocked_no_director_learns(alice: Player) -> None:
    event = in_hand(alice)
    (a, _b), (c, _d), _last = first_round(event)
    people_ = {entry.number: entry.player for entry in event.entries.all()}
    quiet(player=people_[a], other=people_[c], kind=Quiet.Kind.BLOCK)
    assert not any("rather" in words for words in unusual_by_hand(Sheet(event), [(a, c)]).values())
