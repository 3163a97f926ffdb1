// The list of legal actions, with their values once there are some.

function resultTable(results) {
  const table = make("table", "b-results");
  const how = results.length > 1 ? "rank" : "result"; // alone, it is won or lost
  for (const cells of [["seat", how, "VP"], ...results]) {
    const row = make("tr");
    row.append(...cells.map((cell) => make(cells[0] === "seat" ? "th" : "td", "", cell)));
    table.append(row);
  }
  return table;
}

class Rows {
  // light: shows where some choices act; choose: takes one
  constructor(light, choose) {
    [this.light, this.choose] = [light, choose];
    this.side = make("div", "b-side");
    this.title = make("div", "b-title");
    this.sorter = make("label", "b-sorter");
    this.bestFirst = make("input");
    this.bestFirst.type = "checkbox";
    this.bestFirst.checked = true;
    this.bestFirst.addEventListener("change", () => this.drawValues(this.values));
    this.sorter.append(this.bestFirst, " best first");
    this.list = make("ul", "b-list");
    this.list.setAttribute("role", "listbox");
    for (const type of ["pointerleave", "focusout"]) {
      this.list.addEventListener(type, () => setTimeout(() => this.sort()));
    }
    this.results = make("div");
    // What is said of the values stands below, so that it moves no row when it grows: the verdict
    // below the list; the note, which is long, below board and list.
    this.verdict = make("div", "b-verdict");
    this.note = make("div", "b-note");
    this.note.setAttribute("aria-live", "polite");
    const head = make("div", "b-head");
    head.append(this.title, this.sorter);
    this.side.append(head, this.results, this.list, this.verdict);
  }

  // results: seat, rank (or won or lost) and VP of each seat, at the end
  draw(choices, results) {
    const n = choices.length;
    this.title.textContent = n ? plural(n, "legal action") : "The game is over";
    this.list.setAttribute("aria-label", this.title.textContent);
    this.rows = choices.map((choice, number) => ({ ...this.row(choice), number }));
    this.list.replaceChildren(...this.rows.map((row) => row.item));
    if (this.rows.length) this.rows[0].item.tabIndex = 0;
    this.results.replaceChildren(...(results.length ? [resultTable(results)] : []));
    this.isRanked = false;
  }

  row(choice) {
    const item = make("li", "b-action");
    item.setAttribute("role", "option");
    item.tabIndex = -1;
    item.dataset.action = choice.action;
    const cells = make("span", "b-cells");
    item.append(make("span", "b-words", choice.words), cells);
    item.addEventListener("click", () => this.choose(choice));
    for (const type of ["pointerenter", "focus"]) {
      item.addEventListener(type, () => this.light([choice]));
    }
    for (const type of ["pointerleave", "blur"]) {
      item.addEventListener(type, () => this.light([]));
    }
    return { choice, item, cells };
  }

  // Mark some choices.
  mark(choices) {
    for (const { choice, item } of this.rows) {
      item.classList.toggle("b-lit", choices.includes(choice));
    }
  }

  // --- values ------------------------------------------------------------------------------------

  // Draw values, and say whether there are any.
  drawValues(values) {
    this.values = values;
    this.note.textContent = values.note ?? "";
    const lines = (values.verdict ?? []).filter((line) => !this.note.textContent.includes(line));
    this.verdict.replaceChildren(...lines.map((line) => make("div", "", line)));
    const known = new Map((values.rows ?? []).map((row) => [row.action, row]));
    const scales = known.size ? [scale(values.rows, "win"), scale(values.rows, "vp")] : [];
    const held = this.pointedAt() ?? this.focused();
    const from = held?.getBoundingClientRect().top;
    for (const row of this.rows) {
      const value = known.get(row.choice.action);
      row.rank = value?.rank;
      row.item.classList.toggle("b-best", value?.rank === 1);
      row.cells.replaceChildren(...(value ? cellsOf(value, values, scales) : []));
    }
    if (held) this.list.scrollTop += held.getBoundingClientRect().top - from;
    this.sort();
    return known.size > 0;
  }

  pointedAt() {
    return this.list.querySelector(".b-action:hover");
  }

  focused() {
    return this.list.contains(document.activeElement) ? document.activeElement : null;
  }

  // The best come first, if they are wanted so; no row moves while one is pointed at or, once
  // values have come, has the focus.
  sort() {
    const focused = this.focused();
    if (this.pointedAt() || (focused && this.isRanked)) return;
    this.isRanked = this.rows.some((row) => row.rank);
    const key = (row) => (this.bestFirst.checked && row.rank) || row.number + 1;
    const before = this.rows;
    this.rows = [...before].sort((a, b) => key(a) - key(b));
    if (this.rows.every((row, k) => row === before[k])) return;
    this.list.append(...this.rows.map((row) => row.item));
    focused?.focus({ preventScroll: true });
  }

  moveInList(item, step) {
    const items = this.rows.map((row) => row.item);
    const next = items[items.indexOf(item) + step];
    if (next) rove(item, next);
    return true;
  }
}
