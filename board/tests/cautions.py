"""Positions that call for a caution, and one that does not."""

CALM = "<0> Alice (0, b1y2) g3y1-; Bob (1, r1b3) -g3"
LAST_SHIP = "<0> Alice (0, b1y2) g1-r2; Bob (1, r1b3) -g3; Vega (g3) y3-"
RESCUE = "move Y3 Vega Alice"
CROWD = "<0> Alice (0, b1y2) g2y1-; Bob (1, r1b3) -g3; Vega (g3) g1g1g2-r2"
