"""The deal of Good vs Evil can be proven: from the site's first word to the file that anybody checks."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import Player
from accounts.own_data.export import export_of
from accounts.services import ensure_bots
from accounts.tests.cast import person
from games import services
from games.forms.new_game import NewGameForm
from games.log.alignments import alignments_for_judge
from games.models import Deal, Game, Seat, SecretAlignment
from games.notices.kinds import NoticeKind
from games.refusals import GameRefusal
from games.services import SeatWish
from games.services.deciding import decide_game
from games.tests.play import table_of
from homeworlds.deal import complaint, dealt, digest
from homeworlds.rules import RuleSet, Variant
from notices.letters import compose
from notices.models import Notice

pytestmark = pytest.mark.django_db
RULES = RuleSet(variant=Variant.GOOD_VS_EVIL)
A, B, C = ("a" * 64, "b" * 64, "c" * 64)


@pytest.fixture
def waiting(alice: Player) -> Game:
    """Alice's, who contributed, with two seats still open."""
    wishes = [SeatWish(player=alice, contribution=A), SeatWish(), SeatWish()]
    return services.create_game(creator=alice, rules=RULES, seats=wishes)


def begun(game: Game, *players: Player, contribution: str = "") -> Game:
    """They come, and all confirm."""
    for player in players:
        services.join_game(game_id=game.pk, player=player, contribution=contribution)
    for seat in game.seats.filter(confirmed=False):
        services.agree_to_terms(game_id=game.pk, player=seat.player, terms=1)
    game.refresh_from_db()
    return game


@pytest.fixture
def running(waiting: Game, bob: Player, charlie: Player) -> Game:
    services.join_game(game_id=waiting.pk, player=bob, contribution=B)
    return begun(waiting, charlie, contribution="junk")


@pytest.fixture
def finished(running: Game) -> Game:
    while running.next_seat is not None:
        seat = running.seats.get(number=running.next_seat)
        services.resign(game_id=running.pk, player=seat.player, key=f"r{seat.number}", confirmed=True)
        running.refresh_from_db()
    return running


def file_of(game: Game) -> dict[str, Any]:
    return Client().get(f"/games/{game.public_id}/deal.json").json()


def page_of(game: Game) -> str:
    return Client().get(f"/games/{game.public_id}/deal/").content.decode()


def test_the_site_is_bound_before_anybody_contributes_and_shows_it(waiting: Game) -> None:
    bound = Deal.objects.get(game=waiting)
    assert (bound.seed, bound.hashes) == ("", [])
    assert bound.seed_hash in page_of(waiting)
    assert Client().get(f"/games/{waiting.public_id}/deal.json").status_code == 404


def test_the_creator_has_seen_the_hash_before_contributing(alice: Player, client: Client) -> None:
    client.force_login(alice)
    page = client.get("/games/new/").content.decode()
    form = NewGameForm(player=alice)
    found = re.search(r'data-contributes="([0-9a-f]{64})".*?name="key" value="([^"]+)"', page, re.DOTALL)
    assert found
    seats = [SeatWish(player=alice), SeatWish(), SeatWish()]
    made = services.create_game(creator=alice, rules=RULES, seats=seats, key=found[2])
    assert Deal.objects.get(game=made).seed_hash == found[1] != form.seed_hash


def test_a_deal_that_was_played_is_proven(finished: Game) -> None:
    shown = file_of(finished)
    assert complaint(shown) == ""
    assert [place["contribution"] for place in shown["places"]] == [A, B, ""]
    seats = finished.seats.order_by("pk")
    sides = alignments_for_judge(finished) or ()
    assert [place["alignment"] for place in shown["places"]] == [sides[seat.number or 0] for seat in seats]
    assert dealt(finished.public_id, shown["seed"], [A, B, ""]) == "".join(
        place["alignment"] for place in shown["places"]
    )
    page = page_of(finished)
    assert all(place["salt"] in page for place in shown["places"])
    assert "for this seat the site’s seed alone draws" in page


def test_what_is_shown_from_the_start_on_is_the_same_at_the_end(running: Game) -> None:
    before = file_of(running)
    decide_game(staff=person("Stan"), game=running, reason="It was agreed.")
    after = file_of(running)
    for name in ("game", "seed_hash", "fingerprint"):
        assert before[name] == after[name]
    for name in ("player", "contribution", "hash"):
        assert [each[name] for each in before["places"]] == [each[name] for each in after["places"]]


def test_nothing_is_open_while_the_game_runs(running: Game) -> None:
    shown, page = file_of(running), page_of(running)
    bound = Deal.objects.get(game=running)
    salts = list(SecretAlignment.objects.filter(seat__game=running).values_list("salt", flat=True))
    assert shown["seed"] == ""
    assert {(place["alignment"], place["salt"]) for place in shown["places"]} == {("", "")}
    for secret in (bound.seed, bound.seal, *salts):
        assert secret
        assert secret not in page + json.dumps(shown)


def test_once_it_has_begun_nobody_contributes_any_more(running: Game, bob: Player) -> None:
    before = file_of(running)
    with pytest.raises(GameRefusal):
        services.agree_to_terms(game_id=running.pk, player=bob, terms=1, contribution=C)
    assert file_of(running) == before and C not in str(before)


def test_whoever_deals_again_is_found(finished: Game) -> None:
    kept = file_of(finished)["fingerprint"]
    flipped = {"G": "E", "E": "G"}
    for secret in SecretAlignment.objects.filter(seat__game=finished):
        secret.alignment = flipped[secret.alignment]
        secret.save()
    assert "sealed at the start" in complaint(file_of(finished))
    bound = Deal.objects.get(game=finished)
    for place, secret in enumerate(
        SecretAlignment.objects.filter(seat__game=finished).order_by("seat__pk"), 1
    ):
        opened = (finished.public_id, str(place), secret.alignment, secret.salt)
        bound.hashes[place - 1] = digest("seat", *opened)
    bound.save()
    assert "give other alignments" in complaint(file_of(finished))
    assert file_of(finished)["fingerprint"] != kept


def test_the_database_alone_does_not_tell_the_seed(
    waiting: Game, settings: Any, bob: Player, charlie: Player
) -> None:
    bound = Deal.objects.get(game=waiting)
    assert bound.seed_hash != digest("seed", bound.seal)
    # A new key of the site: the one of before still opens what it has bound.
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "another key " * 5
    begun(waiting, bob, charlie)
    assert digest("seed", Deal.objects.get(game=waiting).seed) == bound.seed_hash


def test_a_key_that_is_gone_leaves_a_game_without_a_proof(
    waiting: Game, settings: Any, bob: Player, charlie: Player
) -> None:
    settings.SECRET_KEY = "another key " * 5
    begun(waiting, bob, charlie)
    assert not Deal.objects.filter(game=waiting).exists()
    assert sorted(alignments_for_judge(waiting) or ()) == ["E", "G", "G"]
    assert "has no proof of its deal" in page_of(waiting)


def test_who_leaves_takes_the_contribution_along(waiting: Game, bob: Player, charlie: Player) -> None:
    services.join_game(game_id=waiting.pk, player=bob, contribution=B)
    services.leave_game(game_id=waiting.pk, player=bob)
    assert not Seat.objects.filter(game=waiting, contribution=B).exists()
    services.join_game(game_id=waiting.pk, player=charlie, contribution=C)
    assert Seat.objects.get(game=waiting, player=charlie).contribution == C


def test_other_variants_keep_no_contribution(alice: Player, bob: Player) -> None:
    game = services.create_game(creator=alice, rules=RuleSet(), seats=[SeatWish(player=alice), SeatWish()])
    services.join_game(game_id=game.pk, player=bob, contribution=B)
    assert not Seat.objects.filter(game=game).exclude(contribution="").exists()
    assert not Deal.objects.exists()
    assert "Nothing is hidden in this game" in page_of(game)
    assert Client().get(f"/games/{game.public_id}/deal.json").status_code == 404


def test_forms_take_the_contribution_along(waiting: Game, bob: Player, client: Client) -> None:
    client.force_login(bob)
    page = client.get(f"/games/{waiting.public_id}/").content.decode()
    assert re.search(r"data-contributes action=\"/games/\w+/join/", page)
    client.post(f"/games/{waiting.public_id}/join/", {"terms": "1", "contribution": B})
    assert Seat.objects.get(game=waiting, player=bob).contribution == B
    client.post(f"/games/{waiting.public_id}/agree/", {"terms": "1", "contribution": C})
    assert Seat.objects.get(game=waiting, player=bob).contribution == C
    client.post(f"/games/{waiting.public_id}/agree/", {"terms": "1"})
    assert Seat.objects.get(game=waiting, player=bob).contribution == C


def test_a_link_takes_it_along_and_a_rematch(
    waiting: Game, alice: Player, bob: Player, client: Client
) -> None:
    kept = services.invite(
        game_id=waiting.pk, player=alice, seat_id=Seat.objects.filter(game=waiting, player=None)[0].pk
    )
    client.force_login(bob)
    client.post(f"/games/join/{kept.token}/", {"terms": "1", "contribution": B})
    assert Seat.objects.get(game=waiting, player=bob).contribution == B


def test_a_rematch_is_a_new_deal(finished: Game, alice: Player, bob: Player) -> None:
    rematch = services.ask_rematch(game_id=finished.pk, player=alice, contribution=C)
    services.ask_rematch(game_id=finished.pk, player=bob, contribution=B)
    given = rematch.seats.order_by("pk").values_list("player__name", "contribution")
    assert {name: contribution for name, contribution in given if name} == {"Alice": C, "Bob": B}
    assert Deal.objects.get(game=rematch).seed_hash != Deal.objects.get(game=finished).seed_hash


def test_bots_contribute_nothing_and_the_deal_is_proven_all_the_same(alice: Player, charlie: Player) -> None:
    ensure_bots()
    seats = [SeatWish(player=alice, contribution=A), SeatWish(bot_level="cadet"), SeatWish(bot_level="cadet")]
    game = services.create_game(creator=alice, rules=RULES, seats=seats)
    decide_game(staff=charlie, game=game, reason="Nobody is left.")
    shown = file_of(game)
    assert (complaint(shown), [place["contribution"] for place in shown["places"]]) == ("", [A, "", ""])


def test_the_start_tells_the_fingerprint(running: Game, alice: Player) -> None:
    notice = Notice.objects.get(kind=NoticeKind.START, player=alice)
    assert file_of(running)["fingerprint"] in compose(notice, "alice@example.com").body


def test_the_own_data_open_the_own_seat_and_no_other(running: Game, alice: Player) -> None:
    rows = json.loads(export_of(alice))["tables"]["own_alignments"]
    seat = Seat.objects.get(game=running, player=alice)
    place = [each.pk for each in running.seats.order_by("pk")].index(seat.pk) + 1
    opened = digest("seat", running.public_id, str(place), rows[0]["alignment"], rows[0]["salt"])
    assert len(rows) == 1
    assert opened == file_of(running)["places"][place - 1]["hash"]
    assert Deal.objects.get(game=running).seed not in export_of(alice)


def test_an_older_game_says_that_it_has_no_proof(alice: Player, bob: Player, charlie: Player) -> None:
    game = table_of(alice, bob, charlie, rules=RULES)
    Deal.objects.update(hashes=[])  # as a worker of the release before leaves it
    assert "it was made before there was one" in page_of(game)
    Deal.objects.all().delete()
    assert "it was made before there was one" in page_of(game)
    Game.objects.filter(pk=game.pk).update(imported=True)
    assert "played elsewhere" in page_of(game)


def test_a_game_that_never_began_opens_nothing(waiting: Game, alice: Player) -> None:
    services.cancel_game(game_id=waiting.pk, player=alice)
    assert "never began" in page_of(waiting)
