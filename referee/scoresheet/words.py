"""Words for what the rules call by short names: cards, moves, facts, options.

A game that is new here still shows: what has no words of its own is shown by its name.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from referee.engine.cards import SUITS
from referee.engine.errors import BadForm, Fault, RefereeError
from referee.engine.moves import CARD, NOBODY, SEAT, SUIT, Move
from referee.tables.errors import ServiceError
from referee.tables.settings import CHOICES, DEFAULTS

SIGNS = {"S": "♠\ufe0e", "H": "♥\ufe0e", "D": "♦\ufe0e", "C": "♣\ufe0e"}
SUIT_NAMES = {"S": _("spades"), "H": _("hearts"), "D": _("diamonds"), "C": _("clubs")}
RANK_NAMES = {"A": _("ace"), "K": _("king"), "Q": _("queen"), "J": _("jack"), "T": _("10")}

ASKED = {
    "play": _("Play a card"),
    "call": _("Name the trump suit"),
    "open": _("Open with a card and a suit"),
    "offer": _("Offer a card, face down"),
    "trade": _("Trade with"),
    "lay": _("Lay a card into the kitty"),
    "claim": _("Claim a pile"),
    "place": _("Place a card of your fan on a pile"),
    "bid": _("Bid"),
    "give": _("Give cards to your partner"),
    "return": _("Give cards back"),
    "contract": _("Name the contract"),
    "marriage": _("Declare a marriage"),
    "half": _("Ask for the other half"),
    "answer": _("Answer"),
    "up": _("the cards that lie face up"),
    "expose": _("the card turned up"),
    "trump": _("The trump card turned up"),
    "refill": _("The card that fills the gap"),
}
"""What is asked of a player, over the choices of a kind of move."""

DO = {
    "pass": _("Pass"),
    "open": _("Open"),
    "place": _("Place"),
    "bid": _("Bid"),
    "contract": _("Name this contract"),
    "take": _("Take the next player's hand"),
    "draw": _("Draw from the waste"),
    "redeal": _("Demand a redeal"),
    "ask": _("Ask for a marriage"),
    "give": _("Give"),
    "return": _("Give back"),
}
"""What stands on the button of a kind of move."""

TAPPED = {
    "draw": _("the card drawn"),
    "offer": _("the card offered"),
    "half": _("the half of the marriage that is held"),
}
"""What a card that is noted on the pack is, besides one played."""

NOTED = {
    "lay": _("Cards laid into the kitty"),
    "take": _("Somebody takes a hand"),
    "place": _("place it on pile"),
    "claim": _("claim pile"),
    "ask": _("Marriage before this lead"),
    "redeal": _("the hand that is shown"),
}
"""What stands over what is noted at hidden sight."""

DONE = {
    "play": _("%(name)s played %(what)s."),
    "call": _("%(name)s named %(what)s trump."),
    "pass": _("%(name)s passed."),
    "open": _("%(name)s opened with %(what)s."),
    "offer": _("%(name)s offered %(what)s."),
    "trade": _("%(name)s traded with %(what)s."),
    "lay": _("%(name)s laid %(what)s into the kitty."),
    "claim": _("%(name)s claimed pile %(what)s."),
    "place": _("%(name)s placed %(what)s."),
    "take": _("%(name)s took the next player's hand."),
    "draw": _("%(name)s drew %(what)s from the waste."),
    "bid": _("%(name)s bid %(what)s."),
    "redeal": _("%(name)s demanded a redeal."),
    "give": _("%(name)s gave %(what)s."),
    "return": _("%(name)s gave back %(what)s."),
    "contract": _("%(name)s named the contract %(what)s."),
    "marriage": _("%(name)s declared a marriage in %(what)s."),
    "ask": _("%(name)s asked for a marriage."),
    "half": _("%(name)s asked for the other half of %(what)s."),
    "answer": _("%(name)s answered: %(what)s."),
    "up": _("%(name)s has face up: %(what)s."),
    "expose": _("%(name)s turned up %(what)s."),
    "trump": _("Turned up: %(what)s."),
    "refill": _("%(what)s filled the gap."),
}

PHASES = {
    "call": _("Naming trump"),
    "layout": _("Layout"),
    "stock": _("Play"),
    "auction": _("Auction"),
    "offers": _("Offers"),
    "trade": _("Trade"),
    "kitty": _("Kitty"),
    "tricks": _("Tricks"),
    "first_lead": _("First lead"),
    "first_trick": _("First trick"),
    "lead": _("Lead"),
    "draw": _("Draw"),
    "trick": _("Trick"),
    "play": _("Play"),
    "exchange": _("Exchange"),
    "contract": _("Contract"),
    "return": _("Giving back"),
    "answer": _("Answer"),
    "half_answer": _("Answer"),
    "over": _("The hand is over"),
}

FACTS = {
    "cards": _("Cards"),
    "tricks": _("Tricks"),
    "points": _("Points"),
    "captured": _("Cards captured"),
    "fans": _("Fans left"),
    "fan_value": _("Value of your fan"),
    "card_points": _("Card points"),
    "stock": _("Stock"),
    "waste": _("Waste"),
    "contract": _("Contract"),
    "bid": _("Highest bid"),
    "bidder": _("Highest bidder"),
    "declarer": _("Declarer"),
    "opener": _("Opener"),
    "called": _("Suit named"),
    "opened": _("Opened with"),
    "traded_with": _("Traded with"),
    "trump_card": _("Trump card"),
    "power": _("Has the power"),
    "away": _("Got away"),
    "loser": _("Who lost"),
    "picked_up_by": _("Picked up by"),
    "kitty": _("Cards of the kitty"),
    "kitty_points": _("Value of the kitty"),
    "trump": _("Trump card"),
    "last_trick": _("Team that won the last trick"),
    "marriages": _("Marriages made trump"),
    "redeal": _("Redeal demanded by"),
    "offer": _("Your offer"),
    "kitty_card": _("Your kitty card"),
    "given": _("Cards given"),
    "returned": _("Cards given back"),
}
"""Facts of a hand, and what is entered after it."""

OPTION_NAMES = {
    "version": _("Version"),
    "trump_choice": _("Choice of trump"),
    "turn_up": _("Turning up"),
    "endgame_follow": _("Following at the end"),
    "dealer_win": _("When the dealer wins"),
    "start_score": _("Starting score"),
    "trump_reveal": _("Trump card"),
    "kitty_tie": _("Kitty after a tie"),
    "final_tie": _("Highest total shared"),
    "kitty_shown_on_tie": _("Show the kitty after a tie"),
    "rounds": _("Rounds"),
    "fan_ten": _("Fan of ten"),
    "must_claim": _("Duty to claim"),
    "pile_inspection": _("Looking through piles"),
    "draw_next_dealer": _("Dealer after a draw"),
    "leftovers": _("Leftover cards"),
    "take_timing": _("Taking a hand"),
    "empty_power": _("Power without cards"),
    "draw_pool": _("Cards to draw from"),
    "two_left_draw_tochoo": _("Tochoo with two left"),
    "irregularity_penalty": _("Broken rules"),
    "first_trick_order": _("First trick"),
    "failed_contract": _("Failed contract"),
    "declarer_no_trick": _("Declarer without a trick"),
    "defender_no_trick": _("Other team without a trick"),
    "asks": _("Questions"),
    "ask_locks": _("What questions lock"),
    "declare_right": _("Right to declare"),
    "redeal_window": _("Redeal"),
    "exchange_count": _("Cards exchanged"),
    "min_bid": _("Lowest bid"),
    "forced_opening": _("Forced opening"),
    "marriage_values": _("Marriage values"),
    "bid_ban": _("Bidding ban"),
    "target": _("Score to win"),
    "tie_500": _("Tie at the end"),
}

VALUES = {
    "yes": _("yes"),
    "no": _("no"),
    "off": _("never"),
    "book": _("as in the book"),
    "traditional": _("traditional"),
    "layout": _("layout on the table"),
    "stock": _("hands and a stock"),
    "any_suit": _("any suit"),
    "seen_suits": _("one of the suits seen"),
    "immediate": _("at once"),
    "after_trick": _("after the trick"),
    "follow_or_trump": _("follow or trump"),
    "as_v1": _("follow or trump; without the suit, anything"),
    "follow_first": _("follow first, else trump"),
    "both": _("dealer down, caller up"),
    "caller_adds_only": _("caller up only"),
    "dealer_subtracts_only": _("dealer down only"),
    "after_kitty": _("after the kitty"),
    "before_auction": _("before the auction"),
    "carry": _("carried over"),
    "shared_win": _("all of them win"),
    "ten": _("worth 10"),
    "zero": _("worth 0"),
    "other_player": _("the other player"),
    "same_player": _("the same player"),
    "redraw": _("by drawing a card"),
    "nobody": _("nobody"),
    "last_claimer": _("whoever claimed last"),
    "anytime": _("at any time"),
    "between_tricks": _("between tricks"),
    "leader_only": _("only by the leader"),
    "draw_waste": _("draws from the waste"),
    "left_leads": _("the next player leads"),
    "include_last_trick": _("with the last trick"),
    "before_last_trick": _("without the last trick"),
    "pick_up": _("is picked up"),
    "ends_game": _("ends the game"),
    "pickup_and_lead": _("pick up and lead"),
    "correct_only": _("only corrected"),
    "clockwise": _("clockwise"),
    "any_order": _("in any order"),
    "minus_contract": _("minus the contract"),
    "minus_double": _("minus twice the contract"),
    "minus_bid": _("minus the bid"),
    "minus_double_contract": _("minus twice the contract"),
    "optional": _("may be declined"),
    "truthful": _("answered truthfully"),
    "full_only": _("full questions only"),
    "illisoft": _("full questions never bar the partner"),
    "led_and_won": _("led and won the last trick"),
    "any_won": _("won the last trick"),
    "led_and_won_once": _("won it, and led and won once"),
    "first_turn": _("at the first turn"),
    "any_turn": _("at any turn"),
    "reversed": _("reversed"),
    "negative": _("below zero"),
    "extra_hand": _("another hand"),
    "draw": _("a draw"),
}

SETTING_NAMES = {
    "disclosure": _("When what is proved is told"),
    "takeback": _("Who takes back"),
    "correction_window": _("Corrections by all players"),
}
"""Settings of a table."""

SETTING_VALUES = {
    "when_shown": _("as soon as a card face up contradicts an earlier play"),
    "hand_end": _("after the hand"),
    "at_once": _("everything at once"),
    "mover": _("players their own last move, the owner anything"),
    "steward": _("the owner alone"),
    "everyone": _("everybody has to agree"),
    "next_hand": _("until the next hand is over"),
    "hand": _("until the next hand begins"),
    "match": _("until the match is over"),
}

SPECIAL_VALUES = {("failed_contract", "zero"): _("nothing"), ("defender_no_trick", "zero"): _("nothing")}


def name_of(words: Mapping[str, Any], key: str) -> str:
    """Return the words for a short name, or the name itself made readable."""
    return str(words[key]) if key in words else str(capfirst(gettext(key).replace("_", " ")))


def option_value(key: str, value: str | int) -> str:
    """Return the words for a value of an option."""
    special = SPECIAL_VALUES.get((key, str(value)))
    if special:
        return str(special)
    return name_of(VALUES, value) if isinstance(value, str) else str(value)


def settings_form(chosen: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return the settings of a table as a form shows them. Takes those that are chosen."""
    return [
        {
            "key": key,
            "name": SETTING_NAMES[key],
            "choices": [
                (value, SETTING_VALUES[value], value == chosen.get(key, DEFAULTS[key])) for value in values
            ],
        }
        for key, values in CHOICES.items()
    ]


# -- cards and moves -------------------------------------------------------------------------------


def rank_name(rank: str) -> str:
    """Return the name of a rank, for example "queen"."""
    return str(RANK_NAMES.get(rank, rank))


def card_name(card: str) -> str:
    """Return a card as it is said aloud: "queen of hearts"."""
    if len(card) != 2 or card[1] not in SUIT_NAMES:
        return gettext("a face-down card")
    return gettext("%(rank)s of %(suit)s") % {"rank": rank_name(card[0]), "suit": SUIT_NAMES[card[1]]}


def card_short(card: str) -> str:
    """Return a card as rank and sign: "Q♥"."""
    if len(card) != 2 or card[1] not in SIGNS:
        return "🂠"
    return ("10" if card[0] == "T" else card[0]) + SIGNS[card[1]]


def argument(move: Move, place: int, names: Sequence[str]) -> str:
    """Return one argument of a move in words."""
    kind, value = move.verb.kind_at(place), move.args[place]
    text = kind.text(value)
    if kind is CARD:
        return gettext("a card face down") if text == "?" else card_short(text)
    if kind is SUIT or text in SUITS:
        return f"{SIGNS[text]} {SUIT_NAMES[text]}"
    if kind.name == "seat" and value < len(names):
        return names[value]
    return option_value("", text)


def told(move: Move, names: Sequence[str]) -> str:
    """Return a move as a sentence: "Ann played Q♥."."""
    pieces = [argument(move, place, names) for place in range(len(move.args))]
    name = names[move.seat] if 0 <= move.seat < len(names) else "–"
    if move.seat == NOBODY and move.verb.params[0].kind is SEAT:
        name = pieces.pop(0)
    what = gettext(", ").join(pieces)
    if move.verb.name not in DONE:
        return f"{name}: {name_of(DO, move.verb.name)} {what}".strip()
    return str(DONE[move.verb.name]) % {"name": name, "what": what}


# -- refusals --------------------------------------------------------------------------------------


def params_in_words(params: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """Return the data of a sentence with its own words translated, and seats by their names."""
    out: dict[str, Any] = {}
    for key, value in params.items():
        if key == "card" and isinstance(value, str) and len(value) == 2 and value[1] in SIGNS:
            out[key] = card_short(value)
        elif key == "seat" and str(value).isdecimal() and int(value) < len(names):
            out[key] = names[int(value)]
        elif key in ("expected", "what", "needs") and isinstance(value, str):
            out[key] = gettext(value)
        else:
            out[key] = value
    return out


HERE = {
    "not_your_turn": _("It is not %(seat)s’s turn."),
    "not_allowed": _("%(seat)s may not do this now."),
    "not_held": _("%(seat)s does not have %(card)s to play."),
    "seat_twice": _("%(seat)s is named more than once."),
    "not_your_seat": _("This phone does not play for %(seat)s."),
    "obliged": _("%(card)s may not be played here."),
}
"""Sentences that say more where people have names."""


def said(error: RefereeError | ServiceError | Fault, names: Sequence[str] = ()) -> str:
    """Return what is wrong as a sentence in the reader's language."""
    params = params_in_words(error.params, names)
    if names and error.code in HERE:
        return str(HERE[error.code]) % params
    return str(capfirst(gettext(error.sentence) % params))


def faults_by_field(bad: BadForm) -> dict[str, str]:
    """Return sentences by JSON Pointer."""
    return {fault.pointer: said(fault) for fault in bad.faults}
