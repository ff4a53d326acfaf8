"""Addresses of the API, below /api/v1/."""

from django.urls import path, re_path

from api.views.catalogue import Games, OneGame
from api.views.docs import SchemaFile, documentation
from api.views.hands import Hands, Results, Takebacks
from api.views.health import Live, Ready
from api.views.judging import Amendments, Confirmations, Findings, Rulings, Shown, Votes
from api.views.moves import Check, LegalMoves, Moves
from api.views.records import Records, RecordSchema, Replays, TableRecord
from api.views.sheet import Scoresheet
from api.views.tables import OneTable, TableKeys, Tables

app_name = "api"
urlpatterns = [
    # first, since addresses are tried in order and this one is asked for most
    path("tables/<str:table_id>/moves/", Moves.as_view(), name="moves"),
    path("games/", Games.as_view(), name="games"),
    path("games/<str:slug>/", OneGame.as_view(), name="game"),
    path("tables/", Tables.as_view(), name="tables"),
    path("tables/<str:table_id>/", OneTable.as_view(), name="table"),
    path("tables/<str:table_id>/hands/", Hands.as_view(), name="hands"),
    path("tables/<str:table_id>/moves/check/", Check.as_view(), name="check"),
    path("tables/<str:table_id>/legal-moves/", LegalMoves.as_view(), name="legal-moves"),
    path("tables/<str:table_id>/takebacks/", Takebacks.as_view(), name="takebacks"),
    path("tables/<str:table_id>/takebacks/<int:proposal>/votes/", Votes.as_view(), name="votes"),
    path("tables/<str:table_id>/findings/", Findings.as_view(), name="findings"),
    path("tables/<str:table_id>/shown/", Shown.as_view(), name="shown"),
    path("tables/<str:table_id>/rulings/", Rulings.as_view(), name="rulings"),
    path("tables/<str:table_id>/amendments/", Amendments.as_view(), name="amendments"),
    path("tables/<str:table_id>/confirmations/", Confirmations.as_view(), name="confirmations"),
    path("tables/<str:table_id>/results/", Results.as_view(), name="results"),
    path("tables/<str:table_id>/scoresheet/", Scoresheet.as_view(), name="scoresheet"),
    path("tables/<str:table_id>/record/", TableRecord.as_view(), name="record"),
    path("tables/<str:table_id>/keys/", TableKeys.as_view(), name="keys"),
    path("records/schema/", RecordSchema.as_view(), name="record-schema"),
    path("records/", Records.as_view(), name="records"),
    path("replays/", Replays.as_view(), name="replays"),
    re_path("^health/live/?$", Live.as_view(), name="health-live"),
    re_path("^health/ready/?$", Ready.as_view(), name="health-ready"),
    path("schema/", SchemaFile.as_view(), name="schema"),
    path("docs/", documentation, name="docs"),
]
