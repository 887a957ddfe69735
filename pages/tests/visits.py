"""Who visits the pages."""

from django.test import Client


def browser(player=None):
    client = Client()
    if player:
        client.force_login(player)
    return client
