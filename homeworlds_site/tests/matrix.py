"""What each role gets: anonymous, guest, stranger, player, creator, staff, superuser."""

from typing import Final

GET: Final = """
robots                                      200 200 200 200 200 200 200
favicon                                     302 302 302 302 302 302 302
account_keep                                302 200 302 302 302 302 302
account_preferences                         302 200 200 200 200 200 200
account_rename                              302 302 200 200 200 200 200
account_signup                              200 302 302 302 302 302 302
account_email                               302 302 200 200 200 200 200
account_change_password                     302 302 200 200 200 200 200
account_set_password                        302 302 302 302 302 302 302
account_login                               200 302 302 302 302 302 302
account_logout                              302 200 200 200 200 200 200
account_inactive                            200 200 200 200 200 200 200
account_reauthenticate                      302 403 200 200 200 200 200
account_email_verification_sent             302 302 302 302 302 302 302
account_reset_password                      200 200 200 200 200 200 200
account_confirm_login_code                  302 302 302 302 302 302 302
account_confirm_password_reset_code         302 302 302 302 302 302 302
account_complete_password_reset             302 302 302 302 302 302 302
account_password_reset_completed            200 200 200 200 200 200 200
games:new                                   302 200 200 200 200 200 200
games:new_form                              302 200 200 200 200 200 200
games:play_bot                              405 405 405 405 405 405 405
games:join open                             405 405 405 405 405 405 405
games:join running                          405 405 405 405 405 405 405
games:join finished                         405 405 405 405 405 405 405
games:leave open                            405 405 405 405 405 405 405
games:leave running                         405 405 405 405 405 405 405
games:leave finished                        405 405 405 405 405 405 405
games:cancel open                           405 405 405 405 405 405 405
games:cancel running                        405 405 405 405 405 405 405
games:cancel finished                       405 405 405 405 405 405 405
games:table open                            200 200 200 200 200 200 200
games:table running                         200 200 200 200 200 200 200
games:table finished                        200 200 200 200 200 200 200
games:table_fragment open                   200 200 200 200 200 200 200
games:table_fragment running                200 200 200 200 200 200 200
games:table_fragment finished               200 200 200 200 200 200 200
games:position open                         200 200 200 200 200 200 200
games:position running                      200 200 200 200 200 200 200
games:position finished                     200 200 200 200 200 200 200
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
games:resign open                           302 403 403 409 409 403 403
games:resign running                        302 403 403 200 200 403 403
games:resign finished                       302 403 403 409 409 403 403
pages:home                                  200 200 200 200 200 200 200
pages:open_games                            200 200 200 200 200 200 200
pages:my_games                              302 200 200 200 200 200 200
admin:index                                 302 302 302 302 302 200 200
admin:login                                 302 403 403 403 403 302 302
admin:logout                                302 302 302 302 302 405 405
admin:password_change                       302 302 302 302 302 200 200
admin:password_change_done                  302 302 302 302 302 200 200
admin:autocomplete                          302 302 302 302 302 403 403
admin:jsi18n                                302 302 302 302 302 200 200
admin:view_on_site                          302 302 302 302 302 404 404
admin:app_list                              302 302 302 302 302 404 200
admin:auth_group_changelist                 302 302 302 302 302 403 200
admin:auth_group_add                        302 302 302 302 302 403 200
admin:account_emailaddress_changelist       302 302 302 302 302 403 200
admin:account_emailaddress_add              302 302 302 302 302 403 200
admin:accounts_player_changelist            302 302 302 302 302 403 200
admin:accounts_player_add                   302 302 302 302 302 403 403
admin:games_game_changelist                 302 302 302 302 302 403 200
admin:games_game_add                        302 302 302 302 302 403 403
admin:games_logentry_changelist             302 302 302 302 302 403 200
admin:games_logentry_add                    302 302 302 302 302 403 403
admin:auth_group_change                     302 302 302 302 302 403 200
admin:auth_group_history                    302 302 302 302 302 403 200
admin:auth_group_delete                     302 302 302 302 302 403 200
admin:account_emailaddress_change           302 302 302 302 302 403 200
admin:account_emailaddress_history          302 302 302 302 302 403 200
admin:account_emailaddress_delete           302 302 302 302 302 403 200
admin:accounts_player_change                302 302 302 302 302 403 200
admin:accounts_player_history               302 302 302 302 302 403 200
admin:accounts_player_delete                302 302 302 302 302 403 200
admin:games_game_change                     302 302 302 302 302 403 200
admin:games_game_history                    302 302 302 302 302 403 200
admin:games_game_delete                     302 302 302 302 302 403 403
admin:games_logentry_change                 302 302 302 302 302 403 200
admin:games_logentry_history                302 302 302 302 302 403 200
admin:games_logentry_delete                 302 302 302 302 302 403 403
"""

POST: Final = """
robots                                      405 405 405 405 405 405 405
favicon                                     302 302 302 302 302 302 302
account_keep                                302 200 302 302 302 302 302
account_preferences                         302 302 302 302 302 302 302
account_rename                              302 302 200 200 200 200 200
account_signup                              200 302 302 302 302 302 302
account_email                               302 302 302 302 302 302 302
account_change_password                     302 302 200 200 200 200 200
account_set_password                        302 302 302 302 302 302 302
account_login                               200 302 302 302 302 302 302
account_logout                              302 302 302 302 302 302 302
account_inactive                            405 405 405 405 405 405 405
account_reauthenticate                      302 403 200 200 200 200 200
account_email_verification_sent             302 302 302 302 302 302 302
account_reset_password                      200 200 200 200 200 200 200
account_confirm_login_code                  302 302 302 302 302 302 302
account_confirm_password_reset_code         302 302 302 302 302 302 302
account_complete_password_reset             302 302 302 302 302 302 302
account_password_reset_completed            405 405 405 405 405 405 405
games:new                                   302 422 422 422 422 422 422
games:new_form                              302 405 405 405 405 405 405
games:play_bot                              303 303 303 303 303 303 303
games:join open                             302 403 303 409 409 303 303
games:join running                          302 403 409 409 409 409 409
games:join finished                         302 403 409 409 409 409 409
games:leave open                            302 409 409 303 303 409 409
games:leave running                         302 409 409 409 409 409 409
games:leave finished                        302 409 409 409 409 409 409
games:cancel open                           302 403 403 403 303 403 403
games:cancel running                        302 403 403 403 409 403 403
games:cancel finished                       302 403 403 403 409 403 403
games:table open                            405 405 405 405 405 405 405
games:table running                         405 405 405 405 405 405 405
games:table finished                        405 405 405 405 405 405 405
games:table_fragment open                   405 405 405 405 405 405 405
games:table_fragment running                405 405 405 405 405 405 405
games:table_fragment finished               405 405 405 405 405 405 405
games:position open                         405 405 405 405 405 405 405
games:position running                      405 405 405 405 405 405 405
games:position finished                     405 405 405 405 405 405 405
games:news open                             405 405 405 405 405 405 405
games:news running                          405 405 405 405 405 405 405
games:news finished                         405 405 405 405 405 405 405
games:show open                             303 303 303 303 303 303 303
games:show running                          303 303 303 303 303 303 303
games:show finished                         303 303 303 303 303 303 303
games:turn open                             302 403 403 409 409 403 403
games:turn running                          302 403 403 409 303 403 403
games:turn finished                         302 403 403 409 409 403 403
games:turn_fragment open                    200 403 403 409 409 403 403
games:turn_fragment running                 200 403 403 409 200 403 403
games:turn_fragment finished                200 403 403 409 409 403 403
games:resign open                           302 403 403 409 409 403 403
games:resign running                        302 403 403 303 303 403 403
games:resign finished                       302 403 403 409 409 403 403
pages:home                                  405 405 405 405 405 405 405
pages:open_games                            405 405 405 405 405 405 405
pages:my_games                              302 405 405 405 405 405 405
admin:index                                 302 302 302 302 302 200 200
admin:login                                 302 403 403 403 403 200 200
admin:logout                                302 302 302 302 302 302 302
admin:password_change                       302 302 302 302 302 200 200
admin:password_change_done                  302 302 302 302 302 405 405
admin:autocomplete                          302 302 302 302 302 405 405
admin:jsi18n                                302 302 302 302 302 405 405
admin:view_on_site                          302 302 302 302 302 404 404
admin:app_list                              302 302 302 302 302 404 200
admin:auth_group_changelist                 302 302 302 302 302 403 200
admin:auth_group_add                        302 302 302 302 302 403 200
admin:account_emailaddress_changelist       302 302 302 302 302 403 200
admin:account_emailaddress_add              302 302 302 302 302 403 200
admin:accounts_player_changelist            302 302 302 302 302 403 200
admin:accounts_player_add                   302 302 302 302 302 403 403
admin:games_game_changelist                 302 302 302 302 302 403 200
admin:games_game_add                        302 302 302 302 302 403 403
admin:games_logentry_changelist             302 302 302 302 302 403 200
admin:games_logentry_add                    302 302 302 302 302 403 403
admin:auth_group_change                     302 302 302 302 302 403 200
admin:auth_group_history                    302 302 302 302 302 403 200
admin:auth_group_delete                     302 302 302 302 302 403 200
admin:account_emailaddress_change           302 302 302 302 302 403 200
admin:account_emailaddress_history          302 302 302 302 302 403 200
admin:account_emailaddress_delete           302 302 302 302 302 403 200
admin:accounts_player_change                302 302 302 302 302 403 302
admin:accounts_player_history               302 302 302 302 302 403 200
admin:accounts_player_delete                302 302 302 302 302 403 200
admin:games_game_change                     302 302 302 302 302 403 403
admin:games_game_history                    302 302 302 302 302 403 200
admin:games_game_delete                     302 302 302 302 302 403 403
admin:games_logentry_change                 302 302 302 302 302 403 403
admin:games_logentry_history                302 302 302 302 302 403 200
admin:games_logentry_delete                 302 302 302 302 302 403 403
"""
