import json
import sys
from pathlib import Path

from homeworlds.deal import complaint

try:
    deal = json.loads(Path(sys.argv[1]).read_bytes())
    wrong = complaint(deal) if deal["seed"] else "the game is not over"
except (OSError, ValueError, LookupError, TypeError):
    sys.exit("This is not the file of a deal.")
found = f"not proven: {wrong}" if wrong else f"proven; its fingerprint is {deal['fingerprint']}"
sys.stdout.write(f"The deal of game {deal['game']} is {found}.\n")
sys.exit(bool(wrong))
