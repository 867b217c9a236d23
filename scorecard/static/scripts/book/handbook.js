/* Search the handbook without network, in what this phone has kept of it: as the server does, the
   sections that have every word, those with one in the title first. */
(() => {
  "use strict";

  const MOST_FOUND = 20;
  const EXCERPT = 160; // Characters.

  atEachPage(answer);

  /* A page that was kept for another question says so; then this one is answered here. */
  async function answer() {
    const place = document.querySelector("[data-handbook-found]");
    const question = new URLSearchParams(location.search).get("q")?.trim() || "";
    if (!place || place.dataset.question === question) return;
    place.dataset.question = question;
    for (const field of document.querySelectorAll("#handbook-question")) field.value = question;
    const sections = await keptSections();
    const found = matching(sections, question);
    place.replaceChildren(found.length ? listOf(found) : note());
  }

  async function keptSections() {
    const links = [...document.querySelectorAll("a[data-keep]")];
    const kept = await Promise.all(links.map((link) => keptPages.find(link.pathname)));
    return kept.flatMap((page) => (page ? sectionsOf(page) : []));
  }

  /* Return {title, page, href, text} for each heading of a page. */
  function sectionsOf({ html, address }) {
    const article = parsed(html).querySelector(".handbook");
    const sections = [];
    for (const part of article?.children ?? []) {
      if (part.id) sections.push({ title: part.textContent, href: `${address}#${part.id}`, text: "" });
      else if (sections.length) sections.at(-1).text += ` ${part.textContent.replace(/\s+/g, " ")}`;
    }
    return sections.map((section) => ({ ...section, page: sections[0].title }));
  }

  function matching(sections, question) {
    const words = question.toLowerCase().split(/\s+/).filter(Boolean);
    const isIn = (text) => (word) => text.toLowerCase().includes(word);
    const found = sections.filter(({ title, text }) => words.every(isIn(`${title} ${text}`)));
    const inTitle = ({ title }) => words.some(isIn(title));
    return [...found.filter(inTitle), ...found.filter((one) => !inTitle(one))]
      .slice(0, words.length && MOST_FOUND)
      .map((section) => ({ ...section, excerpt: excerpt(section.text, words) }));
  }

  function excerpt(text, words) {
    const places = words.map((word) => text.toLowerCase().indexOf(word)).filter((place) => place >= 0);
    const start = text.lastIndexOf(" ", Math.max(Math.min(...places, text.length) - EXCERPT / 3, 0)) + 1;
    return `${start > 1 ? "… " : ""}${text.slice(start, start + EXCERPT)} …`;
  }

  function listOf(found) {
    const list = made("ol", "found");
    list.lang = "en";
    list.dir = "ltr";
    for (const section of found) {
      const title = made("span", "found-title", made("b", "", section.title), " ", made("span", "tag", section.page));
      const link = made("a", "", title, made("span", "found-text", section.excerpt));
      link.href = section.href;
      list.append(made("li", "", link));
    }
    return list;
  }

  function note() {
    return made("p", "note", say("Nothing found. Try fewer words."));
  }
})();
