"""Texts a reader might take for a turn of another meaning."""

from __future__ import annotations

from homeworlds.refusals import RefusalCode

MISREADINGS = [
    ("fly G1 A B", RefusalCode.UNKNOWN_VERB),
    ("ca G1 Sys", RefusalCode.UNKNOWN_VERB),
    ("builds G1 Sys", RefusalCode.UNKNOWN_VERB),
    ("build", RefusalCode.WRONG_WORDS),
    ("build G1", RefusalCode.WRONG_WORDS),
    ("build G1 Deep Space", RefusalCode.WRONG_WORDS),
    ("pass now", RefusalCode.WRONG_WORDS),
    ("homeworld R1 G3", RefusalCode.WRONG_WORDS),
    ("build G4 Sys", RefusalCode.UNKNOWN_PIECE),
    ("build green Sys", RefusalCode.UNKNOWN_PIECE),
    ("build G１ Sys", RefusalCode.UNKNOWN_PIECE),
    ("attack R1W Sys", RefusalCode.UNKNOWN_PIECE),
    ("attack R1@ Sys", RefusalCode.NO_SUCH_SEAT),
    ("attack R1@3 Sys", RefusalCode.NO_SUCH_SEAT),
    ("attack R1@-1 Sys", RefusalCode.NO_SUCH_SEAT),
    ("attack R1@² Sys", RefusalCode.NO_SUCH_SEAT),
    (f"attack R1@{'1' * 5000} Sys", RefusalCode.NO_SUCH_SEAT),
    ("catastrophe Sys pink", RefusalCode.UNKNOWN_COLOUR),
    ("catastrophe green Sys", RefusalCode.UNKNOWN_COLOUR),
]
