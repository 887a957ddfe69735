"""The guided first game, by full requests."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from accounts.services import create_guest
from accounts.tests.cast import PASSWORD, person
from accounts.tests.logging_in import code_in_last_mail, sign_up
from homeworlds.notation import format_turn, parse_turn
from homeworlds.state import begin, play, start_game
from homeworlds.turn import make_turn
from pages import guide, guide_script
from pages.guide import FINISHED, LAST_STEP, ME, Verdict, judge, step_number, story
from pages.guide_script import NAMES, SCRIPT
from upkeep.tests.elements import page_of

STEPS = range(1, LAST_STEP + 1)
OTHER_TURNS = {
    1: "homeworld G1 B2 Y3",
    2: "trade G3 Y3 Terra",
    3: "build G1 Terra",
    4: "discover G1 Terra B3",
    5: "build G1 Altair",
    6: "build G1 Altair",
    7: "move Y1 Altair Terra",
    8: "move Y1 Altair Nova",
    9: "move Y1 Altair Nova; catastrophe Nova yellow",
    10: "pass",
    11: "pass",
}
"""Legal, and not what is asked for."""


def address(number, what="step"):
    return reverse(f"pages:learn_{what}", args=[number])


def end_turn(client, number, text):
    return client.post(address(number, "turn"), {"turn": text})


def order_on(page):
    return page.select("textarea[name=turn]")[0].value


def refusal_on(page):
    return " ".join(page.texts("alert"))


def roots_of(fragment):
    return [tag["id"] for tag in page_of(fragment).select(":root")]


def solve(client, numbers):
    for number in numbers:
        assert end_turn(client, number, SCRIPT[number - 1].turn).status_code == 303


# --- The story


def test_the_library_plays_the_whole_script_turn_by_turn_to_the_win():
    """In canonical form: what is asked for is what the buttons of the table write."""
    state = start_game(story().end.rules, NAMES, first=ME)
    for script in SCRIPT:
        for text in filter(None, (script.turn, script.reply)):
            turn = parse_turn(text, len(NAMES))
            half = make_turn(state.rules, state.position, turn)
            assert format_turn(half.turn, len(NAMES)) == text
            state = play(state, half).state
    assert state == story().end
    assert state.outcome is not None and state.outcome.winners == (ME,)


def test_the_learner_is_to_move_at_every_step():
    assert {step.state.position.mover for step in story().steps} == {ME}
    assert [step.number for step in story().steps] == list(STEPS)


def test_every_kind_of_action_is_learnt():
    verbs = {text.split()[0] for script in SCRIPT for text in script.turn.split("; ")}
    assert verbs == {
        "homeworld", "build", "trade", "discover", "attack", "move", "sacrifice", "catastrophe",
    }  # fmt: skip


def test_one_step_is_to_abandon_a_system_and_says_so():
    number = next(n for n, script in enumerate(SCRIPT, 1) if script.aim.startswith("Abandon Altair"))
    assert step_number(number).state.position.find("Altair") is not None
    assert step_number(number + 1).state.position.find("Altair") is None
    assert {system.name for system in step_number(number + 1).state.position.systems} >= set(NAMES)


def test_every_sentence_is_marked_for_translation():
    """What the script says stands in calls of gettext_noop, from where the list of texts is made."""
    tree = ast.parse(Path(guide_script.__file__).read_text())
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    marked = {
        node.args[0].value
        for node in calls
        if isinstance(node.func, ast.Name) and node.func.id == "gettext_noop"
    }
    assert marked == {text for script in SCRIPT for text in (script.aim, script.how, script.why, script.wish)}


# --- One step


@pytest.mark.django_db
@pytest.mark.parametrize("number", STEPS)
def test_each_step_says_what_and_why_and_is_solved_by_its_turn(client, number):
    step = step_number(number)
    shown = page_of(client.get(address(number))).one("main")
    for words in (step.script.aim, step.script.how, step.script.why, f"Step {number} of {LAST_STEP}"):
        assert " ".join(words.split()) in shown.text
    response = end_turn(client, number, step.script.turn)
    assert response.status_code == 303
    following = reverse("pages:learn_done") if number == LAST_STEP else address(number + 1)
    assert response["Location"] == following
    assert client.get(following).status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("number", STEPS)
def test_a_legal_turn_that_is_another_one_is_refused_gently_and_kept(client, number):
    text = OTHER_TURNS[number]
    response = end_turn(client, number, text)
    assert response.status_code == 422
    shown = page_of(response)
    assert step_number(number).script.wish in refusal_on(shown)
    assert order_on(shown).startswith(text)  # a new system may have got a name
    assert reverse("pages:learn_step", args=[1]) == client.get(reverse("pages:learn"))["Location"]


@pytest.mark.django_db
def test_an_illegal_turn_is_refused_with_the_sentence_of_the_library(client):
    response = end_turn(client, 4, "move G1 Terra Nova")
    assert response.status_code == 422
    shown = page_of(response)
    assert "Terra and Nova are not connected" in refusal_on(shown)
    assert order_on(shown) == "move G1 Terra Nova"
    assert "That is a legal turn" not in refusal_on(shown)
    another = page_of(end_turn(client, 4, OTHER_TURNS[4]))
    assert "That is a legal turn" in refusal_on(another)


@pytest.mark.django_db
@pytest.mark.parametrize("text", ["", "x" * 11_000, "build G1 Terra\x00"])
def test_what_is_no_turn_is_refused(client, text):
    assert end_turn(client, 2, text).status_code == 422
    assert end_turn(client, 2, SCRIPT[1].turn).status_code == 303


@pytest.mark.django_db
def test_a_turn_that_puts_the_learner_out_is_told_so(client):
    response = end_turn(client, 6, "sacrifice R3 Terra")
    assert response.status_code == 422 and "it would lose you the game" in refusal_on(page_of(response))


def test_a_turn_counts_by_where_it_leads():
    """Other names and another order of steps are as good."""
    for number, text in [
        (4, "discover G1 Terra R3 Mine"),
        (1, "homeworld B2 Y1 G3"),
        (5, "attack y1@1 altair"),
        (10, "pass; catastrophe Nova yellow"),
    ]:
        step = step_number(number)
        half = begin(step.state)
        for action in parse_turn(text, len(NAMES)):
            half = half.then(action)
        assert judge(step, half) is Verdict.AS_ASKED, text


@pytest.mark.django_db
def test_whoever_wins_at_once_has_won(client):
    response = end_turn(client, 10, "catastrophe Nova yellow; attack G1 Nova")
    assert response["Location"] == reverse("pages:learn_done")
    assert client.session["guide_step"] == FINISHED


@pytest.mark.django_db
@pytest.mark.parametrize("number", STEPS)
def test_show_me_leads_to_the_turn_made_but_not_ended(client, number):
    shown = page_of(client.get(address(number), {"turn": SCRIPT[number - 1].turn}))
    assert "disabled" not in shown.by_id("end-turn")
    assert order_on(shown) == SCRIPT[number - 1].turn
    assert "guide_step" not in client.session


@pytest.mark.django_db
def test_a_typed_order_is_shown_and_can_be_undone(client):
    response = client.post(address(8, "show"), {"turn": "s y2 altair\r\nmove R3 Terra Altair"})
    assert response.status_code == 303
    shown = page_of(client.get(response["Location"]))
    assert order_on(shown) == "sacrifice Y2 Altair; move R3 Terra Altair"
    assert shown.by_id("undo").tag.name in ("a", "button")
    assert client.get(f"{address(8)}?turn=fly").status_code == 422
    assert client.post(address(8, "show"), {"turn": "x" * 11_000}).status_code == 422


@pytest.mark.django_db
def test_fragments_are_the_table_alone_and_tell_their_address(client):
    fragment = client.get(address(3, "fragment"), {"at": "Terra"})
    assert roots_of(fragment) == ["table"]
    assert fragment["HX-Push-Url"] == f"{address(3)}?at=Terra"
    refused = client.post(address(3, "turn_fragment"), {"turn": OTHER_TURNS[3]})
    assert (refused.status_code, refused["HX-Replace-Url"]) == (422, "false")
    assert roots_of(refused) == ["table"]
    following = client.post(address(3, "turn_fragment"), {"turn": SCRIPT[2].turn})
    assert (following.status_code, following["HX-Push-Url"]) == (200, address(4))
    assert "Step 4 of" in page_of(following).text
    end = client.post(address(LAST_STEP, "turn_fragment"), {"turn": SCRIPT[-1].turn})
    assert end["HX-Redirect"] == reverse("pages:learn_done")


@pytest.mark.django_db
@pytest.mark.parametrize("number", [0, LAST_STEP + 1, 10**20])
def test_there_is_no_step_before_the_first_and_after_the_last(client, number):
    for what in ("step", "fragment"):
        assert client.get(address(number, what)).status_code == 404
    for what in ("turn", "turn_fragment", "show", "skip"):
        assert client.post(address(number, what), {"turn": "pass"}).status_code == 404
    assert "guide_step" not in client.session


@pytest.mark.django_db
def test_looking_changes_nothing_and_takes_no_queries(client, django_assert_num_queries):
    with django_assert_num_queries(0):
        assert client.get(address(7)).status_code == 200
        assert client.get(reverse("pages:learn"))["Location"] == address(1)
        assert client.get(reverse("pages:learn_done")).status_code == 200
    assert not client.cookies.get("sessionid")


# --- Left and resumed


def visitors():
    return {"anonymous": None, "guest": create_guest(), "player": person("Alice")}


@pytest.mark.django_db
@pytest.mark.parametrize("who", ["anonymous", "guest", "player"])
def test_the_place_is_kept(client, who):
    if player := visitors()[who]:
        client.force_login(player)
    assert page_of(client.get("/")).by_id("learn").name == "Learn in ten minutes"
    solve(client, [1, 2, 3])
    client.post(address(4, "skip"))
    assert client.get(reverse("pages:learn"))["Location"] == address(5)
    assert page_of(client.get("/")).by_id("learn").name.startswith("Go on with step 5")
    solve(client, range(5, LAST_STEP + 1))
    assert page_of(client.get("/")).find_id("learn") is None
    assert client.get(reverse("pages:learn"))["Location"] == address(1)


@pytest.mark.django_db
def test_the_place_follows_a_player_to_another_device(client):
    alice = person("Alice")
    client.force_login(alice)
    solve(client, [1, 2])
    elsewhere = Client()
    elsewhere.force_login(alice)
    assert elsewhere.get(reverse("pages:learn"))["Location"] == address(3)
    page = page_of(elsewhere.get(reverse("pages:my_games")))
    assert page.by_id("learn").name.startswith("Go on with step 3")
    assert Client().get(reverse("pages:learn"))["Location"] == address(1)


@pytest.mark.django_db
def test_whoever_signs_up_on_the_way_goes_on_where_he_was(client, postman):
    solve(client, [1, 2, 3])
    sign_up(client)
    client.post(reverse("account_email_verification_sent"), {"code": code_in_last_mail()})
    assert client.session["_auth_user_id"]
    assert Player.objects.get().guide_step == 4
    assert client.get(reverse("pages:learn"))["Location"] == address(4)


@pytest.mark.django_db
def test_a_log_in_brings_the_place_along_but_never_back(client):
    alice = person("Alice")
    alice.set_password(PASSWORD)
    alice.save()
    for kept, solved, expected in [(0, [1, 2], 3), (7, [1, 2], 7)]:
        Player.objects.update(guide_step=kept)
        browser = Client()
        solve(browser, solved)
        browser.force_login(Player.objects.get())
        assert Player.objects.get().guide_step == expected
        assert "guide_step" not in browser.session


@pytest.mark.django_db
def test_the_end_leads_on(client):
    offered = page_of(client.get(reverse("pages:learn_done"))).one("main").targets
    assert {reverse("games:play_bot"), address(1)} <= set(offered)
    assert reverse("games:new") not in offered
    client.force_login(person("Alice"))
    assert reverse("games:new") in page_of(client.get(reverse("pages:learn_done"))).one("main").targets


def test_a_place_that_is_no_step_is_the_first():
    assert [guide.place_to_go_on(place) for place in (0, 1, LAST_STEP, FINISHED, 10**6)] == [
        1, 1, LAST_STEP, 1, 1,
    ]  # fmt: skip
