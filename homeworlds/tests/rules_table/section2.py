"""Section 2 of the rules page: the options of a rule set, and the readings."""

from __future__ import annotations

from functools import partial

from homeworlds.notation import parse_position, parse_turn
from homeworlds.refusals import RefusalCode as R
from homeworlds.rules import (
    DEFAULT_PRESET,
    FORBIDS_OWN_ELIMINATION,
    OFFERED_VARIANTS,
    OPTIONS,
    OwnElimination,
    Preset,
    RuleSet,
    Variant,
    player_numbers,
    preset_rules,
    with_options,
)
from homeworlds.tests.rules_table.cases import MIDWAY, Fact, Sentence, assert_refused, no, ok
from homeworlds.turn import make_turn

START = "<0> A (0, r1b2) g3-; B (1, y1b3) -g3"
FOUR_GREENS = "<0> A (0, r1b2) y2g3-; B (1, y1b3) -g3; V (g3) -y3g1g1g2"
BOTH_FALL = "<0> A (0, r1b2) r3-; B (1, y1b3) g3-g1; V (y3) b1-"
"""The sacrifice of R3 and an attack at B leaves nobody at home."""
THREE_FALL = "<0> A (0, r1b2) r3--; B (1, y1b3) g3-g1-; C (2, g1r3) --b3; V (y3) b1--"


def presets_have(option: str, classic: object, booklet: object, two_player: object, modern: object) -> Fact:
    """A row of the table of presets, for Binary."""

    def row() -> None:
        wanted = (classic, booklet, two_player, modern)
        found = tuple(preset_rules(preset, Variant.BINARY).options()[option] for preset in Preset)
        assert found == wanted

    row.__name__ = f"presets_have_{option}"
    return row


def there_are_four_presets_and_the_booklet_is_the_default() -> None:
    assert [str(preset) for preset in Preset] == ["classic", "booklet", "two-player", "modern"]
    assert DEFAULT_PRESET is Preset.BOOKLET
    assert RuleSet() == preset_rules(Preset.BOOKLET, Variant.BINARY)


def the_bank_counts_the_seats_at_the_start() -> None:
    wanted = {
        Preset.CLASSIC: [3, 5, 5, 5, 5],
        Preset.BOOKLET: [3, 4, 5, 6, 7],
        Preset.TWO_PLAYER: [5, 5, 5, 5, 5],
        Preset.MODERN: [3, 4, 5, 6, 7],
    }
    for preset, counts in wanted.items():
        rules = preset_rules(preset, Variant.BINARY)
        assert [rules.pieces_of_each_kind(players) for players in range(2, 7)] == counts


def the_documents_offer_these_variants() -> None:
    assert {
        Preset.CLASSIC: (Variant.GOOD_VS_EVIL,),
        Preset.BOOKLET: tuple(Variant),
        Preset.TWO_PLAYER: (Variant.BINARY,),
        Preset.MODERN: (Variant.BINARY,),
    } == OFFERED_VARIANTS
    assert list(player_numbers(Variant.GOOD_VS_EVIL, Preset.CLASSIC)) == [2, 3, 4, 5, 6]


def every_option_can_be_chosen() -> None:
    for name, kind in OPTIONS.items():
        values = [True, False] if kind is bool else [str(value) for value in kind]
        for value in values:
            assert with_options(RuleSet(), {name: value}).options()[name] == value


def unknown_options_are_refused() -> None:
    for options, code in (
        ({"weather": "fine"}, R.UNKNOWN_OPTION),
        ({"bank": "four"}, R.BAD_OPTION),
        ({"fallen_good": "yes"}, R.BAD_OPTION),
        ({"variant": "binary"}, R.UNKNOWN_OPTION),
    ):
        assert_refused(code, partial(with_options, RuleSet(), options))


def every_preset_forbids_own_elimination_where_it_would_deny_a_win() -> None:
    for preset in Preset:
        for variant in Variant:
            forbidden = preset_rules(preset, variant).own_elimination is OwnElimination.FORBIDDEN
            denies = variant in (Variant.SINISTER, Variant.GOOD_VS_EVIL)
            assert forbidden == (denies or preset is Preset.CLASSIC)
    assert {Variant.SINISTER, Variant.GOOD_VS_EVIL} == FORBIDS_OWN_ELIMINATION


def a_site_can_ask_first_because_the_half_made_turn_names_its_maker() -> None:
    rules = preset_rules(Preset.MODERN, Variant.BINARY)
    half = make_turn(rules, parse_position(START, rules, "AB"), parse_turn("sacrifice G3 A", 2))
    assert half.effects().would_fall == (0,)
    assert half.why_not_end() is None


SENTENCES = (
    Sentence(
        "2.1",
        "cc3a718a",
        "Four presets, the booklet's by default",
        "000, 001, 002, 003, 004",
        (there_are_four_presets_and_the_booklet_is_the_default,),
    ),
    Sentence(
        "2.2",
        "0ecaef14",
        "Pieces of each kind: a stash more than players, 3 or 5, or 5",
        "000, 001, 002, 003, 004",
        (
            presets_have("bank", "three-or-five", "players-plus-one", "five", "players-plus-one"),
            the_bank_counts_the_seats_at_the_start,
            ok("<0> A (0, g1r1) r1-; B (1, r1b3) -r1", "build R1 A", rules="modern bank=five"),
            ok("<0> A (0, g1r1) r1--; B (1, r1b3) -r1-", "build R1 A", rules="modern bank=three-or-five"),
            ok("<0> A (0, g1r1) r1--; B (1, r1b3) -r1-", "build R2 A", rules="modern bank=players-plus-one"),
        ),
        (
            no("<0> A (0, g1r1) r1-; B (1, r1b3) -y1", "build R1 A", R.NOT_SMALLEST),
            no(
                "<0> A (0, g1r1) r1-; B (1, r1b3) -y1",
                "build R1 A",
                R.NOT_SMALLEST,
                rules="modern bank=three-or-five",
            ),
            no("<0> A (0, g1r1) r1--; B (1, r1b3) -r1-", "build R1 A", R.NOT_SMALLEST),
        ),
    ),
    Sentence(
        "2.3",
        "f361bd7c",
        "Any first ship, or a large one",
        "000, 001, 002, 003, 004",
        (
            presets_have("first_ship", "any", "large", "any", "any"),
            ok("<0>", "homeworld R1 B2 G1", rules="booklet first_ship=any"),
            ok("<0>", "homeworld R1 B2 G3", rules="booklet"),
        ),
        (
            no("<0>", "homeworld R1 B2 G2", R.FIRST_SHIP_LARGE, rules="booklet"),
            no("<0>", "homeworld R3 B3 G1", R.FIRST_SHIP_LARGE, rules="booklet"),
        ),
    ),
    Sentence(
        "2.4",
        "1027d787",
        "Catastrophes at any time, or after the actions",
        "000, 001, 002, 003, 004",
        (
            presets_have("catastrophes", "after-actions", "any-time", "after-actions", "any-time"),
            ok(FOUR_GREENS, "catastrophe V green; build G1 A", gone="V"),
            ok(
                FOUR_GREENS,
                "build G1 A; catastrophe V green",
                gone="V",
                rules="modern catastrophes=after-actions",
            ),
        ),
        (
            no(
                FOUR_GREENS,
                "catastrophe V green; build G1 A",
                R.ACTIONS_OVER,
                rules="modern catastrophes=after-actions",
            ),
        ),
    ),
    Sentence(
        "2.5",
        "e6f60463",
        "Attack the same size or smaller, or only smaller",
        "000, 001, 002, 003, 004",
        (
            presets_have("attack", "same-or-smaller", "same-or-smaller", "smaller", "same-or-smaller"),
            ok("<0> A (0, r1b2) g3-y3; B (1, y1b3) -g3", "attack Y3 A", shows="A (0, r1b2) y3g3-"),
            ok(
                "<0> A (0, r1b2) g3-y2; B (1, y1b3) -g3",
                "attack Y2 A",
                shows="A (0, r1b2) y2g3-",
                rules="two-player",
            ),
        ),
        (
            no(
                "<0> A (0, r1b2) g3-y3; B (1, y1b3) -g3",
                "attack Y3 A",
                R.NOT_SMALLER_TO_ATTACK,
                rules="two-player",
            ),
            no(
                "<0> A (0, r1b2) g2-y3; B (1, y1b3) -g3",
                "attack Y3 A",
                R.TOO_LARGE_TO_ATTACK,
                rules="two-player",
            ),
            no(
                "<0> A (0, r1b2) g1-y1; B (1, y1b3) -g3",
                "attack Y1 A",
                R.NOT_SMALLER_TO_ATTACK,
                rules="two-player",
            ),
        ),
    ),
    Sentence(
        "2.6",
        "3c73a555",
        "An emptied homeworld stays to the end of the turn, or goes at once",
        "000, 001, 002, 003, 004",
        (
            presets_have("empty_homeworld", "stays", "stays", "disappears", "stays"),
            ok(
                "<0> A (0, r1b2) y2-; B (1, y1b3) -g3; V (g3) y1-",
                "sacrifice Y2 A; move Y1 V A",
                "<1> A (0, r1b2) y1-; B (1, y1b3) -g3",
            ),
            ok(
                "<0> A (0, r1b2) y2g1-; B (1, y1b3) -g3; V (g3) y1-",
                "sacrifice Y2 A; move Y1 V A",
                "<1> A (0, r1b2) y1g1-; B (1, y1b3) -g3",
                rules="two-player",
            ),
        ),
        (
            no(
                "<0> A (0, r1b2) y2-; B (1, y1b3) -g3; V (g3) y1-",
                "sacrifice Y2 A; move Y1 V A",
                R.NO_SUCH_SYSTEM,
                rules="two-player",
            ),
        ),
    ),
    Sentence(
        "2.7",
        "61123f37",
        "Own elimination is forbidden, or loses",
        "000, 001, 002, 003, 004",
        (
            presets_have("own_elimination", "forbidden", "loses", "loses", "loses"),
            ok(START, "sacrifice G3 A", eliminated=(0,), outcome="win 1 last-player"),
            ok(START, "build G1 A", rules="classic"),
        ),
        (no(START, "sacrifice G3 A", R.OWN_ELIMINATION, rules="classic"),),
    ),
    Sentence(
        "2.8",
        "10e074dd",
        "Both out together is a draw, or cannot be",
        "000, 001, 002, 003, 004",
        (
            *(
                ok(
                    BOTH_FALL,
                    "sacrifice R3 A; attack G1 B",
                    eliminated=(0, 1),
                    outcome="draw 0,1 all-eliminated",
                    rules=preset,
                )
                for preset in ("booklet", "two-player", "modern")
            ),
        ),
        (no(BOTH_FALL, "sacrifice R3 A; attack G1 B", R.OWN_ELIMINATION, rules="classic"),),
    ),
    Sentence(
        "2.9",
        "685b8417",
        "Eliminated Good players share a win of Good, or not",
        "000, 001, 004",
        (
            presets_have("good_share", "living", "all", "all", "all"),
            ok(
                "<0 out 2> A (0, r1b2) r3--; B (1, y1b3) g3-g1-; V (g3) --b1",
                "sacrifice R3 A; attack G1 B",
                rules="booklet own_elimination=loses",
                variant="good-vs-evil",
                alignments="GEG",
                eliminated=(0, 1),
                outcome="draw 0,1 all-eliminated",
            ),
            ok(
                "<0 out 2> A (0, r1b2) g3--; B (1, y1b3) r3-g1-; V (g3) --b1",
                "attack G1 B",
                rules="booklet",
                variant="good-vs-evil",
                alignments="GEG",
                eliminated=(1,),
                outcome="win 0,2 no-evil-left",
            ),
            ok(
                "<0 out 2> A (0, r1b2) g3--; B (1, y1b3) r3-g1-; V (g3) --b1",
                "attack G1 B",
                rules="classic",
                variant="good-vs-evil",
                alignments="GEG",
                eliminated=(1,),
                outcome="win 0 no-evil-left",
            ),
        ),
    ),
    Sentence(
        "2.10",
        "62e4bc42",
        "The variants each document offers",
        "000, 001, 002, 003, 004",
        (the_documents_offer_these_variants,),
    ),
    Sentence(
        "2.11",
        "dcde1ca4",
        "A custom rule set chooses each option",
        "rules.md",
        (every_option_can_be_chosen,),
        (unknown_options_are_refused,),
    ),
    Sentence(
        "2.12",
        "e3aa382b",
        "Sinister and Good vs Evil forbid own elimination in every preset; resigning is possible",
        "rules.md",
        (
            every_preset_forbids_own_elimination_where_it_would_deny_a_win,
            ok(THREE_FALL, "resign 0", eliminated=(0,), variant="sinister"),
            ok(
                THREE_FALL,
                "resign 0",
                eliminated=(0,),
                variant="good-vs-evil",
                alignments="GEG",
                revealed="0G",
            ),
        ),
        tuple(
            no(
                THREE_FALL,
                "sacrifice R3 A",
                R.OWN_ELIMINATION,
                rules=preset,
                variant=variant,
                alignments="GEG",
            )
            for preset in Preset
            for variant in ("sinister", "good-vs-evil")
        ),
    ),
    Sentence(
        "2.13",
        "2941006b",
        "Where custom allows it, a mover who falls never wins by it; the rest of the rule judges those left",
        "rules.md",
        (
            ok(
                THREE_FALL,
                "sacrifice R3 A; attack G1 B",
                rules="booklet own_elimination=loses",
                variant="sinister",
                eliminated=(0, 1),
                outcome="win 2 last-player",
            ),
            ok(
                THREE_FALL,
                "sacrifice R3 A",
                rules="booklet own_elimination=loses",
                variant="sinister",
                eliminated=(0,),
            ),
            ok(
                THREE_FALL,
                "sacrifice R3 A; attack G1 B",
                rules="booklet own_elimination=loses",
                variant="good-vs-evil",
                alignments="EGG",
                eliminated=(0, 1),
                outcome="win 1,2 no-evil-left",
            ),
            ok(
                THREE_FALL,
                "sacrifice R3 A; attack G1 B",
                rules="booklet own_elimination=loses",
                variant="good-vs-evil",
                alignments="GEG",
                eliminated=(0, 1),
                outcome="win 2 no-evil-left",
            ),
            ok(
                THREE_FALL,
                "sacrifice R3 A; attack G1 B",
                rules="booklet own_elimination=loses",
                variant="good-vs-evil",
                alignments="GGE",
                eliminated=(0, 1),
                outcome="win 2 last-player",
            ),
            ok(
                THREE_FALL.replace("C (2, g1r3) --b3", "C (2, g1r3) g3--b3"),
                "sacrifice R3 A; attack G1 B; attack B3 C",
                rules="booklet own_elimination=loses",
                variant="good-vs-evil",
                alignments="GEG",
                eliminated=(0, 1, 2),
                outcome="draw 0,1,2 all-eliminated",
                revealed="0G 1E 2G",
            ),
            ok(
                THREE_FALL.replace("C (2, g1r3) --b3", "C (2, g1r3) g3--b3"),
                "sacrifice R3 A; attack G1 B; attack B3 C",
                rules="booklet own_elimination=loses",
                variant="sinister",
                eliminated=(0, 1, 2),
                outcome="draw 0,1,2 all-eliminated",
            ),
        ),
    ),
    Sentence(
        "2.14",
        "395d63b4",
        "Forbidden is the end, not the way; where it loses a site asks first",
        "000, 001",
        (
            ok(
                "<0> A (0, r1b2) y2-; B (1, y1b3) -g3; V (g3) y1-",
                "sacrifice Y2 A; move Y1 V A",
                rules="classic",
            ),
            a_site_can_ask_first_because_the_half_made_turn_names_its_maker,
        ),
        (
            no(
                "<0> A (0, r1b2) y2-; B (1, y1b3) -g3; V (g3) y1-",
                "sacrifice Y2 A",
                R.OWN_ELIMINATION,
                rules="classic",
            ),
        ),
    ),
    Sentence(
        "2.15",
        "0ed5398c",
        "After the actions: the first catastrophe ends them, only more catastrophes follow",
        "000, 002, 004",
        (
            ok(
                FOUR_GREENS,
                "catastrophe V green",
                gone="V",
                rules="classic",
                canonical="catastrophe V green",
            ),
            ok(
                FOUR_GREENS,
                f"sacrifice G3 A; build Y1 A; catastrophe V green{MIDWAY}",
                gone="V",
                rules="classic",
            ),
            ok(
                "<0> A (0, r1b2) g3-; B (1, y1b3) -g3; V (g3) -b1y1y1y2y2; W (y3) b1b1-b2b2",
                "build G1 A; catastrophe V yellow; catastrophe W blue",
                rules="classic",
                gone="W",
                shows="V (g3) -b1",
            ),
        ),
        (
            no(
                FOUR_GREENS,
                "sacrifice G3 A; catastrophe V green; build Y1 A",
                R.ACTIONS_OVER,
                rules="classic",
            ),
            no(
                FOUR_GREENS.replace("<0>", "<0 warp 0:2>"),
                "build G1 A; catastrophe V green; build G1 A",
                R.ACTIONS_OVER,
                rules="classic",
            ),
            no(FOUR_GREENS, "catastrophe V green; sacrifice G3 A", R.ACTIONS_OVER, rules="classic"),
            no(FOUR_GREENS, "catastrophe V green; pass", R.ACTIONS_OVER, rules="classic"),
        ),
    ),
    Sentence(
        "2.16",
        "5d399b9e",
        "At any time: between any two steps",
        "001, 003",
        (
            ok(
                "<0> A (0, r1b2) y2g3-; B (1, y1b3) -g3; V (g3) -y3g1g1g2",
                "sacrifice G3 A; catastrophe V green; build Y1 A",
                "<1> A (0, r1b2) y1y2-; B (1, y1b3) -g3",
            ),
            ok(FOUR_GREENS, "catastrophe V green; sacrifice G3 A; build Y1 A", gone="V"),
            ok(
                FOUR_GREENS.replace("<0>", "<0 warp 0:1>"),
                "build G1 A; catastrophe V green; build Y1 A",
                "<1> A (0, r1b2) y1y2g1g3-; B (1, y1b3) -g3",
            ),
        ),
    ),
    Sentence(
        "2.17",
        "d6f243f1",
        "Readings of 002: own ships, no common size, a whole turn, judged at the end",
        "002",
        (
            ok(
                "<0> A (0, r1b2) y2-; B (1, y1b3) -g3; V (g3) y1-",
                "sacrifice Y2 A; move Y1 V A",
                rules="two-player empty_homeworld=stays",
            ),
            ok("<0> A (0, r1b2) y1g3-; B (1, y3b3) -g3", "move Y1 A B", rules="two-player"),
            ok(
                "<0> A (0, r1b2) g3-; B (1, y1b3) g1-g1g2g3",
                "catastrophe B green",
                eliminated=(1,),
                outcome="win 0 last-player",
                rules="two-player",
            ),
        ),
        (
            no("<0> A (0, r1b2) y3-g1; B (1, y1b3) -g3", "build Y1 A", R.NO_POWER, rules="two-player"),
            no("<0> A (0, r1b2) y1g3-; B (1, y2b3) -g3", "move Y1 A B", R.NOT_CONNECTED, rules="two-player"),
            no("<0>", "homeworld R1 B2 G3; build G1 A", R.NO_ACTIONS_LEFT, rules="two-player"),
        ),
    ),
    Sentence(
        "2.18",
        "9be3961e",
        "Readings of 003: a trade changes the colour; a stash more than players",
        "003",
        (
            ok(START, "trade G3 R3 A", shows="A (0, r1b2) r3-"),
            ok("<0> A (0, g1r1) r1-; B (1, r1b3) -y1", "build R2 A"),
        ),
        (no(START, "trade G3 G3 A", R.SAME_COLOUR),),
    ),
    Sentence(
        "2.19",
        "87b4d5c6",
        "Reading of 001: one may pass",
        "001",
        (ok(START, "pass", rules="booklet", canonical="pass"),),
        (no("<0>", "pass", R.SET_UP_FIRST, rules="booklet"),),
    ),
    Sentence(
        "2.20",
        "17cc9345",
        "Readings of 001 and 002: both out together is a draw",
        "001, 002, 003",
        tuple(
            ok(
                BOTH_FALL,
                "sacrifice R3 A; attack G1 B",
                eliminated=(0, 1),
                outcome="draw 0,1 all-eliminated",
                rules=preset,
            )
            for preset in ("booklet", "two-player")
        ),
    ),
    Sentence(
        "2.21",
        "1a1661cc",
        "Readings of 000 and 004: no ship at home is judged at the end of a turn",
        "000, 001, 004",
        (
            ok(
                "<0> A (0, r1b2) y2-; B (1, y1b3) -g3; V (g3) y1-",
                f"sacrifice Y2 A{MIDWAY}",
                shows="A (0, r1b2) -",
                rules="classic",
            ),
            ok(
                "<0> A (0, r1b2) y2-; B (1, y1b3) -g3; V (g3) y1-",
                "sacrifice Y2 A; move Y1 V A",
                rules="classic",
            ),
        ),
        (
            no(
                "<0> A (0, r1b2) y2-; B (1, y1b3) -g3; V (g3) y1-",
                "sacrifice Y2 A",
                R.OWN_ELIMINATION,
                rules="classic",
            ),
        ),
    ),
)
