"""The sentences of the rules page, sections 1 to 4, each with its cases."""

from homeworlds.tests.rules_table import section1, section2, section3, section4
from homeworlds.tests.rules_table.cases import Sentence

SENTENCES: tuple[Sentence, ...] = (
    *section1.SENTENCES,
    *section2.SENTENCES,
    *section3.SENTENCES,
    *section4.SENTENCES,
)
