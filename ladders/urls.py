"""Mounted at the root of the site."""

from django.urls import URLPattern

app_name = "ladders"
urlpatterns: list[URLPattern] = []
