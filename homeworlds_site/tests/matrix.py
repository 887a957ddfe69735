"""What each role gets: anonymous, guest, stranger, player, creator, staff, superuser."""

from typing import Final

ALIKE: Final = """
favicon                                     302 302 302 302 302 302 302
account_keep                                302 200 302 302 302 302 302
account_rename                              302 302 200 200 200 200 200
mail_off                                    200 200 200 200 200 200 200
notices:digest_off                          200 200 200 200 200 200 200
games:mute                                  200 200 200 200 200 200 200
account_address_undo                        200 200 200 200 200 200 200
account_signup                              200 302 302 302 302 302 302
account_change_password                     302 302 200 200 200 200 200
account_set_password                        302 302 302 302 302 302 302
account_login                               200 302 302 302 302 302 302
account_reauthenticate                      302 302 200 200 200 200 200
account_email_verification_sent             302 302 302 302 302 302 302
account_reset_password                      200 200 200 200 200 200 200
account_confirm_login_code                  302 302 302 302 302 302 302
account_confirm_password_reset_code         302 302 302 302 302 302 302
account_complete_password_reset             302 302 302 302 302 302 302
mfa_authenticate                            302 302 302 302 302 302 302
mfa_reauthenticate                          302 302 302 302 302 200 200
mfa_activate_totp                           302 302 302 302 302 302 302
mfa_deactivate_totp                         302 302 404 404 404 302 302
mfa_generate_recovery_codes                 302 302 302 302 302 302 302
mfa_download_recovery_codes                 302 302 404 404 404 404 404
mfa_add_webauthn                            302 302 302 302 302 302 302
mfa_reauthenticate_webauthn                 302 302 302 302 302 302 302
mfa_login_webauthn                          302 302 302 302 302 302 302
mfa_remove_webauthn                         302 302 302 302 302 302 302
mfa_edit_webauthn                           302 302 302 302 302 302 302
admin:index                                 302 302 302 302 302 200 200
admin:health                                302 302 302 302 302 200 200
admin:rating_facts                          302 302 302 302 302 200 200
admin:login                                 302 403 403 403 403 302 302
admin:password_change                       302 302 302 302 302 302 302
admin:view_on_site                          302 302 302 302 302 302 302
admin:app_list                              302 302 302 302 302 200 200
admin:accounts_player_changelist            302 302 302 302 302 200 200
admin:accounts_player_add                   302 302 302 302 302 403 403
admin:clubs_club_add                        302 302 302 302 302 403 403
admin:clubs_club_changelist                 302 302 302 302 302 200 200
admin:clubs_club_history                    302 302 302 302 302 200 200
admin:clubs_club_delete                     302 302 302 302 302 403 403
admin:clubs_clubreport_add                  302 302 302 302 302 403 403
admin:clubs_clubreport_changelist           302 302 302 302 302 200 200
admin:clubs_clubreport_history              302 302 302 302 302 200 200
admin:clubs_clubreport_delete               302 302 302 302 302 403 403
admin:games_game_changelist                 302 302 302 302 302 200 200
admin:games_game_add                        302 302 302 302 302 403 403
admin:games_logentry_changelist             302 302 302 302 302 200 200
admin:games_logentry_add                    302 302 302 302 302 403 403
admin:games_report_changelist               302 302 302 302 302 200 200
admin:games_report_add                      302 302 302 302 302 403 403
admin:notices_accountmail_changelist        302 302 302 302 302 200 200
admin:notices_notice_changelist             302 302 302 302 302 200 200
admin:ratings_exclusion_changelist          302 302 302 302 302 200 200
admin:ratings_playerrating_changelist       302 302 302 302 302 200 200
admin:upkeep_fault_changelist               302 302 302 302 302 200 200
admin:upkeep_staffact_changelist            302 302 302 302 302 200 200
admin:upkeep_staffrequest_changelist        302 302 302 302 302 200 200
admin:notices_accountmail_add               302 302 302 302 302 403 403
admin:notices_notice_add                    302 302 302 302 302 403 403
admin:ratings_exclusion_add                 302 302 302 302 302 403 403
admin:ratings_playerrating_add              302 302 302 302 302 403 403
admin:upkeep_fault_add                      302 302 302 302 302 403 403
admin:upkeep_staffact_add                   302 302 302 302 302 403 403
admin:upkeep_staffrequest_add               302 302 302 302 302 403 403
admin:upkeep_tally_changelist               302 302 302 302 302 200 200
admin:upkeep_tally_add                      302 302 302 302 302 403 403
admin:accounts_player_history               302 302 302 302 302 200 200
admin:accounts_player_delete                302 302 302 302 302 403 403
admin:games_game_history                    302 302 302 302 302 200 200
admin:games_game_delete                     302 302 302 302 302 403 403
admin:games_logentry_history                302 302 302 302 302 200 200
admin:games_logentry_delete                 302 302 302 302 302 403 403
admin:games_report_history                  302 302 302 302 302 200 200
admin:games_report_delete                   302 302 302 302 302 403 403
admin:notices_accountmail_history           302 302 302 302 302 200 200
admin:notices_notice_history                302 302 302 302 302 200 200
admin:ratings_exclusion_history             302 302 302 302 302 200 200
admin:ratings_playerrating_history          302 302 302 302 302 200 200
admin:upkeep_fault_history                  302 302 302 302 302 200 200
admin:upkeep_staffact_history               302 302 302 302 302 200 200
admin:upkeep_staffrequest_history           302 302 302 302 302 200 200
admin:notices_accountmail_delete            302 302 302 302 302 403 403
admin:notices_notice_delete                 302 302 302 302 302 403 403
admin:ratings_exclusion_delete              302 302 302 302 302 403 403
admin:ratings_playerrating_delete           302 302 302 302 302 403 403
admin:upkeep_fault_delete                   302 302 302 302 302 403 403
admin:upkeep_staffact_delete                302 302 302 302 302 403 403
admin:upkeep_staffrequest_delete            302 302 302 302 302 403 403
admin:upkeep_tally_history                  302 302 302 302 302 200 200
admin:upkeep_tally_delete                   302 302 302 302 302 403 403
"""
"""Whatever the method."""

GET: Final = f"""{ALIKE}
pages:manifest                              200 200 200 200 200 200 200
pages:worker                                200 200 200 200 200 200 200
pages:offline                               200 200 200 200 200 200 200
pages:next_game                             302 302 302 302 302 302 302
notices:push                                302 200 200 200 200 200 200
notices:push_key                            200 200 200 200 200 200 200
notices:push_subscribe                      405 405 405 405 405 405 405
notices:push_renew                          405 405 405 405 405 405 405
notices:push_asked                          405 405 405 405 405 405 405
notices:push_words                          405 405 405 405 405 405 405
notices:push_iphone                         302 200 200 200 200 200 200
notices:push_arrived                        405 405 405 405 405 405 405
notices:push_pressed                        405 405 405 405 405 405 405
notices:push_shown                          405 405 405 405 405 405 405
notices:push_device                         405 405 405 405 405 405 405
notices:push_test                           302 404 404 404 200 404 404
account_data                                302 200 200 200 200 200 200
pages:club_members seen                     200 200 200 200 200 200 200
pages:club_members hidden                   404 404 404 200 200 200 404
pages:club_games seen                       200 200 200 200 200 200 200
pages:club_games hidden                     404 404 404 200 200 200 404
pages:club_decline seen                     405 405 405 405 405 405 405
pages:club_decline hidden                   405 405 405 405 405 405 405
pages:club_settings seen                    302 302 403 403 200 403 403
pages:club_ladder seen                      302 302 403 403 200 403 403
pages:club_settings hidden                  302 302 404 403 200 403 404
pages:club_ladder hidden                    302 302 404 403 200 403 404
pages:club_leave seen                       302 302 403 200 200 403 403
pages:club_leave hidden                     302 302 404 200 200 403 404
pages:club_close seen                       302 302 403 403 200 403 403
pages:club_close hidden                     302 302 404 403 200 403 404
pages:club_report seen                      302 302 200 200 403 200 200
pages:club_report hidden                    302 302 404 200 403 200 404
pages:club seen                             200 200 200 200 200 200 200
pages:club hidden                           404 404 404 200 200 200 404
pages:club_news seen                        405 405 405 405 405 405 405
pages:club_news hidden                      405 405 405 405 405 405 405
pages:club_member seen                      302 302 403 403 200 403 403
pages:club_member hidden                    302 302 404 403 200 403 404
pages:clubs                                 200 200 200 200 200 200 200
pages:club_new                              302 302 200 200 200 200 200
admin:clubs_club_change                     302 302 302 302 302 200 200
admin:clubs_club_act                        302 302 302 302 302 200 200
admin:clubs_clubreport_change               302 302 302 302 302 200 200
admin:clubs_clubreport_act                  302 302 302 302 302 200 200
pages:club_join seen                        405 405 405 405 405 405 405
pages:club_join hidden                      405 405 405 405 405 405 405
pages:club_invite seen                      405 405 405 405 405 405 405
pages:club_invite hidden                    405 405 405 405 405 405 405
pages:club_withdraw seen                    405 405 405 405 405 405 405
pages:club_withdraw hidden                  405 405 405 405 405 405 405
robots                                      200 200 200 200 200 200 200
account_acts                                302 200 200 200 200 200 200
pages:privacy                               200 200 200 200 200 200 200
pages:ratings                               200 200 200 200 200 200 200
pages:archive                               200 200 200 200 200 200 200
pages:tick                                  405 405 405 405 405 405 405
pages:game_ratings open                     404 404 404 404 404 404 404
pages:game_ratings running                  404 404 404 404 404 404 404
pages:game_ratings finished                 200 200 200 200 200 200 200
pages:vacation                              302 302 200 200 200 200 200
account_sessions                            302 302 200 200 200 200 200
account_preferences                         302 200 200 200 200 200 200
notices:switches                            302 200 200 200 200 200 200
notices:elsewhere                           302 302 200 200 200 200 200
notices:elsewhere_about                     302 302 404 404 200 404 404
notices:hook_new                            302 302 200 200 200 200 200
notices:hook_new_about                      302 302 404 404 200 404 404
notices:hook                                302 302 404 404 200 404 404
notices:hook_told                           302 302 404 404 200 404 404
notices:hook_try                            302 302 405 405 405 405 405
notices:hook_again                          302 302 405 405 405 405 405
notices:hook_remove                         302 302 405 405 405 405 405
notices:new_links                           302 302 405 405 405 405 405
notices:calendar                            200 200 200 200 200 200 200
notices:own_feed                            200 200 200 200 200 200 200
notices:feed_by_link                        200 200 200 200 200 200 200
notices:feed                                200 200 200 200 200 200 200
account_delete                              302 302 200 200 200 403 403
account_language                            405 405 405 405 405 405 405
account_quiets                              302 302 200 200 200 200 200
account_quiet                               302 302 200 200 409 200 200
account_email                               302 302 200 200 200 200 200
account_logout                              302 200 200 200 200 200 200
account_inactive                            200 200 200 200 200 200 200
account_password_reset_completed            200 200 200 200 200 200 200
mfa_index                                   302 302 200 200 200 200 200
mfa_list_webauthn                           302 302 200 200 200 200 200
mfa_view_recovery_codes                     302 302 404 404 404 404 404
games:new                                   302 200 200 200 200 200 200
games:new_form                              302 200 200 200 200 200 200
games:new_terms                             302 200 200 200 200 200 200
games:invitation link                       200 200 200 200 303 200 200
games:invitation named                      302 404 404 200 404 404 404
games:decline link                          405 405 405 405 405 405 405
games:decline named                         405 405 405 405 405 405 405
study:paste                                 200 200 200 200 200 200 200
study:pasted                                422 422 422 422 422 422 422
study:pasted_show                           405 405 405 405 405 405 405
study:pasted_end                            405 405 405 405 405 405 405
study:pasted_keep                           405 405 405 405 405 405 405
study:line_rename                           405 405 405 405 405 405 405
study:line_delete                           405 405 405 405 405 405 405
study:line_share                            405 405 405 405 405 405 405
study:line_withdraw                         405 405 405 405 405 405 405
games:play_bot                              405 405 405 405 405 405 405
games:play_friend                           405 405 405 405 405 405 405
games:mails open                            405 405 405 405 405 405 405
games:mails running                         405 405 405 405 405 405 405
games:mails finished                        405 405 405 405 405 405 405
games:join open                             405 405 405 405 405 405 405
games:join running                          405 405 405 405 405 405 405
games:join finished                         405 405 405 405 405 405 405
games:leave open                            405 405 405 405 405 405 405
games:leave running                         405 405 405 405 405 405 405
games:leave finished                        405 405 405 405 405 405 405
games:cancel open                           405 405 405 405 405 405 405
games:cancel running                        405 405 405 405 405 405 405
games:cancel finished                       405 405 405 405 405 405 405
games:terms open                            302 403 403 403 200 403 403
games:terms running                         302 403 403 403 409 403 403
games:terms finished                        302 403 403 403 409 403 403
games:agree open                            405 405 405 405 405 405 405
games:agree running                         405 405 405 405 405 405 405
games:agree finished                        405 405 405 405 405 405 405
games:invite open                           405 405 405 405 405 405 405
games:invite running                        405 405 405 405 405 405 405
games:invite finished                       405 405 405 405 405 405 405
games:seat_bot open                         405 405 405 405 405 405 405
games:seat_bot running                      405 405 405 405 405 405 405
games:seat_bot finished                     405 405 405 405 405 405 405
games:remove open                           405 405 405 405 405 405 405
games:remove running                        405 405 405 405 405 405 405
games:remove finished                       405 405 405 405 405 405 405
games:withdraw open                         405 405 405 405 405 405 405
games:withdraw running                      405 405 405 405 405 405 405
games:withdraw finished                     405 405 405 405 405 405 405
games:table open                            200 200 200 200 200 200 200
games:table running                         200 200 200 200 200 200 200
games:table finished                        200 200 200 200 200 200 200
games:table_fragment open                   200 200 200 200 200 200 200
games:table_fragment running                200 200 200 200 200 200 200
games:table_fragment finished               200 200 200 200 200 200 200
games:position open                         200 200 200 200 200 200 200
games:position running                      200 200 200 200 200 200 200
games:position finished                     200 200 200 200 200 200 200
games:position_fragment open                200 200 200 200 200 200 200
games:position_fragment running             200 200 200 200 200 200 200
games:position_fragment finished            200 200 200 200 200 200 200
games:step open                             404 404 404 404 404 404 404
games:step running                          404 404 404 404 404 404 404
games:step finished                         200 200 200 200 200 200 200
games:step_fragment open                    404 404 404 404 404 404 404
games:step_fragment running                 404 404 404 404 404 404 404
games:step_fragment finished                200 200 200 200 200 200 200
games:variation open                        404 404 404 404 404 404 404
games:variation running                     404 404 404 404 404 404 404
games:variation finished                    200 200 200 200 200 200 200
games:variation_fragment open               404 404 404 404 404 404 404
games:variation_fragment running            404 404 404 404 404 404 404
games:variation_fragment finished           200 200 200 200 200 200 200
games:words open                            404 404 404 404 404 404 404
games:words running                         200 200 200 200 200 200 200
games:words finished                        200 200 200 200 200 200 200
games:words_fragment open                   404 404 404 404 404 404 404
games:words_fragment running                200 200 200 200 200 200 200
games:words_fragment finished               200 200 200 200 200 200 200
games:picture_svg open                      200 200 200 200 200 200 200
games:picture_svg running                   200 200 200 200 200 200 200
games:picture_svg finished                  200 200 200 200 200 200 200
games:picture_png open                      200 200 200 200 200 200 200
games:picture_png running                   200 200 200 200 200 200 200
games:picture_png finished                  200 200 200 200 200 200 200
games:tide open                             404 404 404 404 404 404 404
games:tide running                          200 200 200 200 200 200 200
games:tide finished                         200 200 200 200 200 200 200
games:analysis open                          403 403 403 403 403 403 403
games:analysis running                       403 403 403 403 403 403 403
games:analysis finished                      200 200 200 200 200 200 200
games:analysis_ask open                      405 405 405 405 405 405 405
games:analysis_ask running                   405 405 405 405 405 405 405
games:analysis_ask finished                  405 405 405 405 405 405 405
games:drawn open                            404 404 404 404 404 404 404
games:drawn running                         200 200 200 200 200 200 200
games:drawn finished                        200 200 200 200 200 200 200
games:thumbnail open                        200 200 200 200 200 200 200
games:thumbnail running                     200 200 200 200 200 200 200
games:thumbnail finished                    200 200 200 200 200 200 200
study:sandbox open                          404 404 404 404 404 404 404
study:sandbox running                       200 200 200 200 200 200 200
study:sandbox finished                      200 200 200 200 200 200 200
study:sandbox_show open                     405 405 405 405 405 405 405
study:sandbox_show running                  405 405 405 405 405 405 405
study:sandbox_show finished                 405 405 405 405 405 405 405
study:sandbox_end open                      405 405 405 405 405 405 405
study:sandbox_end running                   405 405 405 405 405 405 405
study:sandbox_end finished                  405 405 405 405 405 405 405
study:sandbox_keep open                     405 405 405 405 405 405 405
study:sandbox_keep running                  405 405 405 405 405 405 405
study:sandbox_keep finished                 405 405 405 405 405 405 405
records:record_text open                    404 404 404 404 404 404 404
records:record_text running                 200 200 200 200 200 200 200
records:record_text finished                200 200 200 200 200 200 200
records:record_json open                    404 404 404 404 404 404 404
records:record_json running                 200 200 200 200 200 200 200
records:record_json finished                200 200 200 200 200 200 200
games:news open                             200 200 200 200 200 200 200
games:news running                          200 200 200 200 200 200 200
games:news finished                         200 200 200 200 200 200 200
games:show open                             405 405 405 405 405 405 405
games:show running                          405 405 405 405 405 405 405
games:show finished                         405 405 405 405 405 405 405
games:turn open                             405 405 405 405 405 405 405
games:turn running                          405 405 405 405 405 405 405
games:turn finished                         405 405 405 405 405 405 405
games:turn_fragment open                    405 405 405 405 405 405 405
games:turn_fragment running                 405 405 405 405 405 405 405
games:turn_fragment finished                405 405 405 405 405 405 405
games:deal open                              200 200 200 200 200 200 200
games:deal running                           200 200 200 200 200 200 200
games:deal finished                          200 200 200 200 200 200 200
games:deal_file open                         404 404 404 404 404 404 404
games:deal_file running                      404 404 404 404 404 404 404
games:deal_file finished                     404 404 404 404 404 404 404
games:about open                            200 200 200 200 200 200 200
games:about running                         200 200 200 200 200 200 200
games:about finished                        200 200 200 200 200 200 200
games:about_fragment open                   200 200 200 200 200 200 200
games:about_fragment running                200 200 200 200 200 200 200
games:about_fragment finished               200 200 200 200 200 200 200
games:clock open                            404 404 404 404 404 404 404
games:clock running                         404 404 404 404 404 404 404
games:clock finished                        404 404 404 404 404 404 404
games:clock_fragment open                   404 404 404 404 404 404 404
games:clock_fragment running                404 404 404 404 404 404 404
games:clock_fragment finished               404 404 404 404 404 404 404
games:tidy open                             405 405 405 405 405 405 405
games:tidy running                          405 405 405 405 405 405 405
games:tidy finished                         405 405 405 405 405 405 405
games:back open                             405 405 405 405 405 405 405
games:back running                          405 405 405 405 405 405 405
games:back finished                         405 405 405 405 405 405 405
games:take open                             405 405 405 405 405 405 405
games:take running                          405 405 405 405 405 405 405
games:take finished                         405 405 405 405 405 405 405
games:take_back open                        405 405 405 405 405 405 405
games:take_back running                     405 405 405 405 405 405 405
games:take_back finished                    405 405 405 405 405 405 405
games:take_back_fragment open               405 405 405 405 405 405 405
games:take_back_fragment running            405 405 405 405 405 405 405
games:take_back_fragment finished           405 405 405 405 405 405 405
games:resign open                           302 403 403 409 409 403 403
games:resign running                        302 403 403 200 200 403 403
games:resign finished                       302 403 403 409 409 403 403
games:draw open                             204 204 204 204 204 204 204
games:draw running                          204 204 204 200 200 204 204
games:draw finished                         204 204 204 204 204 204 204
games:draw_agree open                       405 405 405 405 405 405 405
games:draw_agree running                    405 405 405 405 405 405 405
games:draw_agree finished                   405 405 405 405 405 405 405
games:draw_withdraw open                    405 405 405 405 405 405 405
games:draw_withdraw running                 405 405 405 405 405 405 405
games:draw_withdraw finished                405 405 405 405 405 405 405
games:draw_claim open                       405 405 405 405 405 405 405
games:draw_claim running                    405 405 405 405 405 405 405
games:draw_claim finished                   405 405 405 405 405 405 405
games:clocks_agree open                     405 405 405 405 405 405 405
games:clocks_agree running                  405 405 405 405 405 405 405
games:clocks_agree finished                 405 405 405 405 405 405 405
games:clocks_against open                   405 405 405 405 405 405 405
games:clocks_against running                405 405 405 405 405 405 405
games:clocks_against finished               405 405 405 405 405 405 405
games:give_time open                        405 405 405 405 405 405 405
games:give_time running                     405 405 405 405 405 405 405
games:give_time finished                    405 405 405 405 405 405 405
games:play_on open                          405 405 405 405 405 405 405
games:play_on running                       405 405 405 405 405 405 405
games:play_on finished                      405 405 405 405 405 405 405
games:rematch open                          405 405 405 405 405 405 405
games:rematch running                       405 405 405 405 405 405 405
games:rematch finished                      405 405 405 405 405 405 405
games:note open                             302 200 200 200 200 200 200
games:note running                          302 200 200 200 200 200 200
games:note finished                         302 200 200 200 200 200 200
games:note_fragment open                    302 200 200 200 200 200 200
games:note_fragment running                 302 200 200 200 200 200 200
games:note_fragment finished                302 200 200 200 200 200 200
games:talk open                             404 404 404 200 200 404 404
games:talk running                          200 200 200 200 200 200 200
games:talk finished                         200 200 200 200 200 200 200
games:talk_said open                        404 404 404 200 200 404 404
games:talk_said running                     200 200 200 200 200 200 200
games:talk_said finished                    200 200 200 200 200 200 200
games:say open                              405 405 405 405 405 405 405
games:say running                           405 405 405 405 405 405 405
games:say finished                          405 405 405 405 405 405 405
games:say_fragment open                     405 405 405 405 405 405 405
games:say_fragment running                  405 405 405 405 405 405 405
games:say_fragment finished                 405 405 405 405 405 405 405
games:report open                           302 404 404 403 200 404 404
games:report running                        302 404 404 403 200 404 404
games:report finished                       302 403 200 403 200 200 200
ladders:ladders                             200 200 200 200 200 200 200
ladders:ladder                              200 200 200 200 200 200 200
ladders:events                              200 200 200 200 200 200 200
ladders:join                                405 405 405 405 405 405 405
ladders:leave                               405 405 405 405 405 405 405
ladders:back                                405 405 405 405 405 405 405
ladders:offer                               405 405 405 405 405 405 405
ladders:challenge                           405 405 405 405 405 405 405
ladders:stairs                              200 200 200 200 200 200 200
ladders:stairs_season                       200 200 200 200 200 200 200
ladders:stairs_ask                          405 405 405 405 405 405 405
ladders:stairs_withdraw                     405 405 405 405 405 405 405
ladders:stairs_leave                        405 405 405 405 405 405 405
ladders:find                                200 200 200 200 200 200 200
ladders:wish_withdraw                       405 405 405 405 405 405 405
ladders:wish_answer                         405 405 405 405 405 405 405
tournaments:events                          200 200 200 200 200 200 200
tournaments:new                             302 302 200 200 200 200 200
tournaments:new_shown                       302 302 200 200 200 200 200
tournaments:event                           200 200 200 200 200 200 200
tournaments:progress                        200 200 200 200 200 200 200
tournaments:log                             200 200 200 200 200 200 200
tournaments:standings_csv                   200 200 200 200 200 200 200
tournaments:event_json                      200 200 200 200 200 200 200
tournaments:enter                           405 405 405 405 405 405 405
tournaments:leave                           405 405 405 405 405 405 405
tournaments:withdraw                        405 405 405 405 405 405 405
tournaments:return                          405 405 405 405 405 405 405
tournaments:editions                        405 405 405 405 405 405 405
tournaments:vote                            302 302 200 200 200 200 200
tournaments:direct_too                      405 405 405 405 405 405 405
tournaments:direct                          302 302 403 403 200 403 403
tournaments:decide                          302 302 403 403 200 403 403
tournaments:act                             405 405 405 405 405 405 405
profile                                     200 200 200 200 200 200 200
player_ratings                              200 200 200 200 200 200 200
pages:home                                  200 200 200 200 200 200 200
pages:open_games                            200 200 200 200 200 200 200
pages:my_games                              302 200 200 200 200 200 200
notices:bell                                302 200 200 200 200 200 200
notices:hours                               302 200 200 200 200 200 200
notices:all_seen                            405 405 405 405 405 405 405
pages:bots                                  200 200 200 200 200 200 200
pages:rules                                 200 200 200 200 200 200 200
pages:rules_of                              200 200 200 200 200 200 200
pages:living                                200 200 200 200 200 200 200
pages:developers_mail                       404 404 404 404 404 404 404
pages:learn                                 302 302 302 302 302 302 302
pages:learn_done                            200 200 200 200 200 200 200
pages:learn_step                            200 200 200 200 200 200 200
pages:learn_fragment                        200 200 200 200 200 200 200
pages:learn_show                            405 405 405 405 405 405 405
pages:learn_turn                            405 405 405 405 405 405 405
pages:learn_turn_fragment                   405 405 405 405 405 405 405
pages:learn_skip                            405 405 405 405 405 405 405
admin:logout                                302 302 302 302 302 405 405
admin:password_change_done                  302 302 302 302 302 200 200
admin:autocomplete                          302 302 302 302 302 403 403
admin:jsi18n                                302 302 302 302 302 200 200
admin:accounts_player_act                   302 302 302 302 302 200 200
admin:games_report_act                      302 302 302 302 302 200 200
admin:games_game_act                        302 302 302 302 302 200 200
admin:ratings_exclusion_act                 302 302 302 302 302 200 200
admin:ratings_playerrating_act              302 302 302 302 302 200 200
admin:accounts_player_change                302 302 302 302 302 200 200
admin:games_game_change                     302 302 302 302 302 200 200
admin:games_logentry_change                 302 302 302 302 302 200 200
admin:games_report_change                   302 302 302 302 302 200 200
admin:notices_accountmail_change            302 302 302 302 302 200 200
admin:notices_notice_change                 302 302 302 302 302 200 200
admin:ratings_exclusion_change              302 302 302 302 302 200 200
admin:ratings_playerrating_change           302 302 302 302 302 200 200
admin:upkeep_fault_change                   302 302 302 302 302 200 200
admin:upkeep_staffact_change                302 302 302 302 302 200 200
admin:upkeep_staffrequest_change            302 302 302 302 302 200 200
admin:upkeep_tally_change                   302 302 302 302 302 200 200
"""

POST: Final = f"""{ALIKE}
pages:manifest                              405 405 405 405 405 405 405
pages:worker                                405 405 405 405 405 405 405
pages:offline                               405 405 405 405 405 405 405
pages:next_game                             405 405 405 405 405 405 405
notices:push                                405 405 405 405 405 405 405
notices:push_key                            405 405 405 405 405 405 405
notices:push_subscribe                      302 409 409 409 409 409 409
notices:push_renew                          409 409 409 409 409 409 409
notices:push_asked                          302 204 204 204 204 204 204
notices:push_words                          302 303 303 303 303 303 303
notices:push_iphone                         405 405 405 405 405 405 405
notices:push_arrived                        204 204 204 204 204 204 204
notices:push_pressed                        204 204 204 204 204 204 204
notices:push_shown                          200 200 200 200 200 200 200
notices:push_device                         302 404 404 404 303 404 404
notices:push_test                           405 405 405 405 405 405 405
account_data                                302 200 302 302 302 302 302
pages:club_members seen                     405 405 405 405 405 405 405
pages:club_members hidden                   405 405 405 405 405 405 405
pages:club_games seen                       405 405 405 405 405 405 405
pages:club_games hidden                     405 405 405 405 405 405 405
pages:club_decline seen                     302 302 409 409 409 303 409
pages:club_decline hidden                   302 302 404 409 409 303 404
pages:club_settings seen                    302 302 403 403 303 403 403
pages:club_ladder seen                      302 302 403 403 303 403 403
pages:club_settings hidden                  302 302 404 403 303 403 404
pages:club_ladder hidden                    302 302 404 403 303 403 404
pages:club_leave seen                       302 302 403 303 303 403 403
pages:club_leave hidden                     302 302 404 303 303 403 404
pages:club_close seen                       302 302 403 403 303 403 403
pages:club_close hidden                     302 302 404 403 303 403 404
pages:club_report seen                      302 302 303 303 403 303 303
pages:club_report hidden                    302 302 404 303 403 303 404
pages:club seen                             405 405 405 405 405 405 405
pages:club hidden                           405 405 405 405 405 405 405
pages:club_news seen                        302 302 403 403 303 403 403
pages:club_news hidden                      302 302 404 403 303 403 404
pages:club_member seen                      302 302 403 403 409 403 403
pages:club_member hidden                    302 302 404 403 409 403 404
pages:clubs                                 405 405 405 405 405 405 405
pages:club_new                              302 302 422 422 422 422 422
admin:clubs_club_change                     302 302 302 302 302 403 403
admin:clubs_club_act                        302 302 302 302 302 302 302
admin:clubs_clubreport_change               302 302 302 302 302 403 403
admin:clubs_clubreport_act                  302 302 302 302 302 302 302
pages:club_join seen                        302 302 303 409 409 303 303
pages:club_join hidden                      302 302 404 409 409 303 404
pages:club_invite seen                      302 302 403 403 303 403 403
pages:club_invite hidden                    302 302 404 403 303 403 404
pages:club_withdraw seen                    302 302 403 403 303 403 403
pages:club_withdraw hidden                  302 302 404 403 303 403 404
account_acts                                302 405 405 405 405 405 405
pages:privacy                               405 405 405 405 405 405 405
pages:ratings                               405 405 405 405 405 405 405
pages:archive                               405 405 405 405 405 405 405
pages:tick                                  302 302 303 303 303 303 303
pages:game_ratings open                     405 405 405 405 405 405 405
pages:game_ratings running                  405 405 405 405 405 405 405
pages:game_ratings finished                 405 405 405 405 405 405 405
pages:vacation                              302 302 422 422 422 422 422
robots                                      405 405 405 405 405 405 405
account_sessions                            302 302 302 302 302 302 302
account_preferences                         302 302 302 302 302 302 302
notices:switches                            302 302 302 302 302 302 302
notices:elsewhere                           302 302 405 405 405 405 405
notices:elsewhere_about                     302 302 405 405 405 405 405
notices:hook_new                            302 302 422 422 422 422 422
notices:hook_new_about                      302 302 404 404 422 404 404
notices:hook                                302 302 404 404 422 404 404
notices:hook_told                           302 302 405 405 405 405 405
notices:hook_try                            302 302 404 404 303 404 404
notices:hook_again                          302 302 404 404 409 404 404
notices:hook_remove                         302 302 404 404 303 404 404
notices:new_links                           302 302 303 303 303 303 303
notices:calendar                            405 405 405 405 405 405 405
notices:own_feed                            405 405 405 405 405 405 405
notices:feed_by_link                        405 405 405 405 405 405 405
notices:feed                                405 405 405 405 405 405 405
notices:hours                               302 302 302 302 302 302 302
account_delete                              302 302 422 422 422 403 403
account_language                            302 302 302 302 302 302 302
account_quiets                              302 302 405 405 405 405 405
account_quiet                               302 302 303 303 409 303 303
account_email                               302 302 302 302 302 302 302
account_logout                              302 302 302 302 302 302 302
account_inactive                            405 405 405 405 405 405 405
account_password_reset_completed            405 405 405 405 405 405 405
mfa_index                                   302 302 405 405 405 405 405
mfa_list_webauthn                           302 302 405 405 405 405 405
mfa_view_recovery_codes                     302 302 405 405 405 405 405
games:new                                   302 422 422 422 422 422 422
games:new_form                              302 405 405 405 405 405 405
games:new_terms                             302 405 405 405 405 405 405
games:invitation link                       302 302 303 303 303 303 303
games:invitation named                      302 404 404 303 404 404 404
games:decline link                          302 404 404 404 404 404 404
games:decline named                         302 404 404 303 404 404 404
study:paste                                 405 405 405 405 405 405 405
study:pasted                                405 405 405 405 405 405 405
study:pasted_show                           422 422 422 422 422 422 422
study:pasted_end                            422 422 422 422 422 422 422
study:pasted_keep                           422 422 422 422 422 422 422
study:line_rename                           404 404 404 404 303 404 404
study:line_delete                           404 404 404 404 303 404 404
study:line_share                            404 404 404 404 303 404 404
study:line_withdraw                         404 404 404 404 303 404 404
ladders:ladders                             405 405 405 405 405 405 405
ladders:ladder                              405 405 405 405 405 405 405
ladders:events                              405 405 405 405 405 405 405
ladders:join                                302 302 303 409 409 303 303
ladders:leave                               302 302 409 303 303 409 409
ladders:back                                302 302 409 409 409 409 409
ladders:offer                               302 302 409 303 303 409 409
ladders:challenge                           302 302 409 303 409 409 409
ladders:stairs                              405 405 405 405 405 405 405
ladders:stairs_season                       405 405 405 405 405 405 405
ladders:stairs_ask                          302 302 303 303 303 303 303
ladders:stairs_withdraw                     302 302 409 409 409 409 409
ladders:stairs_leave                        302 302 409 409 409 409 409
ladders:find                                302 302 303 303 303 303 303
ladders:wish_withdraw                       302 302 404 404 303 404 404
ladders:wish_answer                         302 302 303 303 409 303 303
tournaments:events                          405 405 405 405 405 405 405
tournaments:event                           405 405 405 405 405 405 405
tournaments:progress                        405 405 405 405 405 405 405
tournaments:log                             405 405 405 405 405 405 405
tournaments:standings_csv                   405 405 405 405 405 405 405
tournaments:event_json                      405 405 405 405 405 405 405
tournaments:new                             302 302 422 422 422 422 422
tournaments:new_shown                       302 302 405 405 405 405 405
tournaments:enter                           302 302 303 409 303 303 303
tournaments:leave                           302 302 409 409 409 409 409
tournaments:withdraw                        302 302 409 303 409 409 409
tournaments:return                          302 302 409 409 409 409 409
tournaments:editions                        302 302 409 409 409 409 409
tournaments:vote                            302 302 422 422 422 422 422
tournaments:direct_too                      302 302 409 409 409 409 409
tournaments:direct                          302 302 405 405 405 405 405
tournaments:decide                          302 302 403 403 303 403 403
tournaments:act                             302 302 403 403 303 403 403
games:play_bot                              303 303 303 303 303 303 303
games:play_friend                           303 303 303 303 303 303 303
games:mails open                            302 403 403 303 303 403 403
games:mails running                         302 403 403 303 303 403 403
games:mails finished                        302 403 403 303 303 403 403
games:join open                             302 403 303 409 409 303 303
games:join running                          302 403 409 409 409 409 409
games:join finished                         302 403 409 409 409 409 409
games:leave open                            302 409 409 303 303 409 409
games:leave running                         302 409 409 409 409 409 409
games:leave finished                        302 409 409 409 409 409 409
games:cancel open                           302 403 403 403 303 403 403
games:cancel running                        302 403 403 403 409 403 403
games:cancel finished                       302 403 403 403 409 403 403
games:terms open                            302 403 403 403 303 403 403
games:terms running                         302 403 403 403 409 403 403
games:terms finished                        302 403 403 403 409 403 403
games:agree open                            302 409 409 303 303 409 409
games:agree running                         302 409 409 409 409 409 409
games:agree finished                        302 409 409 409 409 409 409
games:invite open                           302 403 403 403 303 403 403
games:invite running                        302 403 403 403 409 403 403
games:invite finished                       302 403 403 403 409 403 403
games:seat_bot open                         302 403 403 403 303 403 403
games:seat_bot running                      302 403 403 403 409 403 403
games:seat_bot finished                     302 403 403 403 409 403 403
games:remove open                           302 403 403 403 303 403 403
games:remove running                        302 403 403 403 409 403 403
games:remove finished                       302 403 403 403 409 403 403
games:withdraw open                         302 403 403 403 303 403 403
games:withdraw running                      302 403 403 403 409 403 403
games:withdraw finished                     302 403 403 403 409 403 403
games:table open                            405 405 405 405 405 405 405
games:table running                         405 405 405 405 405 405 405
games:table finished                        405 405 405 405 405 405 405
games:table_fragment open                   405 405 405 405 405 405 405
games:table_fragment running                405 405 405 405 405 405 405
games:table_fragment finished               405 405 405 405 405 405 405
games:position open                         405 405 405 405 405 405 405
games:position running                      405 405 405 405 405 405 405
games:position finished                     405 405 405 405 405 405 405
games:position_fragment open                405 405 405 405 405 405 405
games:position_fragment running             405 405 405 405 405 405 405
games:position_fragment finished            405 405 405 405 405 405 405
games:step open                             405 405 405 405 405 405 405
games:step running                          405 405 405 405 405 405 405
games:step finished                         405 405 405 405 405 405 405
games:step_fragment open                    405 405 405 405 405 405 405
games:step_fragment running                 405 405 405 405 405 405 405
games:step_fragment finished                405 405 405 405 405 405 405
games:variation open                        405 405 405 405 405 405 405
games:variation running                     405 405 405 405 405 405 405
games:variation finished                    405 405 405 405 405 405 405
games:variation_fragment open               405 405 405 405 405 405 405
games:variation_fragment running            405 405 405 405 405 405 405
games:variation_fragment finished           405 405 405 405 405 405 405
games:words open                            405 405 405 405 405 405 405
games:words running                         405 405 405 405 405 405 405
games:words finished                        405 405 405 405 405 405 405
games:words_fragment open                   405 405 405 405 405 405 405
games:words_fragment running                405 405 405 405 405 405 405
games:words_fragment finished               405 405 405 405 405 405 405
games:picture_svg open                      405 405 405 405 405 405 405
games:picture_svg running                   405 405 405 405 405 405 405
games:picture_svg finished                  405 405 405 405 405 405 405
games:picture_png open                      405 405 405 405 405 405 405
games:picture_png running                   405 405 405 405 405 405 405
games:picture_png finished                  405 405 405 405 405 405 405
games:tide open                             405 405 405 405 405 405 405
games:tide running                          405 405 405 405 405 405 405
games:tide finished                         405 405 405 405 405 405 405
games:analysis open                          405 405 405 405 405 405 405
games:analysis running                       405 405 405 405 405 405 405
games:analysis finished                      405 405 405 405 405 405 405
games:analysis_ask open                      302 403 409 409 409 409 409
games:analysis_ask running                   302 403 409 409 409 409 409
games:analysis_ask finished                  302 403 303 303 303 303 303
games:drawn open                            405 405 405 405 405 405 405
games:drawn running                         405 405 405 405 405 405 405
games:drawn finished                        405 405 405 405 405 405 405
games:thumbnail open                        405 405 405 405 405 405 405
games:thumbnail running                     405 405 405 405 405 405 405
games:thumbnail finished                    405 405 405 405 405 405 405
study:sandbox open                          405 405 405 405 405 405 405
study:sandbox running                       405 405 405 405 405 405 405
study:sandbox finished                      405 405 405 405 405 405 405
study:sandbox_show open                     404 404 404 404 404 404 404
study:sandbox_show running                  303 303 303 303 303 303 303
study:sandbox_show finished                 303 303 303 303 303 303 303
study:sandbox_end open                      404 404 404 404 404 404 404
study:sandbox_end running                   303 303 303 303 303 303 303
study:sandbox_end finished                  303 303 303 303 303 303 303
study:sandbox_keep open                     404 404 404 404 404 404 404
study:sandbox_keep running                  302 409 409 409 409 409 409
study:sandbox_keep finished                 302 409 409 409 409 409 409
records:record_text open                    405 405 405 405 405 405 405
records:record_text running                 405 405 405 405 405 405 405
records:record_text finished                405 405 405 405 405 405 405
records:record_json open                    405 405 405 405 405 405 405
records:record_json running                 405 405 405 405 405 405 405
records:record_json finished                405 405 405 405 405 405 405
games:news open                             405 405 405 405 405 405 405
games:news running                          405 405 405 405 405 405 405
games:news finished                         405 405 405 405 405 405 405
games:show open                             303 303 303 303 303 303 303
games:show running                          303 303 303 303 303 303 303
games:show finished                         303 303 303 303 303 303 303
games:turn open                             302 403 403 409 409 403 403
games:turn running                          302 403 403 409 303 403 403
games:turn finished                         302 403 403 409 303 403 403
games:turn_fragment open                    200 403 403 409 409 403 403
games:turn_fragment running                 200 403 403 409 200 403 403
games:turn_fragment finished                200 403 403 409 200 403 403
games:deal open                              405 405 405 405 405 405 405
games:deal running                           405 405 405 405 405 405 405
games:deal finished                          405 405 405 405 405 405 405
games:deal_file open                         405 405 405 405 405 405 405
games:deal_file running                      405 405 405 405 405 405 405
games:deal_file finished                     405 405 405 405 405 405 405
games:about open                            405 405 405 405 405 405 405
games:about running                         405 405 405 405 405 405 405
games:about finished                        405 405 405 405 405 405 405
games:about_fragment open                   405 405 405 405 405 405 405
games:about_fragment running                405 405 405 405 405 405 405
games:about_fragment finished               405 405 405 405 405 405 405
games:clock open                            405 405 405 405 405 405 405
games:clock running                         405 405 405 405 405 405 405
games:clock finished                        405 405 405 405 405 405 405
games:clock_fragment open                   405 405 405 405 405 405 405
games:clock_fragment running                405 405 405 405 405 405 405
games:clock_fragment finished               405 405 405 405 405 405 405
games:tidy open                             302 403 403 409 409 403 403
games:tidy running                          302 403 403 303 303 403 403
games:tidy finished                         302 403 403 303 303 403 403
games:back open                             302 403 403 409 409 403 403
games:back running                          302 403 403 409 409 403 403
games:back finished                         302 403 403 409 409 403 403
games:take open                             302 409 409 409 409 409 409
games:take running                          302 409 409 409 409 409 409
games:take finished                         302 409 409 409 409 409 409
games:take_back open                        302 403 403 409 409 403 403
games:take_back running                     302 403 403 409 409 403 403
games:take_back finished                    302 403 403 409 409 403 403
games:take_back_fragment open               200 403 403 409 409 403 403
games:take_back_fragment running            200 403 403 409 409 403 403
games:take_back_fragment finished           200 403 403 409 409 403 403
games:resign open                           302 403 403 409 409 403 403
games:resign running                        302 403 403 303 303 403 403
games:resign finished                       302 403 403 409 409 403 403
games:draw open                             405 405 405 405 405 405 405
games:draw running                          405 405 405 405 405 405 405
games:draw finished                         405 405 405 405 405 405 405
games:draw_agree open                       302 403 403 409 409 403 403
games:draw_agree running                    302 403 403 303 303 403 403
games:draw_agree finished                   302 403 403 409 409 403 403
games:draw_withdraw open                    302 403 403 409 409 403 403
games:draw_withdraw running                 302 403 403 303 303 403 403
games:draw_withdraw finished                302 403 403 409 409 403 403
games:draw_claim open                       302 403 403 409 409 403 403
games:draw_claim running                    302 403 403 409 409 403 403
games:draw_claim finished                   302 403 403 409 409 403 403
games:clocks_agree open                     302 403 403 409 409 403 403
games:clocks_agree running                  302 403 403 303 303 403 403
games:clocks_agree finished                 302 403 403 409 409 403 403
games:clocks_against open                   302 403 403 409 409 403 403
games:clocks_against running                302 403 403 303 303 403 403
games:clocks_against finished               302 403 403 409 409 403 403
games:give_time open                        302 403 403 409 409 403 403
games:give_time running                     302 403 403 409 409 403 403
games:give_time finished                    302 403 403 409 409 403 403
games:play_on open                          302 403 403 409 409 403 403
games:play_on running                       302 403 403 409 409 403 403
games:play_on finished                      302 403 403 409 409 403 403
games:rematch open                          302 403 403 409 409 403 403
games:rematch running                       302 403 403 409 409 403 403
games:rematch finished                      302 403 403 303 303 403 403
games:note open                             422 303 303 303 303 303 303
games:note running                          422 303 303 303 303 303 303
games:note finished                         422 303 303 303 303 303 303
games:note_fragment open                    422 200 200 200 200 200 200
games:note_fragment running                 422 200 200 200 200 200 200
games:note_fragment finished                422 200 200 200 200 200 200
games:talk open                             405 405 405 405 405 405 405
games:talk running                          405 405 405 405 405 405 405
games:talk finished                         405 405 405 405 405 405 405
games:talk_said open                        405 405 405 405 405 405 405
games:talk_said running                     405 405 405 405 405 405 405
games:talk_said finished                    405 405 405 405 405 405 405
games:say open                              302 403 403 303 303 403 403
games:say running                           302 403 422 303 303 422 422
games:say finished                          302 403 422 303 303 422 422
games:say_fragment open                     200 403 403 200 200 403 403
games:say_fragment running                  200 403 422 200 200 422 422
games:say_fragment finished                 200 403 422 200 200 422 422
games:report open                           302 404 404 403 303 404 404
games:report running                        302 404 404 403 303 404 404
games:report finished                       302 403 303 403 303 303 303
profile                                     405 405 405 405 405 405 405
player_ratings                              405 405 405 405 405 405 405
pages:home                                  405 405 405 405 405 405 405
pages:open_games                            405 405 405 405 405 405 405
pages:my_games                              302 405 405 405 405 405 405
notices:bell                                302 405 405 405 405 405 405
notices:all_seen                            302 303 303 303 303 303 303
pages:bots                                  405 405 405 405 405 405 405
pages:rules                                 405 405 405 405 405 405 405
pages:rules_of                              405 405 405 405 405 405 405
pages:living                                405 405 405 405 405 405 405
pages:developers_mail                       405 405 405 405 405 405 405
pages:learn                                 405 405 405 405 405 405 405
pages:learn_done                            405 405 405 405 405 405 405
pages:learn_step                            405 405 405 405 405 405 405
pages:learn_fragment                        405 405 405 405 405 405 405
pages:learn_show                            303 303 303 303 303 303 303
pages:learn_turn                            303 303 303 303 303 303 303
pages:learn_turn_fragment                   200 200 200 200 200 200 200
pages:learn_skip                            303 303 303 303 303 303 303
admin:logout                                302 302 302 302 302 302 302
admin:password_change_done                  302 302 302 302 302 405 405
admin:autocomplete                          302 302 302 302 302 405 405
admin:jsi18n                                302 302 302 302 302 405 405
admin:accounts_player_act                   302 302 302 302 302 302 302
admin:games_report_act                      302 302 302 302 302 302 302
admin:games_game_act                        302 302 302 302 302 302 302
admin:ratings_exclusion_act                 302 302 302 302 302 302 302
admin:ratings_playerrating_act              302 302 302 302 302 422 422
admin:accounts_player_change                302 302 302 302 302 403 403
admin:games_game_change                     302 302 302 302 302 403 403
admin:games_logentry_change                 302 302 302 302 302 403 403
admin:games_report_change                   302 302 302 302 302 403 403
admin:notices_accountmail_change            302 302 302 302 302 403 403
admin:notices_notice_change                 302 302 302 302 302 403 403
admin:ratings_exclusion_change              302 302 302 302 302 403 403
admin:ratings_playerrating_change           302 302 302 302 302 403 403
admin:upkeep_fault_change                   302 302 302 302 302 403 403
admin:upkeep_staffact_change                302 302 302 302 302 403 403
admin:upkeep_staffrequest_change            302 302 302 302 302 302 302
admin:upkeep_tally_change                   302 302 302 302 302 403 403
"""

ACTS: Final = """
pages:club_decline seen                     409 409 409 409 409
pages:club_decline hidden                   409 409 404 409 409
pages:club_settings seen                    403 403 403 303 403
pages:club_ladder seen                      403 403 403 303 403
pages:club_settings hidden                  403 403 404 303 403
pages:club_ladder hidden                    403 403 404 303 403
pages:club_leave seen                       303 303 403 303 303
pages:club_leave hidden                     303 303 404 303 303
pages:club_close seen                       403 403 403 403 403
pages:club_close hidden                     403 403 404 403 403
pages:club_report seen                      303 303 303 403 303
pages:club_report hidden                    303 303 404 403 303
pages:club_news seen                        403 403 403 303 403
pages:club_news hidden                      403 403 404 303 403
pages:club_member seen                      403 403 403 403 403
pages:club_member hidden                    403 403 404 403 403
admin:clubs_club_act                        302 302 302 302 422
admin:clubs_clubreport_act                  302 302 302 302 422
pages:club_join seen                        409 409 303 409 409
pages:club_join hidden                      409 409 404 409 409
pages:club_invite seen                      403 403 403 303 403
pages:club_invite hidden                    403 403 404 303 403
pages:club_withdraw seen                    403 403 403 303 403
pages:club_withdraw hidden                  403 403 404 303 403
ladders:join                                409 409 303 409 409
ladders:leave                               303 303 409 303 303
ladders:back                                409 409 409 409 409
ladders:challenge                           303 303 409 303 303
ladders:offer                               303 303 409 303 303
tournaments:enter                           409 409 303 409 409
tournaments:leave                           409 409 409 409 409
tournaments:withdraw                        303 303 409 303 303
tournaments:return                          409 409 409 409 409
tournaments:editions                        409 409 409 409 409
tournaments:vote                            422 422 422 422 422
tournaments:direct_too                      409 409 409 409 409
tournaments:direct                          405 405 405 405 405
tournaments:decide                          403 422 303 403 403
tournaments:act                             403 303 303 403 403
games:mails open                            303 303 403 303 303
games:mails running                         403 303 403 303 303
games:mails finished                        403 303 403 303 303
games:join open                             409 409 303 409 409
games:join running                          409 409 409 409 409
games:join finished                         409 409 409 409 409
games:leave open                            303 303 409 303 303
games:leave running                         409 409 409 409 409
games:leave finished                        409 409 409 409 409
games:cancel open                           403 403 403 403 403
games:cancel running                        403 403 403 403 403
games:cancel finished                       403 403 403 403 403
games:terms open                            403 403 403 403 403
games:terms running                         403 403 403 403 403
games:terms finished                        403 403 403 403 403
games:agree open                            303 303 409 303 303
games:agree running                         409 409 409 409 409
games:agree finished                        409 409 409 409 409
games:invite open                           403 403 403 403 403
games:invite running                        403 403 403 403 403
games:invite finished                       403 403 403 403 403
games:seat_bot open                         403 403 403 403 403
games:seat_bot running                      403 403 403 403 403
games:seat_bot finished                     403 403 403 403 403
games:remove open                           403 403 403 403 403
games:remove running                        403 403 403 403 403
games:remove finished                       403 403 403 403 403
games:withdraw open                         403 403 403 403 403
games:withdraw running                      403 403 403 403 403
games:withdraw finished                     403 403 403 403 403
games:analysis_ask open                     409 409 409 409 409
games:analysis_ask running                  409 409 409 409 409
games:analysis_ask finished                 303 303 303 303 303
study:sandbox_show open                     404 404 404 404 404
study:sandbox_show running                  303 303 303 303 303
study:sandbox_show finished                 303 303 303 303 303
study:sandbox_end open                      404 404 404 404 404
study:sandbox_end running                   303 303 303 303 303
study:sandbox_end finished                  303 303 303 303 303
study:sandbox_keep open                     404 404 404 404 404
study:sandbox_keep running                  409 409 409 409 409
study:sandbox_keep finished                 409 409 409 409 409
games:show open                             303 303 303 303 303
games:show running                          303 303 303 303 303
games:show finished                         303 303 303 303 303
games:turn open                             409 409 403 409 409
games:turn running                          403 409 403 409 409
games:turn finished                         403 409 403 409 409
games:turn_fragment open                    409 409 403 409 409
games:turn_fragment running                 403 409 403 409 409
games:turn_fragment finished                403 409 403 409 409
games:tidy open                             409 409 403 409 409
games:tidy running                          403 303 403 303 303
games:tidy finished                         403 303 403 303 303
games:back open                             409 409 403 409 409
games:back running                          403 409 403 409 409
games:back finished                         403 409 403 409 409
games:take open                             409 409 409 409 409
games:take running                          409 409 409 409 409
games:take finished                         409 409 409 409 409
games:take_back open                        409 409 403 409 409
games:take_back running                     403 409 403 409 409
games:take_back finished                    403 409 403 409 409
games:take_back_fragment open               409 409 403 409 409
games:take_back_fragment running            403 409 403 409 409
games:take_back_fragment finished           403 409 403 409 409
games:resign open                           409 409 403 409 409
games:resign running                        403 303 403 303 303
games:resign finished                       403 409 403 409 409
games:draw_agree open                       409 409 403 409 409
games:draw_agree running                    403 303 403 303 303
games:draw_agree finished                   403 409 403 409 409
games:draw_withdraw open                    409 409 403 409 409
games:draw_withdraw running                 403 303 403 303 303
games:draw_withdraw finished                403 409 403 409 409
games:draw_claim open                       409 409 403 409 409
games:draw_claim running                    403 409 403 409 409
games:draw_claim finished                   403 409 403 409 409
games:clocks_agree open                     409 409 403 409 409
games:clocks_agree running                  403 303 403 303 303
games:clocks_agree finished                 403 409 403 409 409
games:clocks_against open                   409 409 403 409 409
games:clocks_against running                403 303 403 303 303
games:clocks_against finished               403 409 403 409 409
games:give_time open                        409 409 403 409 409
games:give_time running                     403 409 403 409 409
games:give_time finished                    403 409 403 409 409
games:play_on open                          409 409 403 409 409
games:play_on running                       403 409 403 409 409
games:play_on finished                      403 409 403 409 409
games:rematch open                          409 409 403 409 409
games:rematch running                       403 409 403 409 409
games:rematch finished                      403 303 403 303 303
games:note open                             303 303 303 303 303
games:note running                          303 303 303 303 303
games:note finished                         303 303 303 303 303
games:note_fragment open                    200 200 200 200 200
games:note_fragment running                 200 200 200 200 200
games:note_fragment finished                200 200 200 200 200
games:say open                              303 303 403 303 303
games:say running                           422 303 422 303 303
games:say finished                          422 303 422 303 303
games:say_fragment open                     200 200 403 200 200
games:say_fragment running                  422 200 422 200 200
games:say_fragment finished                 422 200 422 200 200
games:report open                           403 403 404 403 403
games:report running                        404 403 404 403 403
games:report finished                       403 403 303 403 403
admin:accounts_player_act                   302 302 302 302 422
admin:games_report_act                      302 302 302 302 404
admin:games_game_act                        302 302 302 302 422
admin:ratings_exclusion_act                 302 302 302 302 302
admin:ratings_playerrating_act              302 302 302 302 422
"""
"""To what changes a game, an event, a ladder or a club: who did play here, directs and plays, directs only,
leads the clubs and plays, is staff and plays."""
