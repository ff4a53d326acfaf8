"""GET findings/: what the cards that were shown prove, as far as it is to be told, and the audit."""

import pytest

from tests.api.hidden import FALSE_TOCHOO, LED, THROWN, WITH_DUTIES, honest, started, told_early, watched

DISCLOSURES = ("hand_end", "when_shown", "at_once")
by_disclosure = pytest.mark.parametrize("disclosure", DISCLOSURES)


def certain(told):
    return [found for found in told if found["certain"]]


@by_disclosure
@pytest.mark.parametrize("slug", WITH_DUTIES)
def test_each_disclosure_tells_what_it_says(new_table, slug, disclosure):
    """Before the end: nothing, what a card contradicts by itself, or everything; afterwards everything."""
    hand = told_early(slug)
    table = started(new_table, slug, hand, {"disclosure": disclosure})
    told = []
    for text in hand.moves:
        answer = table.write("moves/", {"text": text}).json()
        if not answer["over"]:
            told.append(answer["findings"])
            reread = table.read("findings/", table.viewer)
            assert reread["findings"] == answer["findings"]
            assert (reread["audit"], reread["disclosure"]) == (None, disclosure)
    if disclosure == "hand_end":
        assert told == [[]] * len(told)
    else:
        assert any(told)
    if disclosure == "when_shown":
        assert all(found["certain"] for step in told for found in step)
    end = table.read("findings/")
    assert len(end["findings"]) == len(watched(slug, hand))
    assert len(end["audit"]) == hand.seats


def test_a_finding_names_the_plays_the_rule_and_what_is_usual(new_table):
    table = new_table("getaway", seats=3)
    table.start()
    table.play(*FALSE_TOCHOO)
    (found,) = table.read("findings/")["findings"]
    log = {entry["text"]: entry["seq"] for entry in table.read("moves/")["entries"]}
    thrown, led = log[THROWN], log[LED]
    assert found == {
        "kind": "revoke",
        "rule": {"id": "G9", "text": found["rule"]["text"]},
        "certain": True,
        "seats": [1],
        "plays": [{"seq": thrown, "text": THROWN}],
        "suspects": [thrown],
        "evidence": [{"seq": thrown, "text": THROWN}, {"seq": led, "text": LED}],
        "found_at": led,
        "correctable_from": thrown,
        "established": True,
        "irregularity": "false_tochoo",
        "noticed": "later",
        "remedies": ["pickup", "warning", "offset", "stand"],
        "ruled": [],
    }
    japanese = table.steward.get(table.path + "findings/", Accept_Language="ja").json()
    assert japanese["findings"][0]["rule"]["text"] != found["rule"]["text"]


@pytest.mark.parametrize("slug", WITH_DUTIES)
def test_the_audit_accuses_nobody_who_was_honest(new_table, slug):
    hand = honest(slug, 2)
    table = started(new_table, slug, hand)
    table.play(*hand.moves)
    told = table.read("findings/")
    assert told["findings"] == []
    assert [said["seat"] for said in told["audit"]] == list(range(hand.seats))
    for said in told["audit"]:
        assert said["verdict"] in {"clean", "unknown"}
        assert bool(said["cards"]) == (said["verdict"] == "unknown") == (said["open_play"] is not None)


def test_a_play_that_stood_is_in_the_audit_and_on_the_sheet(new_table):
    hand = told_early("troeven")
    table = started(new_table, "troeven", hand)
    told = table.play(*hand.moves)["findings"]
    play = certain(told)[0]["plays"][0]
    seat = certain(told)[0]["seats"][0]
    assert table.write("takebacks/", {"to": play["seq"] - 1}).status_code == 201
    place = [entry["seq"] for entry in table.read("moves/")["entries"] if entry["move"]].index(play["seq"])
    marked = play["text"].replace("play", "play!")
    end = table.play(marked, *hand.moves[place + 1 :])
    after = table.read("findings/")
    assert {said["seat"]: said["verdict"] for said in after["audit"]}[seat] == "revoked"
    assert after["audit"][seat]["plays"][0]["text"] == marked
    assert marked not in [one["text"] for found in end["findings"] for one in found["plays"]]
    (row,) = table.read("scoresheet/")["hands"]
    stood = next(entry["seq"] for entry in table.read("moves/")["entries"] if entry["text"] == marked)
    assert row["stood"] == [stood]
    assert row["findings"] == len(end["findings"])


def test_of_earlier_hands_too_and_of_none_that_is_not_there(new_table):
    hand = told_early("getaway")
    table = started(new_table, "getaway", hand)
    first = table.play(*hand.moves)["findings"]
    assert table.read("findings/", hand="1")["findings"] == first
    if not table.read("")["standing"]["over"]:
        table.start()
        assert (table.read("findings/")["hand"], table.read("findings/")["findings"]) == (2, [])
        assert table.read("findings/", hand="1")["findings"] == first
    missing = table.steward.get(table.path + "findings/", {"hand": "7"})
    assert (missing.status_code, missing.json()["code"]) == (409, "no_such_hand")
    for wrong in ("x", "-1", "1.5", "9" * 40):
        assert table.steward.get(table.path + "findings/", {"hand": wrong}).json()["code"] == "bad_form"


def test_where_there_is_nothing_to_prove(new_table):
    table = new_table("troeven")
    empty = {"hand": None, "disclosure": "when_shown", "findings": [], "audit": None}
    assert table.read("findings/") == {"seq": 1} | empty
    table.deal()
    assert table.read("findings/") == {"seq": 2} | empty | {"hand": 1}
    assert table.steward.get("tables/nowhere/findings/").status_code == 404
    assert type(table.steward)(table.steward.client, "wrong").get(table.path + "findings/").status_code == 403


def test_the_setting_may_change_during_a_hand(new_table):
    table = new_table("getaway", seats=3, settings={"disclosure": "hand_end"})
    table.start()
    assert table.play(*FALSE_TOCHOO)["findings"] == []
    log = table.read("moves/")["entries"]
    assert all(entry["verdict"] != "illegal" for entry in log)
    changed = table.write("", {"settings": {"disclosure": "at_once"}}, method="patch")
    assert changed.json()["settings"]["disclosure"] == "at_once"
    assert len(table.read("findings/")["findings"]) == 1
    last = table.read("moves/")["entries"][-1]
    assert (last["kind"], last["data"]) == ("settings", {"disclosure": "at_once"})
    seq = table.seq
    table.write("", {"settings": {"disclosure": "at_once"}}, method="patch")
    assert table.seq == seq  # nothing changed
    for who in (table.viewer, table.seats[0]):
        answer = table.write("", {"settings": {"disclosure": "at_once"}}, who, method="patch")
        assert answer.json()["code"] == "steward_only"


@pytest.mark.parametrize(
    ("settings", "pointer", "code"),
    [
        ([], "/settings", "wrong_type"),
        ({"disclosure": "never"}, "/settings/disclosure", "not_a_choice"),
        ({"disclosure": ["at_once"]}, "/settings/disclosure", "not_a_choice"),
        ({"more": 1}, "/settings/more", "unknown_key"),
    ],
)
def test_settings_that_are_none(new_table, api, settings, pointer, code):
    table = new_table("troeven")
    made = api.post("tables/", {"game": "troeven", "seats": ["Ann", "Ben"], "settings": settings})
    for answer in (made, table.steward.patch(table.path, {"settings": settings})):
        assert answer.status_code == 400
        assert [(one["pointer"], one["code"]) for one in answer.json()["errors"]] == [(pointer, code)]
