"""What happened, in a game and in a group; undo and redo by name."""

from __future__ import annotations

from tests.browser.pictures.outbox import LONG, NAMES
from tests.browser.pictures.studio import Studio, play_rounds, send


def play(studio: Studio) -> None:
    """Play with corrections on two phones, and change much in a group."""
    server = studio.server()
    ann = studio.phone(server).start("Ann", LONG, "Cy", me="Ann", target=10_000)
    table = f"/games/{ann.uid}"
    studio.take_at(ann, "game history at the start", f"{table}/history")
    bob = studio.phone(server).join(ann, LONG)
    play_rounds(ann, (450, 300, -50), (1_250, -400, 600))
    send(bob, f"{table}/rounds/1/seats/2", style="direct", score="550", confirmed="yes")
    send(bob, f"{table}/rounds/3/seats/2", style="direct", score="1250", confirmed="yes")
    send(ann, f"{table}/rounds/1/seats/1", style="direct", score="-50", confirmed="yes")
    send(ann, f"{table}/players/3/rename", name="Cyrus")
    for step in ("undo", "undo", "redo", "undo"):
        send(ann, f"{table}/{step}")
    ann.at_table().is_live()
    studio.take(ann, "undo and redo")
    studio.take_at(ann, "game history", f"{table}/history")
    studio.take_at(ann, "round with corrections", f"{table}/rounds/1")
    for number in range(60):
        for seat, score in ((1, 50 * (number % 9)), (2, 100)):
            path = f"{table}/rounds/3/seats/{seat}"
            send(ann, path, style="direct", score=str(score), confirmed="yes")
    studio.take_at(ann, "long history", f"{table}/history")

    large = studio.phone(server).start(*NAMES, me="Ann")
    play_rounds(large, range(50, 450, 50), range(400, 0, -50))
    studio.take_at(large, "history of eight", f"{large.table}/history")
