"""The documentation says the same in both languages, and the same as the code."""

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml
from babel.messages.pofile import read_po
from jsonschema import Draft202012Validator

from referee.engine.cards import NAMES
from referee.engine.game import Game
from referee.games import all_games

ROOT = Path(__file__).resolve().parents[2]
LANGUAGES = ("en", "ja")
PAIRS = [("README.md", "README.ja.md"), ("CONTRIBUTING.md", "CONTRIBUTING.ja.md")]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
GAMES = all_games()
FOLDERS = "api|referee|serve|tests|docs|templates|locale|benchmarks"

every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
every_rule_page = pytest.mark.parametrize(
    ("language", "slug"), [(language, slug) for language in LANGUAGES for slug in GAMES]
)


def rule_page(language: str, slug: str) -> str:
    return (ROOT / "docs" / language / "rules" / f"{slug}.md").read_text()


def cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip().strip("|").split("|")]


def in_ticks(text: str) -> list[str]:
    return re.findall(r"`([^`]+)`", text)


def section(text: str, *titles: str) -> str:
    """Return what stands below the first heading (of level two) of one of these titles."""
    parts = re.split(r"^## (.+)$", text, flags=re.MULTILINE)
    found = [body for title, body in zip(parts[1::2], parts[2::2], strict=True) if title in titles]
    assert found, titles
    return found[0]


# -- both languages --------------------------------------------------------------------------------


def test_both_languages_have_the_same_pages() -> None:
    english, japanese = (
        {page.relative_to(ROOT / "docs" / language) for page in (ROOT / "docs" / language).rglob("*")}
        for language in LANGUAGES
    )
    assert english == japanese
    assert len(english) > len(GAMES)
    for pair in PAIRS:
        assert all((ROOT / name).is_file() for name in pair)


@pytest.mark.parametrize("page", sorted((ROOT / "docs" / "ja").rglob("*.md")), ids=lambda page: page.stem)
def test_japanese_pages_are_in_japanese_and_have_the_same_tables(page: Path) -> None:
    """A page that was changed in one language only shows in the number of headings and table rows."""
    english = (ROOT / "docs" / "en" / page.relative_to(ROOT / "docs" / "ja")).read_text()
    japanese = page.read_text()
    assert len(re.findall("[぀-ヿ]", japanese)) > 400
    for kind in ("^#", r"^\|", "^```", r"^\d+\."):
        counts = [len(re.findall(kind, text, flags=re.MULTILINE)) for text in (english, japanese)]
        assert counts[0] == counts[1], kind


# -- rule books ------------------------------------------------------------------------------------


@every_rule_page
def test_every_rule_is_in_its_rule_book_and_no_other(language: str, slug: str) -> None:
    told = re.findall(r"^\* \*\*([A-Z]\d+)\*\* ", rule_page(language, slug), flags=re.MULTILINE)
    assert told == list(GAMES[slug].rules)


@every_rule_page
def test_every_irregularity_and_ruling_is_told(language: str, slug: str) -> None:
    """The last table is the rows of the game, in the words of the code and its translation."""
    game, page = GAMES[slug], rule_page(language, slug)
    text = section(page, "When something goes wrong", "間違いが起きたとき")
    path = ROOT / "locale" / slug.replace("-", "_") / "ja" / "LC_MESSAGES" / "django.po"
    with path.open("rb") as file:
        catalog = read_po(file)
    rows = [cells(row) for row in re.findall(r"^\|.+$", text, flags=re.MULTILINE)[2:]]
    told = [[row.what, row.advice] for row in game.irregularities]
    if language == "ja":
        told = [[str(catalog[one].string) for one in row] for row in told]
    assert rows == told
    moves = section(page, "Moves", "手の書き方")
    assert re.findall(r"^\| `\* ([a-z_]+)", moves, flags=re.MULTILINE) == list(game.remedy_verbs)


def test_rulings_are_in_the_notation() -> None:
    for language in LANGUAGES:
        page = (ROOT / "docs" / language / "notation.md").read_text()
        told = {game.parse(text, game.seats[0]).verb for game, text in rulings_in(page)}
        assert told == {act.verb for game in GAMES.values() for act in game.remedies}


def rulings_in(page: str) -> list[tuple[Game[Any], str]]:
    """Return the rulings in the tables of a page, each with its game: the last one that a row named."""
    found = []
    slug = ""
    for row in re.findall(r"^\|.+$", page, flags=re.MULTILINE):
        first, second = cells(row)[:2]
        slug = first if first in GAMES else slug
        if slug and re.fullmatch(r"`\* [a-z_]+ .+`", second) and first in (slug, ""):
            found.append((GAMES[slug], second.strip("`")))
    return found


@every_rule_page
def test_every_option_is_told_with_its_values(language: str, slug: str) -> None:
    game, text = GAMES[slug], section(rule_page(language, slug), "Options", "オプション")
    rows = {in_ticks(row)[0]: cells(row) for row in re.findall(r"^\| `.+$", text, flags=re.MULTILINE)}
    assert list(rows) == [option.key for option in game.options]
    for option in game.options:
        row = rows[option.key]
        assert in_ticks(row[1])[0] == str(option.book)
        values = in_ticks(" ".join(row[1:]))
        if isinstance(option.others, range):
            assert f"`{option.others[0]}`" in row[2]
            assert f"`{option.others[-1]}`" in row[2]
        else:
            assert {str(choice) for choice in option.choices} <= set(values), option.key
    assert all(f"`{preset}`" in text for preset in game.presets)


@every_rule_page
def test_every_kind_of_move_is_told(language: str, slug: str) -> None:
    game = GAMES[slug]
    notation = (ROOT / "docs" / language / "notation.md").read_text()
    for text in (section(rule_page(language, slug), "Moves", "手の書き方"), notation):
        for move in move_texts(text):
            if move.split()[1] in game.verbs and text is not notation:
                assert game.parse(move, game.seats[-1]).text == move
        assert set(game.verbs) <= {move.split()[1] for move in move_texts(text)}
    for verb in game.verbs.values():
        assert all(f"`{param.name}`" in notation for param in verb.params)
    assert all(f"`- {name} " in notation for name in game.turn_up_verbs)


def move_texts(text: str) -> list[str]:
    """Return the moves written in backticks in tables, without patterns and covered ones."""
    rows = "\n".join(re.findall(r"^\|.+$", text, flags=re.MULTILINE))
    return [word for word in in_ticks(rows) if re.fullmatch(r"\d [a-z]+( [^?*]+)?", word)]


@pytest.mark.parametrize("slug", GAMES)
def test_examples_have_the_same_numbers_and_cards_in_both_languages(slug: str) -> None:
    english, japanese = (examples(rule_page(language, slug)) for language in LANGUAGES)
    assert list(english) == list(japanese)
    assert [int(number[2:]) for number in english] == list(range(1, len(english) + 1))
    for number, text in english.items():
        assert cards_in(text) == cards_in(japanese[number]), number


def examples(text: str) -> dict[str, str]:
    """Return the text of each worked example by its number."""
    parts = re.split(r"^\*\*([A-Z]E\d+) – ", section(text, "Worked examples", "例"), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def cards_in(text: str) -> Counter[str]:
    return Counter(re.findall(r"(?<![A-Za-z0-9])[AKQJT2-9][SHDC](?![A-Za-z0-9])", text))


@every_page
def test_rules_that_are_cited_exist(page: Path) -> None:
    """On the page of a game, whatever looks like the number of one of its rules is one."""
    if page.parent.name != "rules":
        return
    game = GAMES[page.stem]
    letter = next(iter(game.rules))[0]
    cited = set(re.findall(rf"(?<![A-Za-z0-9])({letter}\d+)(?![A-Za-z0-9])", page.read_text()))
    assert {rule for rule in cited if rule not in game.rules and rule not in NAMES} == set()


# -- whole hands of the rule books, as they are printed -----------------------------------------------------

CARD = "[AKQJT2-9][SHDC]"
PLAY = re.compile(rf"(?<![A-Z0-9])([NDESW0-3]) ({CARD})(?: \({CARD}\))?(?: \{{([^}}:：]*)[^}}]*\}})?")


def played(game: Game[Any], state: Any, table: str, seats: str) -> Any:
    """Return the state after the plays of a printed table; braces have to hold all that was legal."""
    for row in re.findall(r"^\| \d.+$", table, flags=re.MULTILINE):
        for who, card, legal in PLAY.findall(row):
            seat = seats.index(who)
            listed = [text.split()[2] for text in game.legal_texts(state, 1 << seat) if " play " in text]
            if re.fullmatch(f"({CARD} ?)+", legal):
                assert sorted(legal.split()) == sorted(listed), (row, card)
            state = game.apply(state, game.parse(f"{seat} play {card}", game.seats[0]))
        state = between_tricks(game, state, row)
    return state


def between_tricks(game: Game[Any], state: Any, row: str) -> Any:
    talk = {"2": "3 marriage D", "4": "2 ask,0 answer H", "5": "2 ask,0 answer no"}
    if game.slug != "huutopussi":
        return state
    for text in filter(None, talk.get(cells(row)[0], "").split(",")):
        state = game.apply(state, game.parse(text, 4))
    return state


def hands_of(text: str, names: str) -> list[list[str]]:
    """Return the hands printed as ``E `6S 5S …` `` on lines of their own."""
    return [re.search(rf"^{name} `([^`]+)`$", text, flags=re.MULTILINE)[1].split() for name in names]  # type: ignore[index]


def begun(slug: str, dealer: int, deal: Any, moves: str, **options: Any) -> tuple[Game[Any], Any]:
    game = GAMES[slug]
    terms = game.terms(options, game.seats[0])
    state = game.start(terms, game.opening(terms), dealer, deal)
    for text in moves.split(","):
        state = game.apply(state, game.parse(text, game.seats[0]))
    return game, state


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_printed_round_of_auction_house(language: str) -> None:
    text = examples(rule_page(language, "auction-house"))["AE13"]
    deal = {"hands": hands_of(text, "ESWN"), "trump": "QH"}
    moves = "0 pass,1 pass,2 open 8S C,0 offer 4C,1 offer TH,3 offer 9C,0 lay 2D,1 lay TH,2 lay 3H,3 lay 4H"
    game, state = begun("auction-house", 3, deal, moves)
    state = played(game, state, text, "ESWN")
    assert game.report(state) == {"tricks": [1, 1, 4, 3], "kitty": ["2D", "TH", "3H", "4H"], "trump": "QH"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_printed_layout_round_of_troeven(language: str) -> None:
    text = examples(rule_page(language, "troeven"))["TE11"]
    stacks = [[stack.split("/") for stack in hand] for hand in hands_of(text, "ND")]
    up, down = ([[stack[place] for stack in hand] for hand in stacks] for place in (0, 1))
    deal = {"up": up, "down": down}
    game, state = begun("troeven", 1, deal, "0 call S")
    assert game.report(played(game, state, text, "ND")) == {"points": [25, 15]}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_printed_stock_round_of_troeven(language: str) -> None:
    text = examples(rule_page(language, "troeven"))["TE12"]
    stock = max(in_ticks(text), key=len).split()
    deal = {"hands": hands_of(text, "ND"), "stock": stock}
    game, state = begun("troeven", 1, deal, "0 call H", version="stock")
    assert game.report(played(game, state, text, "ND")) == {"points": [18, 22]}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_printed_hand_of_huutopussi(language: str) -> None:
    text = examples(rule_page(language, "huutopussi"))["HE21"]
    bids = "0 bid 50,1 bid 55,2 pass,3 pass,0 bid 60,1 bid 65,0 pass"
    exchange = "3 give TC JD TH,1 contract 100,1 return 9C KD QS"
    game, state = begun("huutopussi", 3, {"hands": hands_of(text, "0123")}, f"{bids},{exchange}")
    report = game.report(played(game, state, text, "0123"))
    assert report["card_points"] == [80, 60]
    assert report["marriages"] == [["H"], ["D"]]


# -- links, commands, names ------------------------------------------------------------------------


def prose(page: Path) -> str:
    """Return a page without its blocks of code."""
    return re.sub(r"```.*?```", "", page.read_text(), flags=re.DOTALL)


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page's headings, made as GitHub makes them."""
    heads = re.findall(r"^#+ (.+)$", prose(page), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.strip().lower()).replace(" ", "-") for head in heads}


@every_page
def test_links_lead_somewhere(page: Path) -> None:
    text = prose(page)
    for target in re.findall(r"\]\(([^)\s]+)\)", text) + re.findall(r'src="([^"]+)"', text):
        if re.match(r"https?://", target):
            continue
        name, _, anchor = target.partition("#")
        found = (page.parent / name).resolve() if name else page
        assert found.exists(), target
        assert found.is_relative_to(ROOT), target
        if anchor:
            assert anchor in anchors(found), target


@every_page
def test_make_commands_exist(page: Path) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), flags=re.MULTILINE))
    named = re.findall(r"(?:`|^)make ([a-z-]+)", page.read_text(), flags=re.MULTILINE)
    assert set(named) <= targets


@every_page
def test_files_that_are_named_exist(page: Path) -> None:
    for word in in_ticks(prose(page)):
        is_path = re.fullmatch(rf"({FOLDERS})/[\w./-]*", word)
        if is_path and not re.search("NAME|SLUG", word):
            assert (ROOT / word).exists(), word


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_variable_is_explained(language: str) -> None:
    files = [path for folder in ("serve", "referee") for path in (ROOT / folder).rglob("*.py")]
    code = "\n".join(path.read_text() for path in files)
    read = set(re.findall(r'(?:environ(?:\.get\(|\[)|flag\()"([A-Z_]+)"', code))
    page = (ROOT / "docs" / language / "operating.md").read_text()
    not_for_people = {"MAKELEVEL", "DJANGO_SETTINGS_MODULE", "DEBUG"}
    assert {name for name in read - not_for_people if f"`{name}`" not in page} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_endpoint_is_in_the_guide(language: str) -> None:
    guide = (ROOT / "docs" / language / "api.md").read_text()
    schema = yaml.safe_load((ROOT / "api" / "openapi.yaml").read_text())
    for path, operations in schema["paths"].items():
        short = path.removeprefix("/api/v1/").replace("{table_id}", "{id}")
        assert short.rstrip("/") in guide.replace("…", "tables/{id}"), path
        for method in set(operations) & {"get", "post", "patch", "put", "delete"}:
            assert method.upper() in guide


@pytest.mark.parametrize("language", LANGUAGES)
def test_answers_that_are_printed_are_in_the_form_of_the_schema(language: str) -> None:
    guide = (ROOT / "docs" / language / "api.md").read_text()
    components = yaml.safe_load((ROOT / "api" / "openapi.yaml").read_text())["components"]
    printed = [json.loads(text) for text in re.findall(r"```json\n(.*?)```", guide, flags=re.DOTALL)]
    for name, answer in zip(("MoveRecorded", "Replay"), printed, strict=True):
        schema = {"$ref": f"#/components/schemas/{name}", "components": components}
        Draft202012Validator(schema).validate(answer)
