"""GET games/ and games/{slug}/."""

import jsonschema
import pytest

from referee import games
from tests.api.hidden import honest, started
from tests.api.records import golden


def test_all_games_are_listed(api):
    told = api.get("games/").json()["games"]
    assert [game["slug"] for game in told] == list(games.all_games())
    assert {game["slug"]: game["seats"]["least"] for game in told}["auction-house"] == 4


@pytest.mark.parametrize("slug", games.all_games())
def test_a_game_with_all_it_needs(api, slug):
    game = games.get(slug)
    told = api.get(f"games/{slug}/").json()
    assert [rule["id"] for rule in told["rules"]] == list(game.rules)
    kinds = [(kind["kind"], kind["by"]) for kind in told["moves"]]
    assert kinds == [
        *((verb, "seat") for verb in game.verbs),
        *((verb, "nobody") for verb in game.turn_up_verbs),
        *((verb, "referee") for verb in game.remedy_verbs),
    ]
    schemas = [
        told["options"],
        told["report"],
        *(form["schema"] for form in told["deals"]),
        *(k["schema"] for k in told["moves"]),
    ]
    for schema in schemas:
        assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
        jsonschema.Draft202012Validator.check_schema(schema)
    for example in told["options"]["examples"]:
        jsonschema.validate(example, told["options"])
        game.terms(example, game.seats[-1])


@pytest.mark.parametrize("slug", games.all_games())
def test_dealt_cards_and_legal_moves_fit_the_schemas(api, new_table, slug):
    from referee.tables.models import Hand

    told = api.get(f"games/{slug}/").json()
    table = new_table(slug)
    table.deal()
    deal = Hand.objects.get(table_id=table.id).deal
    forms = [jsonschema.Draft202012Validator(form["schema"]) for form in told["deals"]]
    assert any(form.is_valid(deal) for form in forms)
    kinds = {kind["kind"]: kind["schema"] for kind in told["moves"]}
    for move in table.steward.get(table.path + "legal-moves/").json()["moves"]:
        if "*" not in move["text"]:
            jsonschema.validate(move, kinds[move["kind"]])


@pytest.mark.parametrize("slug", games.all_games())
def test_moves_at_hidden_sight_fit_the_schemas(api, new_table, slug):
    told = api.get(f"games/{slug}/").json()
    kinds = {kind["kind"]: kind["schema"] for kind in told["moves"]}
    seen = set()
    for number in range(6):
        hand = honest(slug, number)
        table = started(new_table, slug, hand)
        table.play(*hand.moves)
        for entry in table.read("moves/")["entries"]:
            if entry["move"]:
                jsonschema.validate(entry["move"], kinds[entry["move"]["kind"]])
                seen.add(entry["move"]["kind"])
        for remedy in table.read("rulings/")["remedies"]:
            for text in remedy["moves"]:
                move = games.get(slug).parse(text, hand.seats, hidden=True).as_json()
                jsonschema.validate(move, kinds[remedy["remedy"]])
    assert seen >= {"auction-house": {"lay", "trump"}, "checks": {"claim", "refill"}}.get(slug, set())
    kind = next(iter(kinds.values()))
    assert not jsonschema.Draft202012Validator(kind).is_valid({"seat": "*"})


@pytest.mark.parametrize(
    "name", ["troeven-TE11-layout", "troeven-TE12-stock", "auction-house-AE13", "huutopussi-HE21"]
)
def test_deals_of_the_rule_books_fit_a_form(api, name):
    record, _ = golden(name)
    told = api.get(f"games/{record['game']}/").json()
    for hand in record["hands"]:
        assert any(
            jsonschema.Draft202012Validator(form["schema"]).is_valid(hand["deal"]) for form in told["deals"]
        )


@pytest.mark.parametrize("slug", ["whist", "TROEVEN", "troeven ", "%00", "a" * 3000])
def test_no_such_game(api, slug):
    answer = api.get(f"games/{slug}/")
    assert (answer.status_code, answer.json()["code"]) == (404, "no_game")
