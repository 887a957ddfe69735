"""Section 3 of the rules page: the four variants."""

from __future__ import annotations

from functools import partial

from homeworlds.notation import parse_position
from homeworlds.outcome import Alignment, evil_dealt
from homeworlds.position import sinister_target
from homeworlds.refusals import RefusalCode as R
from homeworlds.rules import Preset, RuleSet, Variant, player_numbers, preset_rules
from homeworlds.state import GameState, begin, play, start_game
from homeworlds.tests.rules_table.cases import Sentence, assert_refused, no, ok

FOUR = "A (0, r1b2) r2g3---; B (1, y1b3) r3-g3--; C (2, g1r3) y3--b3-; D (3, y2b3) ---g3"
"""A can attack at B, or sacrifice R2 and attack at B and C."""
THREE = "A (0, r1b2) r2g3--; B (1, y1b3) r3-g3-; C (2, g1r3) y3--b3"
TWO_OF_THREE = "<0 out 2> A (0, r1b2) r2g3--; B (1, y1b3) r3-g3-; C (g1r3) y3--b3"
AT_B = "attack G3@1 B"
AT_C = "sacrifice R2 A; attack B3@2 C"
AT_BOTH = "sacrifice R2 A; attack G3@1 B; attack B3@2 C"
SINISTER = "sinister"
GVE = "good-vs-evil"
LAST = "last-captain-standing"


def half_the_players_are_evil_and_the_odd_one_is_good() -> None:
    assert [evil_dealt(players) for players in range(2, 7)] == [1, 1, 2, 2, 3]
    for preset in (Preset.CLASSIC, None):
        assert list(player_numbers(Variant.GOOD_VS_EVIL, preset)) == [2, 3, 4, 5, 6]
    for preset in (Preset.BOOKLET, Preset.MODERN, Preset.TWO_PLAYER):
        assert list(player_numbers(Variant.GOOD_VS_EVIL, preset)) == [3, 4, 5, 6]


def the_numbers_of_players_are_kept() -> None:
    for variant, wanted in (
        (Variant.BINARY, {2}),
        (Variant.SINISTER, {3, 4, 5, 6}),
        (Variant.LAST_CAPTAIN_STANDING, {3, 4, 5, 6}),
        (Variant.GOOD_VS_EVIL, {2, 3, 4, 5, 6}),
    ):
        assert set(player_numbers(variant)) == wanted
        for players in set(range(1, 8)) - wanted:
            code = R.ONLY_SO_MANY_PLAYERS if len(wanted) == 1 else R.WRONG_PLAYERS
            assert_refused(code, partial(start_game, RuleSet(variant), "ABCDEFG"[:players]))


def the_target_is_the_next_living_seat() -> None:
    rules = preset_rules(Preset.BOOKLET, Variant.SINISTER)
    position = parse_position(f"<0> {FOUR}", rules, "ABCD")
    assert [sinister_target(position, seat) for seat in range(4)] == [1, 2, 3, 0]
    smaller = position._replace(out=frozenset({1, 2}))
    assert [sinister_target(smaller, seat) for seat in (0, 3)] == [3, 0]
    assert sinister_target(position._replace(out=frozenset({0, 1, 2})), 3) is None


def nothing_shows_an_alignment_before_it_is_revealed() -> None:
    """The state of a game is the same whatever was dealt, as long as nobody has fallen."""
    rules = preset_rules(Preset.CLASSIC, Variant.GOOD_VS_EVIL)
    states = set()
    for dealt in ("GEG", "EGG", "GGE"):
        state = GameState(rules, parse_position(f"<0> {THREE}", rules, "ABC"))
        half = begin(state)
        half = half.then(next(action for action in half.legal_actions() if "Build" in repr(action)))
        states.add(play(state, half, [Alignment(letter) for letter in dealt]).state)
    assert len(states) == 1
    assert states.pop().revealed == ()


def the_first_player_can_be_any_seat() -> None:
    assert start_game(RuleSet(), "AB", first=1).position.mover == 1


SENTENCES = (
    Sentence(
        "3.1",
        "3459955a",
        "Binary: the last with a homeworld wins; none is a draw",
        "001, 002, 003",
        (
            ok(
                "<0> A (0, r1b2) g3-; B (1, y1b3) r3-g3",
                "attack G3 B",
                eliminated=(1,),
                outcome="win 0 last-player",
            ),
            ok(
                "<1> A (0, r1b2) g3-; B (1, y1b3) -g3",
                "sacrifice G3 B",
                eliminated=(1,),
                outcome="win 0 last-player",
            ),
            ok(
                "<0> A (0, r1b2) r1-; B (1, y1b3) r3-g3; V (b2) g1-",
                "sacrifice R1 A; attack G3 B",
                eliminated=(0, 1),
                outcome="draw 0,1 all-eliminated",
            ),
            the_numbers_of_players_are_kept,
        ),
    ),
    Sentence(
        "3.2",
        "76565386",
        "Sinister: the target is the next living player",
        "001",
        (
            the_target_is_the_next_living_seat,
            ok(f"<0> {FOUR}", AT_B, variant=SINISTER, eliminated=(1,), outcome="win 0 target-eliminated"),
            ok(
                f"<0 out 1> {FOUR}".replace("B (1, ", "B ("),
                AT_C,
                variant=SINISTER,
                eliminated=(2,),
                outcome="win 0 target-eliminated",
            ),
        ),
    ),
    Sentence(
        "3.3",
        "c7382e8b",
        "Own turns do not move the target, departures do at once",
        "rules.md",
        (
            ok(
                f"<0> {FOUR}",
                f"resign 1 / {AT_C}",
                variant=SINISTER,
                eliminated=(2,),
                outcome="win 0 target-eliminated",
            ),
            ok(
                f"<0> {FOUR}",
                f"time 1 / {AT_C}",
                variant=SINISTER,
                eliminated=(2,),
                outcome="win 0 target-eliminated",
            ),
            ok(
                f"<0> {FOUR}", AT_BOTH, variant=SINISTER, eliminated=(1, 2), outcome="win 0 target-eliminated"
            ),
            ok(
                f"<3> {FOUR}".replace("A (0, r1b2) r2g3---", "A (0, r1b2) g2---r3"),
                "attack G2@0 A",
                variant=SINISTER,
                eliminated=(0,),
                outcome="win 3 target-eliminated",
            ),
        ),
    ),
    Sentence(
        "3.4",
        "48582e64",
        "One wins by eliminating the target in one's own turn and surviving, whoever else goes",
        "001",
        (
            ok(f"<0> {FOUR}", AT_B, variant=SINISTER, eliminated=(1,), outcome="win 0 target-eliminated"),
            ok(
                f"<0> {FOUR}", AT_BOTH, variant=SINISTER, eliminated=(1, 2), outcome="win 0 target-eliminated"
            ),
            ok(
                f"<0> {FOUR}".replace("r2g3---", "r2---"),
                AT_BOTH,
                variant=SINISTER,
                rules="booklet own_elimination=loses",
                eliminated=(0, 1, 2),
                outcome="win 3 last-player",
            ),
            ok(
                f"<0> {FOUR}".replace("r2g3---", "r2---"),
                "sacrifice R2 A; attack G3@1 B",
                variant=SINISTER,
                rules="booklet own_elimination=loses",
                eliminated=(0, 1),
            ),
        ),
    ),
    Sentence(
        "3.5",
        "90f8e374",
        "Anyone else's elimination, a resignation or a time-out wins nothing",
        "001",
        (
            ok(f"<0> {FOUR}", AT_C, variant=SINISTER, eliminated=(2,)),
            ok(f"<0> {FOUR}", "resign 1", variant=SINISTER, eliminated=(1,)),
            ok(f"<0> {FOUR}", "time 1", variant=SINISTER, eliminated=(1,)),
            ok(
                f"<2> {FOUR}".replace("r3-g3--", "-g3-r3-"),
                "attack G3@1 B",
                variant=SINISTER,
                eliminated=(1,),
            ),
        ),
    ),
    Sentence(
        "3.6",
        "bab1f2e6",
        "The last player left wins",
        "rules.md",
        (
            ok(
                f"<0> {THREE}",
                "resign 1 / resign 0",
                variant=SINISTER,
                eliminated=(0,),
                outcome="win 2 resignation",
            ),
            ok(f"<0> {THREE}", "resign 1 / time 2", variant=SINISTER, eliminated=(2,), outcome="win 0 time"),
            ok(
                f"<0> {FOUR}".replace("r2g3---", "r2---"),
                AT_BOTH,
                variant=SINISTER,
                rules="booklet own_elimination=loses",
                eliminated=(0, 1, 2),
                outcome="win 3 last-player",
            ),
        ),
    ),
    Sentence(
        "3.7",
        "4f8d70d0",
        "With two left each is the other's target, and the options stay",
        "rules.md",
        (
            ok(TWO_OF_THREE, AT_B, variant=SINISTER, eliminated=(1,), outcome="win 0 target-eliminated"),
            ok(
                "<1 out 2> A (0, r1b2) g2-r3-; B (1, y1b3) -g3-",
                "attack G2 A",
                variant=SINISTER,
                eliminated=(0,),
                outcome="win 1 target-eliminated",
            ),
            ok(
                "<0 out 2> A (0, g1b2) b2--; B (1, b1b3) -g3-",
                "build B1 A",
                variant=SINISTER,
            ),
        ),
        (
            no(
                "<0 out 2> A (0, r1b2) r2--; B (1, y1b3) r3-g3-",
                "sacrifice R2 A; attack G3 B",
                R.OWN_ELIMINATION,
                variant=SINISTER,
                rules="booklet",
            ),
        ),
    ),
    Sentence(
        "3.8",
        "9de7037f",
        "Good vs Evil: half Good, half Evil, one extra Good",
        "000, 001, 004",
        (
            half_the_players_are_evil_and_the_odd_one_is_good,
            ok(
                "<0> A (0, r1b2) g3-; B (1, y1b3) r3-g3",
                "attack G3 B",
                rules="classic",
                variant=GVE,
                alignments="GE",
                eliminated=(1,),
                outcome="win 0 no-evil-left",
            ),
            ok(
                "<0> A (0, r1b2) g3-; B (1, y1b3) r3-g3",
                "attack G3 B",
                rules="classic",
                variant=GVE,
                alignments="EG",
                eliminated=(1,),
                outcome="win 0 evil-eliminated",
            ),
        ),
    ),
    Sentence(
        "3.9",
        "de42bdc7",
        "Nobody can show an alignment",
        "000, 004",
        (nothing_shows_an_alignment_before_it_is_revealed,),
    ),
    Sentence(
        "3.10",
        "334da141",
        "After an elimination eliminator and victims are revealed",
        "000, 001, 004",
        (
            ok(
                f"<0> {FOUR}",
                AT_B,
                variant=GVE,
                alignments="GGEE",
                eliminated=(1,),
                revealed="0G 1G",
                evil_left=2,
            ),
            ok(
                f"<0> {FOUR}",
                "pass",
                variant=GVE,
                alignments="GGEE",
                revealed="",
                evil_left=2,
            ),
            ok(
                f"<0> {FOUR}",
                AT_BOTH,
                variant=GVE,
                alignments="GEGE",
                eliminated=(1, 2),
                revealed="0G 1E 2G",
                evil_left=1,
            ),
        ),
    ),
    Sentence(
        "3.11",
        "6c1e87bd",
        "An Evil eliminator wins at once, alone, whoever the victim",
        "000, 001, 004",
        (
            ok(
                f"<0> {FOUR}",
                AT_B,
                variant=GVE,
                alignments="EGGE",
                eliminated=(1,),
                outcome="win 0 evil-eliminated",
                revealed="0E 1G 2G 3E",
            ),
            ok(
                f"<0> {FOUR}",
                AT_B,
                variant=GVE,
                alignments="EEGG",
                eliminated=(1,),
                outcome="win 0 evil-eliminated",
            ),
        ),
    ),
    Sentence(
        "3.12",
        "841b6a82",
        "No living Evil player: Good shares the win, but never one who left; otherwise play on",
        "000, 001, 004",
        (
            ok(
                f"<0> {THREE}",
                AT_B,
                variant=GVE,
                alignments="GEG",
                eliminated=(1,),
                outcome="win 0,2 no-evil-left",
                revealed="0G 1E 2G",
            ),
            ok(f"<0> {THREE}", AT_B, variant=GVE, alignments="GGE", eliminated=(1,), evil_left=1),
            ok(
                TWO_OF_THREE,
                AT_B,
                rules="classic",
                variant=GVE,
                alignments="GEG",
                eliminated=(1,),
                outcome="win 0 no-evil-left",
            ),
            ok(
                TWO_OF_THREE,
                AT_B,
                rules="booklet",
                variant=GVE,
                alignments="GEG",
                eliminated=(1,),
                outcome="win 0,2 no-evil-left",
            ),
            ok(
                TWO_OF_THREE,
                AT_B,
                rules="booklet",
                variant=GVE,
                alignments="GEG",
                departed=(2,),
                eliminated=(1,),
                outcome="win 0 no-evil-left",
            ),
        ),
    ),
    Sentence(
        "3.13",
        "075f4408",
        "A departure reveals that player and runs the second check only",
        "rules.md",
        (
            ok(
                f"<0> {THREE}",
                "resign 1",
                variant=GVE,
                alignments="GEG",
                eliminated=(1,),
                outcome="win 0,2 no-evil-left",
            ),
            ok(
                f"<0> {THREE}",
                "time 1",
                variant=GVE,
                alignments="EGG",
                eliminated=(1,),
                revealed="1G",
                evil_left=1,
            ),
            ok(
                f"<0> {THREE}",
                "resign 0",
                variant=GVE,
                alignments="GEG",
                eliminated=(0,),
                revealed="0G",
                evil_left=1,
            ),
            ok(
                f"<0> {FOUR}",
                "time 3",
                variant=GVE,
                alignments="EGGE",
                eliminated=(3,),
                revealed="3E",
                evil_left=1,
            ),
        ),
    ),
    Sentence(
        "3.14",
        "eb57ee9e",
        "A single player left wins",
        "rules.md",
        (
            ok(
                TWO_OF_THREE,
                "resign 1",
                variant=GVE,
                alignments="EGG",
                departed=(2,),
                eliminated=(1,),
                outcome="win 0 resignation",
            ),
            ok(
                TWO_OF_THREE,
                "time 0",
                variant=GVE,
                alignments="GEG",
                eliminated=(0,),
                outcome="win 1 time",
            ),
            ok(
                TWO_OF_THREE.replace("r2g3--", "r2--"),
                "sacrifice R2 A",
                variant=GVE,
                rules="booklet own_elimination=loses",
                alignments="GEG",
                eliminated=(0,),
                outcome="win 1 last-player",
            ),
        ),
    ),
    Sentence(
        "3.15",
        "2221c6a8",
        "All alignments are revealed when the game is over",
        "rules.md",
        (
            ok(
                f"<0> {FOUR}",
                AT_B,
                variant=GVE,
                alignments="EGGE",
                eliminated=(1,),
                outcome="win 0 evil-eliminated",
                revealed="0E 1G 2G 3E",
            ),
            ok(
                f"<0> {THREE}",
                "resign 1",
                variant=GVE,
                alignments="GEG",
                eliminated=(1,),
                outcome="win 0,2 no-evil-left",
                revealed="0G 1E 2G",
            ),
        ),
    ),
    Sentence(
        "3.16",
        "ae89accb",
        "Fallen Good: a Good one who eliminates a Good one is Evil from then on, openly",
        "rules.md",
        (
            ok(
                f"<0> {FOUR}",
                AT_B,
                rules="booklet fallen_good=true",
                variant=GVE,
                alignments="GGEE",
                eliminated=(1,),
                revealed="0E 1G",
                evil_left=3,
            ),
            ok(
                f"<0> {FOUR}",
                AT_B,
                rules="booklet",
                variant=GVE,
                alignments="GGEE",
                eliminated=(1,),
                revealed="0G 1G",
                evil_left=2,
            ),
            ok(
                f"<0> {THREE}",
                AT_BOTH,
                rules="booklet fallen_good=true",
                variant=GVE,
                alignments="GEG",
                eliminated=(1, 2),
                outcome="win 0,2 no-evil-left",
                revealed="0G 1E 2G",
            ),
            ok(
                f"<0> {FOUR}",
                AT_B,
                rules="booklet fallen_good=true",
                variant=GVE,
                alignments="GEGE",
                eliminated=(1,),
                revealed="0G 1E",
                evil_left=1,
            ),
            ok(
                f"<0 out 1> {FOUR}".replace("B (1, ", "B ("),
                AT_C,
                rules="booklet fallen_good=true",
                variant=GVE,
                alignments="GGGE",
                fallen=(0,),
                eliminated=(2,),
                outcome="win 0 evil-eliminated",
            ),
            ok(
                f"<0> {FOUR}",
                f"{AT_B} / resign 2 / resign 3",
                rules="booklet fallen_good=true",
                variant=GVE,
                alignments="GGEE",
                eliminated=(3,),
                outcome="win 0 resignation",
                revealed="0E 1G 2E 3E",
            ),
        ),
    ),
    Sentence(
        "3.17",
        "dc5a6480",
        "Nothing tells an alignment before it is revealed",
        "000, 004",
        (nothing_shows_an_alignment_before_it_is_revealed,),
    ),
    Sentence(
        "3.18",
        "bca43bd8",
        "Last Captain Standing: the last living player wins",
        "001",
        (
            ok(f"<0> {THREE}", AT_BOTH, variant=LAST, eliminated=(1, 2), outcome="win 0 last-player"),
            ok(f"<0> {THREE}", AT_B, variant=LAST, eliminated=(1,)),
            ok(
                f"<0> {THREE}".replace("r2g3--", "r2--"),
                "sacrifice R2 A; attack G3@1 B",
                variant=LAST,
                eliminated=(0, 1),
                outcome="win 2 last-player",
            ),
            ok(
                f"<0> {THREE}",
                "time 1 / resign 0",
                variant=LAST,
                eliminated=(0,),
                outcome="win 2 resignation",
            ),
        ),
    ),
    Sentence(
        "3.19",
        "a25d1892",
        "If everybody left falls in one turn, they draw",
        "rules.md",
        (
            ok(
                f"<0> {THREE}".replace("r2g3--", "r2--"),
                AT_BOTH,
                variant=LAST,
                eliminated=(0, 1, 2),
                outcome="draw 0,1,2 all-eliminated",
            ),
            ok(
                TWO_OF_THREE.replace("r2g3--", "r2--"),
                "sacrifice R2 A; attack G3@1 B",
                variant=LAST,
                eliminated=(0, 1),
                outcome="draw 0,1 all-eliminated",
            ),
        ),
    ),
    Sentence(
        "3.20",
        "c6b5be4c",
        "Any seat can begin",
        "000, 001, 003, 004",
        (the_first_player_can_be_any_seat,),
    ),
)
