"""What is counted of players and of pairs."""

from ratings.models import PairTally, PlayerTally


def tally(player):
    return {
        row.variant: (row.played, row.won, row.shared, row.drawn, row.lost)
        for row in PlayerTally.objects.filter(player=player)
    }


def pair(one, other):
    row = PairTally.objects.get(one=min(one.pk, other.pk), other=max(one.pk, other.pk))
    numbers = (row.one_won, row.other_won, row.both_won, row.drawn, row.neither)
    return numbers if one.pk < other.pk else (numbers[1], numbers[0], *numbers[2:])
