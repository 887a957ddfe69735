"""Mounted beside the addresses of games."""

from django.urls import path

from games import converters  # noqa: F401  registers what the addresses are made of
from study.views import lines, pasting, sandbox

app_name = "study"
urlpatterns = [
    path("sandbox/", pasting.paste, name="paste"),
    path("sandbox/table/", pasting.pasted, name="pasted"),
    path("sandbox/table/show/", pasting.pasted_show, name="pasted_show"),
    path("sandbox/table/end/", pasting.pasted_end, name="pasted_end"),
    path("sandbox/table/keep/", lines.pasted_keep, name="pasted_keep"),
    path("lines/<int:line>/rename/", lines.line_rename, name="line_rename"),
    path("lines/<int:line>/delete/", lines.line_delete, name="line_delete"),
    path("lines/<int:line>/share/", lines.line_share, name="line_share"),
    path("lines/<int:line>/withdraw/", lines.line_withdraw, name="line_withdraw"),
    path("<game:public_id>/turns/<int:number>/try/", sandbox.sandbox, name="sandbox"),
    path("<game:public_id>/turns/<int:number>/try/show/", sandbox.sandbox_show, name="sandbox_show"),
    path("<game:public_id>/turns/<int:number>/try/end/", sandbox.sandbox_end, name="sandbox_end"),
    path("<game:public_id>/turns/<int:number>/try/keep/", lines.sandbox_keep, name="sandbox_keep"),
]
