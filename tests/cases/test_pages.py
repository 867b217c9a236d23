"""Every rules page, compared with the description of its game, statement by statement.

Each line names in our own words what a description says of play or scoring, and quotes where the
page has it: in what it tells of the game, or under what we decided where that differs or is open.
"""

from __future__ import annotations

import pytest

from scorecard.rules.card_game import GameRules
from scorecard.rules.games import all_games

TOLD, DECIDED = "told", "decided"
Statement = tuple[str, str, str]

STATEMENTS: dict[str, tuple[Statement, ...]] = {
    "brownie_points": (
        ("Five cards are dealt, hidden", TOLD, "dealt five cards"),
        ("The rest is drawn from", TOLD, "the draw pile"),
        ("The last baker begins", TOLD, "baked brownies last"),
        ("Who leads must play", TOLD, "begins a sequence must play"),
        ("What can be led", TOLD, "a set of equal cards, a run of at least four"),
        ("Announce what you play", TOLD, "Say aloud"),
        ("Beat what lies there with as many cards", TOLD, "as many cards as lie there"),
        ("Passing is allowed to anybody but the leader", TOLD, "even with a hand that could play"),
        ("A run beats any set", TOLD, "A run beats any set"),
        ("A run is beaten by a higher one as long", TOLD, "as many cards and goes higher"),
        ("A card is drawn after every turn", TOLD, "drawing a card, as long as there are any"),
        ("A pile is won when all others pass", TOLD, "all others have passed"),
        ("A slap takes the very same cards", TOLD, "the very cards"),
        ("Slap and shout belong together", TOLD, "Only both together"),
        ("Who wins of several slappers", TOLD, "lays down the cards first"),
        ("Who passed waits with a slap", TOLD, "waits until somebody else has played"),
        ("A Dog House is not slapped", TOLD, "Nobody slaps a Dog House"),
        ("A fib earns Squirts", TOLD, "is a fib and earns Squirts"),
        ("Squirts moves on to the next fibber", TOLD, "passes it on"),
        ("A second fib ends the round for that player", TOLD, "is knocked out"),
        ("Squirts costs its price", TOLD, "you pay its price"),
        ("A Dog House collects the highest cards", TOLD, "gives you their highest card"),
        ("Specials are collected, too", TOLD, "Game Changer or a Wild Card"),
        ("Collected cards go to the hand", TOLD, "into your hand"),
        ("Several Dog Houses at once", TOLD, "Several together"),
        ("Everybody draws after a Dog House", TOLD, "Then everybody draws a card"),
        ("A Dog House left in hand costs", TOLD, "cost only the player who still holds them"),
        ("A Nope protects a card", TOLD, "in place of a card"),
        ("Nopes end in a pile", TOLD, "is out of the round"),
        ("Nopes are worth nothing", TOLD, "Nopes are worth nothing"),
        ("Only Nopes to lead with", TOLD, "nothing but Nopes"),
        ("The Game Changer falls to a run only", TOLD, "only a run beats it"),
        ("The Wild Card needs numbers", TOLD, "not played by itself"),
        ("How a round ends", TOLD, "when the draw pile is empty"),
        ("Cards in hand are subtracted", TOLD, "subtract the cards left in your hand"),
        (
            "The target, by players and deck",
            TOLD,
            "The round in which somebody reaches this is the last",
        ),
    ),
    "pay_me": (
        ("Two to eight play", TOLD, "2–8 players"),
        ("Decks by players", TOLD, "five to eight need three"),
        ("Eleven hands of three to thirteen cards", TOLD, "thirteen in the last"),
        ("The rest is the stock, one card open", TOLD, "begins the discard pile"),
        ("The dealer’s left begins", TOLD, "From the dealer’s left"),
        ("Draw from either pile, then discard", TOLD, "stock or of the discard pile"),
        ("What a set is", TOLD, "each of another suit"),
        ("Two sets of one rank", TOLD, "a rank may make two sets"),
        ("What a run is", TOLD, "three or more cards of a suit in sequence"),
        ("Melds stay in hand", TOLD, "Both stay in the hand"),
        ("What is wild", TOLD, "Jokers and 2s are wild in every hand"),
        ("A wild card may be itself", TOLD, "may also stand for itself"),
        ("Half of a meld may be wild", TOLD, "At most half"),
        ("No two wild cards side by side in a run", TOLD, "never two side by side"),
        ("How to go out", TOLD, "calls “Pay me!”"),
        ("The last discard is free", TOLD, "With or without a last discard"),
        ("A last turn, from the stock", TOLD, "draws from the stock only"),
        ("Laying off on the caller only", TOLD, "to nobody else’s"),
        ("No exchange for wild cards", TOLD, "takes a wild card that lies there in exchange"),
        ("What deadwood costs", TOLD, "15 for every wild card, 10 for every 8"),
        ("The lowest total after eleven hands wins", TOLD, "The lowest total after the eleventh"),
        ("A wild card as itself costs 15", DECIDED, "like any wild card"),
        ("Jokers in a deck", DECIDED, "Two, unless"),
        ("The first to go out is no winner of the game", DECIDED, "the lowest total that of the"),
    ),
    "ace_deuce_jack": (
        ("The first banker is drawn for", DECIDED, "the highest has the bank"),
        ("The banker sets the limits", TOLD, "names the smallest and the largest bet"),
        ("The banker shuffles and cuts twice", TOLD, "cuts the pack twice"),
        ("Bets stand before cards show", TOLD, "Once all bets lie there"),
        ("Ace, jack or 2 wins for the bank", TOLD, "the bank collects every bet"),
        ("Otherwise bets are paid evenly", TOLD, "as much as they bet"),
        ("The bank moves on", TOLD, "the bank moves to the left"),
        ("Everybody banks equally often", TOLD, "equally often"),
        ("The bank has an edge", TOLD, "9 of every 85"),
        ("What the bets are on", DECIDED, "When none does"),
    ),
    "pitch": (
        ("Four in partnerships, opposite", TOLD, "sit opposite each other"),
        ("Partners by agreement", TOLD, "chosen as you like"),
        ("Six cards in two lots", TOLD, "three at a time"),
        ("The stub is out of play", TOLD, "stay out of the hand"),
        ("What can be bid, once each", TOLD, "bids once or passes: 2, 3, 4 or smudge"),
        ("The dealer may steal", TOLD, "steal the bid"),
        ("The dealer is forced", TOLD, "must bid 2 at least"),
        ("Only the one before, or the highest", DECIDED, "no matter whose"),
        ("The first lead makes trumps", TOLD, "the suit of the first card led is trumps"),
        ("Following suit, or trumping", TOLD, "Follow the suit led or trump"),
        ("Anything when void", TOLD, "may play anything"),
        ("What takes a trick", TOLD, "The highest trump takes the trick"),
        ("The taker leads", TOLD, "leads to the next"),
        ("High", TOLD, "High goes to the side"),
        ("Low", TOLD, "captured the lowest"),
        ("Jack", TOLD, "if it was dealt"),
        ("Game and its card points", TOLD, "a ten counts 10"),
        ("Small cards are nothing", TOLD, "a card below ten nothing"),
        ("A level Game", TOLD, "nobody gets it"),
        ("High and Low need not be ace and two", TOLD, "High need not be an ace"),
        ("A bid that cannot be made", TOLD, "a bid of 4 or a smudge fails"),
        ("Bidders score what they make", TOLD, "score all the points they made"),
        ("Being set", TOLD, "lose the bid"),
        ("Others always score", TOLD, "The others always score"),
        ("A smudge is five", TOLD, "Made, it scores 5"),
        ("A lost smudge", DECIDED, "As much as a made one"),
        ("21 on a bid of one's own", TOLD, "make a bid of its own"),
        ("A lower total can win", TOLD, "even if the others have more"),
        ("The deal moves left", TOLD, "The deal passes to the left"),
    ),
    "ofcp": (
        ("Two to four play", TOLD, "2–4 players"),
        ("A unit, also between two", TOLD, "another price between them"),
        ("Five cards first, hidden", TOLD, "five cards, face down"),
        ("Who acts first", TOLD, "From the dealer’s left"),
        ("Three rows and their sizes", TOLD, "three cards in front, five in the middle"),
        ("Then card by card, open", TOLD, "draws a card from the stock"),
        ("No straights in front", TOLD, "no straights or flushes"),
        ("What a foul is", TOLD, "the hand is fouled"),
        ("Each against each", TOLD, "settles with each other player"),
        ("1 for a row, 3 for all", TOLD, "3 more for winning all three"),
        ("The lower pays the difference", TOLD, "pays the difference"),
        ("Royalties by row", TOLD, "Royal flush"),
        ("A foul pays 6 and royalties", TOLD, "pays each clean hand 6"),
        ("Fantasyland from queens on", TOLD, "A pair of queens, kings or aces in front"),
        ("All cards at once, laid hidden", TOLD, "lays them face down"),
        ("Shown last", TOLD, "when the others are done"),
        ("Several in fantasyland", TOLD, "Several can be there together"),
        ("Staying there", TOLD, "at least a full house in the middle"),
        ("The deal stays", TOLD, "the same dealer deals that one again"),
        ("The deal moves left", TOLD, "The deal moves left"),
        ("Rows that are equally strong", DECIDED, "unless you choose that they foul"),
    ),
    "farmer": (
        ("Two to eight play", TOLD, "2–8 players"),
        ("The deck of 45", TOLD, "all 6s but the 6 of hearts"),
        ("The ante is the size of all payments", TOLD, "pays the ante to the best"),
        ("The first farmer", DECIDED, "The player who gets the 6 of hearts"),
        ("One card each, hidden", TOLD, "one card, face down"),
        ("What cards count", TOLD, "face cards 10"),
        ("The farmer draws last", TOLD, "the farmer last"),
        ("One card must be drawn", TOLD, "at least once"),
        ("Drawn cards are open", TOLD, "dealt face up"),
        ("Hit and stay", TOLD, "“I stay”"),
        ("Busting is kept quiet", TOLD, "say nothing of it"),
        ("16 takes the farm", TOLD, "takes the whole farm"),
        ("Ties, in four steps", TOLD, "the first of them on the farmer’s left"),
        ("Without 16 the closest is paid", TOLD, "pays the ante to the best"),
        ("Several closest share", TOLD, "the rest goes into the farm"),
        ("The bust pay the farmer", TOLD, "pays the ante to the farmer"),
        ("The farmer pays nobody", TOLD, "pays nobody and still collects"),
        ("The taker farms next", TOLD, "is the next farmer"),
        ("Else the farmer stays", TOLD, "so does the farmer"),
        ("Everybody antes again", TOLD, "everybody antes again"),
        ("Closest is not enough", DECIDED, "only exactly 16"),
    ),
    "cucumber": (
        ("Two to seven play", TOLD, "2–7 players"),
        ("Seven cards each", TOLD, "dealt seven cards"),
        ("The rest is out", TOLD, "The rest of the pack stays out"),
        ("Aces high, no suits", TOLD, "the ace is highest"),
        ("Who leads first", TOLD, "The dealer’s left leads any card"),
        ("Higher, or the lowest", TOLD, "beats the highest card so far"),
        ("The last of equals takes a trick", TOLD, "the last of several"),
        ("The taker leads", TOLD, "leads to the next trick"),
        ("Cards stay open", TOLD, "stays open on the table"),
        ("The last trick costs", TOLD, "Only the seventh trick counts"),
        ("What ranks cost", TOLD, "an ace 14"),
        ("Equals are relieved, to 0 at least", TOLD, "never go below 0"),
        ("Above 21", TOLD, "you get a cucumber"),
        ("The new score", TOLD, "the highest among the others still in"),
        ("The second time", TOLD, "The second time, you’re out"),
        ("The deal moves left", TOLD, "the deal passes to the left"),
        ("One is left", TOLD, "The last one left wins"),
        ("When equal cards can be played", DECIDED, "if it is the lowest of your hand"),
        ("The aim is not to take it", DECIDED, "Bad: it costs the rank"),
    ),
    "brag": (
        ("Four to eight play", TOLD, "4–8 players"),
        ("Limits are agreed on", TOLD, "the least and most of a first bet"),
        ("Pot limit", TOLD, "let the pot be the limit"),
        ("Ante and three cards", TOLD, "dealt three cards, face down"),
        ("The ranking", TOLD, "a prial (three of a kind; threes are best"),
        ("A run beats a flush", TOLD, "A run beats a flush"),
        ("A gap in a running flush", DECIDED, "a rank is missing"),
        ("Cards are kept to oneself", TOLD, "Show your cards to nobody"),
        ("No talk of hands, no early acts", TOLD, "act in turn"),
        ("The dealer’s left begins", TOLD, "left of the dealer"),
        ("Match the last bet or fold", TOLD, "at least as much as the last bet"),
        ("Folded cards under the stock", TOLD, "under the stock"),
        ("Betting goes on round the table", TOLD, "who stays in goes on betting"),
        ("Raising at any time", TOLD, "may raise at any turn"),
        ("Blind is half", TOLD, "a blind bet counts double"),
        ("Blind players may look", TOLD, "may look before any bet"),
        ("Seeing takes two, and words", TOLD, "says “See you”"),
        ("The price of seeing", TOLD, "twice the least they could bet"),
        ("Who is seen shows", TOLD, "who is seen shows the cards"),
        ("The losing seer hides", TOLD, "may fold unseen"),
        ("Equal hands", TOLD, "the one who asked to see loses"),
        ("No seeing a blind player", TOLD, "cannot see a blind one"),
        ("Blind sees anybody", TOLD, "A blind player may see anybody"),
        ("Covering the pot", TOLD, "cover the pot with your cards"),
        ("The side pot comes first", TOLD, "Settle the side pot first"),
        ("No shuffle but after a prial", TOLD, "until a shown prial"),
    ),
    "spite_and_malice": (
        ("Two decks", TOLD, "Two decks are shuffled together"),
        ("20 cards, the top one open", TOLD, "of which only the top one shows"),
        ("Five in hand", TOLD, "five cards in hand"),
        ("The rest is the stock", TOLD, "The rest is the stock"),
        ("Three build piles", TOLD, "three build piles"),
        ("Four discard piles each", TOLD, "four discard piles"),
        ("Draw up to five", TOLD, "draw up to five cards"),
        ("As many plays as one likes", TOLD, "as many as you like"),
        ("From ace to queen", TOLD, "goes up in sequence to the queen"),
        ("Suits do not matter", TOLD, "suits mean nothing"),
        ("Kings are wild", TOLD, "Kings are wild"),
        ("A full pile goes back", TOLD, "shuffled back into the stock"),
        ("A played hand is renewed", TOLD, "draw five more"),
        ("The talon is not discarded", TOLD, "Talon cards never go there"),
        ("A discard ends the turn", TOLD, "ends the turn"),
        ("Discards go to build piles, later", TOLD, "in a later turn"),
        ("Only the top can be reached", TOLD, "only from the top"),
        ("An empty talon wins", TOLD, "the last card of their talon wins"),
        ("An empty stock", TOLD, "the smaller talon wins"),
        ("Which play ends a turn", DECIDED, "No, putting a card on one does"),
    ),
}


def told(rules: GameRules[object]) -> str:  # type: ignore[type-var]
    """Return what a page tells of a game, but for what we decided."""
    options = [part for one in rules.options for part in (one.label, one.sentence)]
    values = [part for row in rules.card_values for part in row]
    return " ".join((rules.aim, rules.players, *rules.how_to_score, *values, *options))


def decided(rules: GameRules[object]) -> str:  # type: ignore[type-var]
    """Return what a page says that we decided."""
    return " ".join(part for pair in rules.decided for part in pair)


def test_every_game_was_compared() -> None:
    own = {key for key, rules in all_games().items() if not rules.specialised}
    assert set(STATEMENTS) == own


@pytest.mark.parametrize("key", STATEMENTS)
def test_a_page_says_all_that_its_source_says(key: str) -> None:
    rules = all_games()[key]
    pages = {TOLD: told(rules), DECIDED: decided(rules)}
    missing = [what for what, place, phrase in STATEMENTS[key] if phrase not in pages[place]]
    assert missing == []


@pytest.mark.parametrize(
    ("key", "wrong"),
    [
        ("spite_and_malice", "ace to king"),
        ("pay_me", "how many wild cards may a meld have"),
        ("cucumber", "at least as high"),
    ],
)
def test_a_page_says_no_more_what_was_wrong(key: str, wrong: str) -> None:
    rules = all_games()[key]
    assert wrong not in told(rules) + decided(rules)
