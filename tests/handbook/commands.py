"""The ``scorecard`` commands, as the handbook lists them."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator

import click

from scorecard.cli import main
from tests.handbook.regions import heading


def commands() -> str:
    """Return each command: how it is called, what it does, and its options."""
    pieces = []
    for name, command in sorted(main.commands.items()):
        call = " ".join(["scorecard", name, *_usage(command)])
        pieces.append(f"{heading(3, f'scorecard {name}')}    {call}\n\n{_help(command)}\n")
        if options := [*_options(command)]:
            pieces[-1] += "\n" + "".join(f"* {one}\n" for one in options)
    return "\n".join(pieces)


def _usage(command: click.Command) -> Iterator[str]:
    for one in command.params:
        if isinstance(one, click.Option):
            value = "" if one.is_flag else f" {_value(one)}"
            yield f"[{one.opts[0]}{value}]"
    for one in command.params:
        if isinstance(one, click.Argument):
            name = one.metavar or (one.name or "").upper()
            yield name if one.required else f"[{name}]"


def _options(command: click.Command) -> Iterator[str]:
    for one in command.params:
        if isinstance(one, click.Option):
            # What click shows beside the option, where it shows it.
            usual = f" Usually `{one.default}`." if one.show_default else ""
            value = "" if one.is_flag else f" {_value(one)}"
            yield f"`{one.opts[0]}{value}`: {one.help}{usual}"


def _value(option: click.Option) -> str:
    if isinstance(option.type, click.Choice):
        return "|".join(option.type.choices)
    return {"INTEGER RANGE": "N", "INTEGER": "N"}.get(
        option.type.name.upper(), (option.name or "").upper()
    )


def _help(command: click.Command) -> str:
    """Return what a command says of itself, a line for each paragraph."""
    paragraphs = inspect.cleandoc(command.help or "").split("\n\n")
    return "\n\n".join(re.sub(r"\s*\n", " ", one) for one in paragraphs)
