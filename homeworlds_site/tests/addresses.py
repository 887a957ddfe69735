"""All addresses of the site, by name. One of the URL configuration that is not here fails the tests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from django.urls import URLPattern, URLResolver, get_resolver, reverse

GAME: Final = ("game",)
ENTRY: Final = ("game", "number")
STEP: Final = ("game", "entry", "step")
VARIATION: Final = ("game", "entry", "mark", "step")
TOKEN: Final = ("token",)
CLUB: Final = ("club",)
LINE: Final = ("line",)
ADMIN_MODELS: Final = {
    "admin:accounts_player": "player",
    "admin:clubs_club": "club_pk",
    "admin:games_game": "game_pk",
    "admin:games_logentry": "entry_pk",
    "admin:games_report": "report_pk",
    "admin:notices_notice": "notice_pk",
    "admin:notices_accountmail": "account_mail_pk",
    "admin:ratings_exclusion": "exclusion_pk",
    "admin:ratings_playerrating": "rating_pk",
    "admin:upkeep_fault": "fault_pk",
    "admin:upkeep_staffact": "act_pk",
    "admin:upkeep_tally": "tally_pk",
}

ADDRESSES: Final[Mapping[str, tuple[str, ...]]] = {
    "robots": (),
    "favicon": (),
    "account_keep": (),
    "account_preferences": (),
    "account_rename": (),
    "account_acts": (),
    "account_data": (),
    "account_delete": (),
    "account_sessions": (),
    "account_address_undo": ("undo_token",),
    "account_language": (),
    "account_quiets": (),
    "account_quiet": ("person",),
    "mail_off": ("off_token",),
    "account_signup": (),
    "account_email": (),
    "account_change_password": (),
    "account_set_password": (),
    "account_login": (),
    "account_logout": (),
    "account_inactive": (),
    "account_reauthenticate": (),
    "account_email_verification_sent": (),
    "account_reset_password": (),
    "account_confirm_login_code": (),
    "account_confirm_password_reset_code": (),
    "account_complete_password_reset": (),
    "account_password_reset_completed": (),
    "mfa_index": (),
    "mfa_authenticate": (),
    "mfa_reauthenticate": (),
    "mfa_activate_totp": (),
    "mfa_deactivate_totp": (),
    "mfa_view_recovery_codes": (),
    "mfa_generate_recovery_codes": (),
    "mfa_download_recovery_codes": (),
    "games:new": (),
    "games:new_form": (),
    "games:new_terms": (),
    "games:invitation": TOKEN,
    "games:decline": TOKEN,
    "games:mute": ("mute_token",),
    "games:mails": GAME,
    "study:paste": (),
    "study:pasted": (),
    "study:pasted_show": (),
    "study:pasted_end": (),
    "study:pasted_keep": (),
    "study:line_rename": LINE,
    "study:line_delete": LINE,
    "study:line_share": LINE,
    "study:line_withdraw": LINE,
    "games:play_bot": (),
    "games:join": GAME,
    "games:leave": GAME,
    "games:cancel": GAME,
    "games:terms": GAME,
    "games:agree": GAME,
    "games:invite": ("game", "place"),
    "games:remove": ("game", "taken_place"),
    "games:withdraw": ("game", "kept_place"),
    "games:table": GAME,
    "games:table_fragment": GAME,
    "games:position": ENTRY,
    "games:position_fragment": ENTRY,
    "games:step": STEP,
    "games:step_fragment": STEP,
    "games:variation": VARIATION,
    "games:variation_fragment": VARIATION,
    "games:picture_svg": ENTRY,
    "games:picture_png": ENTRY,
    "games:drawn": GAME,
    "games:tide": GAME,
    "games:thumbnail": GAME,
    "study:sandbox": ENTRY,
    "study:sandbox_show": ENTRY,
    "study:sandbox_end": ENTRY,
    "study:sandbox_keep": ENTRY,
    "records:record_text": GAME,
    "records:record_json": GAME,
    "games:news": GAME,
    "games:show": GAME,
    "games:turn": GAME,
    "games:turn_fragment": GAME,
    "games:about": GAME,
    "games:about_fragment": GAME,
    "games:tidy": GAME,
    "games:back": GAME,
    "games:take": ("game", "number"),
    "games:take_back": GAME,
    "games:take_back_fragment": GAME,
    "games:resign": GAME,
    "games:draw": GAME,
    "games:draw_agree": GAME,
    "games:draw_withdraw": GAME,
    "games:draw_claim": GAME,
    "games:clocks_agree": GAME,
    "games:clocks_against": GAME,
    "games:give_time": GAME,
    "games:rematch": GAME,
    "games:note": GAME,
    "games:note_fragment": GAME,
    "games:talk": GAME,
    "games:talk_said": GAME,
    "games:say": GAME,
    "games:say_fragment": GAME,
    "games:report": ("game", "message"),
    "ladders:ladders": (),
    "ladders:ladder": ("ladder",),
    "ladders:events": ("ladder",),
    "ladders:join": ("ladder",),
    "ladders:leave": ("ladder",),
    "ladders:back": ("ladder",),
    "ladders:challenge": ("ladder", "rival"),
    "ladders:stairs": (),
    "ladders:stairs_season": ("season",),
    "ladders:stairs_ask": (),
    "ladders:stairs_withdraw": (),
    "ladders:stairs_leave": (),
    "profile": ("name",),
    "player_ratings": ("name",),
    "pages:home": (),
    "pages:open_games": (),
    "pages:my_games": (),
    "pages:ratings": (),
    "pages:archive": (),
    "pages:tick": ("person",),
    "pages:game_ratings": GAME,
    "pages:clubs": (),
    "pages:club_new": (),
    "pages:club": CLUB,
    "pages:club_games": CLUB,
    "pages:club_members": CLUB,
    "pages:club_member": ("club", "person"),
    "pages:club_invite": CLUB,
    "pages:club_withdraw": ("club", "club_invitation"),
    "pages:club_join": CLUB,
    "pages:club_decline": CLUB,
    "pages:club_leave": CLUB,
    "pages:club_news": CLUB,
    "pages:club_settings": CLUB,
    "pages:club_close": CLUB,
    "pages:club_ladder": CLUB,
    "pages:privacy": (),
    "pages:vacation": (),
    "pages:rules": (),
    "pages:rules_of": ("variant",),
    "pages:living": (),
    "pages:developers_mail": (),
    "pages:learn": (),
    "pages:learn_done": (),
    "pages:learn_step": ("lesson",),
    "pages:learn_fragment": ("lesson",),
    "pages:learn_show": ("lesson",),
    "pages:learn_turn": ("lesson",),
    "pages:learn_turn_fragment": ("lesson",),
    "pages:learn_skip": ("lesson",),
    "admin:index": (),
    "admin:health": (),
    "admin:rating_facts": (),
    "admin:login": (),
    "admin:logout": (),
    "admin:password_change": (),
    "admin:password_change_done": (),
    "admin:autocomplete": (),
    "admin:jsi18n": (),
    "admin:view_on_site": ("content_type", "player"),
    "admin:accounts_player_act": ("player", "act"),
    "admin:clubs_club_act": ("club_pk", "club_act"),
    "admin:games_report_act": ("report_pk", "report_act"),
    "admin:games_game_act": ("game_pk", "game_act"),
    "admin:ratings_exclusion_act": ("exclusion_pk", "exclusion_act"),
    "admin:ratings_playerrating_act": ("rating_pk", "rating_act"),
    "admin:app_list": ("app",),
    **{f"{model}_{view}": () for model in ADMIN_MODELS for view in ("changelist", "add")},
    **{
        f"{model}_{view}": (key,)
        for model, key in ADMIN_MODELS.items()
        for view in ("change", "history", "delete")
    },
}
"""The keys of the arguments that an address needs."""

NAMELESS: Final = {"admin:<path:object_id>/", "admin:(?P<url>.*)$"}
"""The admin's own: the first redirects to `change`, the second to the address with a slash, or 404."""


def names_in_use() -> set[str]:
    return set(_names(get_resolver()))


def _names(resolver: URLResolver, namespace: str = "") -> Iterator[str]:
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLPattern):
            yield namespace + (pattern.name or str(pattern.pattern))
        else:
            inner = f"{namespace}{pattern.namespace}:" if pattern.namespace else namespace
            yield from _names(pattern, inner)


def address(name: str, arguments: Mapping[str, object]) -> str:
    return reverse(name, args=[arguments[key] for key in ADDRESSES[name]])
