"""What people call the columns of their lists, in every language that the app speaks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

PLAYER_COLUMNS = ("name", "colour", "initial")
RESULT_COLUMNS = ("date", "game", "player", "total", "table", "wins", "side")
HEADINGS: Mapping[str, tuple[str, ...]] = {
    "name": ("nombre", "nom"),
    "colour": ("color", "farbe", "couleur"),
    "initial": ("initiale", "kürzel", "inicial"),
    "date": ("played on", "datum", "tag", "fecha", "día", "jour"),
    "game": ("card game", "spiel", "kartenspiel", "juego", "partida", "jeu", "partie"),
    "player": ("spieler", "spielerin", "spieler/in", "jugador", "jugadora", "joueur", "joueuse"),
    "total": (
        "points",
        "score",
        "final total",
        "punkte",
        "gesamt",
        "summe",
        "ergebnis",
        "punktzahl",
        "puntos",
        "puntuación",
        "puntuacion",
        "resultado",
        "résultat",
        "resultat",
    ),
    "table": ("tisch", "mesa"),
    "side": (
        "team",
        "partei",
        "seite",
        "mannschaft",
        "equipo",
        "pareja",
        "bando",
        "équipe",
        "equipe",
        "camp",
    ),
    "wins": ("gewinnt", "es gewinnt", "gana", "gagne"),
}
"""Each column with its other names, in small letters."""
WINNING: Mapping[str, tuple[str, ...]] = {
    "highest": ("höchste", "höchster", "höchstes", "mayor", "más alto", "la plus haute", "haut"),
    "lowest": ("niedrigste", "niedrigster", "menor", "más bajo", "la plus basse", "bas"),
}
"""What may stand in the column ``wins``, with its other names."""
_COLUMNS = {other: column for column, others in HEADINGS.items() for other in others}
_WINS = {other: wins for wins, others in WINNING.items() for other in others}


def columns_of(headings: Sequence[str]) -> list[str]:
    """Return the columns that headings mean; a heading that means none stays, in small letters."""
    words = [" ".join(heading.casefold().replace("_", " ").split()) for heading in headings]
    columns = [_COLUMNS.get(word, word) for word in words]
    # Who plays is called a name or a player in either list.
    who = "player" if {"date", "game", "total"} & set(columns) else "name"
    return [who if column in ("name", "player") else column for column in columns]


def wins_of(typed: str) -> str:
    """Return "highest" or "lowest" where that was typed in any language, else what was typed."""
    word = " ".join(typed.casefold().split())
    return _WINS.get(word, word)
