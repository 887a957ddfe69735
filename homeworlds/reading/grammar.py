"""The grammar of turns in EBNF (ISO 14977), made from the tables of words; docs/notation.md holds it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from textwrap import wrap
from typing import Final

from homeworlds.notation import VERBS
from homeworlds.pieces import Colour
from homeworlds.reading.names import BESIDE, BETWEEN, COLOURS, FILLERS, ROLES, SIZES, SPEAKERS, WHOLE_VERBS
from homeworlds.reading.steps import ARROWS, REST_OF_LINE

WIDTH: Final = 118

_CANONICAL: Final = {
    "homeworld": 'blank, piece, blank, ( piece | "-" ), blank, piece, [ blank, name ]',
    "build": "blank, piece, blank, name",
    "trade": "blank, piece, blank, piece, blank, name",
    "discover": "blank, piece, blank, name, blank, piece, [ blank, name ]",
    "move": "blank, piece, blank, name, blank, name",
    "attack": "blank, ship of another, blank, name",
    "sacrifice": "blank, piece, blank, name",
    "catastrophe": "blank, name, blank, colour",
    "pass": "",
}
_ROLES: Final = ("at", "origin", "to", "instead", "owner", "named", "using")


def canonical_grammar() -> str:
    """What `format_turn` writes and `parse_turn` reads; verbs and colours may be shortened there."""
    steps = [_rule("turn", 'step, { "; ", step }'), _rule("step", " | ".join(_CANONICAL))]
    steps += [_rule(verb, ", ".join(filter(None, [f'"{verb}"', form]))) for verb, form in _CANONICAL.items()]
    steps += [
        _rule("piece", "colour letter, size"),
        _rule("ship of another", 'piece, [ "@", seat ]'),
        _rule("colour letter", _words(("R", "Y", "G", "B"))),
        _rule("colour", _words(("red", "yellow", "green", "blue"))),
        _rule("size", _words("123")),
        _rule("seat", _words("012345")),
    ]
    return "\n".join(steps)


def lenient_grammar() -> str:
    """What `read_turn` reads besides."""
    rules = [
        _rule("turn", "{ line, line end }, line"),
        _rule("line", "[ number ], [ mover ], [ step, { between, step } ], [ rest of line ]"),
        _rule("number", '[ "#" ], digit, { digit }, ( "." | ")" | ":" )'),
        _rule("mover", 'name, [ ":" ]'),
        _rule("between", f'";" | "|" | "," | number | {_words(sorted(ARROWS))} | {_words(sorted(BETWEEN))}'),
        _rule("rest of line", f"( {_words(REST_OF_LINE)} ), {{ any sign }}"),
        _rule("step", "[ speaker ], verb, { word } | colour word, catastrophe, { word }"),
        _rule("word", "thing | place | owner | new name | little word"),
        _rule("thing", "[ using | instead | to ], ( piece | half of a piece )"),
        _rule("piece", "colour letter, size | size, colour letter | size word, colour word"),
        _rule("half of a piece", "colour letter | size | size word | colour word"),
        _rule("place", "[ at | origin | to ], name"),
        _rule("owner", 'owner word, name | name, ( "\'" | "\'s" ) | piece, "@", ( seat | name )'),
        _rule("new name", "[ named ], name"),
        _rule("verb", " | ".join(_verbs())),
    ]
    for verb in sorted(set(VERBS.values()), key=list(VERBS.values()).index):
        whole = [word for word, meaning in WHOLE_VERBS.items() if meaning == verb]
        short = [f'beginning of "{word}"' for word, meaning in VERBS.items() if meaning == verb]
        rules.append(_rule(verb, " | ".join([*short, *map(_word, whole)])))
    rules += [_rule(f"size word {size}", _words(_meaning(SIZES, size))) for size in (1, 2, 3)]
    rules += [_rule(f"colour word {each.letter.upper()}", _words(_meaning(COLOURS, each))) for each in Colour]
    rules += [_rule(_role_name(role), _words(sorted(_meaning(ROLES, role)))) for role in _ROLES]
    rules.append(_rule("speaker", _words(sorted(SPEAKERS))))
    rules.append(_rule("little word", _words(sorted(FILLERS))))
    rules.append(_rule("no step", _words(sorted(BESIDE))))
    return "\n".join(rules)


def _meaning(table: Mapping[str, object], meaning: object) -> list[str]:
    return [word for word, meant in table.items() if meant == meaning]


def _role_name(role: str) -> str:
    return "owner word" if role == "owner" else role


def _verbs() -> Iterable[str]:
    return dict.fromkeys(VERBS.values())


def _words(words: Iterable[str]) -> str:
    return " | ".join(map(_word, words))


def _word(word: str) -> str:
    return f'"{word}"'


def _rule(name: str, form: str) -> str:
    return "\n".join(wrap(f"{name} = {form} ;", WIDTH, subsequent_indent="    ", break_long_words=False))
