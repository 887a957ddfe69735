"""Lines that are kept: a tree for each game, their owner's alone until one is shared after the game."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.clearing import forget_guest
from accounts.deletion import delete_account
from accounts.services import create_guest
from board.words.refusals import Code, SiteRefusal
from games.models import Game, Leaver, Status, Visibility
from games.refusals import GameRefusalCode
from games.services import resign, settle_leaver
from games.tests.browsing import Browser
from games.tests.play import play_turn, table_of
from homeworlds.rules import RuleSet
from study import services
from study.models import SandboxLine
from study.refusals import StudyRefusalCode
from study.services import delete_line, extend_line, keep_line, rename_line, share_line, withdraw_line
from study.tests.sandbox import PLAYED, TEXT, address, heading_on, pasted, tried_on
from upkeep.tests.elements import nowhere_in, page_of

pytestmark = pytest.mark.django_db
BOTH = ("build G1 Alice", "build G2 Bob")


@pytest.fixture
def game(alice, bob):
    game = table_of(alice, bob, rules=RuleSet())
    for text in PLAYED:
        play_turn(game, text)
    return Game.objects.get(pk=game.pk)


@pytest.fixture
def line(game, alice):
    return keep_line(owner=alice, game=game, number=4, turns=BOTH, name="Both build")


def over(game, bob):
    resign(game_id=game.pk, player=bob, key="r", confirmed=True)


def refused(code: Code, service, **asked) -> bool:
    with pytest.raises(SiteRefusal) as refusal:
        service(**asked)
    return refusal.value.code is code


# --- Services


def test_the_same_line_is_kept_once(game, line, alice, bob):
    asked = {"game": game, "number": 4, "turns": BOTH}
    assert keep_line(owner=alice, **asked, name="Both build") == line
    assert keep_line(owner=alice, **asked) == line
    assert keep_line(owner=alice, **asked, name="Again").pk != line.pk
    assert keep_line(owner=bob, **asked).name == "Line 1"


def test_there_is_room_for_so_many_lines_in_a_game(game, line, alice, monkeypatch):
    monkeypatch.setattr(services, "MOST_LINES", 2)
    keep_line(owner=alice, game=game, number=3, turns=["pass"])
    asked = {"owner": alice, "turns": ["pass", "pass"]}
    assert refused(StudyRefusalCode.TOO_MANY_LINES, keep_line, game=game, number=3, **asked)
    keep_line(root=TEXT, **asked)
    delete_line(owner=alice, line_id=line.pk)
    keep_line(game=game, number=3, **asked)


def test_nothing_is_no_line(game, alice):
    assert refused(StudyRefusalCode.NOTHING_TRIED, keep_line, owner=alice, game=game, number=4, turns=[])


def test_a_line_only_grows(line, alice):
    assert extend_line(owner=alice, line_id=line.pk, turns=[*BOTH, "pass"]).texts() == (*BOTH, "pass")
    for turns in (BOTH, ("pass", "pass", "pass", "pass")):
        assert refused(StudyRefusalCode.LINE_CHANGED, extend_line, owner=alice, line_id=line.pk, turns=turns)


def test_a_line_keeps_its_name_rather_than_none(line, alice):
    assert rename_line(owner=alice, line_id=line.pk, name="  Better ").name == "Better"
    assert rename_line(owner=alice, line_id=line.pk, name=" ").name == "Better"
    assert len(rename_line(owner=alice, line_id=line.pk, name="x" * 99).name) == 60


def test_branches_stay_when_their_line_goes(game, line, alice):
    middle = keep_line(owner=alice, game=game, number=4, turns=[*BOTH, "pass"], parent=line)
    last = keep_line(owner=alice, game=game, number=4, turns=[*BOTH, "pass", "pass"], parent=middle)
    delete_line(owner=alice, line_id=middle.pk)
    last.refresh_from_db()
    assert last.parent == line
    delete_line(owner=alice, line_id=line.pk)
    last.refresh_from_db()
    assert (last.parent, last.texts()) == (None, (*BOTH, "pass", "pass"))


@pytest.mark.parametrize("service", [delete_line, share_line, withdraw_line, rename_line, extend_line])
def test_nobody_but_the_owner_has_the_line(line, bob, service):
    more = {rename_line: {"name": "Mine"}, extend_line: {"turns": [*BOTH, "pass"]}}.get(service, {})
    with pytest.raises(SandboxLine.DoesNotExist):
        service(owner=bob, line_id=line.pk, **more)


def test_a_line_is_shared_after_the_game_only(game, line, alice, bob):
    assert refused(GameRefusalCode.NOT_FINISHED, share_line, owner=alice, line_id=line.pk)
    own = keep_line(owner=alice, root=TEXT, turns=["pass"])
    assert refused(GameRefusalCode.NOT_FINISHED, share_line, owner=alice, line_id=own.pk)
    over(game, bob)
    token = share_line(owner=alice, line_id=line.pk).share_token
    assert len(token) > 20
    assert share_line(owner=alice, line_id=line.pk).share_token == token
    withdraw_line(owner=alice, line_id=line.pk)
    assert share_line(owner=alice, line_id=line.pk).share_token != token


# --- Pages


def keep(surfer: Browser, url: str, button: str = "", **values):
    surfer.open(url)
    answer = surfer.send(surfer.form("name", action="/keep/"), button, **values)
    assert answer.status_code == 303
    return surfer.open(answer.url)


def names_on(surfer: Browser) -> list[str]:
    """In the order of the page; "" where a list of branches begins."""
    marks = page_of(surfer.page).select("ul.lines, ul.lines a > b")
    return ["" if mark.tag.name == "ul" else mark.text for mark in marks]


def said_on(surfer: Browser) -> str:
    """The messages above the page."""
    return page_of(surfer.page).by_id("messages").text


def test_what_is_tried_is_kept_under_a_name_with_the_turn_in_the_making(game, alice):
    surfer = keep(Browser(alice), address(game, t=BOTH, turn="pass"), name=" Both   build ")
    line = SandboxLine.objects.get()
    assert (line.owner, line.game, line.number, line.name, line.texts()) == (
        alice, game, 4, "Both build", BOTH,
    )  # fmt: skip
    assert surfer.url == address(game, line=line.pk, turn="pass")
    assert "“Both build” is kept." in said_on(surfer)
    assert len(tried_on(surfer.page)) == 2


def test_a_line_opens_at_its_end_and_steps_back(game, line, alice):
    surfer = Browser(alice).open(address(game, 2))
    link = page_of(surfer.page).select("ul.lines > li > a")[0]["href"]
    assert link == address(game, line=line.pk)
    page = page_of(surfer.open(link).page)
    assert "Tried turn 2 of 2" in page.select(".sandbox-last")[0].text
    assert page.by_id("step-back")["href"] == address(game, line=line.pk, done=1)
    assert page.find_id("keep") is None
    assert page_of(surfer.open(address(game, t=BOTH)).page).by_id("keep").name.startswith("Keep these")


def test_turns_after_the_end_are_added_and_others_branch_off(game, line, alice):
    surfer = Browser(alice).open(address(game, line=line.pk))
    answer = surfer.send(surfer.form("turn", action="/try/end/"), turn="pass")
    assert answer.url == address(game, line=line.pk, **{"from": 2, "t": "pass"})
    assert page_of(surfer.open(answer.url).page).by_id("keep-on")["name"] == "act"
    keep(surfer, answer.url, "act")
    assert surfer.url == address(game, line=line.pk)
    line.refresh_from_db()
    assert line.texts() == (*BOTH, "pass")
    surfer.open(address(game, line=line.pk, done=1))
    answer = surfer.send(surfer.form("turn", action="/try/end/"), turn="pass")
    assert answer.url == address(game, line=line.pk, **{"from": 1, "t": "pass"})
    assert page_of(surfer.open(answer.url).page).find_id("keep-on") is None
    keep(surfer, answer.url, name="Bob waits")
    branch = SandboxLine.objects.get(name="Bob waits")
    assert (branch.parent, branch.texts()) == (line, (BOTH[0], "pass"))
    assert names_on(surfer) == ["", "Both build", "", "Bob waits"]


def test_lines_of_branches_far_down_stand_below_each_other(game, alice):
    above = None
    for number in range(12):
        turns = ["pass"] * (number + 1)
        above = keep_line(owner=alice, game=game, number=4, turns=turns, name=f"L{number}", parent=above)
    surfer = Browser(alice).open(address(game))
    assert [name for name in names_on(surfer) if name] == [f"L{number}" for number in range(12)]
    assert names_on(surfer).count("") == 5


def test_the_page_names_renames_and_deletes(game, line, alice):
    surfer = Browser(alice).open(address(game, line=line.pk))
    answer = surfer.send(surfer.form("name", action="/rename/"), name="Better")
    assert answer.url == address(game, line=line.pk)
    assert page_of(surfer.open(answer.url).page).by_id("new-line-name").value == "Better"
    answer = surfer.send(surfer.form(action="/delete/"))
    assert answer.url == address(game)
    surfer.open(answer.url)
    assert "“Better” is deleted." in said_on(surfer)
    assert not SandboxLine.objects.exists()


def test_forms_whose_answer_may_be_another_page_are_sent_without_htmx(game, line, alice, bob):
    """The sandbox takes its table out of the answer: a refusal or the login has none."""
    over(game, bob)
    page = page_of(Browser(alice).open(address(game, line=line.pk, **{"from": 2, "t": "pass"})).page)
    forms = page.by_id("lines").select('form, a[href^="/accounts"]')
    assert [form["hx-boost"] for form in forms] == ["false"] * 4
    answer = Browser(alice).client.post(address(game, 4, "keep/"), {"name": "x"})
    assert answer.status_code == 409
    assert "There is no turn to keep yet." in page_of(answer).one("main").text


def test_visitors_are_asked_to_log_in_and_come_back_to_what_they_tried(game):
    url = address(game, t=BOTH)
    panel = page_of(Client().get(url)).by_id("lines")
    assert panel.one("link", "Log in to keep this line") and panel.all("form") == []
    answer = Client().post(address(game, 4, "keep/", t=BOTH), {"name": "x"})
    assert answer.status_code == 302
    assert answer.url.startswith("/accounts/login/?next=")
    assert "t%3D" in answer.url


def test_a_line_is_there_for_nobody_else(game, line, alice, bob, charlie):
    for player in (bob, charlie, None):
        client = Browser(player).client
        assert client.get(address(game, line=line.pk)).status_code == 404
        assert nowhere_in(client.get(address(game)), "Both build")
        for tail in ("rename", "delete", "share", "withdraw"):
            assert client.post(f"/games/lines/{line.pk}/{tail}/", {"name": "x"}).status_code == 404
    client = Browser(alice).client
    for url in (address(game, 3, line=line.pk), address(game, line="9" * 30), address(game, line="x")):
        assert client.get(url).status_code == 404
    line.refresh_from_db()
    assert line.name == "Both build"


def test_whoever_may_not_see_the_game_any_more_has_no_sandbox_of_it(game, charlie):
    line = keep_line(owner=charlie, game=game, number=4, turns=BOTH)
    Game.objects.filter(pk=game.pk).update(visibility=Visibility.PRIVATE)
    assert Browser(charlie).client.get(address(game, line=line.pk)).status_code == 404


def test_while_the_game_runs_no_line_is_shared(game, line, alice):
    acts = page_of(Browser(alice).open(address(game, line=line.pk)).page).by_id("line-acts")
    assert "You can share it when the game is over. Until then only you see it." in acts.texts("paragraph")
    assert acts.find_id("share-line") is None
    assert Browser(alice).client.post(f"/games/lines/{line.pk}/share/").status_code == 409


def test_a_shared_line_is_seen_by_its_link_until_it_is_withdrawn(game, line, alice, bob, charlie):
    over(game, bob)
    surfer = Browser(alice).open(address(game, line=line.pk))
    surfer.open(surfer.send(surfer.form(action="/share/")).url)
    link = page_of(surfer.page).select("a.send-link__address")[0]["href"]
    for player in (None, charlie, bob):
        other = Browser(player).open(link)
        panel = page_of(other.page).by_id("lines")
        assert panel.texts("paragraph")[0].startswith("You look at “Both build”, which somebody has shared.")
        assert len(tried_on(other.page)) == 2
        assert panel.find_id("line-acts") is None
    other = Browser(charlie).open(link)
    further = other.send(other.form("turn", action="/try/end/"), turn="pass")
    keep(other, further.url, name="Mine")
    own = SandboxLine.objects.get(owner=charlie)
    assert (own.parent, own.texts()) == (None, (*BOTH, "pass"))
    surfer.send(surfer.form(action="/withdraw/"))
    assert Client().get(link).status_code == 404
    assert Client().get(address(game, shared="")).status_code == 200


def test_a_shared_line_of_a_private_game_is_seen_by_those_who_see_the_game(game, line, alice, bob, charlie):
    Game.objects.filter(pk=game.pk).update(visibility=Visibility.PRIVATE)
    over(game, bob)
    token = share_line(owner=alice, line_id=line.pk).share_token
    assert Browser(bob).client.get(address(game, shared=token)).status_code == 200
    assert Browser(charlie).client.get(address(game, shared=token)).status_code == 404


def test_lines_from_pasted_positions_are_kept_apart(alice, bob):
    surfer = keep(Browser(alice), pasted(t=["pass"]), name="Wait")
    line = SandboxLine.objects.get()
    assert (line.game, line.number, line.texts()) == (None, None, ("pass",))
    assert f"line={line.pk}" in surfer.url
    assert "The address of this page says all that is tried" in page_of(surfer.page).text
    assert "Wait" in names_on(surfer)
    other = TEXT.replace("Vega", "Mira")
    assert names_on(surfer.open(pasted(other))) == []
    assert surfer.client.get(pasted(other, line=line.pk)).status_code == 404
    assert Browser(bob).client.get(surfer.url).status_code != 500
    surfer.open("/games/sandbox/")
    link = page_of(surfer.page).select("ul.lines > li > a")[0]["href"]
    assert heading_on(surfer.open(link).page).startswith("Ada is to move.")
    answer = surfer.send(surfer.form(action="/delete/"))
    assert answer.url == "/games/sandbox/"
    assert not SandboxLine.objects.exists()
    assert names_on(Browser(bob).open("/games/sandbox/")) == []


# --- What becomes of them


def test_a_deleted_account_takes_its_lines_along(game, line, alice, bob):
    theirs = keep_line(owner=bob, game=game, number=4, turns=BOTH)
    delete_account(player=alice)
    assert list(SandboxLine.objects.all()) == [theirs]


def test_lines_of_others_are_read_when_a_player_is_called_otherwise(game, alice, bob):
    line = keep_line(owner=bob, game=game, number=4, turns=BOTH)
    over(game, bob)
    delete_account(player=alice)
    settle_leaver(leaver_id=Leaver.objects.get().pk)
    line.refresh_from_db()
    assert line.texts() == ("build G1 Former-player-1", "build G2 Bob")
    assert len(tried_on(Browser(bob).open(address(game, line=line.pk)).page)) == 2


def test_the_record_of_the_game_says_nothing_of_them(game, line, alice):
    for ending in ("txt", "json"):
        record = Browser(alice).client.get(f"/games/{game.public_id}/record.{ending}")
        assert nowhere_in(record, "Both build")


def test_the_queries_do_not_grow_with_the_lines(game, line, alice):
    surfer, asked = Browser(alice), []
    surfer.open(address(game))
    for _ in range(2):
        with CaptureQueriesContext(connection) as queries:
            surfer.open(address(game, line=line.pk))
        asked.append(len(queries))
        for number in range(20):
            keep_line(owner=alice, game=game, number=3, turns=["pass"] * (number + 1), parent=line)
    assert asked == [7, 7]


def test_lines_of_a_guest_who_will_not_come_back_go(game, line):
    guest = create_guest()
    keep_line(owner=guest, game=game, number=4, turns=BOTH)
    forget_guest(guest=guest)
    assert SandboxLine.objects.get() == line


def test_a_line_tells_nobody_anything_while_its_game_goes_on_after_all(game, line, alice, bob):
    over(game, bob)
    token = share_line(owner=alice, line_id=line.pk).share_token
    assert Browser(bob).client.get(address(game, shared=token)).status_code == 200
    Game.objects.filter(pk=game.pk).update(status=Status.RUNNING, next_seat=0, outcome=None)
    rename_line(owner=alice, line_id=line.pk, name="Bob is Evil")
    assert Browser(bob).client.get(address(game, shared=token)).status_code == 404
