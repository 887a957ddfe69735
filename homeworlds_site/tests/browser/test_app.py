"""The site as an app: called by push, looked at without a network, emptied at log-out, of one release."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.utils import timezone

from accounts.reading import as_read_by
from games.models import Game, Room, TalkSeen
from games.services import say
from games.tests.play import play_turn, table_of
from homeworlds.rules import Preset, Variant, preset_rules
from homeworlds_site.tests.browser.axe import violations
from homeworlds_site.tests.browser.visitor import DESKTOP, PHONE, Visitor
from notices.digest.links import off_link
from notices.digest.services import follow_switches
from notices.models import Digest, Notice
from notices.push import line, sending, services
from notices.push.leaving import DEVICE
from notices.push.models import PushDevice
from notices.push.tests.messages import message_now
from notices.push.tests.service import PushService, Subscription, push_service
from notices.selectors import has_muted
from notices.services import see
from notices.switches.services import switch_channel
from pages.app import views as app

pytestmark = pytest.mark.browser
APP = {"service_workers": "allow", "permissions": ["notifications"]}
SUBSCRIBES = """
(() => {
  const given = %s;
  const subscription = { ...given, options: {}, toJSON: () => given, unsubscribe: async () => true };
  PushManager.prototype.getSubscription = async () => null;
  PushManager.prototype.subscribe = async () => subscription;
  const badges = [];
  navigator.setAppBadge = async (number) => { document.documentElement.dataset.badgeShown = number; };
  navigator.clearAppBadge = async () => { document.documentElement.dataset.badgeShown = 0; };
})();
"""
"""The push service of a browser under test cannot be reached: what it would answer stands here."""
NOTES = """
async () => (await (await navigator.serviceWorker.ready).getNotifications())
  .map(({ title, body, tag, data, actions }) => ({ title, body, tag, data, actions }))"""
CACHED = """
async () => {
  const found = [];
  for (const name of await caches.keys())
    for (const request of await (await caches.open(name)).keys())
      found.push(`${name.split("-")[0]} ${new URL(request.url).pathname}`);
  return found;
}"""


@pytest.fixture
def service(settings: Any, live_server: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(sending, "_services", {})
    monkeypatch.setattr(line, "_lines", {})
    settings.SITE_URL = live_server.url
    with push_service() as found:
        settings.PUSH_LOCAL_SERVICE = found.origin
        yield found
        for _, kept in line._lines.values():
            kept.close()


@pytest.fixture
def game(alice: Any, bob: Any) -> Game:
    game = table_of(alice, bob, rules=preset_rules(Preset.BOOKLET, Variant.BINARY))
    for text in ("homeworld G1 B2 G3 Alice", "homeworld Y1 B3 G3 Bob", "build G1 Alice", "build G1 Bob"):
        play_turn(game, text)
    return game


def subscribing(visitor: Visitor, phone: Subscription) -> None:
    keys = {name: phone.given[name] for name in ("p256dh", "auth")}
    visitor.context.set_default_timeout(40_000)  # the worker reads and keeps each file besides
    visitor.context.add_init_script(SUBSCRIBES % json.dumps({"endpoint": phone.endpoint, "keys": keys}))


def installed(visitor: Visitor) -> None:
    """The service worker has the page."""
    visitor.page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    visitor.page.wait_for_function("() => navigator.serviceWorker.controller")


def until(visitor: Visitor, script: str, fits: Callable[[Any], bool]) -> Any:
    """What the script says once that fits."""
    for _ in range(150):
        said = visitor.page.evaluate(script)
        if fits(said):
            return said
        visitor.page.wait_for_timeout(200)
    raise AssertionError(said)


def cut(visitor: Visitor) -> Callable[[], None]:
    """The network of the pages and of the service worker is away, until what this returns is called."""
    visitor.context.set_offline(True)
    session = visitor.context.browser.new_browser_cdp_session()
    conditions = {"offline": True, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    enabled = {"id": 1, "method": "Network.enable"}
    said = {"id": 2, "method": "Network.emulateNetworkConditions", "params": conditions}
    for target in session.send("Target.getTargets")["targetInfos"]:
        if target["type"] == "service_worker":
            to = {"targetId": target["targetId"], "flatten": False}
            attached = session.send("Target.attachToTarget", to)
            for each in (enabled, said):
                session.send("Target.sendMessageToTarget", {**attached, "message": json.dumps(each)})

    def mend() -> None:
        session.detach()
        visitor.context.set_offline(False)

    return mend


class Delivering:
    """Hands what a push service took to the service worker, as the browser does once it has decrypted it."""

    def __init__(self, visitor: Visitor, origin: str) -> None:
        self.visitor, self.origin = visitor, origin
        self.session = visitor.context.new_cdp_session(visitor.page)
        self.registrations: list[str] = []
        self.session.on("ServiceWorker.workerRegistrationUpdated", self._heard)
        self.session.send("ServiceWorker.enable")

    def _heard(self, event: Any) -> None:
        self.registrations += [
            each["registrationId"] for each in event["registrations"] if not each["isDeleted"]
        ]

    def hand_over(self, said: Any) -> None:
        for _ in range(50):
            if self.registrations:
                break
            self.visitor.page.wait_for_timeout(100)
        self.session.send(
            "ServiceWorker.deliverPushMessage",
            {"origin": self.origin, "registrationId": self.registrations[-1], "data": json.dumps(said)},
        )


def fitting(said: Any) -> list[str]:
    """Of its buttons those for which there is room: a tap stands for the first."""
    found = [each["action"] for each in said["actions"]]
    return found if len(found) <= 2 else found[1:]


def press(visitor: Visitor, action: str, tag: str) -> None:
    """A button of the message about this, as the browser says it to the service worker."""
    (worker,) = visitor.context.service_workers
    worker.evaluate(
        """async ([action, tag]) => {
          const [notification] = await self.registration.getNotifications({ tag });
          self.dispatchEvent(new NotificationEvent("notificationclick", { notification, action }));
        }""",
        [action, tag],
    )


@pytest.fixture
def called(visit, alice, bob, log_in, service, live_server) -> tuple[Visitor, Callable[..., Any]]:
    """Alice's phone is on, and a page of the site is open there; what it was told by a notice of hers."""
    phone = service.subscription()
    player = visit(PHONE, **APP)
    subscribing(player, phone)
    log_in(player, alice)
    device = services.subscribe(player=alice, name="Phone", **phone.given)
    player.open("/rules/")
    installed(player)
    worker = Delivering(player, live_server.url)

    def tell(notice: Notice) -> Any:
        with as_read_by(notice.player):
            said = message_now(notice, device.pk).as_json()
        worker.hand_over(said)
        until(player, NOTES, lambda notes: any(note["tag"] == notice.key for note in notes))
        return said

    return player, tell


def test_what_is_read_elsewhere_goes_from_this_screen_when_a_page_is_opened(called, alice, bob, game):
    player, tell = called
    other = table_of(bob, alice, rules=preset_rules(Preset.BOOKLET, Variant.BINARY))
    play_turn(other, "homeworld G1 B2 G3 Bob")
    for each in (game, other):
        tell(Notice.objects.filter(player=alice, key=each.public_id, kind="turn").latest("pk"))
    see(player=alice, key=game.public_id)
    player.open("/rules/")
    (left,) = until(player, NOTES, lambda notes: len(notes) == 1)
    assert left["tag"] == other.public_id
    # Answered on another device, and this page is looked at again.
    play_turn(other, "homeworld Y1 B3 G3 Alice")
    player.page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    until(player, NOTES, lambda notes: not notes)


def test_a_message_about_what_is_read_by_then_is_a_silent_line_when_nobody_looks(called, alice, game):
    player, _tell = called
    notice = Notice.objects.filter(player=alice, key=game.public_id, kind="turn").latest("pk")
    see(player=alice, key=game.public_id)
    Notice.objects.update(seen_at=timezone.now() + timedelta(minutes=1))
    player.page.goto("about:blank")
    said = message_now(notice, PushDevice.objects.get().pk).as_json()
    (worker,) = player.context.service_workers
    worker.evaluate("(said) => tell(said)", said)
    shown = worker.evaluate(
        "async () => (await self.registration.getNotifications()).map(({ title, silent }) => [title, silent])"
    )
    assert shown == [["You have seen it elsewhere", True]]
    player.open("/rules/")
    until(player, NOTES, lambda notes: not notes)


def test_buttons_below_a_message_act_without_a_page(called, alice, bob, game):
    player, tell = called
    say(game_id=game.pk, player=bob, room=Room.PLAYERS, text="Well seen. Peace until turn 40?", key="1")
    said = tell(Notice.objects.get(player=alice, kind="talk"))
    assert [each["title"] for each in said["actions"]] == ["Answer", "Mark as read"]
    press(player, "read", game.public_id)
    until(player, NOTES, lambda notes: not notes)
    for _ in range(100):
        if Notice.objects.get(player=alice, kind="talk").seen_at:
            break
        player.page.wait_for_timeout(100)
    assert TalkSeen.objects.get(player=alice).last_message
    assert player.page.url.endswith("/rules/")


def test_a_button_that_cannot_be_sent_leaves_the_message_where_it_was(called, alice, game):
    player, tell = called
    notice = Notice.objects.filter(player=alice, key=game.public_id, kind="turn").latest("pk")
    said = tell(notice)
    mend = cut(player)
    press(player, "mute", game.public_id)
    (note,) = until(player, NOTES, lambda notes: len(notes) == 1)
    assert note["title"] == said["title"] and not has_muted(alice, game.public_id)
    mend()
    press(player, "mute", game.public_id)
    until(player, NOTES, lambda notes: not notes)
    for _ in range(100):
        if has_muted(alice, game.public_id):
            break
        player.page.wait_for_timeout(100)
    assert has_muted(alice, game.public_id)


def test_after_a_first_turn_one_says_yes_and_is_called(visit, alice, bob, log_in, game, service, live_server):
    phone = service.subscription()
    player = visit(PHONE, **APP)
    subscribing(player, phone)
    log_in(player, alice, asked_about_push=False)
    page = player.open(f"/games/{game.public_id}/?turn=build+G2+Alice")
    installed(player)
    assert page.locator("#push-hint").count() == 0
    player.press("#end-turn")
    page.locator("#push-hint").wait_for(state="visible")
    assert page.evaluate("() => document.activeElement.textContent") == "Your turn is sent. Bob is to move."
    assert not page.locator("#turn-heading").is_visible() and player.wide_parts() == []
    player.picture("push-hint", whole=False)
    assert violations(player, "hint") == []
    with page.expect_response("**/push/on/"):
        page.locator("#push-hint-on").click()
    page.locator("#turn-heading").wait_for(state="visible")
    alice.refresh_from_db()
    assert alice.asked_about_push and "push" in alice.told_by
    page = player.open("/settings/notices/push/")
    cache.clear()  # nobody looks at the table any more
    play_turn(Game.objects.get(pk=game.pk), "build G2 Bob")
    (taken,) = service.taken
    said = phone.read(taken.body)
    assert said["title"] == "Your turn: Bob" and said["badge"] == 1
    Delivering(player, live_server.url).hand_over(said)
    (note,) = until(player, NOTES, bool)
    assert note["title"] == said["title"] and note["tag"] == game.public_id
    assert [each["action"] for each in note["actions"]] == fitting(said)
    # Read at the table, and the note is gone.
    player.open(f"/games/{game.public_id}/")
    until(player, NOTES, lambda notes: not notes)


def test_a_test_says_when_it_came(visit, alice, log_in, service, live_server):
    phone = service.subscription()
    player = visit(PHONE, **APP)
    subscribing(player, phone)
    log_in(player, alice)
    page = player.open("/settings/notices/push/")
    with page.expect_response("**/push/on/"):
        page.get_by_role("button", name="Switch on").click()
    page.locator(".push-switch").first.wait_for()
    installed(player)
    deliver = Delivering(player, live_server.url)
    page.get_by_role("button", name="Send a test").click()
    page.get_by_text("It is on its way.").wait_for()
    deliver.hand_over(phone.read(service.taken[-1].body))
    page.get_by_text(re.compile(r"Arrived after \d+ s\.")).wait_for()
    assert player.wide_parts() == [] and violations(player, "push") == []
    player.picture("push-devices")


@pytest.mark.parametrize("size, scripts", [(PHONE, True), (DESKTOP, True), (PHONE, False)])
def test_devices_are_changed_by_keyboard_and_without_a_script(visit, alice, log_in, service, size, scripts):
    device = services.subscribe(player=alice, name="Firefox on Linux", **service.subscription().given)
    player = visit(size, scripts=scripts, way="keyboard")
    log_in(player, alice)
    page = player.open("/settings/notices/push/")
    assert page.get_by_text("Only push needs a script").is_visible() != scripts
    switch = page.locator(f"#push-switch-{device.pk}")
    player.tab_to(switch)
    with page.expect_response(f"**/push/{device.pk}/"):
        page.keyboard.press("Enter")
    page.locator(f"#push-switch-{device.pk}[aria-checked=false]").wait_for()
    assert not PushDevice.objects.get().is_on
    assert player.wide_parts() == []
    player.picture(f"push-{size[0]}-{scripts}")


def test_a_table_that_was_looked_at_is_there_without_a_network(visit, alice, bob, log_in, game):
    player = visit(PHONE, **APP)
    subscribing(player, Subscription("https://fcm.googleapis.com/a"))
    log_in(player, alice)
    page = player.open("/games/mine/")
    installed(player)
    page = player.open("/games/mine/")
    assert page.locator("html").get_attribute("data-badge-shown") == "1"
    player.open(f"/games/{game.public_id}/")
    until(player, CACHED, lambda kept: f"kept /games/{game.public_id}/" in kept)
    mend = cut(player)
    for path in ("/games/mine/", f"/games/{game.public_id}/"):
        player.open(path)
        page.get_by_text(re.compile(r"Seen at \d\d:\d\d, you are offline\.")).wait_for()
    player.picture("offline-table", whole=False)
    # A step that cannot be sent is kept, and offered when the network is back; nothing is sent by itself.
    page.locator(".map a[hx-get]").first.click()
    until(player, CACHED, lambda kept: f"half /half-made/{game.public_id}" in kept)
    player.open("/ratings/")
    page.get_by_role("heading", name="You are offline").wait_for()
    page.locator(f"#kept-pages a[href='/games/{game.public_id}/']").wait_for()
    player.open("/games/mine/")  # the other one loads by itself what was asked for
    mend()
    player.open(f"/games/{game.public_id}/")
    page.locator("#half-made-take").wait_for()
    assert Game.objects.get(pk=game.pk).log_number == 4
    player.picture("half-made", whole=False)
    # Who logs out leaves nothing behind.
    player.open("/games/mine/")
    with page.expect_navigation():
        page.evaluate("() => document.querySelector('form[action=\"/accounts/logout/\"]').submit()")
    until(player, CACHED, lambda kept: all(each.startswith(("shell ", "kept /reader")) for each in kept))
    meant = ("ERR_INTERNET_DISCONNECTED", "sendError")
    player.complaints[:] = [each for each in player.complaints if not any(words in each for words in meant)]


@pytest.mark.parametrize("noticed", [True, False], ids=["the network", "the site"])
def test_what_was_asked_for_comes_by_itself_when_there_is_an_answer_again(visit, alice, log_in, noticed):
    """Of a site that was away the browser notices nothing."""
    player = visit(PHONE, **APP)
    player.context.set_default_timeout(40_000)
    if not noticed:
        silent = "addEventListener('online', (event) => event.stopImmediatePropagation(), true)"
        player.context.add_init_script(silent)
    log_in(player, alice)
    page = player.open("/games/mine/")
    installed(player)
    mend = cut(player)
    player.open("/ratings/")
    page.get_by_role("heading", name="You are offline").wait_for()
    mend()
    page.get_by_role("heading", name="Ratings").wait_for()
    meant = ("ERR_INTERNET_DISCONNECTED", "sendError")
    player.complaints[:] = [each for each in player.complaints if not any(words in each for words in meant)]


def test_no_page_is_kept_where_the_side_is_secret(visit, alice, others, log_in):
    game = table_of(alice, *others[:3], rules=preset_rules(Preset.BOOKLET, Variant.GOOD_VS_EVIL))
    player = visit(PHONE, **APP)
    player.context.set_default_timeout(40_000)
    log_in(player, alice)
    page = player.open("/ratings/")
    installed(player)
    for path in ("/games/mine/", f"/games/{game.public_id}/", "/ratings/"):
        player.open(path)
    kept = [each for each in page.evaluate(CACHED) if each.startswith("kept /games/")]
    assert kept == []


def test_another_release_leaves_nothing_of_the_old_one(visit, alice, log_in, game, monkeypatch):
    player = visit(PHONE, **APP)
    player.context.set_default_timeout(40_000)
    log_in(player, alice)
    page = player.open("/games/mine/")
    installed(player)
    before = {name for name in page.evaluate("() => caches.keys()") if name != "half-made"}
    assert any(name.startswith("shell-") for name in before)
    app.worker_of_release.cache_clear()
    monkeypatch.setattr(app, "_content", lambda name: b"another release")
    page.evaluate("async () => { await (await navigator.serviceWorker.ready).update(); }")
    until(player, "() => caches.keys()", lambda names: names and not before & set(names))
    player.open("/games/mine/")
    after = set(page.evaluate("() => caches.keys()"))
    assert not after & before and len([name for name in after if name.startswith("shell")]) == 1
    app.worker_of_release.cache_clear()


def test_an_iphone_is_told_how(visit, alice, log_in, service: PushService):
    player = visit(PHONE)
    log_in(player, alice)
    player.open("/settings/notices/push/iphone/")
    assert player.wide_parts() == [] and violations(player, "iphone") == []
    player.picture("push-iphone")


def test_the_manifest_names_what_an_installer_needs(visit, alice, log_in):
    player = visit(PHONE)
    log_in(player, alice)
    page = player.open("/games/mine/")
    said = page.evaluate(
        "async () => (await fetch(document.querySelector('link[rel=manifest]').href)).json()"
    )
    assert [each["url"] for each in said["shortcuts"]] == ["/games/mine/", "/games/next/"]
    assert {each["purpose"] for each in said["icons"]} == {"any", "maskable"}
    found = player.context.new_cdp_session(page).send("Page.getAppManifest")
    assert found["errors"] == []


IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/18.0 Mobile/15E148 Safari/604.1"
)
NO_PUSH = "delete window.PushManager;"
"""As in Safari on a phone, before the site lies on the Home Screen."""
REFUSED = "Object.defineProperty(Notification, 'permission', { get: () => 'denied' });"


@pytest.mark.parametrize(
    "options, script, shown",
    [({"user_agent": IPHONE}, NO_PUSH, "how"), ({}, NO_PUSH, ""), ({}, REFUSED, ""), ({}, "", "on")],
    ids=["iphone", "unable", "refused", "able"],
)
def test_after_a_first_turn_only_an_iphone_is_led_to_its_page(
    visit, alice, log_in, game, service, options, script, shown
):
    player = visit(PHONE, **options)
    player.context.add_init_script(script or "0")
    log_in(player, alice, asked_about_push=False)
    page = player.open(f"/games/{game.public_id}/?turn=build+G2+Alice")
    player.press("#end-turn")
    page.locator("#push-hint").wait_for(state="attached")
    page.wait_for_timeout(200)
    assert page.locator("#push-hint").is_visible() == bool(shown)
    assert page.locator("#push-hint-how").is_visible() == (shown == "how")
    assert page.locator("#push-hint-on").is_visible() == (shown == "on")
    # Where nobody could say yes, nobody was asked.
    alice.refresh_from_db()
    assert alice.asked_about_push == bool(shown)
    page = player.open("/settings/notices/push/")
    assert page.locator("a[href$='/push/iphone/']").is_visible() == (shown == "how")
    assert violations(player, f"push {shown}") == [] and player.wide_parts() == []


def test_mail_is_enough_by_keys_alone_and_for_ever(visit, alice, bob, log_in, game, service):
    player = visit(PHONE, way="keyboard")
    log_in(player, alice, asked_about_push=False)
    page = player.open(f"/games/{game.public_id}/?turn=build+G2+Alice")
    player.press("#end-turn")
    page.locator("#push-hint").wait_for(state="visible")
    player.tab_to("#push-hint-enough")
    with page.expect_response("**/push/asked/"):
        page.keyboard.press("Enter")
    page.locator("#push-hint").wait_for(state="detached")
    assert page.evaluate("() => document.activeElement.id") == "turn-heading"
    play_turn(Game.objects.get(pk=game.pk), "build G2 Bob")
    page = player.open(f"/games/{game.public_id}/?turn=build+G2+Alice")
    player.press("#end-turn")
    page.locator("#turn-heading").wait_for(state="visible")
    assert page.locator("#push-hint").count() == 0


def test_a_browser_that_got_another_address_says_so_by_itself(called, alice, service):
    player, _tell = called
    device = PushDevice.objects.get()
    session = Session.objects.get(pk=player.context.cookies()[0]["value"])
    data = session.get_decoded() | {DEVICE: device.pk}
    Session.objects.filter(pk=session.pk).update(session_data=SessionStore().encode(data))
    cache.clear()
    fresh = service.subscription("fresh").given
    keys = {name: fresh[name] for name in ("p256dh", "auth")}
    given = {"endpoint": fresh["endpoint"], "keys": keys}
    (worker,) = player.context.service_workers
    worker.evaluate("(given) => renew({ toJSON: () => given })", given)
    device.refresh_from_db()
    assert device.endpoint == fresh["endpoint"] and device.p256dh == fresh["p256dh"]


def test_the_icon_has_no_number_when_no_game_waits(visit, alice, bob, log_in, game):
    player = visit(PHONE, **APP)
    subscribing(player, Subscription("https://fcm.googleapis.com/a"))
    log_in(player, alice)
    page = player.open("/games/mine/")
    assert page.locator("html").get_attribute("data-badge-shown") == "1"
    play_turn(Game.objects.get(pk=game.pk), "build G2 Alice")
    page = player.open("/games/mine/")
    assert page.locator("html").get_attribute("data-badge-shown") == "0"


def test_without_a_network_everybody_can_use_what_is_there(visit, alice, bob, log_in, game):
    player = visit(PHONE, way="keyboard", **APP)
    player.context.set_default_timeout(40_000)
    log_in(player, alice)
    player.open("/games/mine/")
    installed(player)
    table = f"/games/{game.public_id}/"
    player.open(table)
    until(player, CACHED, lambda kept: f"kept {table}" in kept)
    mend = cut(player)
    page = player.open("/ratings/")
    link = page.locator(f"#kept-pages a[href='{table}']")
    link.wait_for()
    assert violations(player, "offline", ("dark", "light")) == [] and player.wide_parts() == []
    player.picture("offline", whole=False)
    player.tab_to(link)
    with page.expect_navigation():
        page.keyboard.press("Enter")
    page.get_by_text(re.compile(r"you are offline\.")).wait_for()
    assert violations(player, "a table seen before") == []
    mend()
    player.complaints[:] = [each for each in player.complaints if "ERR_INTERNET_DISCONNECTED" not in each]


@pytest.mark.parametrize("scripts", [True, False])
def test_the_daily_mail_is_changed_by_its_link_by_everybody(visit, alice, scripts):
    switch_channel(player=alice, channel="digest", on=True)
    follow_switches(player=alice)
    player = visit(PHONE, scripts=scripts, way="keyboard")
    page = player.open(off_link(alice).removeprefix(settings.SITE_URL))
    assert player.wide_parts() == []
    if scripts:
        assert violations(player, "the daily mail", ("dark", "light")) == []
    player.picture(f"digest-off-{scripts}")
    page.locator("select[name=at]").select_option("21:30")
    button = page.get_by_role("button", name="Change the hour")
    player.tab_to(button)
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert f"{Digest.objects.get(player=alice).at:%H:%M}" == "21:30"
