"""Notes in Markdown as HTML that can do no harm: no scripts, no styles, no pictures from elsewhere.

What is not Markdown stands there as it was typed. Twice guarded: the parser lets no HTML through
and makes no pictures, and the result is sanitised.
"""

from __future__ import annotations

from collections.abc import Mapping

import nh3
from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

COMMON_TAGS = {
    "p",
    "br",
    "hr",
    "strong",
    "em",
    "code",
    "pre",
    "ul",
    "ol",
    "li",
    "a",
    "table",
    "thead",
    "tbody",
    "tr",
    "th",
    "td",
}
"""What notes and the handbook both have."""
TAGS = COMMON_TAGS | {"s", "blockquote", "h3", "h4", "h5", "h6"}
ATTRIBUTES = {"a": {"href", "title"}, "ol": {"start"}}
SCHEMES = {"http", "https", "mailto"}
FIRST_HEADING = 3
"""The page has its own headings; those of the notes come below them."""
LOWEST_HEADING = 6

_parser = (
    MarkdownIt("commonmark", {"html": False, "breaks": True})
    .enable(["table", "strikethrough"])
    .disable("image")
)


def render(text: str, references: Mapping[str, object] | None = None) -> Markup:
    """Return a text in Markdown as HTML for a page, its headings from h3 on.

    ``references`` are link addresses that were given elsewhere in the same document.
    """
    environment: dict[str, object] = {"references": dict(references or {})}
    tokens = _parser.parse(text, environment)
    _nest_headings(tokens)
    html = _parser.renderer.render(tokens, _parser.options, environment)
    return Markup(  # noqa: S704 - sanitised in the same breath
        nh3.clean(
            html,
            tags=TAGS,
            attributes=ATTRIBUTES,
            url_schemes=SCHEMES,
            link_rel="nofollow noopener noreferrer",
        )
    )


def _nest_headings(tokens: list[Token]) -> None:
    """Give every heading the level of its place below the others, so that none is left out."""
    above: list[str] = []
    for token in tokens:
        if token.type == "heading_open":
            while above and above[-1] >= token.tag:
                above.pop()
            above.append(token.tag)
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(FIRST_HEADING + len(above) - 1, LOWEST_HEADING)}"
