"""Scorecard keeps the score of card games for everybody round the table.

The map of the house, lowest first; each room imports from those above it in this list only::

    rules/      what each card game scores: pure functions over game records; games/ holds the games
    machine/    what the app is told by the machine and the network
    drawing/    charts and pictures as SVG and PNG, from plain values
    database/   the engine, the schema and its migrations, the file, and how a write begins
    models/     the tables: games, access, changes, groups, seasons, house rules
    live/       wakes every phone once a change is committed, also at other server processes
    services/   what the app can do, one function per use case, in rooms by noun
    aside/      long work, done by child processes
    web/        the only package that knows Flask: pages, forms, API, in rooms by noun
    app.py      the application factory
    operating/  what an operator runs: backups, checks, the doctor; and what is done once a day
    serving/    the production server, its connections and its streams
    cli.py      the ``scorecard`` command

``config.py`` reads the settings, ``errors.py`` is what services refuse; ``static/``, ``languages/``
and ``handbook/`` hold what their names say.

The words, each with one meaning:

**rules** the scoring of one card game, in code · **house rules** what a group chose: its options ·
**game** one sitting from first deal to End Game · **round** one deal and its scoring · **seat** a
player's place in a game, in order · **entry** what was typed for a seat in a round · **score**
what the rules make of it · **total** the running sum · **sheet** everything about a game at one
version · **record** a game as JSON, scored by one function · **target** the total that ends the
game · **scorekeeper** may change everything in a game (in code, ``keeper``), **player** counts,
**spectator** watches ·
**pass** a link or code that lets a device in · **claim** "this is me": a device's seats ·
**change** one line of a game's history · **group** people who play together, with a roster ·
**player** somebody on a roster; in a game, also who may count · **season** a stretch of days whose
games are added up · **kind** which card game it is, in a group's books · **result** how a player
came out of a game · **award** what End Game credits to a season · **standings** a
season's table · **feat** what may be a record · **ruling** how an
unclear situation was settled · **amendment** house rules changed while a game runs · **consent**
how a group comes to agree on a change · **board** a game on a
television · **picture** how a game or season ended, to share · **note** a line that people keep on
a game or round (in code, ``anecdote``) · **trash** where what is deleted waits, to be restored (in
code, ``bin``).
"""

__version__ = "0.1.0"
