"""Whether mails arrive: what their domain says of who may send them, and one to oneself."""

from __future__ import annotations

import smtplib
from collections.abc import Iterator, Sequence
from email.message import EmailMessage
from email.utils import formatdate, make_msgid, parseaddr
from typing import Final

import dns.exception
import dns.resolver
from django.conf import settings
from django.core.mail import get_connection

from upkeep.doctor.findings import Asked, Finding, good, look, unknown

SECONDS: Final = 5.0
SELECTORS: Final = (
    "default", "mail", "dkim", "homeworlds", "s1", "s2", "k1", "k2", "selector1", "selector2", "google",
    "mta", "smtp", "key1", "mx", "pm", "postmark", "sendgrid", "mailjet", "zoho", "fm1", "protonmail",
)  # fmt: skip
"""As which keys usually stand: a domain does not say which there are."""


class NotKnown(Exception):
    """Nobody answers for the name."""


def of_mail_domain(asked: Asked) -> Iterator[Finding]:
    domain = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2]
    if "." not in domain:
        yield look(f"DEFAULT_FROM_EMAIL ends in “{domain}”, from which nobody takes mail: use your domain.")
        return
    try:
        yield _of_spf(domain)
        yield _of_dkim(domain, asked.dkim)
        yield _of_dmarc(domain)
    except NotKnown:
        yield unknown(f"SPF, DKIM and DMARC of {domain}: no name server answers from this machine.")


def _of_spf(domain: str) -> Finding:
    found = [each for each in texts(domain) if each.lower().startswith("v=spf1")]
    if len(found) > 1:
        return look(f"{domain} has {len(found)} SPF records, and so none that counts: keep one.")
    if not found:
        return look(f"{domain} has no SPF record, so mails are taken for spam: TXT “v=spf1 mx a -all”, say.")
    if "+all" in found[0]:
        return look(f"The SPF record of {domain} lets everybody send (+all): end it with -all.")
    return good(f"SPF of {domain}: {found[0]}")


def _of_dkim(domain: str, selectors: Sequence[str]) -> Finding:
    for selector in selectors or SELECTORS:
        found = [each for each in texts(f"{selector}._domainkey.{domain}") if "p=" in each]
        if found and found[0].partition("p=")[2].partition(";")[0].strip():
            return good(f"DKIM of {domain}: there is a key named {selector}.")
        if found:
            return look(f"The DKIM key {selector} of {domain} is revoked (empty): sign with another one.")
    if selectors:
        return look(
            f"{domain} has no DKIM key named {' or '.join(selectors)}: publish that of your mail server."
        )
    return unknown(
        f"Which DKIM key {domain} has: say its selector, as the mail server signs, with --dkim NAME."
    )


def _of_dmarc(domain: str) -> Finding:
    parts = domain.split(".")
    for name in (domain, ".".join(parts[-2:])):
        found = [each for each in texts(f"_dmarc.{name}") if each.upper().startswith("V=DMARC1")]
        if found:
            return good(f"DMARC of {name}: {found[0]}")
    return look(
        f"{domain} has no DMARC record: TXT “v=DMARC1; p=none; rua=mailto:you@{domain}” at _dmarc.{domain}."
    )


def texts(name: str) -> list[str]:
    """The TXT records of a name; none if there is no such name. Raises NotKnown."""
    try:
        answer = dns.resolver.resolve(name, "TXT", lifetime=SECONDS)
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
        return []
    except (dns.exception.DNSException, OSError) as error:
        raise NotKnown from error
    return [b"".join(row.strings).decode(errors="replace") for row in answer]


def of_own_mail(asked: Asked) -> Iterator[Finding]:
    """A mail to whoever runs the site, as far as the server answers for it."""
    if not settings.ADMINS:
        yield look("ADMINS_EMAIL names nobody, so no error and no alarm is mailed: set it.")
        return
    if not settings.EMAIL_BACKEND.endswith("smtp.EmailBackend"):
        yield look("Mails go to no mail server: set EMAIL_URL.")
        return
    address = settings.ADMINS[0][1]
    if not asked.send:
        yield unknown("Whether a mail to yourself is taken: --no-mail was said.")
        return
    yield _sent(address)


def _sent(address: str) -> Finding:
    server = get_connection()
    try:
        server.open()
        line: smtplib.SMTP = server.connection
        sender = parseaddr(settings.DEFAULT_FROM_EMAIL)[1]
        for command, answer in (("sender", line.mail(sender)), ("receiver", line.rcpt(address))):
            code, said = answer
            if code >= 400:
                return look(f"The mail server refuses the {command} ({code} {_words(said)}): correct that.")
        code, said = line.data(_letter(sender, address).as_bytes())
    except smtplib.SMTPAuthenticationError as error:
        return look(
            f"The mail server lets nobody in ({error.smtp_code}): correct user and password in EMAIL_URL."
        )
    except (OSError, smtplib.SMTPException) as error:
        return look(
            f"The mail server does not answer ({type(error).__name__}): correct EMAIL_URL, or start it."
        )
    finally:
        server.close()
    if code >= 400:
        return look(f"The mail server refuses the mail ({code} {_words(said)}): ask whoever runs it.")
    return good(
        f"A mail to {address} was taken ({code} {_words(said)}): see that it arrives, and not among spam."
    )


def _words(said: bytes) -> str:
    return " ".join(said.decode(errors="replace").split())[:120]


def _letter(sender: str, address: str) -> EmailMessage:
    letter = EmailMessage()
    letter["From"], letter["To"] = sender, address
    letter["Subject"] = f"[{settings.SITE_NAME}] A mail to yourself"
    letter["Date"], letter["Message-ID"] = formatdate(), make_msgid(domain=sender.rpartition("@")[2])
    letter.set_content(
        f"“homeworlds doctor” on {settings.SITE_URL} has sent this, to see whether mails arrive.\n"
    )
    return letter
