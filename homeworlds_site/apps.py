from django.contrib.admin.apps import AdminConfig


class HouseAdminConfig(AdminConfig):
    default_site = "homeworlds_site.admin_site.HouseAdmin"
