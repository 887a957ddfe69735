"""News of players for the apps above; sent inside the transaction that makes the news."""

from django.dispatch import Signal

guest_renamed = Signal()
"""Keywords `player`, whose row is locked and has the new name, and `old`, the name until now: a guest has
signed up, or has not confirmed it and is called as before; or staff have renamed somebody."""

preferences_saved = Signal()
"""Keyword `player`: the time zone, the language or what comes by mail may be others."""

account_mail_written = Signal()
"""Something to be sent to an address. Keywords `player`, None where nobody has an account by it, `address`,
`kind`, the name of the template, `subject`, `body`, and `good_for`, the time after which nobody needs it."""

account_deleted = Signal()
"""Keyword `player`: the row is locked, and all that the accounts know of the person is gone from it."""

guest_gone = Signal()
"""Keyword `player`: a guest whose row is locked will not come back. What only the guest could use need not
stay."""
