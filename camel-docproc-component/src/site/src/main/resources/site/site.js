/* SPDX-License-Identifier: Apache-2.0 */
"use strict";

(() => {
  const nav = document.getElementById("nav");
  const menu = document.getElementById("menu");
  menu.addEventListener("click", () => menu.setAttribute("aria-expanded", nav.classList.toggle("open")));

  const query = document.getElementById("query");
  const hits = document.getElementById("hits");
  const sections = window.docprocSections;
  const separator = /[\s\-:.,;()/="'`|{}…]+/;
  const maxHits = 12;
  let index;

  function createIndex() {
    lunr.tokenizer.separator = separator;
    return lunr(function () {
      this.ref("id");
      this.field("title", { boost: 5 });
      this.field("heading", { boost: 10 });
      this.field("text");
      sections.forEach((section, id) => this.add({ id, ...section }));
    });
  }

  function find(text) {
    const terms = text.toLowerCase().split(separator).filter(Boolean);
    const wildcard = lunr.Query.wildcard.TRAILING;
    const all = index.query((search) => terms.forEach((term) => {
      search.term(lunr.stemmer(new lunr.Token(term)).toString(), { boost: 10, usePipeline: false });
      search.term(term, { wildcard, usePipeline: false });
    }));
    const words = (hit) => terms.filter((term) => {
      const section = sections[hit.ref];
      return (section.title + " " + section.heading + " " + section.text).toLowerCase().includes(term);
    }).length;
    return all.slice(0, 200).map((hit) => [words(hit), hit]).sort((a, b) => b[0] - a[0] || b[1].score - a[1].score)
      .slice(0, maxHits).map(([, hit]) => [sections[hit.ref], terms[0]]);
  }

  function excerpt(text, term) {
    const start = Math.max(0, text.toLowerCase().indexOf(term) - 50);
    return (start > 0 ? "… " : "") + text.substring(start, start + 140);
  }

  function item([section, term]) {
    const link = document.createElement("a");
    link.href = section.url;
    link.textContent = section.heading === section.title ? section.title : section.title + " › " + section.heading;
    const text = document.createElement("small");
    text.textContent = excerpt(section.text, term);
    link.append(text);
    const row = document.createElement("li");
    row.append(link);
    return row;
  }

  function nothing() {
    const row = document.createElement("li");
    row.append(Object.assign(document.createElement("span"), { textContent: "No section contains these words." }));
    return row;
  }

  function show() {
    const text = query.value.trim();
    hits.hidden = text.length < 2;
    if (!hits.hidden) {
      index = index || createIndex();
      const rows = find(text).map(item);
      hits.replaceChildren(...(rows.length ? rows : [nothing()]));
    }
  }

  query.addEventListener("input", show);
  query.addEventListener("keydown", (event) => {
    const first = hits.querySelector("a");
    if (event.key === "Enter" && first) {
      window.location.href = first.href;
    } else if (event.key === "Escape") {
      hits.hidden = true;
    }
  });
  hits.addEventListener("click", () => { hits.hidden = true; });
  document.addEventListener("click", (event) => {
    hits.hidden = hits.hidden || !event.target.closest(".search");
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && document.activeElement !== query) {
      event.preventDefault();
      query.focus();
    }
  });
  const asked = new URLSearchParams(window.location.search).get("q");
  if (asked) {
    query.value = asked;
    show();
  }

  const languages = ["YAML", "XML", "Java"];

  function language(block) {
    const title = block && block.matches(".listingblock") && block.querySelector(":scope > .title");
    return title && languages.includes(title.textContent) ? title.textContent : null;
  }

  function select(name) {
    document.querySelectorAll(".tabs").forEach((tabs) => {
      const buttons = [...tabs.children];
      const chosen = buttons.find((button) => button.textContent === name) || buttons[0];
      buttons.forEach((button) => {
        button.setAttribute("aria-selected", button === chosen);
        button.block.hidden = button !== chosen;
      });
    });
  }

  function tabs(first) {
    const bar = document.createElement("div");
    bar.className = "tabs";
    bar.setAttribute("role", "tablist");
    for (let block = first; language(block); block = block.nextElementSibling) {
      const button = Object.assign(document.createElement("button"), { type: "button", textContent: language(block), block });
      button.setAttribute("role", "tab");
      button.addEventListener("click", () => select(button.textContent));
      block.classList.add("tab");
      bar.append(button);
    }
    first.before(bar);
  }

  document.querySelectorAll("article .listingblock").forEach((block) => {
    if (language(block) && !language(block.previousElementSibling) && language(block.nextElementSibling)) {
      tabs(block);
    }
  });
  select("YAML");
})();
