from django.urls import path, register_converter
from django.urls.converters import StringConverter

from clubs import converters as club_converters  # noqa: F401
from games import converters  # noqa: F401  registers what the addresses are made of
from homeworlds.rules import Variant
from pages import guide_views, mail_folder, rules, views
from pages.absence import vacation
from pages.app import views as app
from pages.clubs import acts, one
from pages.clubs.ladders import club_ladder
from pages.clubs.listing import clubs
from pages.ratings import archive
from pages.ratings import listing as ratings_listing
from pages.ratings.explained import game_ratings


class VariantName(StringConverter):
    """A variant in an address."""

    regex = "|".join(Variant)

    def to_python(self, value: str) -> Variant:
        return Variant(value)


register_converter(VariantName, "variant")

app_name = "pages"
urlpatterns = [
    path("", views.home, name="home"),
    path("manifest.webmanifest", app.manifest, name="manifest"),
    path("sw.js", app.worker, name="worker"),
    path("offline/", app.offline, name="offline"),
    path("games/next/", app.next_game, name="next_game"),
    path("living/", views.living, name="living"),
    path("vacation/", vacation.vacation, name="vacation"),
    path("privacy/", views.privacy, name="privacy"),
    path("bots/", rules.bots, name="bots"),
    path("rules/", rules.rules, name="rules"),
    path("rules/<variant:variant>/", rules.rules_of, name="rules_of"),
    path("developers/mail/", mail_folder.mails, name="developers_mail"),
    path("learn/", guide_views.learn, name="learn"),
    path("learn/done/", guide_views.learn_done, name="learn_done"),
    path("learn/<int:number>/", guide_views.learn_step, name="learn_step"),
    path("learn/<int:number>/table/", guide_views.learn_fragment, name="learn_fragment"),
    path("learn/<int:number>/show/", guide_views.learn_show, name="learn_show"),
    path("learn/<int:number>/turn/", guide_views.learn_turn, name="learn_turn"),
    path("learn/<int:number>/turn/table/", guide_views.learn_turn_fragment, name="learn_turn_fragment"),
    path("learn/<int:number>/skip/", guide_views.learn_skip, name="learn_skip"),
    path("games/open/", views.open_games, name="open_games"),
    path("games/mine/", views.my_games, name="my_games"),
    path("games/<game:public_id>/rating/", game_ratings, name="game_ratings"),
    path("ratings/", ratings_listing.ratings, name="ratings"),
    path("ratings/archive/", archive.archive, name="archive"),
    path("ratings/ticks/<slug:public_id>/", ratings_listing.tick_player, name="tick"),
    path("clubs/", clubs, name="clubs"),
    path("clubs/new/", acts.club_new, name="club_new"),
    path("clubs/<club:public_id>/", one.club, name="club"),
    path("clubs/<club:public_id>/games/", one.club_games, name="club_games"),
    path("clubs/<club:public_id>/members/", one.club_members, name="club_members"),
    path("clubs/<club:public_id>/members/<slug:member>/", acts.club_member, name="club_member"),
    path("clubs/<club:public_id>/invite/", acts.club_invite, name="club_invite"),
    path("clubs/<club:public_id>/invite/<int:invitation>/", acts.club_withdraw, name="club_withdraw"),
    path("clubs/<club:public_id>/join/", acts.club_join, name="club_join"),
    path("clubs/<club:public_id>/decline/", acts.club_decline, name="club_decline"),
    path("clubs/<club:public_id>/leave/", acts.club_leave, name="club_leave"),
    path("clubs/<club:public_id>/news/", acts.club_news, name="club_news"),
    path("clubs/<club:public_id>/settings/", acts.club_settings, name="club_settings"),
    path("clubs/<club:public_id>/ladder/", club_ladder, name="club_ladder"),
    path("clubs/<club:public_id>/report/", acts.club_report, name="club_report"),
    path("clubs/<club:public_id>/close/", acts.club_close, name="club_close"),
]
