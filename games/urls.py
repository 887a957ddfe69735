from django.urls import path, register_converter
from django.urls.converters import StringConverter

from games.models import MarkKind
from games.views import (
    agreement,
    invitations,
    lines,
    lobby,
    notes,
    pasting,
    pictures,
    replay,
    sandbox,
    table,
    talk,
    tidying,
)


class PublicId(StringConverter):
    """The id of a game in an address; nothing else under /games/ looks like one."""

    regex = "[2-9a-hjkmnp-z]{8}"


class Token(StringConverter):
    """The unguessable part of a link that keeps a seat."""

    regex = "[A-Za-z0-9_-]{16,43}"


class Hindsight(StringConverter):
    """What a mark can speak of."""

    regex = f"{MarkKind.MISSED}|{MarkKind.WALKED_INTO}"


register_converter(PublicId, "game")
register_converter(Token, "token")
register_converter(Hindsight, "hindsight")

app_name = "games"
urlpatterns = [
    path("new/", lobby.new, name="new"),
    path("new/form/", lobby.new_form, name="new_form"),
    path("new/terms/", lobby.new_terms, name="new_terms"),
    path("join/<token:token>/", invitations.invitation, name="invitation"),
    path("join/<token:token>/decline/", invitations.decline, name="decline"),
    path("sandbox/", pasting.paste, name="paste"),
    path("sandbox/table/", pasting.pasted, name="pasted"),
    path("sandbox/table/show/", pasting.pasted_show, name="pasted_show"),
    path("sandbox/table/end/", pasting.pasted_end, name="pasted_end"),
    path("sandbox/table/keep/", lines.pasted_keep, name="pasted_keep"),
    path("lines/<int:line>/rename/", lines.line_rename, name="line_rename"),
    path("lines/<int:line>/delete/", lines.line_delete, name="line_delete"),
    path("lines/<int:line>/share/", lines.line_share, name="line_share"),
    path("lines/<int:line>/withdraw/", lines.line_withdraw, name="line_withdraw"),
    path("play-a-bot/", lobby.play_bot, name="play_bot"),
    path("<game:public_id>/join/", lobby.join, name="join"),
    path("<game:public_id>/leave/", lobby.leave, name="leave"),
    path("<game:public_id>/cancel/", lobby.cancel, name="cancel"),
    path("<game:public_id>/terms/", invitations.terms, name="terms"),
    path("<game:public_id>/agree/", invitations.agree, name="agree"),
    path("<game:public_id>/seats/<int:place>/invite/", invitations.invite_to_seat, name="invite"),
    path("<game:public_id>/seats/<int:place>/remove/", invitations.remove, name="remove"),
    path("<game:public_id>/seats/<int:place>/withdraw/", invitations.withdraw, name="withdraw"),
    path("<game:public_id>/", table.table, name="table"),
    path("<game:public_id>/table/", table.table_fragment, name="table_fragment"),
    path("<game:public_id>/turns/<int:number>/", replay.position, name="position"),
    path("<game:public_id>/turns/<int:number>/table/", replay.position_fragment, name="position_fragment"),
    path("<game:public_id>/turns/<int:number>/<int:step>/", replay.position, name="step"),
    path(
        "<game:public_id>/turns/<int:number>/<int:step>/table/",
        replay.position_fragment,
        name="step_fragment",
    ),
    path(
        "<game:public_id>/turns/<int:number>/<hindsight:kind>/<int:step>/",
        replay.variation,
        name="variation",
    ),
    path(
        "<game:public_id>/turns/<int:number>/<hindsight:kind>/<int:step>/table/",
        replay.variation_fragment,
        name="variation_fragment",
    ),
    path("<game:public_id>/turns/<int:number>.svg", pictures.picture_svg, name="picture_svg"),
    path("<game:public_id>/turns/<int:number>.png", pictures.picture_png, name="picture_png"),
    path("<game:public_id>/thumbnail.svg", pictures.thumbnail, name="thumbnail"),
    path("<game:public_id>/turns/<int:number>/try/", sandbox.sandbox, name="sandbox"),
    path("<game:public_id>/turns/<int:number>/try/show/", sandbox.sandbox_show, name="sandbox_show"),
    path("<game:public_id>/turns/<int:number>/try/end/", sandbox.sandbox_end, name="sandbox_end"),
    path("<game:public_id>/turns/<int:number>/try/keep/", lines.sandbox_keep, name="sandbox_keep"),
    path("<game:public_id>/record.txt", replay.record_text, name="record_text"),
    path("<game:public_id>/record.json", replay.record_json, name="record_json"),
    path("<game:public_id>/news/", table.news, name="news"),
    path("<game:public_id>/show/", table.show, name="show"),
    path("<game:public_id>/turn/", table.turn, name="turn"),
    path("<game:public_id>/table/turn/", table.turn_fragment, name="turn_fragment"),
    path("<game:public_id>/take-back/", table.take_turn_back, name="take_back"),
    path("<game:public_id>/table/take-back/", table.take_turn_back_fragment, name="take_back_fragment"),
    path("<game:public_id>/tidy/", tidying.tidy, name="tidy"),
    path("<game:public_id>/resign/", table.resign_game, name="resign"),
    path("<game:public_id>/draw/", agreement.draw, name="draw"),
    path("<game:public_id>/draw/agree/", agreement.agree, name="draw_agree"),
    path("<game:public_id>/draw/withdraw/", agreement.withdraw, name="draw_withdraw"),
    path("<game:public_id>/draw/claim/", agreement.claim, name="draw_claim"),
    path("<game:public_id>/rematch/", agreement.rematch, name="rematch"),
    path("<game:public_id>/note/", notes.note, name="note"),
    path("<game:public_id>/table/note/", notes.note_fragment, name="note_fragment"),
    path("<game:public_id>/talk/", talk.talk, name="talk"),
    path("<game:public_id>/talk/said/", talk.said, name="talk_said"),
    path("<game:public_id>/talk/say/", talk.say_something, name="say"),
    path("<game:public_id>/table/say/", talk.say_fragment, name="say_fragment"),
    path("<game:public_id>/talk/<int:number>/report/", talk.report, name="report"),
]
