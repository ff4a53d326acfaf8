from django.apps import AppConfig


class TablesConfig(AppConfig):
    name = "referee.tables"
