"""The handbook as pages of the app: its contents, one page for each subject, and a search."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

import nh3
from flask import abort, render_template
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markupsafe import Markup

from scorecard import handbook
from scorecard.rules.words import say
from scorecard.web.book.game_rules import question_asked
from scorecard.web.http import access, limits, security
from scorecard.web.pages import markdown, views

blueprint = views.Views("handbook", __name__, url_prefix="/handbook")

HEADINGS = ("h1", "h2", "h3", "h4")
TAGS = {"div", *HEADINGS, *markdown.COMMON_TAGS}
ATTRIBUTES = {
    "a": {"href"},
    "ol": {"start"},
    "div": {"class", "tabindex", "role", "aria-labelledby"},
    **{heading: {"id"} for heading in HEADINGS},
}
COMMENT = re.compile(r"<!--.*?-->\n?", re.DOTALL)
PAGE_LINK = re.compile(r"([a-z-]+)\.md(#.*)?")


class _Renderer(RendererHTML):
    """Puts tables, which may be wider than a phone, into boxes that scroll."""

    def table_open(self, tokens: Sequence[Token], place: int, *_more: object) -> str:
        """Begin a table."""
        below = tokens[place].meta["below"]
        return f'<div class="scroll" tabindex="0" role="group" aria-labelledby="{below}"><table>'

    def table_close(self, *_arguments: object) -> str:
        """End it."""
        return "</table></div>"


_parser = MarkdownIt("commonmark", {"html": False}, renderer_cls=_Renderer).enable("table")


@blueprint.get("")
@access.anyone
@limits.limit_searches
def index() -> str:
    """List the pages, and the sections that answer a question where one is asked."""
    question = question_asked()
    return render_template(
        "handbook/index.html",
        parts=handbook.PARTS,
        pages=handbook.pages(),
        edition=_edition(),
        question=question,
        matches=handbook.find(question),
    )


@blueprint.open_page("/<subject>")
def page(subject: str) -> str:
    """Show one page, with its headings as contents."""
    pages = handbook.pages()
    if subject not in pages:
        abort(404, say("The handbook has no page of this name."))
    keys = list(pages)
    place = keys.index(subject)
    return render_template(
        "handbook/page.html",
        page=pages[subject],
        text=html_of(pages[subject]),
        before=pages[keys[place - 1]] if place else None,
        after=pages[keys[place + 1]] if place + 1 < len(keys) else None,
    )


@cache
def html_of(page: handbook.Page) -> Markup:
    """Return a page as HTML: headings with their anchors, links to other pages of the app."""
    tokens = _parser.parse(COMMENT.sub("", page.text))
    anchors = iter([section.anchor for section in page.sections])
    below = ""
    for token in tokens:
        if token.type == "heading_open":
            token.attrs["id"] = below = next(anchors)
        elif token.type == "table_open":
            # For screen readers, the heading labels the scrolling box.
            token.meta["below"] = below
        for child in token.children or ():
            _link_to_page(child)
    html = _parser.renderer.render(tokens, _parser.options, {})
    return Markup(nh3.clean(html, tags=TAGS, attributes=ATTRIBUTES))  # noqa: S704 - just sanitised


def _link_to_page(token: Token) -> None:
    """Turn a link to a file of the handbook into one to its page."""
    if token.type == "link_open":
        link = PAGE_LINK.fullmatch(str(token.attrs["href"]))
        if link:
            token.attrs["href"] = f"{link[1]}{link[2] or ''}"


@cache
def _edition() -> str:
    """Return a digest of the handbook, so that phones keep the newest one."""
    text = "".join(page.text for page in handbook.pages().values())
    return security.fingerprint(text.encode())
