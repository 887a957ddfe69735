"""What an error means: whether the database is away or full, and what is wrong with it."""

from __future__ import annotations

import enum
import errno
import sqlite3
from collections.abc import Iterator
from typing import Final

import psycopg
from django.db import DatabaseError, InterfaceError
from psycopg_pool import PoolTimeout


class Away(enum.StrEnum):
    """What is wrong with the database, as watchers are told it."""

    NO_ANSWER = "no answer"
    NOT_THERE = "nobody answers there"
    PASSWORD = "password refused"
    NO_DATABASE = "no such database"
    TOO_MANY = "too many connections"
    NO_ROOM = "no room"
    READ_ONLY = "read-only"
    BROKEN_OFF = "broken off"


_OF_SQLSTATE: Final = {
    "53100": Away.NO_ROOM,
    "53300": Away.TOO_MANY,
    "25006": Away.READ_ONLY,
    "28000": Away.PASSWORD,
    "28P01": Away.PASSWORD,
    "3D000": Away.NO_DATABASE,
    "55P03": Away.NO_ANSWER,
    "57014": Away.NO_ANSWER,
}
_OF_SQLITE: Final = {
    "SQLITE_FULL": Away.NO_ROOM,
    "SQLITE_BUSY": Away.NO_ANSWER,
    "SQLITE_LOCKED": Away.NO_ANSWER,
    "SQLITE_READONLY": Away.READ_ONLY,
    "SQLITE_CANTOPEN": Away.NOT_THERE,
    "SQLITE_IOERR": Away.BROKEN_OFF,
}
_SAID: Final = {
    "password authentication failed": Away.PASSWORD,
    "no password supplied": Away.PASSWORD,
    "no pg_hba.conf entry": Away.PASSWORD,
    "authentication failed": Away.PASSWORD,
    'role "': Away.PASSWORD,
    'database "': Away.NO_DATABASE,
    "too many clients": Away.TOO_MANY,
    "connection slots": Away.TOO_MANY,
}
"""A server that lets nobody in tells why in words only: libpq keeps no code of it."""
_NOBODY: Final = ("connection failed", "connection is bad", "failed to resolve")
_NO_SPACE: Final = (errno.ENOSPC, errno.EDQUOT)


def what_is_away(error: BaseException | None) -> Away | None:
    """What is wrong with the database, or that there is no room to write; None for any other error, such as
    one of ours. Looks behind errors that were raised for others, as of a session that cannot be saved."""
    for each in _behind(error):
        if isinstance(each, OSError) and each.errno in _NO_SPACE:
            return Away.NO_ROOM
        if isinstance(each, sqlite3.Error):
            return _of_sqlite(each)
        if isinstance(each, psycopg.Error):
            return _of_postgres(each)
    return None


def _behind(error: BaseException | None) -> Iterator[BaseException]:
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        # Django's own errors of the database are only the wrapping.
        if not isinstance(error, (DatabaseError, InterfaceError)) or error.__cause__ is None:
            yield error
        error = error.__cause__ or error.__context__


def _of_sqlite(error: sqlite3.Error) -> Away | None:
    name = getattr(error, "sqlite_errorname", "") or ""
    return next((away for begins, away in _OF_SQLITE.items() if name.startswith(begins)), None)


def _of_postgres(error: psycopg.Error) -> Away | None:
    if error.sqlstate:
        known = _OF_SQLSTATE.get(error.sqlstate)
        broken = error.sqlstate.startswith(("08", "53", "57", "58"))
        return known or (Away.BROKEN_OFF if broken else None)
    if isinstance(error, (PoolTimeout, psycopg.errors.ConnectionTimeout)):
        return Away.NO_ANSWER
    if not isinstance(error, (psycopg.OperationalError, psycopg.InterfaceError)):
        return None
    # Whatever language the server speaks: it asked for a password and then refused.
    tried = error.pgconn is not None and (error.pgconn.used_password or error.pgconn.needs_password)
    return _of_words(str(error), tried_password=tried)


def _of_words(words: str, *, tried_password: bool) -> Away:
    _before, fatal, reason = words.partition("FATAL:")
    if fatal and (known := next((away for said, away in _SAID.items() if said in reason), None)):
        return known
    if tried_password:
        return Away.PASSWORD
    nobody = not fatal and any(said in words for said in _NOBODY)
    return Away.NOT_THERE if nobody else Away.BROKEN_OFF
