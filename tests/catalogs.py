"""The catalogs of the languages: what is to be translated, and whether it is.

``python -m tests.catalogs update`` brings the catalogs to what the program says today and compiles
them; ``python -m tests.catalogs`` tells what is amiss; ``python -m tests.catalogs unmarked`` what
stands in templates and scripts without being marked for translation.
"""

from __future__ import annotations

import argparse
import ast
import io
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

from babel.messages import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from jinja2 import Environment, nodes

from scorecard.rules.words import parts_of
from scorecard.web.http.languages import DOMAIN, ENGLISH, FOLDER, LANGUAGES, SCRIPTS

ROOT = Path(__file__).parents[1]
TEMPLATES = ROOT / "templates"
PROGRAM = ROOT / "scorecard"
STATIC = PROGRAM / "static"
KEYWORDS = {
    "say": None,
    "say_as": ((1, "c"), 2),
    "say_n": (1, 2),
    "sayN": (1, 2),
    "paragraphs": None,
    "answers": None,
    "Refused": (2,),
    "refused": (2,),
    "_": None,
    "gettext": None,
    "ngettext": (1, 2),
}
FOREIGN = [code for code in LANGUAGES if code != ENGLISH]
NEVER = datetime(2000, 1, 1, tzinfo=UTC)
HEADER = "# The sentences of Scorecard."
PLACEHOLDER = re.compile(r"%\((\w+)\)s|%%|%")
TAG = re.compile(r"</?[a-zA-Z][^<>]*>|&#?\w+;")
"""A tag of a page, with its attributes, or what stands for a character there."""
WORD = re.compile(r"[^\W\d_]{2,}")
LINE_CAN_BREAK = {"fr": re.compile("«[ \N{NO-BREAK SPACE}]|[ \N{NO-BREAK SPACE}]([:;?!»]|%%)")}
"""Where French has the narrow space at which no line breaks."""
SHOWN_ATTRIBUTES = ("aria-label", "aria-description", "title", "alt", "placeholder", "data-say")
NO_WORDS = {"Scorecard", "Brownie", "Points", "JSON", "CSV", "Android", "KM", "RX"}
"""What is called the same everywhere."""
NO_SENTENCE = re.compile(r'="|^[<-]|^autofocus$|hue-|^(name|date),')
"""Pieces of tags and attributes, and the columns of lists, which are English everywhere."""
LIKE_A_SENTENCE = re.compile(r"^[A-Z][a-z]+[^_/\\]*$|[a-z,.:] [A-Za-z]")
"""What in a template's expression is for people, and no key or style."""

SAYING = ("_", "gettext", "ngettext")
ATTRIBUTES = "body_attributes"
"""The block of a page that holds no text."""


@cache
def extracted(domain: str) -> Catalog:
    """Return everything that the program says, still in English."""
    catalog = Catalog(domain=domain, header_comment=HEADER, charset="utf-8")
    folders: list[tuple[Path, list[tuple[str, str]]]] = (
        [(STATIC, [("vendor/**", "ignore"), ("**.js", "javascript")])]
        if domain == SCRIPTS
        else [(PROGRAM, [("**.py", "python")]), (TEMPLATES, [("**.html", "jinja2")])]
    )
    options = {"**.html": {"trimmed": "true", "newstyle_gettext": "true"}}
    for folder, methods in folders:
        found = extract_from_dir(folder, methods, options, keywords=KEYWORDS)
        for name, line, message, comments, context in found:
            place = str((folder / name).relative_to(ROOT))
            del line  # A catalog that named lines would change with every change.
            for part in [message] if isinstance(message, tuple) else parts_of(message):
                catalog.add(part, None, [(place, 0)], auto_comments=comments, context=context)
    return catalog


def path_of(code: str, domain: str, suffix: str = "po") -> Path:
    """Return where a catalog is kept."""
    return FOLDER / code / "LC_MESSAGES" / f"{domain}.{suffix}"


def read(code: str, domain: str) -> Catalog:
    """Return the catalog that is kept for a language; an empty one where there is none yet."""
    path = path_of(code, domain)
    if not path.exists():
        return Catalog(locale=code, domain=domain, header_comment=HEADER, charset="utf-8")
    with path.open("rb") as file:
        return read_po(file, locale=code, domain=domain)


def update(code: str, domain: str) -> Catalog:
    """Bring a language's catalog to what the program says; what it says no more goes."""
    catalog = Catalog(locale=code, domain=domain, header_comment=HEADER, charset="utf-8")
    known = {_key(message): message.string for message in read(code, domain) if message.id}
    for message in extracted(domain):
        if message.id:
            places = sorted(set(message.locations))
            catalog.add(message.id, known.get(_key(message)), places, context=message.context)
    path = path_of(code, domain)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(_as_po(catalog))
    path_of(code, domain, "mo").write_bytes(compiled(read(code, domain)))
    return catalog


def compiled(catalog: Catalog) -> bytes:
    """Return a catalog as the program reads it."""
    # Its moments would change with every compilation.
    catalog.creation_date = catalog.revision_date = NEVER
    file = io.BytesIO()
    write_mo(file, catalog)
    return file.getvalue()


def _as_po(catalog: Catalog) -> bytes:
    file = io.BytesIO()
    write_po(file, catalog, width=100, sort_by_file=False, sort_output=True, omit_header=True)
    return b'msgid ""\nmsgstr ""\n' + _headers(catalog) + b"\n" + file.getvalue()


def _headers(catalog: Catalog) -> bytes:
    # Without the moments and names that change with nothing.
    kept = ("Language", "Plural-Forms", "Content-Type", "MIME-Version")
    lines = [f'"{name}: {text}\\n"\n' for name, text in catalog.mime_headers if name in kept]
    return "".join(lines).encode()


def problems(code: str, domain: str) -> Iterator[str]:
    """Yield a sentence for everything that is amiss with a language's catalog."""
    catalog = read(code, domain)
    kept = {_key(message): message for message in catalog if message.id}
    wanted = {_key(message) for message in extracted(domain) if message.id}
    for english, _context in sorted(wanted - kept.keys(), key=str):
        yield f"{code}: not there: {english!r}"
    for english, _context in sorted(kept.keys() - wanted, key=str):
        yield f"{code}: used nowhere: {english!r}"
    for message in kept.values():
        yield from (f"{code}: {told}: {message.id!r}" for told in _faults(message, catalog))
    mo = path_of(code, domain, "mo")
    if not mo.exists() or mo.read_bytes() != compiled(catalog):
        yield f"{code}: {domain} is not compiled as it stands"


def _faults(message: Message, catalog: Catalog) -> Iterator[str]:
    english = list(message.id) if isinstance(message.id, (tuple, list)) else [message.id]
    strings = _strings(message)
    if message.fuzzy:
        yield "not sure"
    if not all(strings) or (len(english) > 1 and len(strings) != catalog.num_plurals):
        yield "not translated"
        return
    wanted = {frozenset(placeholders(text)) for text in english}
    tags = [Counter(TAG.findall(text)) for text in english]
    for text in strings:
        if (kept := Counter(TAG.findall(text))) not in tags:
            yield f"{sorted(kept.elements())} in place of {sorted(tags[-1].elements())}"
        found = frozenset(placeholders(text))
        # One of them may say "one" in words.
        if found not in wanted and found | {"num"} not in wanted:
            yield f"{sorted(found)} in place of {sorted(map(sorted, wanted))}"
        if _ends(text) != _ends(english[-1]):
            yield "begins or ends with a space that the other has not"
        if (rule := LINE_CAN_BREAK.get(str(catalog.locale))) and rule.search(text):
            yield "a space at which a line can break"


def _key(message: Message) -> tuple[object, str | None]:
    """Return what tells a message from all others: its English, and what it means there."""
    return message.id, message.context


def _strings(message: Message) -> list[str]:
    found = message.string
    return [*found] if isinstance(found, (tuple, list)) else [found or ""]


def placeholders(text: str) -> set[str]:
    """Return the names of a text's values; a percent sign that stands alone is one too many."""
    return {found[1] or found[0] for found in PLACEHOLDER.finditer(text)} - {"%%"}


def _ends(text: str) -> tuple[bool, bool]:
    return text[:1].isspace(), text[-1:].isspace()


def unmarked(path: Path) -> list[str]:
    """Return the words for people that stand in a template without being marked."""
    environment = Environment(extensions=["jinja2.ext.i18n"], autoescape=True)
    tree = environment.parse(path.read_text())
    words = _Words()
    words.feed("".join(_pieces(tree)))
    found = words.found + [text for text in _constants(tree) if LIKE_A_SENTENCE.search(text)]
    return [text for text in found if not NO_SENTENCE.search(text)]


class _Words(HTMLParser):
    """Collects what a page says by itself."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._silent += tag in ("script", "style", "code", "svg")
        self._note(*(text or "" for name, text in attrs if name in SHOWN_ATTRIBUTES))

    def handle_endtag(self, tag: str) -> None:
        self._silent -= tag in ("script", "style", "code", "svg")

    def handle_data(self, data: str) -> None:
        if self._silent <= 0:
            self._note(*data.split("\0"))

    def _note(self, *texts: str) -> None:
        self.found += [text.strip() for text in texts if {*WORD.findall(text)} - NO_WORDS]


def _pieces(node: nodes.Node) -> Iterator[str]:
    if isinstance(node, nodes.TemplateData):
        yield node.data
    elif isinstance(node, nodes.Expr):
        yield "\0"
    elif isinstance(node, nodes.Block) and node.name == ATTRIBUTES:
        return
    else:
        for child in node.iter_child_nodes():
            yield from _pieces(child)


def _constants(node: nodes.Node) -> Iterator[str]:
    if isinstance(node, nodes.Call) and getattr(node.node, "name", "") in SAYING:
        for keyword in node.kwargs:
            yield from _constants(keyword)
        return
    if isinstance(node, nodes.Const) and isinstance(node.value, str):
        yield node.value
    for child in node.iter_child_nodes():
        yield from _constants(child)


def hidden(path: Path) -> list[str]:
    """Return the names with which a template hides what it says things with."""
    tree = Environment(extensions=["jinja2.ext.i18n"], autoescape=True).parse(path.read_text())
    names = (node for node in tree.find_all(nodes.Name) if node.ctx != "load")
    return [node.name for node in names if node.name in SAYING]


def unsayable(path: Path) -> Iterator[str]:
    """Yield the places in a module where what is said is no text that could be found."""
    for node in ast.walk(ast.parse(path.read_text())):
        if not isinstance(node, ast.Call):
            continue
        name = ast.unparse(node.func)
        count = {"say": 1, "say_as": 2, "say_n": 2, "paragraphs": 1, "answers": 1}.get(name, 0)
        texts = [isinstance(text, ast.Constant) for text in node.args[:count]]
        if name.lower().endswith("refused"):
            texts += [not isinstance(text, ast.JoinedStr | ast.BinOp) for text in node.args[1:2]]
        if not all(texts):
            yield f"{path.relative_to(ROOT)}:{node.lineno}"


def statistics() -> Mapping[str, str]:
    """Return for each catalog how much of it is translated."""
    told = {}
    for code in FOREIGN:
        for domain in (DOMAIN, SCRIPTS):
            messages = [message for message in read(code, domain) if message.id]
            done = sum(all(_strings(message)) for message in messages)
            told[f"{code} {domain}"] = f"{done} of {len(messages)}"
    return told


def main() -> int:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="?", choices=("check", "update", "unmarked"), default="check")
    parser.add_argument("paths", nargs="*", type=Path)
    asked = parser.parse_args()
    found: list[str] = []
    if asked.what == "unmarked":
        for path in asked.paths or sorted(TEMPLATES.rglob("*.html")):
            found += [f"{path}: {text!r}" for text in unmarked(path)]
    elif asked.what == "update":
        for code in FOREIGN:
            for domain in (DOMAIN, SCRIPTS):
                update(code, domain)
        found = [f"{name}: {told}" for name, told in statistics().items()]
    else:
        for code in FOREIGN:
            for domain in (DOMAIN, SCRIPTS):
                found += problems(code, domain)
    print("\n".join(found))
    return int(asked.what != "update" and bool(found))


if __name__ == "__main__":
    sys.exit(main())
