from django.apps import AppConfig


class ScoresheetConfig(AppConfig):
    name = "referee.scoresheet"
