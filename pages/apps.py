from django.apps import AppConfig


class PagesConfig(AppConfig):
    name = "pages"

    def ready(self) -> None:
        from notices.feeds.registry import register_feed
        from pages.clubs.feed import feed_of

        register_feed("club", feed_of)
