from django.apps import AppConfig


class RecordsConfig(AppConfig):
    name = "records"

    def ready(self) -> None:
        from games.table.slots import TAKE_ALONG
        from records.links import links_of_records

        TAKE_ALONG.fill(links_of_records)
