"""Mounted beside the addresses of games."""

from django.urls import path

from games import converters  # noqa: F401  registers what the addresses are made of
from records import views

app_name = "records"
urlpatterns = [
    path("<game:public_id>/record.txt", views.record_text, name="record_text"),
    path("<game:public_id>/record.json", views.record_json, name="record_json"),
]
