"""What a page of rules says: every number and option as the rule set has it, and where another has it
otherwise."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_noop, ngettext

from board.map.legend import Explained, Topic, explain, powers_in_words
from board.map.page import render_bank
from board.map.symbols import render_symbols
from board.rules_address import preset_of, rules_query
from board.words.game import goal_sentence
from board.words.options import OPTION_WORDS, Section, option_applies, option_sentence, option_title
from board.words.rules import (
    PRESET_NAMES,
    PRESET_NOTES,
    RuleWords,
    differences,
    players_phrase,
    preset_name,
    resignation_sentence,
    variant_name,
)
from homeworlds.notation import parse_position
from homeworlds.outcome import AUTOMATIC, CLAIMABLE
from homeworlds.pieces import PIECES
from homeworlds.rules import (
    DEFAULT_PRESET,
    OFFERED_VARIANTS,
    OPTIONS,
    RuleSet,
    Variant,
    player_numbers,
    preset_rules,
)
from pages.examples import Drawn, draw_connections, draw_examples

VARIANT_NOTES: Final = {
    Variant.BINARY: gettext_noop("The duel, and the best way to begin."),
    Variant.SINISTER: gettext_noop("Everybody hunts one player and is hunted by another."),
    Variant.GOOD_VS_EVIL: gettext_noop("Who is on your side is a secret until somebody falls."),
    Variant.LAST_CAPTAIN_STANDING: gettext_noop("Everybody against everybody."),
}
CUSTOM_NOTE: Final = gettext_noop("Its options were set one by one.")


class Otherwise(NamedTuple):
    """What other rule sets say about an option."""

    names: str
    sentence: str


class OptionSaid(NamedTuple):
    """An option as a rule set has it."""

    title: str
    sentence: str
    others: tuple[Otherwise, ...]

    @property
    def mark(self) -> str:
        """Who has it otherwise, in short; empty when nobody has."""
        return ", ".join([other.names for other in self.others])


class Link(NamedTuple):
    name: str
    address: str
    current: bool = False
    note: str = ""


class Amount(NamedTuple):
    """How many pieces there are for a number of players."""

    players: int
    each: int
    total: int


@dataclass(frozen=True, slots=True)
class RulesPage:
    """All that the template of a rule set needs."""

    variant: str
    name: str
    """Of the rule set."""
    note: str
    players: str
    goal: str
    resignation: str
    options: dict[str, list[OptionSaid]]
    """By the section that tells of them."""
    explained: dict[str, Explained]
    amounts: tuple[Amount, ...]
    variants: tuple[Link, ...]
    rule_sets: tuple[Link, ...]
    examples: dict[str, Drawn]
    connections: SafeString
    bank: SafeString
    powers: tuple[tuple[SafeString, str], ...]
    """The sign of each colour and what it does."""
    symbols: SafeString
    claimable: int
    automatic: int
    is_duel: bool
    """Whether two may play it."""
    is_more: bool
    """Whether more than two may."""
    kind: Variant
    all_can_fall: bool
    """Whether a turn may put out its maker, and so everybody."""


def rules_page(rules: RuleSet, players: int | None = None) -> RulesPage:
    """`players` None: for every number that can play."""
    preset = preset_of(rules)
    numbers = [players] if players else list(player_numbers(rules.variant, preset))
    examples, connections = draw_examples(rules), draw_connections(rules)
    bank = render_bank(parse_position("<0>", rules, [str(n) for n in range(numbers[0])]))
    drawn = [part for example in examples.values() for part in (example.before, example.after)]
    return RulesPage(
        variant=variant_name(rules.variant),
        name=preset_name(preset),
        note=gettext(PRESET_NOTES[preset] if preset else CUSTOM_NOTE),
        players=_players_phrase(players) if players else players_phrase(rules.variant, preset),
        goal=goal_sentence(rules.variant),
        resignation=resignation_sentence(rules.variant),
        options={section.value: _said_in(section, rules) for section in Section},
        explained={topic.name.lower(): explain(topic) for topic in Topic},
        amounts=tuple([_amount(rules, number) for number in numbers]),
        variants=tuple(_variant_links(rules.variant)),
        rule_sets=tuple(_rule_set_links(rules)),
        examples=examples,
        connections=connections,
        bank=bank,
        powers=tuple(powers_in_words()),
        symbols=render_symbols(connections, bank, *drawn),
        claimable=CLAIMABLE,
        automatic=AUTOMATIC,
        is_duel=2 in numbers,
        is_more=numbers[-1] > 2,
        kind=rules.variant,
        all_can_fall=not rules.forbids_own_elimination,
    )


def _said_in(section: Section, rules: RuleSet) -> list[OptionSaid]:
    told = [option for option in OPTIONS if OPTION_WORDS[option].section is section]
    return [said_of(option, rules) for option in told if option_applies(option, rules.variant)]


def said_of(option: str, rules: RuleSet) -> OptionSaid:
    """What the rules say about an option, and all that is said elsewhere."""
    own = getattr(rules, option)
    names: dict[object, list[str]] = {}
    for name, other in _others(option, rules):
        value = getattr(other, option)
        if value != own:
            names.setdefault(value, []).append(name)
    others = [Otherwise(", ".join(called), option_sentence(option, value)) for value, called in names.items()]
    return OptionSaid(option_title(option), option_sentence(option, own), tuple(others))


def _others(option: str, rules: RuleSet) -> list[tuple[str, RuleSet]]:
    """The rule sets to compare with: those of the variant, and for what the variant itself settles, the
    other variants."""
    variant = rules.variant
    usual = preset_rules(DEFAULT_PRESET, variant)
    others = [
        (gettext(name), preset_rules(preset, variant))
        for preset, name in PRESET_NAMES.items()
        if variant in OFFERED_VARIANTS[preset]
    ]
    for other in Variant:
        elsewhere = preset_rules(DEFAULT_PRESET, other)
        if getattr(elsewhere, option) != getattr(usual, option) and option_applies(option, other):
            others.append((variant_name(other), elsewhere))
    return others


def _amount(rules: RuleSet, players: int) -> Amount:
    each = rules.pieces_of_each_kind(players)
    return Amount(players, each, each * len(PIECES))


def _players_phrase(players: int) -> str:
    return ngettext("%(number)d player", "%(number)d players", players) % {"number": players}


def address_of(rules: RuleSet) -> str:
    return reverse("pages:rules_of", args=[rules.variant.value]) + rules_query(rules)


def _variant_links(current: Variant | None = None) -> list[Link]:
    return [
        Link(
            variant_name(variant),
            address_of(preset_rules(DEFAULT_PRESET, variant)),
            variant is current,
            gettext(VARIANT_NOTES[variant]),
        )
        for variant in Variant
    ]


def _rule_set_links(rules: RuleSet) -> list[Link]:
    """The rule sets of the variant, and at the end the one shown if it is none of them."""
    links = []
    for preset in PRESET_NAMES:
        if rules.variant in OFFERED_VARIANTS[preset]:
            other = preset_rules(preset, rules.variant)
            links.append(Link(preset_name(preset), address_of(other), other == rules))
    if not any(link.current for link in links):
        links.append(Link(preset_name(None), address_of(rules), current=True))
    return links


class VariantCard(NamedTuple):
    link: Link
    players: str
    goal: str


class RuleSetCard(NamedTuple):
    name: str
    note: str
    links: tuple[Link, ...]
    """To its page for each variant that has it."""
    differences: tuple[RuleWords, ...]
    """What is not as in the booklet."""


def variant_cards() -> list[VariantCard]:
    links = _variant_links()
    return [
        VariantCard(link, players_phrase(variant, DEFAULT_PRESET), goal_sentence(variant))
        for link, variant in zip(links, Variant, strict=True)
    ]


def rule_set_cards() -> list[RuleSetCard]:
    cards = []
    for preset, note in PRESET_NOTES.items():
        variants = OFFERED_VARIANTS[preset]
        links = [
            Link(variant_name(variant), address_of(preset_rules(preset, variant))) for variant in variants
        ]
        others = differences(preset_rules(preset, variants[0]))
        cards.append(RuleSetCard(preset_name(preset), gettext(note), tuple(links), tuple(others)))
    return cards
