"""Finite fields, and rings that are products of them: elements are numbers from 0, with tables of sums and
products."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import prod


@dataclass(frozen=True, slots=True)
class Ring:
    order: int
    plus: tuple[tuple[int, ...], ...]
    times: tuple[tuple[int, ...], ...]


def prime_powers(number: int) -> list[tuple[int, int]]:
    """Primes and exponents: 12 is [(2, 2), (3, 1)]."""
    found, prime = [], 2
    while number > 1:
        exponent = 0
        while number % prime == 0:
            number //= prime
            exponent += 1
        if exponent:
            found.append((prime, exponent))
        prime += 1
    return found


@cache
def field(prime: int, exponent: int) -> Ring:
    """Polynomials over the whole numbers modulo a prime, modulo one that cannot be divided."""
    order = prime**exponent
    elements = [_digits(number, prime, exponent) for number in range(order)]
    modulus = next(_irreducible(prime, exponent))

    def number(digits: list[int]) -> int:
        return sum(digit * prime**place for place, digit in enumerate(digits))

    plus = tuple(
        tuple(number([(a + b) % prime for a, b in zip(one, other, strict=True)]) for other in elements)
        for one in elements
    )
    times = tuple(
        tuple(number(_rest(_multiplied(one, other, prime), modulus, prime)) for other in elements)
        for one in elements
    )
    return Ring(order, plus, times)


@cache
def ring(order: int) -> Ring:
    """The product of the fields of its prime powers; a field where there is one of this order."""
    fields = [field(*each) for each in prime_powers(order)]
    elements = list(product(*[range(each.order) for each in fields]))
    number = {element: place for place, element in enumerate(elements)}

    def table(name: str) -> tuple[tuple[int, ...], ...]:
        tables = [getattr(each, name) for each in fields]
        return tuple(
            tuple(
                number[tuple(part[a][b] for part, a, b in zip(tables, one, other, strict=True))]
                for other in elements
            )
            for one in elements
        )

    return Ring(prod(each.order for each in fields), table("plus"), table("times"))


def _digits(number: int, base: int, places: int) -> list[int]:
    return [number // base**place % base for place in range(places)]


def _multiplied(one: list[int], other: list[int], prime: int) -> list[int]:
    found = [0] * (len(one) + len(other) - 1)
    for place, a in enumerate(one):
        for more, b in enumerate(other):
            found[place + more] = (found[place + more] + a * b) % prime
    return found


def _rest(digits: list[int], modulus: list[int], prime: int) -> list[int]:
    """What a division by a polynomial leaves, whose first coefficient is 1."""
    degree, digits = len(modulus) - 1, list(digits)
    while len(digits) > degree:
        first = digits.pop()
        for place in range(degree):
            position = len(digits) - degree + place
            digits[position] = (digits[position] - first * modulus[place]) % prime
    return digits


def _irreducible(prime: int, degree: int) -> Iterator[list[int]]:
    """Those with first coefficient 1 that no product of smaller ones equals."""
    for number in range(prime**degree):
        candidate = [*_digits(number, prime, degree), 1]
        smaller = (
            [*_digits(low, prime, part), 1]
            for part in range(1, degree // 2 + 1)
            for low in range(prime**part)
        )
        if all(any(_rest(candidate, each, prime)) for each in smaller):
            yield candidate
