from django.contrib import admin

from accounts.models import Player


@admin.register(Player)
class PlayerAdmin(admin.ModelAdmin):
    """Look up and close accounts; names, addresses and passwords are changed by their owners."""

    list_display = ("name", "kind", "bot_level", "email", "is_active", "is_staff", "date_joined")
    list_filter = ("kind", "is_active", "is_staff")
    search_fields = ("name", "name_key", "email", "public_id")
    readonly_fields = ("public_id", "name", "email", "kind", "bot_level", "date_joined", "last_login")
    fields = (*readonly_fields, "is_active", "is_staff", "is_superuser", "groups")

    def has_add_permission(self, request: object) -> bool:
        return False
