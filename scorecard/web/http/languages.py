"""The reader's language: translation of sentences, and the format of numbers and days.

Sentences are written in English where they are needed (see :mod:`scorecard.rules.words`); the
catalogs in ``scorecard/languages`` hold the translations. Names and other typed text are never
translated, and the API answers in English.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import date
from functools import cache, lru_cache
from pathlib import Path
from typing import cast

from babel import Locale
from babel.dates import format_date
from babel.support import NullTranslations, Translations
from flask import (
    Blueprint,
    Flask,
    Response,
    abort,
    g,
    has_request_context,
    redirect,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue
from jinja2 import pass_eval_context
from jinja2.nodes import EvalContext
from markupsafe import Markup, escape

from scorecard import errors
from scorecard.rules.typed import amounts
from scorecard.rules.words import BEGUN, CONTEXT_ENDS, MINUS, Sentence, say, with_capital
from scorecard.web.http import access, paths, security

LANGUAGES = {"en": "English", "de": "Deutsch", "es": "Español", "fr": "Français"}
"""By their codes, each called as its speakers do."""
ENGLISH = "en"
PSEUDO = "xx"
"""A language for tests: every sentence in brackets, longer, and from right to left."""
LONGEST = "xl"
"""A language for tests of layouts: every sentence in the language that says it longest."""
KNOWN = (*LANGUAGES, PSEUDO, LONGEST)
LOCALES = {PSEUDO: "ar", LONGEST: "fr"}
"""The locales from which the two test languages take direction and calendar."""
ADDRESSES = ("/", "http://", "https://")
FIGURES = (int, float, amounts.Money)
"""Types of values whose text has its direction already."""
COOKIE = "language"
COOKIE_SECONDS = 400 * 24 * 60 * 60
FOLDER = Path(__file__).parents[2] / "languages"
DAYS = {ENGLISH: "d MMM y", PSEUDO: "'⟦'d MMM y'⟧'"}
DAYS_OF_YEAR = {ENGLISH: "d MMM", PSEUDO: "'⟦'d MMM'⟧'"}
"""Formats of days, with their year and without, for languages that do not use the usual ones."""
MOST_DAYS = 4_096
"""The size of the cache of formatted days."""
LEFT_TO_RIGHT, FIRST_STRONG, END_ISOLATE = "\u2066", "\u2068", "\u2069"
"""Invisible characters that isolate a text from the direction of the line around it.

From the first or second to the third: as left to right, or in the direction of its first letter.
"""
ISOLATING = LEFT_TO_RIGHT + FIRST_STRONG + END_ISOLATE
LEFTWARD = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
"""A letter that runs from right to left, such as a Hebrew or Arabic one."""
DOMAIN = "messages"
SCRIPTS = "scripts"
"""The catalog with the sentences of the scripts."""
SCRIPT_OF_PSEUDO = (
    "window.words = new Proxy({}, { get: (_words, english) => `⟦${String(english)}⟧` });"
)

Texts = dict[str | tuple[str, int], str]
"""Translations by their English text; those of plurals by text and number of the form."""

blueprint = Blueprint("languages", __name__)


class Speech:
    """One language: its catalog, and its format of numbers, money and days."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.locale = Locale.parse(LOCALES.get(code, code))
        self.direction = self.locale.text_direction
        # Digits and months of the tests' language are English ones.
        self._numbers = Locale.parse(ENGLISH) if code == PSEUDO else self.locale
        symbols = self._numbers.number_symbols["latn"]
        self._group, self.decimal = symbols["group"], symbols["decimal"]
        usual = self._numbers.datetime_skeletons["MMMd"].pattern
        self._day_of_year = DAYS_OF_YEAR.get(code, usual)
        self._catalog = _catalog(code, DOMAIN)
        self.is_foreign = code != ENGLISH

    def say(self, value: object) -> str:
        """Return a sentence, number, amount or day in this language; any other text as it is."""
        if type(value) is Sentence:
            return self._say(value) if self.is_foreign or LEFTWARD.search(value) else value
        if type(value) is int:
            return self.number(value)
        if type(value) is float:
            return self.figure(f"{value:g}".replace(".", self.decimal))
        if isinstance(value, date):
            return self.day(value)
        if isinstance(value, amounts.Money):
            return self.money(value)
        return value if isinstance(value, str) else str(value)

    def text(self, pattern: str) -> str:
        """Return the translation of a pattern, without its values."""
        return self._catalog.gettext(pattern) if pattern else pattern

    def text_n(self, one: str, many: str, num: int) -> str:
        """Return the translation of a plural pattern for a number, without its values."""
        # French says "−1 point", the others "−1 points".
        return self._catalog.ngettext(one, many, abs(num) if self.code == "fr" else num)

    def number(self, points: int) -> str:
        """Return a whole number with separators between thousands and a proper minus sign."""
        return self.figure(self.digits(points))

    def gain(self, points: int) -> str:
        """Return a number with its sign, also a plus: "+450", "−100", "0"."""
        return self.figure(f"+{self.digits(points)}" if points > 0 else self.digits(points))

    def digits(self, points: int) -> str:
        """Return a number's digits with separators and a minus sign, without direction marks."""
        digits = f"{abs(points):,}".replace(",", self._group)
        return MINUS + digits if points < 0 else digits

    def tenths(self, value: float) -> str:
        """Return a number with one decimal: "31.0", or "31,0"."""
        return self.figure(f"{value:.1f}".replace(".", self.decimal))

    def rated(self, rating: float, doubt: float) -> str:
        """Return how strong a player is told to be, and how far that is in doubt: "31.0 ± 4.2"."""
        return f"{self.tenths(rating)} ± {self.tenths(doubt)}"

    def figure(self, text: str) -> str:
        """Return a formatted number, isolated to run from left to right in every language."""
        return f"{LEFT_TO_RIGHT}{text}{END_ISOLATE}" if self.direction == "rtl" else text

    def inside(self, value: object) -> str:
        """Return a value for use inside of a sentence, with the direction of a text isolated.

        Addresses stay as they are, because they are followed.
        """
        text = self.say(value)
        has_its_way = self.direction == "ltr" and not LEFTWARD.search(text)
        if has_its_way or type(value) in FIGURES or not text or text.startswith(ADDRESSES):
            return text
        # Joined by the text itself: a Markup stays one, and is not escaped again.
        return text.join((FIRST_STRONG, END_ISOLATE))

    def money(self, amount: amounts.Money) -> str:
        """Return an amount with its currency's sign in the usual place: "€2.50", "2,50 €"."""
        is_before = self._numbers.currency_formats["standard"].pattern.startswith("¤")
        with_sign = amounts.before if is_before else amounts.behind
        return self.figure(amount.written(self.digits, self.decimal, with_sign))

    def day(self, when: date) -> str:
        """Return a day, such as "21 Nov 2026"."""
        return _written(when, DAYS.get(self.code, "medium"), self._numbers)

    def day_of_year(self, when: date) -> str:
        """Return a day without its year, such as "21 Nov"."""
        return _written(when, self._day_of_year, self._numbers)

    def _say(self, sentence: Sentence) -> str:
        if not sentence.pattern:
            return str(sentence)
        if sentence.pattern == BEGUN:
            (inner,) = sentence.values.values()
            return with_capital(cast(Sentence, inner), self.say(inner), self._pattern)
        text = self._pattern(sentence)
        if not sentence.values:
            return text.replace("%%", "%")
        return text % {name: self.inside(value) for name, value in sentence.values.items()}

    def _pattern(self, sentence: Sentence) -> str:
        if sentence.plural:
            return self.text_n(sentence.pattern, sentence.plural, sentence.num)
        return self.text(sentence.pattern).rpartition(CONTEXT_ENDS)[2]


@lru_cache(maxsize=MOST_DAYS)
def _written(when: date, pattern: str, locale: Locale) -> str:
    written = format_date(when, pattern, locale)
    # Only the first of a month is counted in French: "1er janv.", "2 janv."
    is_first = locale.language == "fr" and when.day == 1
    return written.replace("1 ", "1er ", 1) if is_first else written


class _Pseudo(NullTranslations):
    """Says every sentence in brackets, so that a sentence without was not marked for translation.

    It runs from right to left, and so arrows are turned round, as translators would do.
    """

    def gettext(self, message: str) -> str:
        english = message.rpartition(CONTEXT_ENDS)[2]
        return f"⟦{english.replace('→', '←')}⟧"

    def ngettext(self, msgid1: str, msgid2: str, num: int) -> str:
        return self.gettext(msgid1 if num == 1 else msgid2)


class _Longest(Translations):
    """Says every sentence, and every form of a plural, as whichever catalog says it longest."""

    def __init__(self, catalogs: Iterable[NullTranslations]) -> None:
        super().__init__()
        longest = _texts(self)
        for catalog in catalogs:
            for key, text in _texts(catalog).items():
                # Catalogs hold the English singular only.
                english = key if isinstance(key, str) else key[0]
                without_context = english.rpartition(CONTEXT_ENDS)[2]
                longest[key] = max(longest.get(key, without_context), text, key=len)


_speech = cache(Speech)


def init_app(app: Flask) -> None:
    """Choose the language of every answer, and let templates speak it."""
    environment = app.jinja_env
    environment.add_extension("jinja2.ext.i18n")
    # The extension's tag {% trans %} then passes the values, too.
    environment.newstyle_gettext = True  # type: ignore[attr-defined]
    environment.policies["ext.i18n.trimmed"] = True
    environment.globals.update(_=_gettext, gettext=_gettext, ngettext=_ngettext)
    environment.globals.update(languages=LANGUAGES, speech=speech, words_address=words_address)
    environment.filters["said"] = translated
    # Every sentence that a template shows is translated.
    environment.finalize = _translate_sentence
    app.after_request(_vary)
    # Read now: when the page about a fault needs them, there may be no file descriptor left.
    for code in LANGUAGES:
        _speech(code).day(date.min)
        _version(code)


def speech() -> Speech:
    """Return the language of this request: the phone's choice, else the browser's."""
    chosen: Speech | None = g.get("speech")
    if chosen is None:
        chosen = g.speech = _speech(_asked())
    return chosen


@contextmanager
def spoken(code: str) -> Iterator[None]:
    """Speak a language inside the block, where no request chooses one."""
    before, g.speech = speech(), _speech(code)
    try:
        yield
    finally:
        g.speech = before


def translated(sentence: object) -> str:
    """Return a sentence, number or day in the reader's language."""
    return speech().say(sentence)


def to_type(sentence: object) -> str:
    """Return a sentence as somebody would type it: a field is sent without invisible characters."""
    return translated(sentence).translate(dict.fromkeys(map(ord, ISOLATING)))


@blueprint.get("/static/words/<item:code>.js")
@access.anyone
def words(code: str) -> Response:
    """Return the translations of the scripts' sentences; the scripts hold the English ones."""
    if code not in KNOWN:
        abort(404)
    response = Response(_script(code), mimetype="text/javascript")
    if request.args.get("v") == _version(code):
        response.headers["Cache-Control"] = security.IMMUTABLE
    return response


@blueprint.post("/language")
@access.anyone
def choose() -> ResponseReturnValue:
    """Keep the language that this phone has chosen."""
    code = request.form.get("language", "")
    if code not in LANGUAGES:
        raise errors.BadInput(say("There is no such language here."), field="language")
    response = redirect(url_for("home.index"), 303)
    paths.keep_cookie(response, COOKIE, code, COOKIE_SECONDS)
    return response


def words_address() -> str:
    """Return the address of the scripts' translations, which changes with them; "" for English."""
    code = speech().code
    return "" if code == ENGLISH else url_for("languages.words", code=code, v=_version(code))


@cache
def _version(code: str) -> str:
    return security.fingerprint(_script(code).encode())


@cache
def _script(code: str) -> str:
    if code == PSEUDO:
        return SCRIPT_OF_PSEUDO
    sentences: dict[str, str | list[str]] = {}
    for english, text in sorted(_texts(_catalog(code, SCRIPTS)).items(), key=str):
        if isinstance(english, tuple):
            # The forms of a plural come one by one, in their order.
            forms = sentences.setdefault(english[0], [])
            assert isinstance(forms, list)
            forms.append(text)
        elif english:
            sentences[english] = text
    return f"window.words = {json.dumps(sentences, ensure_ascii=False)};"


def _translate_sentence(value: object) -> object:
    return speech().say(value) if type(value) is Sentence else value


@pass_eval_context
def _gettext(context: EvalContext, pattern: str, /, **values: object) -> str:
    spoken_here = speech()
    return _filled(context, spoken_here, spoken_here.text(pattern), values)


@pass_eval_context
def _ngettext(context: EvalContext, one: str, many: str, num: int, /, **values: object) -> str:
    spoken_here = speech()
    text = spoken_here.text_n(one, many, num)
    return _filled(context, spoken_here, text, {"num": num, **values})


def _filled(
    context: EvalContext, spoken_here: Speech, text: str, values: Mapping[str, object]
) -> str:
    inside = spoken_here.inside
    if not context.autoescape:
        return text % {name: inside(value) for name, value in values.items()}
    # To escape the values here takes half as long as to fill them into a Markup.
    escaped = {name: escape(inside(value)) for name, value in values.items()}
    return Markup(text % escaped)  # noqa: S704 -- our text, and what is escaped


def _catalog(code: str, domain: str) -> NullTranslations:
    if code == PSEUDO:
        return _Pseudo()
    if code == LONGEST:
        return _Longest(_catalog(one, domain) for one in LANGUAGES)
    return Translations.load(str(FOLDER), [code], domain)


def _texts(catalog: NullTranslations) -> Texts:
    """Return the translations of a catalog; there are none of English."""
    return getattr(catalog, "_catalog", {})


def _asked() -> str:
    if not has_request_context():
        return ENGLISH
    chosen = request.cookies.get(COOKIE, "")
    if chosen in KNOWN:
        return chosen
    # Best first; regions of a language are not told apart.
    wanted = (tag.partition("-")[0].lower() for tag, worth in request.accept_languages if worth)
    return next((code for code in wanted if code in LANGUAGES), ENGLISH)


def _vary(response: Response) -> Response:
    """Tell caches that a page depends on its reader's language."""
    if response.mimetype == "text/html":
        response.vary.update(("Cookie", "Accept-Language"))
    return response
