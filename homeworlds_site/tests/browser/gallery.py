"""Draws the pictures of docs/tables anew: tables of two to six and the pages around them, as players see.

No part of the suite; `bin/test browser homeworlds_site/tests/browser/gallery.py` runs it. Tables of two
and four and all pages show recorded games.
"""

from __future__ import annotations

import base64
import random
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from django.conf import settings

from accounts.models import Player
from accounts.tests.cast import person
from board.tests.positions import recorded_games
from games.log.moments import state_of
from games.models import Game, Status
from games.notices.kinds import NoticeKind
from games.services import mark_whole_game
from games.tests.play import play_turn, table_of
from games.tests.table_views import put
from homeworlds.notation import format_turn
from homeworlds.records import Record, read_record
from homeworlds.rules import Preset, Variant, preset_rules
from homeworlds_site.tests.browser.tables import first_ship
from homeworlds_site.tests.browser.visitor import DESKTOP, PHONE, Visitor
from notices.letters import DRAWING, compose
from notices.models import Notice

pytestmark = [pytest.mark.browser, pytest.mark.archive]

FOLDER = Path(settings.BASE_DIR) / "docs" / "tables"
PEOPLE = {"N": "Nadia", "E": "Edgar", "S": "Selma", "W": "Wanda"}
RUNNING = {4: 57, 2: 41}
"""So many turns of a recorded game of so many players, which then goes on."""
NAMES = (
    "Altair",
    "Deneb",
    "Vega",
    "Rigel",
    "Antares",
    "Procyon",
    "Mira",
    "Castor",
    "Pollux",
    "Sirius",
    "Spica",
    "Capella",
    "Algol",
)
WINDOWS = {"phone": (PHONE, 0.75), "desktop": (DESKTOP, 0.5)}
"""Size in pixels, and the scale of the picture: small files, in which a card can still be read."""
DRAWN_BY_LOTS = {
    3: Variant.SINISTER,
    5: Variant.LAST_CAPTAIN_STANDING,
    6: Variant.GOOD_VS_EVIL,
}
QUALITY = 70


@pytest.fixture
def people(transactional_db) -> dict[str, Player]:
    return {letter: person(name) for letter, name in PEOPLE.items()}


def crowded_table(players: list[Player], variant: Variant, systems: int) -> Game:
    """A position drawn by lots, with so many systems besides the homeworlds."""
    game = table_of(*players, rules=preset_rules(Preset.BOOKLET, variant))
    dice, count = random.Random(len(players)), len(players)
    pool = [f"{colour}{size}" for colour in "rygb" for size in "123"] * (count + 1)
    dice.shuffle(pool)

    def draw(sizes: str = "123") -> str:
        return pool.pop(next(at for at, piece in enumerate(pool) if piece[1] in sizes))

    def fleets(*owned: str) -> str:
        return "-".join(owned)

    homes = []
    for seat, player in enumerate(players):
        stars = draw("12") + draw("3")
        ships = "".join([draw("3"), draw("12"), draw("12")])
        fleet = fleets(*[ships if other == seat else "" for other in range(count)])
        homes.append(f"{player.name} ({seat}, {stars}) {fleet}")
    others = []
    for name in NAMES[:systems]:
        owners = dice.sample(range(count), dice.choice((1, 1, 2)))
        fleet = fleets(
            *[
                "".join([draw() for _ in range(dice.randint(1, 2))]) if seat in owners else ""
                for seat in range(count)
            ]
        )
        others.append(f"{name} ({draw()}) {fleet}")
    return put(game, "<0> " + "; ".join(homes + others))


def fitting_records(shared: Path, players: int, *, ends: bool) -> Iterator[Record]:
    """Games in which each plays in turn, long enough; `ends`: until one is left on the board."""
    for recorded in recorded_games(shared, 10_000):
        record = read_record(recorded) if recorded["n"] == players else None
        if record is None or record.one_star or (ends and not record.on_board):
            continue
        before_end = record.steps if ends else record.steps[: RUNNING[players]]
        in_turn = all(
            step.seat == number % players and not step.departs for number, step in enumerate(before_end)
        )
        if in_turn and len(record.steps) >= RUNNING[players] and (not ends or len(before_end) < 70):
            yield record


def recorded_table(record: Record, people: dict[str, Player], turns: int | None = None) -> Game:
    """The first turns of it, or all; the systems have names of our own."""
    called: dict[str, str] = dict(PEOPLE)

    def named(text: str) -> str:
        for number in re.findall(r"(?<!\S)\d+(?=;|$|\s)", text):
            called.setdefault(number, next(name for name in NAMES if name not in called.values()))
        return re.sub(r"(?<!\S)(?:\d+|[NESW])(?=;|$|\s)", lambda found: called[found[0]], text)

    game = table_of(*[people[letter] for letter in record.letters], rules=record.rules)
    for step in record.steps[:turns]:
        if Game.objects.get(pk=game.pk).status == Status.RUNNING:
            living = {name: star for name, star in called.items() if name in PEOPLE or _stands(game, star)}
            called.clear()
            called.update(living)
            play_turn(game, named(format_turn(step.turn, len(record.letters))))
    return Game.objects.get(pk=game.pk)


def _stands(game: Game, name: str) -> bool:
    return state_of(Game.objects.get(pk=game.pk)).position.find(name) is not None


def draw(
    visit, log_in, who: Player | None, path: str, name: str, windows: Sequence[str], *schemes: str
) -> None:
    """The page at each of these windows and in these colours."""
    for window in windows:
        size, scale = WINDOWS[window]
        visitor = visit(size, device_scale_factor=scale)
        if who is not None:
            log_in(visitor, who)
        page = visitor.open(path)
        page.wait_for_load_state("networkidle")
        assert visitor.wide_parts() == []
        for scheme in schemes:
            save(visitor, scheme, f"{name}-{window}-{scheme}")


def save(visitor: Visitor, scheme: str, name: str) -> None:
    visitor.page.emulate_media(color_scheme=scheme)
    visitor.page.screenshot(path=FOLDER / f"{name}.jpg", type="jpeg", quality=QUALITY)


@pytest.mark.parametrize("players", DRAWN_BY_LOTS)
def test_a_table_is_drawn(visit, alice, others, log_in, bots_wait, players):
    game = crowded_table([alice, *others[: players - 1]], DRAWN_BY_LOTS[players], 3 + 2 * (players - 1))
    draw(visit, log_in, alice, f"/games/{game.public_id}/", f"{players}", ["phone", "desktop"], "dark")


@pytest.mark.parametrize("players", RUNNING)
def test_a_recorded_table_is_drawn(visit, people, log_in, bots_wait, shared, players):
    record = next(fitting_records(shared, players, ends=False))
    game = recorded_table(record, people, RUNNING[players])
    mover = game.seats.get(number=game.next_seat).player
    path = f"/games/{game.public_id}/"
    both = ["phone", "desktop"]
    draw(visit, log_in, mover, path, f"{players}", both, "dark", "light")
    if players == 4:
        chosen = f"{path}?at={mover.name}&ship={first_ship(game, game.next_seat)}"
        draw(visit, log_in, mover, chosen, "chosen", both, "dark")
        for _game in range(3):
            table_of(mover, people["S"], rules=preset_rules(Preset.BOOKLET, Variant.BINARY))
        draw(visit, log_in, mover, "/games/mine/", "my-games", both, "dark")
        draw(visit, log_in, None, "/", "home", both, "light")
        draw(visit, log_in, mover, "/games/new/", "new-game", ["phone"], "dark")
        draw_mail(visit, game, mover)


def draw_mail(visit, game: Game, reader: Player) -> None:
    notice = Notice.objects.filter(kind=NoticeKind.TURN, player=reader).latest("pk")
    mail = compose(notice, "reader@example.com")
    picture = next(part for part in mail.attachments if part.get_content_type() == "image/png")
    shown = f"data:image/png;base64,{base64.b64encode(picture.get_payload(decode=True)).decode()}"
    visitor = visit(PHONE, device_scale_factor=0.75)
    visitor.page.set_content(str(mail.alternatives[0].content).replace(f"cid:{DRAWING}", shown))
    save(visitor, "light", "mail-phone-light")


def test_an_ended_game_is_drawn(visit, people, log_in, bots_wait, shared):
    record = next(fitting_records(shared, 2, ends=True))
    game = recorded_table(record, people)
    assert game.status == Status.FINISHED
    mark_whole_game(game_id=game.pk)
    path = f"/games/{game.public_id}/"
    draw(visit, log_in, people["N"], path, "end", ["phone", "desktop"], "dark")
    draw(visit, log_in, people["N"], f"{path}drawn/", "drawn-game", ["phone", "desktop"], "dark")
