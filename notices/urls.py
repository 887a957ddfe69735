from django.urls import path

from notices.push import views as push

app_name = "notices"
urlpatterns = [
    path("settings/notices/push/", push.page, name="push"),
    path("settings/notices/push/key/", push.key, name="push_key"),
    path("settings/notices/push/on/", push.subscribe, name="push_subscribe"),
    path("settings/notices/push/renewed/", push.renew, name="push_renew"),
    path("settings/notices/push/asked/", push.asked, name="push_asked"),
    path("settings/notices/push/words/", push.words, name="push_words"),
    path("settings/notices/push/iphone/", push.iphone, name="push_iphone"),
    path("settings/notices/push/arrived/<str:token>/", push.arrived, name="push_arrived"),
    path("settings/notices/push/<int:pk>/", push.device, name="push_device"),
    path("settings/notices/push/<int:pk>/test/", push.test, name="push_test"),
]
