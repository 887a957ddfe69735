from django.urls import path, register_converter

from games.views import lobby, table


class PublicId:
    """The id of a game in an address; nothing else under /games/ looks like one."""

    regex = "[2-9a-hjkmnp-z]{8}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(PublicId, "game")

app_name = "games"
urlpatterns = [
    path("new/", lobby.new, name="new"),
    path("new/form/", lobby.new_form, name="new_form"),
    path("play-a-bot/", lobby.play_bot, name="play_bot"),
    path("<game:public_id>/join/", lobby.join, name="join"),
    path("<game:public_id>/leave/", lobby.leave, name="leave"),
    path("<game:public_id>/cancel/", lobby.cancel, name="cancel"),
    path("<game:public_id>/", table.table, name="table"),
    path("<game:public_id>/table/", table.table_fragment, name="table_fragment"),
    path("<game:public_id>/turns/<int:number>/", table.position, name="position"),
    path("<game:public_id>/news/", table.news, name="news"),
    path("<game:public_id>/show/", table.show, name="show"),
    path("<game:public_id>/turn/", table.turn, name="turn"),
    path("<game:public_id>/table/turn/", table.turn_fragment, name="turn_fragment"),
    path("<game:public_id>/resign/", table.resign_game, name="resign"),
]
