"""How well a system of ratings would have foretold known results: `python -m ratings.measure FILE`."""
