// The list of legal actions, with their values once there are some.

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
    this.note = make("div", "b-note");
    this.note.setAttribute("aria-live", "polite");
    this.side.append(this.title, this.sorter, this.note, this.list);
  }

  draw(choices) {
    const n = choices.length;
    this.title.textContent = n ? plural(n, "legal action") : "The game is over";
    this.list.setAttribute("aria-label", this.title.textContent);
    this.rows = choices.map((choice, number) => ({ ...this.row(choice), number }));
    this.list.replaceChildren(...this.rows.map((row) => row.item));
    if (this.rows.length) this.rows[0].item.tabIndex = 0;
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
    const known = new Map((values.rows ?? []).map((row) => [row.action, row]));
    const scales = known.size ? [scale(values.rows, "win"), scale(values.rows, "vp")] : [];
    for (const { choice, item, cells } of this.rows) {
      const value = known.get(choice.action);
      item.classList.toggle("b-best", value?.rank === 1);
      cells.replaceChildren();
      if (!value) continue;
      cells.append(
        make("span", "b-rank", value.rank === 1 ? "★ best" : `#${value.rank}`),
        bar(value, "win", scales[0], "wins"),
        make("span", "b-number", percent(value)),
        bar(value, "vp", scales[1], "VP"),
        make("span", "b-number", points(value)),
      );
      if (value.rank !== 1) cells.append(make("span", "b-behind", shortBehind(value)));
      cells.title = behind(value);
    }
    this.sort(known);
    return known.size > 0;
  }

  // Rows keep their places while values change, unless the best are wanted first.
  sort(known) {
    const key = (row) =>
      (this.bestFirst.checked && known.get(row.choice.action)?.rank) || row.number + 1;
    const before = this.rows;
    this.rows = [...before].sort((a, b) => key(a) - key(b));
    if (this.rows.every((row, k) => row === before[k])) return;
    const focused = document.activeElement;
    this.list.append(...this.rows.map((row) => row.item));
    if (this.list.contains(focused)) focused.focus({ preventScroll: true });
  }

  moveInList(item, step) {
    const items = this.rows.map((row) => row.item);
    const next = items[items.indexOf(item) + step];
    if (next) rove(item, next);
    return true;
  }
}
