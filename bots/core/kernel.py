"""The compiled core: plain functions over small integer arrays, which `bots.core` hands to numba.

It mirrors homeworlds.search and homeworlds.bounds, where the words and the proof stand; tests hold it to
them. A system is a row: stars and home first (4 bits a star, then the seat + 1), then a word of 48 bits a
seat, as in homeworlds.encoding. A row of `levels` is the half-made turn after so many steps.

Called only compiled: uncompiled, the hashes would not wrap around.
"""

from __future__ import annotations

from typing import Any

MOST_STEPS = 20000
"""Steps that one half-made turn can go on with."""
DEPTH = 40
"""Steps of one turn: few actions, and each catastrophe takes four pieces away."""
SYSTEMS = 96

# The columns of `nodes`, a row a level.
COUNT, BANK, KEY, POWER, LEFT, OVERPOPULATED, STEPS, CURSOR, WANTED = range(9)
# The places of `game`: what does not change during a search.
PLAYERS, SEAT, STAYS, AFTER, FORBIDDEN, ATTACK_EQUAL, HOMES, VICTIMS, EVERYONE, SURVIVING, MOST_ENDS = range(
    11
)

RED, YELLOW, GREEN, BLUE, ANY = range(5)
BUILD, TRADE, MOVE, DISCOVER, ATTACK, SACRIFICE, CATASTROPHE = range(7)
NEVER = 99
FULL, TOO_DEEP = -1, -2
"""No room left in the table of what was reached, or in the levels."""


def mix(x: int) -> int:
    x = (x ^ (x >> 30)) * 0x3F58476D1CE4E5B9
    x = (x ^ (x >> 27)) * 0x14D049BB133111EB
    return x ^ (x >> 31)


def row_key(levels: Any, level: int, at: int, players: int) -> int:
    key = mix(levels[level, at, 0] + 0x1E3779B97F4A7C15)
    for owner in range(1, players + 1):
        key = mix(key + levels[level, at, owner] * 0x2545F4914F6CDD1D + owner)
    return key


def add(table: Any, stamps: Any, stamp: int, key: int, used: Any) -> bool:
    """Whether the key is new."""
    mask = table.shape[0] - 1
    at = key & mask
    while stamps[at] == stamp:
        if table[at] == key:
            return False
        at = (at + 1) & mask
    stamps[at] = stamp
    table[at] = key
    used[0] += 1
    return True


def colour_count(word: int, colour: int) -> int:
    three = word >> (12 * colour)
    return (three & 15) + ((three >> 4) & 15) + ((three >> 8) & 15)


def all_pieces(levels: Any, level: int, at: int, players: int) -> int:
    stars = levels[level, at, 0]
    word = 0
    for owner in range(1, players + 1):
        word += levels[level, at, owner]
    if stars & 15:
        word += 1 << (4 * ((stars & 15) - 1))
    if (stars >> 4) & 15:
        word += 1 << (4 * (((stars >> 4) & 15) - 1))
    return word


def star_sizes(stars: int) -> int:
    sizes = 0
    if stars & 15:
        sizes |= 1 << (((stars & 15) - 1) % 3)
    if (stars >> 4) & 15:
        sizes |= 1 << ((((stars >> 4) & 15) - 1) % 3)
    return sizes


def largest(word: int) -> int:
    """0 without a ship."""
    for size in range(3, 0, -1):
        for colour in range(4):
            if (word >> (4 * (3 * colour + size - 1))) & 15:
                return size
    return 0


def colours_of(word: int) -> int:
    colours = 0
    for colour in range(4):
        if (word >> (12 * colour)) & 0xFFF:
            colours |= 1 << colour
    return colours


def overpopulated(levels: Any, level: int, at: int, players: int) -> int:
    """1 or 0."""
    pieces = all_pieces(levels, level, at, players)
    for colour in range(4):
        if colour_count(pieces, colour) >= 4:
            return 1
    return 0


def list_steps_of(
    levels: Any, nodes: Any, steps: Any, level: int, at: int, kind: int, powers: int, found: int
) -> int:
    """Writes what one ship can do but build and attack, behind those found; how many there are then."""
    count, bank = nodes[level, COUNT], nodes[level, BANK]
    sizes = star_sizes(levels[level, at, 0])
    if nodes[level, POWER] == ANY:
        steps[level, found] = SACRIFICE | at << 3 | kind << 10
        found += 1
    if powers >> BLUE & 1:
        for colour in range(4):
            other = 3 * colour + kind % 3
            if other != kind and (bank >> (4 * other)) & 15:
                steps[level, found] = TRADE | at << 3 | kind << 10 | other << 14
                found += 1
    if powers >> YELLOW & 1:
        for to in range(count):
            if not star_sizes(levels[level, to, 0]) & sizes:
                steps[level, found] = MOVE | at << 3 | kind << 10 | to << 14
                found += 1
        for star in range(12):
            if (bank >> (4 * star)) & 15 and not sizes >> (star % 3) & 1:
                steps[level, found] = DISCOVER | at << 3 | kind << 10 | star << 14
                found += 1
    return found


def list_steps(levels: Any, nodes: Any, steps: Any, level: int, game: Any) -> int:
    """Writes every step but a pass; how many."""
    players, seat = game[PLAYERS], game[SEAT]
    count, bank = nodes[level, COUNT], nodes[level, BANK]
    power, left = nodes[level, POWER], nodes[level, LEFT]
    found = 0
    if not left and not nodes[level, OVERPOPULATED]:
        return 0
    for at in range(count):
        if nodes[level, OVERPOPULATED]:
            pieces = all_pieces(levels, level, at, players)
            for colour in range(4):
                if colour_count(pieces, colour) >= 4:
                    steps[level, found] = CATASTROPHE | at << 3 | colour << 10
                    found += 1
        own = levels[level, at, 1 + seat]
        if not own or not left:
            continue
        stars = levels[level, at, 0]
        if power == ANY:
            powers = colours_of(own)
            if stars & 15:
                powers |= 1 << (((stars & 15) - 1) // 3)
            if (stars >> 4) & 15:
                powers |= 1 << ((((stars >> 4) & 15) - 1) // 3)
        else:
            powers = 1 << power
        reach = largest(own) - (0 if game[ATTACK_EQUAL] else 1)
        for kind in range(12):
            if powers >> RED & 1 and kind % 3 < reach:
                for owner in range(players):
                    if owner != seat and (levels[level, at, 1 + owner] >> (4 * kind)) & 15:
                        steps[level, found] = ATTACK | at << 3 | kind << 10 | owner << 14
                        found += 1
            if (own >> (4 * kind)) & 15:
                found = list_steps_of(levels, nodes, steps, level, at, kind, powers, found)
        if powers >> GREEN & 1:
            for colour in range(4):
                if not (own >> (12 * colour)) & 0xFFF:
                    continue
                for kind in range(3 * colour, 3 * colour + 3):
                    if (bank >> (4 * kind)) & 15:
                        steps[level, found] = BUILD | at << 3 | kind << 10
                        found += 1
                        break
    return found


def settle(levels: Any, nodes: Any, level: int, at: int, game: Any, stays: bool) -> bool:
    """Lets a system go that has no star or no ship; its pieces return to the bank. Whether it went."""
    players = game[PLAYERS]
    stars = levels[level, at, 0]
    ships = 0
    for owner in range(1, players + 1):
        ships |= levels[level, at, owner]
    if stars & 255 and (ships or (stays and stars >> 8)):
        return False
    nodes[level, BANK] += all_pieces(levels, level, at, players)
    last = nodes[level, COUNT] - 1
    for column in range(players + 1):
        levels[level, at, column] = levels[level, last, column]
    nodes[level, COUNT] = last
    return True


def destroy(levels: Any, nodes: Any, level: int, at: int, colour: int, game: Any) -> None:
    players = game[PLAYERS]
    lost = 0xFFF << (12 * colour)
    for owner in range(1, players + 1):
        nodes[level, BANK] += levels[level, at, owner] & lost
        levels[level, at, owner] &= ~lost
    row = levels[level, at, 0]
    kept = 0
    for place in range(2):
        star = (row >> (4 * place)) & 15
        if star and (star - 1) // 3 == colour:
            nodes[level, BANK] += 1 << (4 * (star - 1))
        elif star:
            kept = kept | star << 4 if kept else star
    levels[level, at, 0] = (row >> 8) << 8 | kept


def make_step(levels: Any, nodes: Any, level: int, step: int, game: Any) -> None:
    """Writes the next level."""
    players, seat = game[PLAYERS], game[SEAT]
    count = nodes[level, COUNT]
    verb, at, kind, other = step & 7, (step >> 3) & 127, (step >> 10) & 15, step >> 14
    following = level + 1
    for system in range(count):
        for column in range(players + 1):
            levels[following, system, column] = levels[level, system, column]
    for place in range(OVERPOPULATED + 1):
        nodes[following, place] = nodes[level, place]
    one = 1 << (4 * kind)
    key = nodes[level, KEY] - row_key(levels, level, at, players)
    over = nodes[level, OVERPOPULATED] - overpopulated(levels, level, at, players)
    stays = game[STAYS] != 0
    if verb == CATASTROPHE:
        destroy(levels, nodes, following, at, kind, game)
        if game[AFTER]:
            nodes[following, LEFT] = 0
    elif verb == SACRIFICE:
        levels[following, at, 1 + seat] -= one
        nodes[following, BANK] += one
        nodes[following, POWER], nodes[following, LEFT] = kind // 3, kind % 3 + 1
    else:
        nodes[following, LEFT] -= 1
    if verb == BUILD:
        levels[following, at, 1 + seat] += one
        nodes[following, BANK] -= one
    elif verb == TRADE:
        levels[following, at, 1 + seat] += (1 << (4 * other)) - one
        nodes[following, BANK] += one - (1 << (4 * other))
    elif verb == ATTACK:
        levels[following, at, 1 + seat] += one
        levels[following, at, 1 + other] -= one
    elif verb == MOVE:
        key -= row_key(levels, level, other, players)
        levels[following, other, 1 + seat] += one
        levels[following, at, 1 + seat] -= one
        key += row_key(levels, following, other, players)
        over += overpopulated(levels, following, other, players)
        over -= overpopulated(levels, level, other, players)
    elif verb == DISCOVER:
        for column in range(players + 1):
            levels[following, count, column] = 0
        levels[following, count, 0] = other + 1
        levels[following, count, 1 + seat] = one
        nodes[following, BANK] -= 1 << (4 * other)
        nodes[following, COUNT] += 1
        levels[following, at, 1 + seat] -= one
        key += row_key(levels, following, count, players)
    settles = verb in (CATASTROPHE, SACRIFICE, MOVE, DISCOVER)
    if not (settles and settle(levels, nodes, following, at, game, stays)):
        key += row_key(levels, following, at, players)
        over += overpopulated(levels, following, at, players)
    nodes[following, KEY], nodes[following, OVERPOPULATED] = key, over


def fallen_seats(levels: Any, nodes: Any, level: int, game: Any) -> int:
    fallen: int = game[HOMES]
    for at in range(nodes[level, COUNT]):
        home = levels[level, at, 0] >> 8
        if home and levels[level, at, home]:
            fallen &= ~(1 << (home - 1))
    return fallen


def end_key(levels: Any, nodes: Any, level: int, fallen: int, game: Any) -> int:
    """Of the position after the turn; the level above is used to make it."""
    key: int = nodes[level, KEY]
    if not fallen:
        return key
    players = game[PLAYERS]
    make_end(levels, nodes, level, fallen, game)
    key = fallen * 0x165667B19E3779F9
    for at in range(nodes[level + 1, COUNT]):
        key += row_key(levels, level + 1, at, players)
    return key


def make_end(levels: Any, nodes: Any, level: int, fallen: int, game: Any) -> None:
    """Writes the position after the turn to the next level."""
    players, following = game[PLAYERS], level + 1
    for system in range(nodes[level, COUNT]):
        for column in range(players + 1):
            levels[following, system, column] = levels[level, system, column]
    nodes[following, COUNT], nodes[following, BANK] = nodes[level, COUNT], nodes[level, BANK]
    for at in range(nodes[level, COUNT] - 1, -1, -1):
        home = levels[following, at, 0] >> 8
        if home and fallen >> (home - 1) & 1:
            levels[following, at, 0] &= 255
            settle(levels, nodes, following, at, game, False)


def tag(nodes: Any, level: int) -> int:
    left = nodes[level, LEFT]
    how = 8 * nodes[level, POWER] + left if left else 63
    return mix(nodes[level, KEY] + how * 0x27D4EB2F165667C5)


def begin(levels: Any, nodes: Any, game: Any) -> None:
    key = over = 0
    for at in range(nodes[0, COUNT]):
        key += row_key(levels, 0, at, game[PLAYERS])
        over += overpopulated(levels, 0, at, game[PLAYERS])
    nodes[0, KEY], nodes[0, OVERPOPULATED] = key, over


def all_ends(
    levels: Any, nodes: Any, steps: Any, game: Any, table: Any, stamps: Any, stamp: int, ends: Any, sizes: Any
) -> int:
    """Counts the distinct positions a whole turn can end in, up to MOST_ENDS + 1; writes as many as `ends`
    has room for.
    FULL or TOO_DEEP when something has no room."""
    players = game[PLAYERS]
    used = sizes[-1:]
    used[0] = 0
    room = table.shape[0] // 2
    begin(levels, nodes, game)
    count = 0
    level = -1
    while True:
        # Level + 1 is the half-made turn to look at.
        now = level + 1
        fallen = fallen_seats(levels, nodes, now, game)
        if not (game[FORBIDDEN] and fallen >> game[SEAT] & 1):
            key = mix(end_key(levels, nodes, now, fallen, game) + 0x52DCE729DA3ED1A3)
            if add(table, stamps, stamp, key, used):
                if count < ends.shape[0]:
                    make_end(levels, nodes, now, fallen, game)
                    sizes[count] = nodes[now + 1, COUNT]
                    for at in range(nodes[now + 1, COUNT]):
                        for column in range(players + 1):
                            ends[count, at, column] = levels[now + 1, at, column]
                count += 1
                if count > game[MOST_ENDS]:
                    return count
        if used[0] >= room:
            return FULL
        nodes[now, STEPS] = list_steps(levels, nodes, steps, now, game)
        nodes[now, CURSOR] = 0
        level = now
        if level + 3 >= levels.shape[0]:
            return TOO_DEEP
        while level >= 0:
            cursor = nodes[level, CURSOR]
            if cursor == nodes[level, STEPS]:
                level -= 1
                continue
            nodes[level, CURSOR] = cursor + 1
            make_step(levels, nodes, level, steps[level, cursor], game)
            if add(table, stamps, stamp, tag(nodes, level + 1), used):
                break
        if level < 0:
            return count


# Win in one


def home_of(levels: Any, nodes: Any, level: int, seat: int) -> int:
    for at in range(nodes[level, COUNT]):
        if levels[level, at, 0] >> 8 == seat + 1:
            return at
    return -1


def star_colours(stars: int) -> int:
    colours = 0
    if stars & 15:
        colours |= 1 << (((stars & 15) - 1) // 3)
    if (stars >> 4) & 15:
        colours |= 1 << ((((stars >> 4) & 15) - 1) // 3)
    return colours


def distance(sizes: int, others: int) -> int:
    if not sizes & others:
        return 1
    return 2 if sizes | others != 7 else 3


def other_sizes(stars: int, place: int) -> int:
    """The size of the star that stays when the one at this place goes; 0 without a second star, or with
    two of one colour."""
    first, second = stars & 15, (stars >> 4) & 15
    if not first or not second or (first - 1) // 3 == (second - 1) // 3:
        return 0
    return 1 << (((second if place == 0 else first) - 1) % 3)


def star_colour(stars: int, place: int) -> int:
    return (((stars >> (4 * place)) & 15) - 1) // 3


def moves_from(levels: Any, level: int, at: int, sizes: int, game: Any, more: int) -> int:
    """The least moves from a system to one with these star sizes; `more` pieces may come first."""
    stars = levels[level, at, 0]
    least = distance(star_sizes(stars), sizes)
    if game[AFTER] or least == 1:
        return least
    for place in range(2):
        kept = other_sizes(stars, place)
        if kept:
            pieces = all_pieces(levels, level, at, game[PLAYERS])
            if colour_count(pieces, star_colour(stars, place)) + more >= 4:
                least = min(least, distance(kept, sizes))
    return least


def arriving(
    levels: Any,
    nodes: Any,
    level: int,
    home: int,
    colour: int,
    missing: int,
    sizes: int,
    game: Any,
    more: int,
) -> int:
    """The least moves that bring so many ships of a colour."""
    if missing <= 0:
        return 0
    near = middle = far = 0
    for at in range(nodes[level, COUNT]):
        own = levels[level, at, 1 + game[SEAT]]
        count = colour_count(own, colour) if at != home else 0
        if count:
            steps = moves_from(levels, level, at, sizes, game, more)
            if steps == 1:
                near += count
            elif steps == 2:
                middle += count
            else:
                far += count
    if missing > near + middle + far:
        return NEVER
    if missing <= near:
        return missing
    if missing <= near + middle:
        return near + 2 * (missing - near)
    return near + 2 * middle + 3 * (missing - near - middle)


def moves_for(levels: Any, nodes: Any, level: int, home: int, victim: int, game: Any, more: int) -> int:
    stars = levels[level, home, 0] & 255
    pieces = all_pieces(levels, level, home, game[PLAYERS])
    doomed, crew = star_colours(stars), colours_of(levels[level, home, 1 + victim])
    needed = NEVER
    for option in range(3):
        gone, first, sizes = -1, 0, star_sizes(stars)
        if option:
            kept = other_sizes(stars, option - 1)
            if not kept or game[AFTER]:
                continue
            gone = star_colour(stars, option - 1)
            missing = 4 - colour_count(pieces, gone)
            first = arriving(levels, nodes, level, home, gone, missing, sizes, game, more)
            sizes = kept
        by_stars = by_ships = first
        for colour in range(4):
            if colour != gone and (doomed | crew) >> colour & 1:
                missing = 4 - colour_count(pieces, colour)
                cost = arriving(levels, nodes, level, home, colour, missing, sizes, game, more)
                if doomed >> colour & 1:
                    by_stars += cost
                if crew >> colour & 1:
                    by_ships += cost
        needed = min(needed, by_stars, by_ships)
    return needed


def fall(levels: Any, nodes: Any, level: int, victim: int, power: int, game: Any, several: bool) -> int:
    """The least actions of a power by which one homeworld can fall."""
    home = home_of(levels, nodes, level, victim)
    if home < 0:
        return NEVER
    if power == YELLOW:
        needed = moves_for(levels, nodes, level, home, victim, game, 0)
        opening = 0 if several else 1
        if needed > opening:
            needed = min(needed, opening + moves_for(levels, nodes, level, home, victim, game, 2))
        return needed
    players = game[PLAYERS]
    pieces = all_pieces(levels, level, home, players)
    own, crew = levels[level, home, 1 + game[SEAT]], levels[level, home, 1 + victim]
    doomed = star_colours(levels[level, home, 0])
    own_count = 0
    for colour in range(4):
        own_count += colour_count(own, colour)
    reach = largest(own) - (0 if game[ATTACK_EQUAL] else 1)
    by_stars = by_ships = 0
    for colour in range(4):
        adding = max(0, 4 - colour_count(pieces, colour))
        if adding and power != ANY:
            own_here = colour_count(own, colour)
            if not ((power == GREEN and own_here) or (power == BLUE and own_count - own_here >= adding)):
                adding = NEVER
        if doomed >> colour & 1:
            by_stars += adding
        defenders = colour_count(crew, colour)
        if defenders:
            word = crew & (0xFFF << (12 * colour))
            capturing = power == ANY or (power == RED and own_count > 0 and largest(word) <= reach)
            by_ships += min(adding, defenders) if capturing else adding
    return min(by_stars, by_ships)


def within(
    levels: Any, nodes: Any, level: int, power: int, left: int, rescue: int, fallen: int, game: Any
) -> int:
    if rescue and power != ANY and power != YELLOW:
        return NEVER
    total, least, several = 0, NEVER, False
    if game[EVERYONE]:
        several = game[VICTIMS] & (game[VICTIMS] - 1) != 0
    for victim in range(game[PLAYERS]):
        if game[VICTIMS] >> victim & 1:
            needed = 0
            if not fallen >> victim & 1:
                needed = fall(levels, nodes, level, victim, power, game, several)
            total += needed
            least = min(least, needed)
    needed = (total if game[EVERYONE] else least) + rescue
    return needed if needed <= left else NEVER


def still_needed(levels: Any, nodes: Any, level: int, fallen: int, game: Any) -> int:
    """As homeworlds.bounds.Bound.needed."""
    seat = game[SEAT]
    rescue = 0
    if game[SURVIVING] and fallen >> seat & 1:
        if home_of(levels, nodes, level, seat) < 0:
            return NEVER
        rescue = 1
    power, left = nodes[level, POWER], nodes[level, LEFT]
    if power != ANY or left == 0:
        return within(levels, nodes, level, power, left, rescue, fallen, game)
    if left > 1:
        return within(levels, nodes, level, ANY, left + 2, rescue, fallen, game)
    if within(levels, nodes, level, ANY, 3, rescue, fallen, game) == NEVER:
        return NEVER
    needed = NEVER
    ships = 0
    for at in range(nodes[level, COUNT]):
        ships |= levels[level, at, 1 + seat]
    for colour in range(4):
        most = max(1, largest(ships & (0xFFF << (12 * colour))))
        needed = min(needed, within(levels, nodes, level, colour, most, rescue, fallen, game))
    return needed


def reached(fallen: int, game: Any) -> bool:
    if game[SURVIVING] and fallen >> game[SEAT] & 1:
        return False
    victims: int = game[VICTIMS]
    hits = fallen & victims
    return hits == victims if game[EVERYONE] else hits != 0


def win(
    levels: Any, nodes: Any, steps: Any, needs: Any, game: Any, table: Any, stamps: Any, stamp: int, used: Any
) -> int:
    """Whether the goal can be reached: 0 no, 1 + the level of the half-made turn that reaches it; the steps
    are those before the cursors. FULL or TOO_DEEP when something has no room."""
    used[0] = 0
    room = table.shape[0] // 2
    begin(levels, nodes, game)
    fallen = fallen_seats(levels, nodes, 0, game)
    if reached(fallen, game):
        return 1
    if still_needed(levels, nodes, 0, fallen, game) == NEVER:
        return 0
    level = -1
    while True:
        level += 1
        if level + 3 >= levels.shape[0]:
            return TOO_DEEP
        if used[0] >= room:
            return FULL
        # The steps worth following, with what is needed after them.
        count = list_steps(levels, nodes, steps, level, game)
        kept = 0
        for cursor in range(count):
            step = steps[level, cursor]
            make_step(levels, nodes, level, step, game)
            if not add(table, stamps, stamp, tag(nodes, level + 1), used):
                continue
            fallen = fallen_seats(levels, nodes, level + 1, game)
            if reached(fallen, game):
                steps[level, 0] = step
                nodes[level, CURSOR] = 1
                return level + 2
            needed = still_needed(levels, nodes, level + 1, fallen, game)
            if needed < NEVER:
                steps[level, kept] = step
                needs[level, kept] = needed
                kept += 1
        nodes[level, STEPS], nodes[level, CURSOR], nodes[level, WANTED] = kept, 0, 0
        while level >= 0:
            cursor = nodes[level, CURSOR]
            while cursor < nodes[level, STEPS] and needs[level, cursor] != nodes[level, WANTED]:
                cursor += 1
            if cursor < nodes[level, STEPS]:
                nodes[level, CURSOR] = cursor + 1
                make_step(levels, nodes, level, steps[level, cursor], game)
                break
            if nodes[level, WANTED] > 6:
                level -= 1
            else:
                nodes[level, WANTED] += 1
                nodes[level, CURSOR] = 0
        if level < 0:
            return 0
