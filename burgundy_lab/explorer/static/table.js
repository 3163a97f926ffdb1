// The table of a position: its picture with the places that can be chosen, and the list of
// legal actions with their values. It draws what Python shows and says what was chosen; it knows
// no rule.

const KEYS = {
  u: "undo", r: "redo", b: "back", n: "forth", "[": "first", "]": "last",
  m: "move", t: "turn", v: "values", s: "stop",
};
const ARROWS = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
};
const HELP =
  "Click a marked place or an action, or use the keyboard: Tab and arrow keys move, Enter " +
  "chooses, Escape closes; u undo, r redo, b back, n next, [ first, ] last, m move and t turn " +
  "by the strategy, v values, s stop, c copies the position as text.";
const LEAST_TARGET = 20; // pixels of a place, each way
const BAR = { width: 64, height: 14, edge: 5 };

function make(tag, name, text) {
  const node = document.createElement(tag);
  if (name) node.className = name;
  if (text !== undefined) node.textContent = text;
  return node;
}

function plural(n, word) {
  return `${n} ${word}${n === 1 ? "" : "s"}`;
}

function resultTable(results) {
  const table = make("table", "b-results");
  for (const cells of [["seat", "place", "VP"], ...results]) {
    const row = make("tr");
    row.append(...cells.map((cell) => make(cells[0] === "seat" ? "th" : "td", "", cell)));
    table.append(row);
  }
  return table;
}

class Table {
  constructor(model, el) {
    this.model = model;
    this.root = make("div", "burgundy");
    this.root.setAttribute("role", "group");
    this.root.setAttribute("aria-label", "The table");
    this.build();
    el.append(this.root);
    this.frame = new Frame(this.root, model, (key, target) => this.handleKey(key, target));
    this.watch();
    this.draw();
  }

  build() {
    this.heading = make("div", "b-heading");
    this.heading.setAttribute("aria-live", "polite");
    this.message = make("div", "b-message");
    this.message.setAttribute("role", "alert");
    this.doing = make("div", "b-doing");
    this.doing.setAttribute("role", "status");
    this.board = make("div", "b-board");
    // The picture has styles of its own, which must not reach the rest of the page.
    this.picture = make("div", "b-picture");
    this.shadow = this.picture.attachShadow({ mode: "open" });
    this.places = make("div", "b-places");
    this.board.append(this.picture, this.places);
    this.side = make("div", "b-side");
    this.title = make("div", "b-title");
    this.sorter = make("label", "b-sorter");
    this.bestFirst = make("input");
    this.bestFirst.type = "checkbox";
    this.bestFirst.checked = true;
    this.bestFirst.addEventListener("change", () => this.drawValues());
    this.sorter.append(this.bestFirst, " best first");
    this.list = make("ul", "b-list");
    this.list.setAttribute("role", "listbox");
    this.note = make("div", "b-note");
    this.note.setAttribute("aria-live", "polite");
    this.side.append(this.title, this.sorter, this.note, this.list);
    // Board and list scroll each by itself, so that both stay in sight.
    this.view = make("div", "b-view");
    this.view.append(this.board);
    const main = make("div", "b-main");
    main.append(this.view, this.side);
    this.root.append(this.heading, this.message, this.doing, main, make("div", "b-help", HELP));
  }

  watch() {
    this.handlers = {
      "change:shown": () => this.draw(),
      "change:values": () => this.drawValues(),
      "change:message": () => this.tell(),
      "change:doing": () => this.tell(),
    };
    for (const [event, handler] of Object.entries(this.handlers)) this.model.on(event, handler);
    document.addEventListener("pointerdown", (this.outside = (event) => {
      if (this.menu && !event.composedPath().includes(this.menu)) this.closeMenu();
    }));
    this.resized = new ResizeObserver(() => {
      if (this.svg?.getBoundingClientRect().width !== this.laidOut) this.layOut();
    });
    this.resized.observe(this.picture);
  }

  dispose() {
    for (const [event, handler] of Object.entries(this.handlers)) this.model.off(event, handler);
    document.removeEventListener("pointerdown", this.outside);
    this.resized.disconnect();
    this.frame.dispose();
  }

  send(content) {
    if (this.frame.ask(document.activeElement)) this.model.send(content);
  }

  // --- drawing ---------------------------------------------------------------------------------

  draw() {
    const focused = this.focused();
    this.closeMenu();
    const shown = this.model.get("shown");
    this.choices = shown.choices ?? [];
    this.heading.textContent = shown.heading ?? "";
    if (shown.results?.length) this.heading.append(resultTable(shown.results));
    else if (shown.told) this.heading.append(make("span", "b-told", shown.told));
    this.shadow.innerHTML = `<style>svg{display:block;width:100%;height:auto}</style>${shown.svg ?? ""}`;
    this.svg = this.shadow.querySelector("svg");
    this.drawList();
    this.drawValues();
    this.tell();
    this.drawPlaces();
    this.restore(focused);
  }

  tell() {
    this.message.textContent = this.model.get("message");
    this.doing.textContent = this.model.get("doing");
  }

  drawPlaces() {
    this.places.replaceChildren();
    this.buttons = new Map();
    const first = new Set(this.choices.map((choice) => choice.spots[0]));
    for (const choice of this.choices) {
      for (const spot of choice.spots) {
        if (!this.buttons.has(spot)) {
          this.buttons.set(spot, { spot, choices: [], told: first.has(spot) });
        }
        this.buttons.get(spot).choices.push(choice);
      }
    }
    for (const place of this.buttons.values()) this.addPlace(place);
    this.layOut();
  }

  addPlace(place) {
    const kind = place.spot.replace(/^seat\d+-/, "").replace(/[-\d].*$/, "");
    const button = make("button", `b-place b-${kind}`);
    button.type = "button";
    button.dataset.place = place.spot;
    button.tabIndex = -1;
    if (!place.told) button.classList.add("b-second");
    const words = place.choices.map((choice) => choice.words).join("; ");
    button.setAttribute("aria-label", `${place.spot}: ${words}`);
    const does = words.length > 300 ? `${plural(place.choices.length, "action")}` : words;
    // What lies there is told too: the button covers the hint of the picture.
    const hint = this.svg?.querySelector(`[data-spot="${place.spot}"] > title`)?.textContent;
    button.title = hint ? `${hint}\n${does}` : does;
    if (place.choices.length > 1) button.append(make("span", "b-count", place.choices.length));
    button.addEventListener("click", () => this.choosePlace(place));
    for (const type of ["pointerenter", "focus"]) {
      button.addEventListener(type, () => this.light(place.choices));
    }
    for (const type of ["pointerleave", "blur"]) {
      button.addEventListener(type, () => this.light([]));
    }
    place.button = button;
  }

  // Put the buttons over their places; large ones, which may hold others, lie below.
  layOut() {
    const frame = this.svg?.getBoundingClientRect();
    if (!frame?.width || !this.buttons) return;
    // All is measured before anything is moved: otherwise the page is laid out for each place.
    const boxes = new Map();
    for (const group of this.svg.querySelectorAll("[data-spot]")) {
      const place = this.buttons.get(group.dataset.spot);
      if (place) boxes.set(place, group.getBoundingClientRect());
    }
    for (const [place, box] of boxes) {
      place.x = box.left - frame.left + box.width / 2;
      place.y = box.top - frame.top + box.height / 2;
      const width = Math.max(box.width, LEAST_TARGET);
      const height = Math.max(box.height, LEAST_TARGET);
      const style = place.button.style;
      style.left = `${(100 * (place.x - width / 2)) / frame.width}%`;
      style.top = `${(100 * (place.y - height / 2)) / frame.height}%`;
      style.width = `${(100 * width) / frame.width}%`;
      style.height = `${(100 * height) / frame.height}%`;
    }
    const area = (place) => boxes.get(place).width * boxes.get(place).height;
    this.ordered = [...boxes.keys()].sort((one, two) => area(two) - area(one));
    if (!this.ordered.some((place) => place.button.tabIndex === 0) && this.ordered.length) {
      this.firstPlace().button.tabIndex = 0;
    }
    this.laidOut = frame.width;
    if (this.places.childElementCount !== this.ordered.length) {
      this.places.replaceChildren(...this.ordered.map((place) => place.button));
    }
  }

  firstPlace() {
    return this.ordered.find((place) => place.told) ?? this.ordered[0];
  }

  drawList() {
    const n = this.choices.length;
    this.title.textContent = n ? plural(n, "legal action") : "The game is over";
    this.list.setAttribute("aria-label", this.title.textContent);
    this.rows = this.choices.map((choice, number) => ({ ...this.row(choice), number }));
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

  // --- values ----------------------------------------------------------------------------------

  drawValues() {
    const values = this.model.get("values");
    this.note.textContent = values.note ?? "";
    const known = new Map((values.rows ?? []).map((row) => [row.action, row]));
    this.root.classList.toggle("b-valued", known.size > 0);
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

  // --- choosing --------------------------------------------------------------------------------

  light(choices) {
    const spots = new Set(choices.flatMap((choice) => choice.spots));
    for (const place of this.buttons.values()) {
      place.button.classList.toggle("b-lit", spots.has(place.spot));
    }
    for (const { choice, item } of this.rows) {
      item.classList.toggle("b-lit", choices.includes(choice));
    }
  }

  choose(choice) {
    // With what it was chosen from: a second click must not play in the next position.
    this.send({ do: "play", action: choice.action, of: this.model.get("shown").text });
  }

  choosePlace(place) {
    if (place.choices.length === 1) this.choose(place.choices[0]);
    else this.openMenu(place);
  }

  openMenu(place) {
    this.closeMenu();
    this.menu = make("div", "b-menu");
    this.menu.setAttribute("role", "menu");
    this.menu.setAttribute("aria-label", `Actions of ${place.spot}`);
    for (const choice of place.choices) {
      const item = make("button", "b-menu-item", choice.words);
      item.type = "button";
      item.setAttribute("role", "menuitem");
      item.addEventListener("click", () => this.choose(choice));
      for (const type of ["pointerenter", "focus"]) {
        item.addEventListener(type, () => this.light([choice]));
      }
      this.menu.append(item);
    }
    this.menu.from = place.button;
    this.board.append(this.menu);
    const right = place.x > this.board.clientWidth / 2;
    this.menu.style[right ? "right" : "left"] =
      `${right ? this.board.clientWidth - place.x : place.x}px`;
    this.menu.style.top = `${place.y + 8}px`;
    this.menu.firstChild.focus({ preventScroll: true });
  }

  closeMenu() {
    if (!this.menu) return;
    this.menu.remove();
    this.menu = null;
    this.light([]);
  }

  async copy() {
    let done = "position copied";
    try {
      await navigator.clipboard.writeText(this.model.get("shown").text);
    } catch {
      done = "the browser does not let this page copy: the text stands under 'Position as text'";
    }
    this.heading.querySelector(".b-copied")?.remove();
    this.heading.append(make("span", "b-told b-copied", done));
  }

  // --- keyboard --------------------------------------------------------------------------------

  handleKey(key, target) {
    if (key === "c") {
      this.copy();
      return true;
    }
    if (key in KEYS) {
      this.send({ do: KEYS[key] });
      return true;
    }
    if (this.menu?.contains(target)) return this.menuKey(key, target);
    const item = target.closest(".b-action");
    if (item && (key === "Enter" || key === " ")) {
      item.click();
      return true;
    }
    if (!(key in ARROWS)) return false;
    if (item) return this.moveInList(item, ARROWS[key][1] || ARROWS[key][0]);
    if (target.classList.contains("b-place")) return this.moveOnBoard(target, ARROWS[key]);
    return false;
  }

  menuKey(key, target) {
    const items = [...this.menu.children];
    if (key === "Escape") {
      const from = this.menu.from;
      this.closeMenu();
      from.focus({ preventScroll: true });
      return true;
    }
    if (!(key in ARROWS)) return false;
    const step = ARROWS[key][1] || ARROWS[key][0];
    items[(items.indexOf(target) + step + items.length) % items.length].focus();
    return true;
  }

  moveInList(item, step) {
    const items = this.rows.map((row) => row.item);
    const next = items[items.indexOf(item) + step];
    if (next) this.rove(item, next);
    return true;
  }

  // Move to the place that lies nearest in the direction of the arrow.
  moveOnBoard(button, [dx, dy]) {
    const here = this.ordered.find((place) => place.button === button);
    let best = null;
    for (const place of this.ordered) {
      const [x, y] = [place.x - here.x, place.y - here.y];
      const [along, aside] = [x * dx + y * dy, Math.abs(x * dy) + Math.abs(y * dx)];
      if (along < 1) continue;
      const far = along + 2 * aside;
      if (!best || far < best.far) best = { far, place };
    }
    if (best) this.rove(button, best.place.button);
    return true;
  }

  rove(from, to) {
    from.tabIndex = -1;
    to.tabIndex = 0;
    to.focus();
  }

  // --- focus stays where it was when the position changes ----------------------------------------

  focused() {
    const node = document.activeElement;
    if (!this.root.contains(node)) return null;
    if (node.classList.contains("b-action")) return { list: true };
    return { place: (this.menu?.from ?? node).dataset?.place };
  }

  restore(focused) {
    if (!focused) return;
    let node = focused.list ? this.rows[0]?.item : null;
    if (!node && this.ordered?.length) {
      const same = this.ordered.find((place) => place.spot === focused.place);
      node = (same ?? this.firstPlace()).button;
      for (const place of this.ordered) place.button.tabIndex = place.button === node ? 0 : -1;
    }
    (node ?? this.rows[0]?.item)?.focus({ preventScroll: true });
  }
}

// --- numbers -------------------------------------------------------------------------------------

function scale(rows, name) {
  const limits = rows.flatMap((row) => [row[`${name}_low`], row[`${name}_high`], row[name]]);
  const known = limits.filter((limit) => limit !== null);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const room = high - low || 1;
  const best = rows.find((row) => row.rank === 1);
  const place = (value) => BAR.edge + ((value - low) / room) * (BAR.width - 2 * BAR.edge);
  return { place, best: best ? place(best[name]) : null };
}

function bar(value, name, { place, best }, label) {
  const middle = BAR.height / 2;
  const [low, high] = [value[`${name}_low`] ?? value[name], value[`${name}_high`] ?? value[name]];
  const [from, to, at] = [place(low), place(high), place(value[name])];
  const mark =
    name === "win"
      ? `<circle cx="${at}" cy="${middle}" r="3.5"/>`
      : `<path d="M${at - 4.5} ${middle}l4.5-4.5 4.5 4.5-4.5 4.5z"/>`;
  const line = best === null ? "" : `<path class="b-of-best" d="M${best} 0V${BAR.height}"/>`;
  const node = make("span", `b-bar b-bar-${name}`);
  node.setAttribute("aria-hidden", "true");
  node.title = `${label}: ${name === "win" ? percent(value) : points(value)}`;
  node.innerHTML =
    `<svg width="${BAR.width}" height="${BAR.height}">${line}` +
    `<path d="M${from} ${middle}H${to}M${from} ${middle - 4}v8M${to} ${middle - 4}v8"/>${mark}</svg>`;
  return node;
}

function halves(value, name, digits, unit) {
  const [low, high] = [value[`${name}_low`], value[`${name}_high`]];
  return low === null ? "" : ` ±${((unit * (high - low)) / 2).toFixed(digits)}`;
}

function percent(value) {
  return `${(100 * value.win).toFixed(1)}${halves(value, "win", 1, 100)} %`;
}

function points(value) {
  return `${value.vp.toFixed(1)}${halves(value, "vp", 1, 1)} VP`;
}

function shortBehind(value) {
  const [win, vp] = [halves(value, "behind", 1, 100), halves(value, "vp_behind", 1, 1)];
  return (
    `behind: ${(100 * value.behind).toFixed(1)}${win} % of wins, ` +
    `${value.vp_behind.toFixed(1)}${vp} VP`
  );
}

// Paired games tell two actions apart better than the intervals of either let one think.
function behind(value) {
  if (value.rank === 1) return "the best so far";
  const [win, vp] = [halves(value, "behind", 1, 100), halves(value, "vp_behind", 1, 1)];
  return (
    `behind the best, paired game by game: ${(100 * value.behind).toFixed(1)}${win} % of wins, ` +
    `${value.vp_behind.toFixed(1)}${vp} VP`
  );
}

// Called once for each explorer, which may be looked at in several places.
export default () => {
  let views = 0;
  return {
    render({ model, el }) {
      const table = new Table(model, el);
      views += 1;
      return () => {
        views -= 1;
        if (!views && table.frame.isAlive()) tellGone(model);
        table.dispose();
      };
    },
  };
};

// Nobody looks on any more; if its kernel is gone as well, there is nobody to tell.
async function tellGone(model) {
  try {
    await model.send({ do: "gone" });
  } catch {
    // The kernel went first.
  }
}
