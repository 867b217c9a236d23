"""House rules ready to start from: for small tables, large ones, short evenings and children."""

from __future__ import annotations

from scorecard.rules import card_game
from scorecard.rules.words import say

SMALL_TABLE = card_game.ReadyMadeRules(
    key="small_table",
    name=say("2–4 players to 15,000"),
    options={"target": 15_000},
    notes=(
        say(
            "For two, three or four players: with so few, totals grow quickly, and 15,000 is "
            "what the rules recommend.\n\n- Play with the **base deck**.\n- The game ends after "
            "the round in which somebody reaches 15,000. Everybody counts that round, and "
            "the highest total wins.\n- Before the first deal, check the card values against "
            "your cards."
        )
    ),
)
EXPANSION_NIGHT = card_game.ReadyMadeRules(
    key="expansion_night",
    name=say("Expansion night"),
    options={"deck": "expansion", "target": 15_000},
    notes=(
        say(
            "For a full table: both decks shuffled together, five to twelve players, one "
            "long evening.\n\n- We play to **15,000**.\n- What the expansion holds is printed "
            "nowhere. Count your deck once and type it in under *Cards in your deck*; from "
            "then on every count is checked.\n- Agree on what the **Wild Card** is worth: the "
            "rules do not say."
        )
    ),
)
QUICK_GAME = card_game.ReadyMadeRules(
    key="quick_game",
    name=say("Quick game to 5,000"),
    options={"target": 5_000},
    notes=(
        say(
            "For the hour before dinner.\n\n- The first total of **5,000** ends the game, "
            "after everybody has counted the round.\n- No rematch before the dishes are done."
        )
    ),
)
KIND_TO_CHILDREN = card_game.ReadyMadeRules(
    key="kind_to_children",
    name=say("Kind to children"),
    options={"target": 5_000, "ko_hand": "ignored", "ko_squirts": "waived"},
    notes=(
        say(
            "Nobody is knocked out.\n\n- **No knock-outs.** If you fib again while holding "
            "Squirts, keep the card and play on: leave the switch “Knocked out” alone when "
            "you count.\n- Squirts still costs its price at the end of the round.\n- If "
            "“Knocked out” is on all the same, hand and Squirts cost nothing.\n- Children may "
            "count with help, and look at their hand as long as they like."
        )
    ),
)
READY_MADE = (SMALL_TABLE, EXPANSION_NIGHT, QUICK_GAME, KIND_TO_CHILDREN)
