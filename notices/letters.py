"""A letter as a mail, in its reader's language: plain text, and the same as HTML that loads nothing."""

from __future__ import annotations

import textwrap
from email.mime.image import MIMEImage
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.template.loader import render_to_string
from django.utils.crypto import salted_hmac

from accounts.mail import off_link, stopped_by, words_of
from accounts.reading import as_read_by
from notices.kinds import Drawing, Write, kind_named
from notices.models import AccountMail, Notice

WIDTH: Final = 72
DRAWING: Final = "table"
"""What the mail calls its picture."""


class Mail(EmailMultiAlternatives):
    """What is attached to it is shown in it."""

    mixed_subtype = "related"


def compose(
    notice: Notice, address: str, write: Write | None = None, *, drawn: bool = True
) -> EmailMultiAlternatives:
    """The mail of a notice that is still true. Each time it is composed it has the same Message-ID. `write`:
    its letter, where it is known already what that is about.

    Mails about the same have the same References, so that mail programs show them together.
    """
    player, kind = notice.player, kind_named(notice.kind)
    with as_read_by(player):
        letter = write() if write else kind.letter(notice)
        drawing = letter.drawing() if letter.drawing and drawn else None
        stops = stopped_by(kind.switch)
        off = off_link(player, stops)
        context = {
            "letter": letter,
            "player": player,
            "when": words_of(stops),
            "off_link": off,
            "site_name": settings.SITE_NAME,
            "drawing": drawing,
            "content_id": DRAWING,
        }
        text = wrapped(render_to_string("mail/notice.txt", context))
        html = render_to_string("mail/notice.html", context)
    host = host_of_site()
    mail = Mail(
        subject=letter.subject,
        body=text,
        to=[address],
        headers={
            "Message-ID": f"<{notice.kind}.{notice.key}.{notice.news}.{player.public_id}@{host}>",
            "References": f"<{notice.key}@{host}>",
            "Auto-Submitted": "auto-generated",
            "List-Unsubscribe": f"<{off}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        },
    )
    mail.attach_alternative(html, "text/html")
    if drawing:
        mail.attach(inline(drawing))
    return mail


def inline(drawing: Drawing, name: str = DRAWING) -> MIMEImage:
    image = MIMEImage(drawing.png, "png")
    image.add_header("Content-ID", f"<{name}>")
    image.add_header("Content-Disposition", "inline", filename=f"{name}.png")
    return image


def compose_account_mail(mail: AccountMail) -> EmailMessage:
    """Likewise; its words were written when it was."""
    name = salted_hmac("notices.letters", str(mail.pk)).hexdigest()[:20]
    headers = {"Message-ID": f"<account.{name}@{host_of_site()}>", "Auto-Submitted": "auto-generated"}
    return EmailMessage(subject=mail.subject, body=wrapped(mail.body), to=[mail.address], headers=headers)


def host_of_site() -> str:
    return urlsplit(settings.SITE_URL).hostname or ""


def wrapped(text: str) -> str:
    """Long lines broken between words, with the indent they had; addresses stay whole."""
    return "\n".join([_wrapped_line(line) for line in text.strip("\n").splitlines()]) + "\n"


def _wrapped_line(line: str) -> str:
    indent = line[: len(line) - len(line.lstrip())]
    return textwrap.fill(
        line.strip(),
        WIDTH,
        initial_indent=indent,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
