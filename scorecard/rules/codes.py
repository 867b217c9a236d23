"""Every code the rules answer with, and what it means. A test holds the games to this list."""

REFUSALS = {
    "malformed": "Something has not the shape of a game record, or is called what means nothing.",
    "player_count": "Too few or too many players for this game and deck.",
    "blank_name": "A player has no name.",
    "duplicate_name": "Two players have the same name, whatever the letter case.",
    "unknown_player": "Somebody who does not play, or has left.",
    "missing_entry": "Somebody who takes part was not counted.",
    "not_whole_number": "Text, a half, or true and false where a whole number is asked for.",
    "negative_number": "A number below 0 where there cannot be one.",
    "unknown_card": "A card that is not in this deck.",
    "deck_exceeded": "A card counted more often than the deck holds it.",
    "squirts_exceeded": "More Squirts cards claimed than there are.",
    "points_not_possible": "Points that no cards of this deck add up to.",
    "bad_ending": "A round cannot have ended like that.",
    "game_over": "A round after the game had finished.",
    "unknown_option": "The game has no such option.",
    "option_out_of_range": "The option cannot have this value.",
}
"""Refused: it cannot be. Nothing of it is kept, and nothing before it is lost."""

WARNINGS = {
    "cards_missing": "Every card was counted one by one, and some of the deck are missing.",
    "nobody_went_out": "Nobody has an empty hand, though that is what ends a round.",
    "knocked_out_without_squirts": "Possible only if Squirts was passed on afterwards.",
    "deck_unverified": "The deck's contents are not known, so counts cannot be checked.",
    "expansion_not_recommended": "The expansion deck is meant for more players.",
}
"""Warned: possible but unlikely. It stays visible on its round; round 0 is the set-up."""
