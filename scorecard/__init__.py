"""Scorecard keeps the score of card games for everybody round the table.

The map of the house, from the inside out::

    rules/      what each card game scores: pure functions over game records; one file per game
    db.py       the database: model base, engine settings, how a write begins
    models/     the tables: games, access, changes, groups, seasons, house rules
    disk.py     the disk that the games are on; stored.py measures what each write takes of it
    live.py     the Hub that wakes every phone once a change is committed
    services/   what the app can do, one function per use case
    drawing/    charts and pictures as SVG and PNG, from plain values
    web/        the only package that knows Flask: pages, forms, API, access, errors
    static/     the style sheet, a few small scripts, and vendored ones with their licences
    app.py      the application factory
    config.py   the settings, read from the environment
    backups.py  copy the database to a file and back; portable.py is the format for any database,
                schemas.py knows what an SQLite file of ours consists of
    spare_room.py  a little room on the disk, so that a start finds some when it is full
    daily.py    the backups that the server makes by itself
    checks.py   whether everything that is stored is whole and agrees with itself
    relay.py    wake the phones at other server processes, through Redis
    carrier.py  hold the connections of all phones that listen, and write to them
    gate.py     let phones that begin to listen in, a few at a time
    connections.py  let go of connections that only wait, where others need their places
    server.py   the production server
    cli.py      the ``scorecard`` command

The words, each with one meaning:

**rules** the scoring of one card game, in code · **house rules** what a group chose: its options ·
**game** one sitting from first deal to End Game · **round** one deal and its scoring · **seat** a
player's place in a game, in order · **entry** what was typed for a seat in a round · **score**
what the rules make of it · **total** the running sum · **sheet** everything about a game at one
version · **record** a game as JSON, scored by one function · **target** the total that ends the
game · **keeper** may change everything in a game, **player** counts, **spectator** watches ·
**pass** a link or code that lets a device in · **claim** "this is me": a device's seats ·
**change** one line of a game's history · **group** people who play together, with a roster ·
**player** somebody on a roster; in a game, also who may count · **season** a stretch of days whose
games are added up · **kind** which card game it is, in a group's books · **result** how a player
came out of a game · **award** what End Game credits to a season · **standings** a
season's table · **feat** what may be a record · **ruling** how an
unclear situation was settled · **amendment** house rules changed while a game runs · **consent**
how a group comes to agree on a change · **board** a game on a
television · **picture** how a game or season ended, to share · **anecdote** a line that people
tell of a game or round.
"""

__version__ = "0.1.0"
