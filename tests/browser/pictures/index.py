"""A page that shows all pictures of a folder as thumbnails: a row for each state of a page."""

from __future__ import annotations

from html import escape
from pathlib import Path
from urllib.parse import quote

STYLE = """body { font: 15px/1.4 system-ui, sans-serif; margin: 16px; color-scheme: light dark; }
nav { columns: 12em; } h2 { margin: 32px 0 4px; } h3 { margin: 12px 0 4px; font-weight: 500; }
.views { display: flex; flex-wrap: wrap; gap: 8px; align-items: start; }
figure { margin: 0; } figcaption { font-size: 12px; opacity: .7; }
img { width: 150px; max-height: 300px; object-fit: cover; object-position: top;
  border: 1px solid #8888; }"""


def write(folder: Path) -> Path:
    """Write ``index.html`` into a folder of pictures that stand in folders by view; return it."""
    pictures = sorted(path.relative_to(folder) for path in folder.glob("*/*.png"))
    pages: dict[str, dict[str, list[Path]]] = {}
    for path in pictures:
        page = path.stem.partition(",")[0]
        pages.setdefault(page, {}).setdefault(path.stem, []).append(path)
    links = "".join(f'<div><a href="#{quote(page)}">{escape(page)}</a></div>' for page in pages)
    rows = "".join(_page(page, states) for page, states in sorted(pages.items()))
    index = folder / "index.html"
    index.write_text(
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Every page and state</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{STYLE}</style><h1>Every page and state</h1><nav>{links}</nav>{rows}</html>"
    )
    return index


def _page(page: str, states: dict[str, list[Path]]) -> str:
    rows = "".join(
        f'<h3>{escape(state)}</h3><div class="views">{"".join(map(_thumbnail, paths))}</div>'
        for state, paths in sorted(states.items())
    )
    return f'<h2 id="{escape(quote(page))}">{escape(page)}</h2>{rows}'


def _thumbnail(path: Path) -> str:
    address, view = quote(str(path)), escape(path.parent.name)
    return (
        f'<figure><a href="{address}"><img src="{address}" alt="{escape(path.stem)}, {view}" '
        f'loading="lazy"></a><figcaption>{view}</figcaption></figure>'
    )
