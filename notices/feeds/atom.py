"""Feeds as Atom has them, by Django's syndication."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.syndication.views import Feed
from django.http import HttpRequest, HttpResponse
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import format_html_join

from notices.feeds.registry import Content, Item


class _Steady(Atom1Feed):
    """The same bytes as long as nothing has happened, also while it is empty."""

    def latest_post_date(self) -> datetime:
        dates = [item["updateddate"] for item in self.items]
        latest: datetime = max(dates, default=self.feed["since"])
        return latest


class _Atom(Feed):  # type: ignore[type-arg]
    feed_type = _Steady

    def __init__(self, content: Content) -> None:
        self.content = content

    def get_object(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Content:
        return self.content

    def title(self, content: Content) -> str:
        return content.title

    def link(self, content: Content) -> str:
        return content.link

    def feed_guid(self, content: Content) -> str:
        return content.link

    def feed_extra_kwargs(self, content: Content) -> dict[str, Any]:
        return {"since": content.since}

    def items(self, content: Content) -> list[Item]:
        return list(content.items)

    def item_title(self, item: Item) -> str:
        return item.title

    def item_description(self, item: Item) -> str:
        """As HTML: so Django's Atom says of it."""
        return format_html_join("", "<p>{}</p>", [(each,) for each in item.words])

    def item_link(self, item: Item) -> str:
        return item.link

    def item_guid(self, item: Item) -> str:
        return f"tag:{urlsplit(settings.SITE_URL).hostname},2026:{item.name}"

    def item_pubdate(self, item: Item) -> datetime:
        return item.at

    def item_updateddate(self, item: Item) -> datetime:
        return item.at


def drawn(request: HttpRequest, content: Content) -> HttpResponse:
    return _Atom(content)(request)
