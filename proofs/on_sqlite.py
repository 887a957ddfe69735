"""What runs on SQLite as well as on PostgreSQL: what SQLite alone can break.

That is how it locks (IMMEDIATE transactions in the place of row locks), its files, and its SQL: times and
durations, JSON, conditions, aggregates. So each service runs on it once, and each module that asks in words
that differ; these files do that in the least time, as measured by what is on the stack of each statement.
Start and queue in files are in the stage `faults`; development (`bin/test games`, `bin/test changed`) is on
SQLite anyway. Whatever else passes on PostgreSQL passes here.
"""

from typing import Final

ON_SQLITE_TOO: Final = {
    # Tables, files, and what fails in its own way.
    "homeworlds_site/tests/test_schema.py",
    "homeworlds_site/tests/test_taking_over.py",
    "homeworlds_site/tests/test_backup.py",
    "homeworlds_site/tests/test_emptied.py",
    "homeworlds_site/tests/test_faults.py",
    "homeworlds_site/tests/test_no_room.py",
    # Locks: what commits, and two who do the same at once.
    "games/tests/test_races.py",
    "games/tests/test_turn_costs.py",
    # A game of each variant from its form to the table; each service; each kind of SQL.
    "accounts/tests/test_addresses.py",
    "accounts/tests/test_clearing.py",
    "accounts/tests/test_deletion.py",
    "accounts/tests/test_guests_and_bots.py",
    "accounts/tests/test_languages.py",
    "accounts/tests/test_signing_up.py",
    "accounts/tests/test_staff.py",
    "clubs/tests/test_services.py",
    "clubs/tests/test_staff.py",
    "games/tests/test_admin.py",
    "games/tests/test_analysis.py",
    "games/tests/test_bot_manners.py",
    "games/tests/test_bot_turns.py",
    "games/tests/test_clearing.py",
    "games/tests/test_clocks.py",
    "games/tests/test_club_tables.py",
    "games/tests/test_draws.py",
    "games/tests/test_invitations.py",
    "games/tests/test_lobby_views.py",
    "games/tests/test_ready_check.py",
    "games/tests/test_news.py",
    "games/tests/test_notices_still_true.py",
    "games/tests/test_outages.py",
    "games/tests/test_pauses.py",
    "homeworlds_site/tests/test_deciding.py",
    "homeworlds_site/tests/test_leaving.py",
    "homeworlds_site/tests/test_own_data.py",
    "homeworlds_site/tests/test_staff_for_players.py",
    "ladders/tests/test_club_ladders.py",
    "ladders/tests/test_leaving.py",
    "ladders/tests/test_stairs.py",
    "ladders/tests/test_wishes.py",
    "notices/tests/test_account_mails.py",
    "notices/tests/test_pacing.py",
    "notices/tests/test_services.py",
    "pages/tests/test_my_games.py",
    "ratings/tests/test_withdrawing.py",
    "records/tests/test_marks_of_imported.py",
    "records/tests/test_noted.py",
    "records/tests/test_reopened.py",
    "records/tests/test_take_back_recorded.py",
    "study/tests/test_lines.py",
    "tournaments/tests/test_directors_page.py",
    "tournaments/tests/test_editions.py",
    "tournaments/tests/test_entering.py",
    "tournaments/tests/test_event_form.py",
    "tournaments/tests/test_events_announced.py",
    "tournaments/tests/test_sweep.py",
}
