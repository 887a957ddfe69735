"""Which explanations a turn in the making needs just now."""

from __future__ import annotations

from board.map.legend import Explained, Topic, explain_all, marks_on
from board.turn.choices import Choices
from board.turn.making import Making
from homeworlds.rules import RuleSet


def explain_turn(making: Making | None, choices: Choices | None, rules: RuleSet) -> tuple[Explained, ...]:
    """What can be chosen now, the marks of the system chosen, and what the turn in the making threatens."""
    if making is None or choices is None or making.setting_up:
        return ()
    topics = {Topic(verb) for verb in choices.verbs}
    if choices.passing:
        topics.add(Topic.PASS)
    if choices.catastrophes or choices.elsewhere:
        topics.add(Topic.CATASTROPHE)
    if any(effect.grave for effect in making.effects):
        topics.add(Topic.OUT)
    system = making.half.position.find(choices.at) if choices.at else None
    if system is not None and making.half.actions_left:
        topics |= marks_on(making.half.position, [system]) - {Topic.GATE}
    return explain_all(topics, rules)
